"""Playback: how much of a text is shown. The network never waits for it."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

FRAME = 16
"""Milliseconds between two moments at which something may appear."""


class Playback(QObject):
    """Lets characters that are written already appear at a speed of one's own.

    What is shown never is more than what was written. A text that is being written appears at
    once, where the speed is not limited; one that is there already, a character a frame.
    """

    changed = Signal()
    """Another number of characters is shown, or it began or ended to play."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._written = 0
        self._shown = 0
        self._complete = True
        self._playing = False
        self._speed: float | None = None
        self._due = 0.0
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)

    @property
    def written(self) -> int:
        """How many characters there are."""
        return self._written

    @property
    def shown(self) -> int:
        """How many of them are shown."""
        return self._shown

    @property
    def playing(self) -> bool:
        """Whether more of them appear by themselves."""
        return self._playing

    @property
    def speed(self) -> float | None:
        """Characters a second; None for as fast as it goes."""
        return self._speed

    def begin(self, shown: int = 0) -> None:
        """A text begins to be written, or goes on after so many characters."""
        self._written = self._shown = shown
        self._complete = False
        self._play(True)

    def show(self, written: int) -> None:
        """A text that is there already, all of it."""
        self._written = self._shown = written
        self._complete = True
        self._play(False)

    def grow(self, written: int) -> None:
        """So many characters are written now."""
        at_end = self._shown == self._written
        self._written = written
        if self._playing and self._speed is None and at_end:
            self._shown = written
            self.changed.emit()
        elif self._playing:
            self._run()

    def finish(self) -> None:
        """No more is written."""
        self._complete = True
        if self._playing and self._shown == self._written:
            self._play(False)

    def set_speed(self, speed: float | None) -> None:
        """So many characters a second; None for as fast as it goes."""
        self._speed = speed
        if self._timer.isActive():
            self._run(anew=True)

    def play(self, start: int) -> None:
        """Play on from where so many characters are shown."""
        self._shown = min(start, self._written)
        self._play(True)

    def pause(self) -> None:
        """Let nothing appear by itself any more."""
        if self._playing:
            self._play(False)

    def reveal(self, count: int) -> None:
        """Show so many characters, if it is not more already."""
        if self._shown < min(count, self._written):
            self._shown = min(count, self._written)
            self.changed.emit()
            self.finish_playing()

    def finish_playing(self) -> None:
        """There is nothing left that could appear."""
        if self._complete and self._playing and self._shown == self._written:
            self._play(False)

    def _play(self, playing: bool) -> None:
        self._playing = playing
        if playing and self._shown < self._written:
            self._run()
        else:
            self._timer.stop()
        self.changed.emit()

    def _run(self, *, anew: bool = False) -> None:
        if self._shown < self._written and (anew or not self._timer.isActive()):
            self._due = 0.0
            self._clock.start()
            self._timer.start(FRAME if self._speed is None else max(FRAME, self._each()))

    def _each(self) -> int:
        return round(1000 / self._speed) if self._speed else FRAME

    @Slot()
    def _tick(self) -> None:
        """Show as many as the time that has gone by allows."""
        passed = self._clock.restart()
        self._due += 1.0 if self._speed is None else passed * self._speed / 1000
        count = min(int(self._due + 0.25), self._written - self._shown)
        if count > 0:
            self._due -= count
            self._shown += count
        if self._shown == self._written:
            self._timer.stop()
        if count > 0:
            self.changed.emit()
        self.finish_playing()
