"""What people make otherwise at the chosen step: its character, its p_gen, where it looks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Slot
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QMenu

from charcopy_gui.appearance.source_words import place
from charcopy_gui.pages.output.what_if_commands import Delete, Depart, Replace
from core.generation_tree import Branch, GenerationTree
from core.records import CharacterStep, WhatIf

if TYPE_CHECKING:
    from charcopy_gui.pages.output.instrument import Instrument


class WhatIfs(QObject):
    """Turns what is asked for in the panels into branches that can be undone."""

    def __init__(self, instrument: Instrument, history: QUndoStack | None) -> None:
        """Without a history nothing can be made otherwise."""
        super().__init__(instrument)
        self._instrument = instrument
        self._history = history
        self._allowed = True
        self._tree: GenerationTree | None = None
        self._branch = 0
        self._step: CharacterStep | None = None
        panel, output = instrument.step_panel, instrument.output
        panel.character_chosen.connect(self._choose_character)
        panel.p_gen_chosen.connect(self._pin)
        panel.freed.connect(self._free)
        output.source.line.picked.connect(self._move_attention)
        output.source.line.menu_wanted.connect(self._open_menu)
        output.attention.picking_changed.connect(self._say_what_to_click)
        instrument.branches.delete_wanted.connect(self._delete)

    def replaced(self, before: GenerationTree | None, after: GenerationTree, words: str) -> bool:
        """Another run's texts have taken the place of what was shown; whether undo knows of it.

        Where the newest step was one of that run's branches, undo first brings these back. Nothing
        is added where steps could still be done again, which would be lost.
        """
        history = self._history
        if history is None or before is None or history.canRedo():
            return False
        newest = history.command(history.index() - 1)
        if not isinstance(newest, Depart | Delete | Replace) or newest.tree is not before:
            return False
        history.push(Replace(self._instrument, before, after, words))
        return True

    @property
    def possible(self) -> bool:
        """Whether something can be made otherwise now."""
        return self._allowed and self._history is not None and self._step is not None

    def set_allowed(self, allowed: bool) -> None:
        """Offer it, or not."""
        self._allowed = allowed

    def look_at(self, tree: GenerationTree | None, branch: int, step: CharacterStep | None) -> None:
        """Another step is chosen, of this text."""
        self._tree, self._branch, self._step = tree, branch, step
        instrument, movable = self._instrument, self.possible
        instrument.step_panel.show_step(step, pinned=self._pinning() is not None, movable=movable)
        instrument.output.attention.set_movable(movable)
        instrument.output.source.line.set_pickable(
            self._places(step) if movable and step is not None else 0
        )

    def _places(self, step: CharacterStep) -> int:
        """How many positions can be looked at.

        Where there is a copy switch, the character after the one that is looked at is copied; the
        last has none.
        """
        return len(step.alignment) - (step.copy_alignment is not None)

    def _pinning(self) -> Branch | None:
        """The branch that pinned p_gen at the chosen step, if one did."""
        tree, step = self._tree, self._step
        if tree is None or step is None or self._branch not in tree:
            return None
        for part in reversed(tree.path(self._branch)):
            made = part.what_if
            if made is not None and made.index == step.index and made.p_gen is not None:
                return part
        return None

    @Slot(str)
    def _choose_character(self, character: str) -> None:
        if self._step is not None and character != self._step.character:
            self._depart(WhatIf(self._branch, self._step.index, character=character))

    @Slot(float)
    def _pin(self, p_gen: float) -> None:
        if self._step is not None:
            self._depart(WhatIf(self._branch, self._step.index, p_gen=p_gen))

    @Slot()
    def _free(self) -> None:
        """Back to the text in which p_gen was not pinned at this step."""
        pinned = self._pinning()
        if self._tree is not None and pinned is not None and pinned.parent is not None:
            self._instrument.show_branch(self._tree, pinned.parent, pinned.start)

    @Slot(int)
    def _move_attention(self, position: int) -> None:
        self._instrument.output.attention.end_picking()
        if self._step is not None:
            self._depart(WhatIf(self._branch, self._step.index, position=position))

    @Slot(int)
    def _delete(self, branch: int) -> None:
        if self._history is not None and self._tree is not None and branch in self._tree:
            self._history.push(Delete(self._instrument, self._tree, self._tree[branch]))

    def _depart(self, what_if: WhatIf) -> None:
        if self.possible and self._history is not None and self._tree is not None:
            self._history.push(Depart(self._instrument, self._tree, what_if))

    @Slot(bool)
    def _say_what_to_click(self, picking: bool) -> None:
        if picking and self._step is not None:
            self._instrument.output.attention.say("Click the character to look at.")
            self._instrument.output.source.line.setFocus()
        else:
            self._instrument.output.attention.say("")

    @Slot(QPoint, int)
    def _open_menu(self, where: QPoint, position: int) -> None:
        if self._tree is None or self._step is None or not self.possible:
            return
        menu = QMenu(self._instrument.output)
        words = f"Let step {self._step.index + 1} look at {place(self._tree.source, position)}"
        menu.addAction(words.replace("&", "&&")).triggered.connect(
            partial(self._move_attention, position)
        )
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(where)
