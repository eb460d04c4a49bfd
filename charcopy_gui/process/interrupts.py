"""Ctrl+C in the terminal, and the system's wish that the program end."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
from types import FrameType, TracebackType

from PySide6.QtCore import QObject, QSocketNotifier, Signal, Slot

_SIGNALS = (signal.SIGINT,) if sys.platform == "win32" else (signal.SIGINT, signal.SIGTERM)


class Interrupts(QObject):
    """While entered, an interrupt is a message to the window, and no exception.

    Python's own way, to raise KeyboardInterrupt wherever the program happens to be, would raise it
    in the middle of a paint event or of a slot, where Qt can take none. And an idle window runs no
    Python that could hear of it: so the signal is written into a wire, which wakes Qt.
    """

    came = Signal()

    def __enter__(self) -> Interrupts:
        self._heard, self._told = _wire()
        self._handlers = {number: signal.signal(number, _pass_over) for number in _SIGNALS}
        self._descriptor = signal.set_wakeup_fd(self._told, warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._heard, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._hear)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._descriptor)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        for end in (self._heard, self._told):
            _close(end)

    @Slot()
    def _hear(self) -> None:
        with contextlib.suppress(BlockingIOError):
            _read(self._heard)
        self.came.emit()


if sys.platform == "win32":
    # Nothing but a socket wakes Qt there.
    def _wire() -> tuple[int, int]:
        ends = socket.socketpair()
        for end in ends:
            end.setblocking(False)
        return ends[0].detach(), ends[1].detach()

    def _read(end: int) -> None:
        heard = socket.socket(fileno=end)
        heard.recv(64)
        heard.detach()

    def _close(end: int) -> None:
        socket.close(end)

else:
    # A pipe: programs that may open no socket at all can open one.
    def _wire() -> tuple[int, int]:
        ends = os.pipe()
        for end in ends:
            os.set_blocking(end, False)
        return ends

    def _read(end: int) -> None:
        os.read(end, 64)

    def _close(end: int) -> None:
        os.close(end)


def _pass_over(number: int, frame: FrameType | None) -> None:
    """Stand in for Python's handler; the wire has told the window."""
