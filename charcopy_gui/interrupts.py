"""Ctrl+C in the terminal, and the system's wish that the program end."""

from __future__ import annotations

import contextlib
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
    Python that could hear of it: so the signal is written to a socket, which wakes Qt.
    """

    came = Signal()

    def __enter__(self) -> Interrupts:
        self._heard, self._told = socket.socketpair()
        for end in (self._heard, self._told):
            end.setblocking(False)
        self._handlers = {number: signal.signal(number, _pass_over) for number in _SIGNALS}
        self._descriptor = signal.set_wakeup_fd(self._told.fileno(), warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._heard.fileno(), QSocketNotifier.Type.Read, self)
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
        self._heard.close()
        self._told.close()

    @Slot()
    def _hear(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._heard.recv(64)
        self.came.emit()


def _pass_over(number: int, frame: FrameType | None) -> None:
    """Stand in for Python's handler; the socket has told the window."""
