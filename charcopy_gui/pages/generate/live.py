"""Live mode: a run is due a moment after the last edit, as long as there is something to run."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

WAIT_MILLISECONDS = 300


class Live(QObject):
    """Waits while people edit, and says when they have paused; off until it is switched on."""

    due = Signal(str)
    """A line to write a text for."""

    def __init__(
        self, line: Callable[[], str], busy: Callable[[], bool], parent: QObject | None = None
    ) -> None:
        """Ask what there is to run, empty where nothing is, and whether people are in mid-word."""
        super().__init__(parent)
        self._line = line
        self._busy = busy
        self._on = False
        self._ran = ""
        self._timer = QTimer(self, singleShot=True, interval=WAIT_MILLISECONDS)
        self._timer.timeout.connect(self._run)

    @property
    def on(self) -> bool:
        """Whether runs become due."""
        return self._on

    def switch(self, on: bool) -> None:
        """Begin or end; nothing is due before the next edit."""
        self._on = on
        self._ran = self._line()
        self._timer.stop()

    def run_soon(self) -> None:
        """Let the line be run though it has not changed: it is to be written in another way."""
        self._ran = ""
        self.touch()

    @Slot(str)
    def settle(self, line: str) -> None:
        """A text is there for this line, or is being written, whoever asked for it."""
        self._ran = line
        if line == self._line():
            self._timer.stop()

    @Slot()
    def touch(self) -> None:
        """Something was edited: the waiting begins anew."""
        if self._on:
            self._timer.start()

    @Slot()
    def _run(self) -> None:
        if self._busy():
            self._timer.start()
            return
        line = self._line()
        if line and line != self._ran:
            self._ran = line
            self.due.emit(line)
