"""What undo and redo walk along: from some slots to others."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand

from core.meaning_representation import Slot

Slots = tuple[Slot, ...]


class SlotChange(QUndoCommand):
    """From some slots to others; those of one session become one."""

    def __init__(
        self,
        show: Callable[[Slots, bool], None],
        before: Slots,
        after: Slots,
        words: str,
        session: int,
    ) -> None:
        """Nothing is done yet; `show` takes the slots, and whether history was walked along."""
        super().__init__(words)
        self._show = show
        self._before = before
        self._after = after
        self._session = session
        self._done = False

    def id(self) -> int:
        """Changes of one number from 0 may become one: a word typed letter by letter."""
        return self._session

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take the next letter in; what has come back to where it began is no change."""
        if not isinstance(other, SlotChange):
            return False
        self._after = other._after
        self.setObsolete(self._after == self._before)
        return True

    def redo(self) -> None:
        """Do it, or do it again."""
        self._show(self._after, self._done)
        self._done = True

    def undo(self) -> None:
        """Go back."""
        self._show(self._before, True)
