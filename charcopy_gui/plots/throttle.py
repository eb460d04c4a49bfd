"""Throttle: many records a millisecond in, at most thirty batches a second out."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

INTERVAL_MILLISECONDS = 33


class Throttle(QObject):
    """Collects what is pushed and hands it on in batches, in order, none lost.

    The timer runs only while something waits.
    """

    drained = Signal(object)
    """A list of everything pushed since the last time."""

    def __init__(
        self, parent: QObject | None = None, interval: int = INTERVAL_MILLISECONDS
    ) -> None:
        """Hand on a batch every so many milliseconds at most."""
        super().__init__(parent)
        self._pending: list[object] = []
        self._timer = QTimer(self, singleShot=True, interval=interval)
        self._timer.timeout.connect(self.flush)

    @Slot(object)
    def push(self, record: object) -> None:
        """Take a record; it comes out within one interval."""
        self._pending.append(record)
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def flush(self) -> None:
        """Hand on what waits, now."""
        self._timer.stop()
        if self._pending:
            pending, self._pending = self._pending, []
            self.drained.emit(pending)
