"""What steps wait for: when it is done, and how the program does it, as a press would."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QLineEdit

from charcopy_gui.window.all_pages import COMPARE
from charcopy_gui.window.tour.choosing import ChooseCharacter, ChooseInName, ChooseName
from charcopy_gui.window.tour.course import Deed
from charcopy_gui.window.tour.doing import Doing
from charcopy_gui.window.tour.scene import Scene
from core.meaning_representation import Slot
from core.records import END_LABEL, CharacterStep

NAMES = ("Quibble & Vane", "Thistle & Rook")
"""Invented: no corpus has them."""
COPIES, COPIES_NOT = "e2e-edacs", "e2e-eda"
"""Models."""
_PINNED = 0.95
_NO_COPYING = "This model has no copy switch, so there is no p_gen to pin."
_TICK = f"Tick {COPIES} and {COPIES_NOT} on the left, and no others; then press Run."
_WRITE = "The models are writing."
_NOT_HERE = f"The models {COPIES} and {COPIES_NOT} are not both here."


class _TypeName(Doing):
    def hindrance(self) -> str:
        return ""

    def do(self) -> None:
        model = self._page.mr.model
        self._page.mr.table.commit_open_editor()
        name = next(name for name in NAMES if name != self._scene.name)
        slots = list(model.mr().slots)
        at = next((row for row, slot in enumerate(slots) if slot.name == "name"), None)
        if at is None:
            slots.insert(0, Slot("name", name))
        else:
            slots[at] = replace(slots[at], value=name)
        model.set_slots(slots, "Take an invented name")

    def _state(self) -> Hashable:
        return self._scene.name

    def _holds(self) -> bool:
        name = self._scene.name
        return bool(name) and name != self._before and not self._types()

    def _types(self) -> bool:
        """Whether it is still being typed: every key is a change."""
        focus = self._page.window().focusWidget()
        return isinstance(focus, QLineEdit) and self._page.mr.isAncestorOf(focus)


class _Run(Doing):
    def hindrance(self) -> str:
        return "" if self._page.can_run and self._scene.has_model else self._scene.awaited()

    def do(self) -> None:
        self._page.run()

    def _state(self) -> Hashable:
        return None if self._page.tree is None else self._page.tree.run

    def _holds(self) -> bool:
        return self._scene.written and self._scene.current and self._state() != self._before


class _TakeOther(Doing):
    def do(self) -> None:
        """Where the network was least sure, its second choice."""
        instrument = self._page.instrument
        steps = [step for step in instrument.steps if _second(step)]
        if not steps:
            return
        step = max(steps, key=lambda step: step.entropy)
        instrument.choose_step(step.index)
        instrument.step_panel.character_chosen.emit(_second(step))

    def _holds(self) -> bool:
        made = self._what_if()
        return made is not None and made.character is not None


class _Pin(Doing):
    def hindrance(self) -> str:
        if awaited := super().hindrance():
            return awaited
        return _NO_COPYING if self._step().p_gen is None else ""

    def do(self) -> None:
        self._page.instrument.step_panel.p_gen_chosen.emit(1.0)

    def _holds(self) -> bool:
        made = self._what_if()
        return made is not None and made.p_gen is not None and made.p_gen >= _PINNED


class _LookElsewhere(Doing):
    def do(self) -> None:
        """Look at the bracket before the last value: the character after it is copied."""
        tree = self._page.tree
        if tree is not None and "[" in tree.source.characters:
            last = len(tree.source.characters) - 1
            position = last - tree.source.characters[::-1].index("[")
            self._page.output.source.line.picked.emit(position)

    def _holds(self) -> bool:
        made = self._what_if()
        return made is not None and made.position is not None


class _Compare(Doing):
    def hindrance(self) -> str:
        if len(self._models()) != 2:
            return _NOT_HERE
        return _WRITE if self._scene.pages.compare.can_stop else ""

    def hint(self) -> str:
        pages = self._scene.pages
        here = pages.visible is pages.page(COMPARE)
        return _TICK if here and not self.hindrance() else ""

    def do(self) -> None:
        self._scene.around.compare_requested.emit(self._models())

    def _models(self) -> list[Path]:
        found = map(self._scene.model_named, (COPIES, COPIES_NOT))
        return [path for path in found if path is not None]

    def _state(self) -> Hashable:
        return None

    def _holds(self) -> bool:
        compare = self._scene.pages.compare
        written = {view.outcome.entrant.path for view in compare.outcomes.views}
        return not compare.can_stop and compare.is_current and written >= set(self._models())


def _second(step: CharacterStep) -> str:
    """The likeliest character that was not taken; empty where there is none."""
    taken = (step.character, END_LABEL)
    return next((c.character for c in step.candidates if c.character not in taken), "")


_KINDS: dict[Deed, type[Doing]] = {
    Deed.TYPE_NAME: _TypeName,
    Deed.RUN: _Run,
    Deed.CHOOSE_CHARACTER: ChooseCharacter,
    Deed.CHOOSE_NAME: ChooseName,
    Deed.CHOOSE_IN_NAME: ChooseInName,
    Deed.TAKE_OTHER: _TakeOther,
    Deed.PIN: _Pin,
    Deed.LOOK_ELSEWHERE: _LookElsewhere,
    Deed.COMPARE: _Compare,
}


def doing(deed: Deed, scene: Scene) -> Doing:
    """What has to be known to wait for a deed in this window, and to do it."""
    return _KINDS[deed](scene)
