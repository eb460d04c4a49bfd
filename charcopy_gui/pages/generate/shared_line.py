"""A line to type in whose undo and redo are the window's, not its own."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFocusEvent, QGuiApplication, QInputMethodEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

_LONGEST = 2_000_000_000
"""Qt's own limit would cut long tables off without a word."""
_HISTORY = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


class SharedLine(QLineEdit):
    """What is typed here is part of a longer history, which undo and redo walk along."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(_LONGEST)
        self.walks_alone = False
        """Whether undo and redo are this line's for now: what it says is nowhere else."""
        self._composing = False

    @property
    def composing(self) -> bool:
        """Whether an input method has begun something that is not yet text."""
        return self._composing

    def event(self, event: QEvent) -> bool:
        """Leave the keys of undo and redo to the menus."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and self._is_shared(event)
        ):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave undo and redo alone where the menus have nothing to undo either."""
        if self._is_shared(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _is_shared(self, event: QKeyEvent) -> bool:
        return not self.walks_alone and any(map(event.matches, _HISTORY))

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Know whether a composition is open."""
        super().inputMethodEvent(event)
        self._composing = bool(event.preeditString())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A composition ends with the focus."""
        super().focusOutEvent(event)
        self._composing = False


def commit_composition() -> None:
    """Let an open composition become text."""
    QGuiApplication.inputMethod().commit()
