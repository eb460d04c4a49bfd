"""Where in a text we are: how much of it is shown, and which of its steps is chosen."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.pages.output.chosen_step import ChosenStep
from charcopy_gui.pages.output.playback import Playback


class Stepping(QObject):
    """Joins playback and the chosen step: what appears is looked at, until one chooses oneself."""

    shown_changed = Signal()
    """Another number of characters is shown, or it began or ended to play."""
    step_changed = Signal(object)
    """Index of the step to look at, or None."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.chosen = ChosenStep(self)
        self.playback = Playback(self)
        self._goal: int | None = None
        """The step to choose once it is shown."""
        self._new = False
        """Whether the text is seen for the first time."""
        self._whole = False
        """Whether it came to its own end."""
        self._telling = 0
        """The step of it that is most worth a look."""
        self.chosen.changed.connect(self.step_changed)
        self.playback.changed.connect(self._follow)

    @property
    def step(self) -> int | None:
        """The step to look at."""
        return self.chosen.index

    @property
    def written(self) -> int:
        """How many steps there are."""
        return self.playback.written

    # What becomes of the text.

    def begin(self) -> None:
        """A text begins to be written."""
        self.chosen.clear()
        self._goal, self._new, self._whole = None, True, False
        self.playback.begin()

    def go_on(self, written: int, goal: int | None) -> None:
        """A text of which so much is there is written on; a step to choose as soon as it comes."""
        self.chosen.clear()
        self._goal, self._new, self._whole = goal, False, False
        self.playback.begin(written)

    def show(self, written: int, goal: int | None) -> None:
        """Another text that is there already; with a step of it chosen, or its last one."""
        self.chosen.clear()
        self._goal = None if goal is None else min(goal, written - 1)
        self._new, self._whole = False, True
        self.playback.show(written)

    def grow(self, written: int) -> None:
        """So many steps are written now."""
        self.playback.grow(written)

    def finish(self, *, whole: bool, telling: int) -> None:
        """No more is written; whether the text came to its own end, and where to look at it."""
        self._whole, self._telling = whole, telling
        self.playback.finish()
        if not whole:
            self.playback.pause()

    # What people ask for.

    @Slot(int)
    def choose(self, index: int) -> None:
        """A step was clicked or walked to."""
        self._goal = None
        self.playback.reveal(index + 1)
        self.chosen.choose(index)

    @Slot(int)
    def go_to(self, index: int) -> None:
        """Halt, and choose a step."""
        self.playback.pause()
        self.choose(index)

    def move(self, by: int) -> None:
        """Choose the step so many characters on; from nowhere, start at the nearer end."""
        at, count = self.step, self.written
        if count:
            start = (-1 if by > 0 else count) if at is None else at
            self.choose(min(max(start + by, 0), count - 1))

    @Slot()
    def play_or_pause(self) -> None:
        """Halt what plays; else play on from the chosen step, from the last one from the start."""
        if self.playback.playing:
            self.playback.pause()
            return
        at = self.chosen.chosen
        over = at is None or at >= self.written - 1
        self._goal, self._new = None, False
        self.chosen.release()
        self.playback.play(0 if at is None or over else at + 1)

    @Slot()
    def _follow(self) -> None:
        """Look at what has appeared; choose a step when nothing appears any more."""
        shown = self.playback.shown
        self.chosen.set_count(shown)
        self.shown_changed.emit()
        self.chosen.lead(shown - 1 if shown else None)
        if self._goal is not None and shown > self._goal:
            goal, self._goal = self._goal, None
            self.chosen.choose(goal)
        elif not self.playback.playing and shown and self.chosen.kept is None:
            self.chosen.choose(self._resting_place(shown))

    def _resting_place(self, shown: int) -> int:
        """In a new text that appeared at once its most telling step; else the last one shown."""
        at_once = self._new and self._whole and self.playback.speed is None
        return self._telling if at_once and shown == self.written else shown - 1
