"""Steps that wait for a character to be chosen: any one, or one of the name."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from charcopy_gui.window.tour.doing import Doing
from core.records import CharacterStep

_NO_NAME = "This text does not have the name; another model may write it: see File, Model."
_NOT_IN_BRANCH = "This branch does not have the name: choose “as written” in the list of branches."
_FIRST = "The name is “{}”: click its first character."
_MIDDLE = "The name is “{}”: click a character in the middle of it."


class _Choose(Doing):
    """A character other than the one that is chosen already."""

    def _state(self) -> Hashable:
        return self._page.instrument.stepping.chosen.kept


class ChooseCharacter(_Choose):
    """Any character."""

    def do(self) -> None:
        """Choose one that was copied, in the name if it is there."""
        place = self._scene.place_of_name or _first_copied(self._page.instrument.steps)
        at = place.start + len(place) // 4
        self._page.instrument.choose_step(at if at != self._state() else at + 1)

    def _holds(self) -> bool:
        return self._state() not in (None, self._before)


class ChooseName(_Choose):
    """The first character of the name."""

    _asked = _FIRST

    def hindrance(self) -> str:
        """The name has to be in the text as written; a branch may have another one."""
        if awaited := super().hindrance():
            return awaited
        return "" if self._scene.place_as_written else _NO_NAME

    def hint(self) -> str:
        """A character that is not accepted gets an answer."""
        if self.hindrance():
            return ""
        if not self._scene.place_of_name:
            return _NOT_IN_BRANCH
        return "" if self._state() == self._before else self._asked.format(self._scene.name)

    def do(self) -> None:
        """Choose it; from a branch without the name go back to the text that has it."""
        if not self._scene.place_of_name:
            self._scene.show_as_written()
        self._choose(self._wanted())

    def _choose(self, wanted: range) -> None:
        self._page.instrument.choose_step(wanted.start)

    def _holds(self) -> bool:
        return self._state() in self._wanted()

    def _wanted(self) -> range:
        return self._scene.place_of_name[:1]


class ChooseInName(ChooseName):
    """A character within the name."""

    _asked = _MIDDLE

    def _choose(self, wanted: range) -> None:
        self._page.instrument.choose_step(wanted[len(wanted) // 4])

    def _wanted(self) -> range:
        return self._scene.place_of_name[1:-1] or self._scene.place_of_name


def _first_copied(steps: Sequence[CharacterStep]) -> range:
    """The first steps that copy, one after another; empty where none does."""
    copied = [step.p_gen is not None and step.p_gen < 1 / 2 for step in steps]
    start = copied.index(True) if True in copied else 0
    end = start
    while end < len(copied) and copied[end]:
        end += 1
    return range(start, end)
