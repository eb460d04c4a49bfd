"""The one step that every view of a text points at."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot


class ChosenStep(QObject):
    """The step under the pointer, else the one that was clicked or walked to, else the newest.

    The newest is what a text that is written or played has come to; there may be none.
    """

    changed = Signal(object)
    """Index of the step, or None."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._head: int | None = None
        self._kept: int | None = None
        self._hovered: int | None = None

    @property
    def index(self) -> int | None:
        """The step to show."""
        return self.chosen if self._hovered is None else self._hovered

    @property
    def chosen(self) -> int | None:
        """The step to show when the pointer is on none."""
        return self._head if self._kept is None else self._kept

    @property
    def kept(self) -> int | None:
        """The step that stays when the pointer leaves and the text goes on."""
        return self._kept

    def clear(self) -> None:
        """A new text begins."""
        self._count = 0
        self._head = self._kept = self._hovered = None
        self.changed.emit(None)

    def set_count(self, count: int) -> None:
        """So many steps can be chosen now."""
        self._count = count
        if self._hovered is not None and self._hovered >= count:
            self._hovered = None

    def lead(self, index: int | None) -> None:
        """The text has come to this step."""
        self._become(index, self._kept, self._hovered)

    def release(self) -> None:
        """Go with the text again."""
        self._become(self._head, None, self._hovered)

    @Slot(int)
    def hover(self, index: int) -> None:
        """The pointer is on a step; -1 when it has left."""
        self._become(self._head, self._kept, index if 0 <= index < self._count else None)

    @Slot(int)
    def choose(self, index: int) -> None:
        """A step was clicked."""
        if 0 <= index < self._count:
            self._become(self._head, index, None)

    def move(self, by: int) -> None:
        """Walk along the text; from nowhere, start at its nearer end."""
        if self._count:
            start = self.index
            if start is None:
                start = -1 if by > 0 else self._count
            self.choose(min(max(start + by, 0), self._count - 1))

    def _become(self, head: int | None, kept: int | None, hovered: int | None) -> None:
        before = self.index
        self._head, self._kept, self._hovered = head, kept, hovered
        if self.index != before:
            self.changed.emit(self.index)
