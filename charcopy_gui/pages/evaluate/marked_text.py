"""A text that can be read, selected and copied, some of it marked; what it holds stays plain."""

from __future__ import annotations

from PySide6.QtGui import QColor, QFont, QTextCharFormat
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from charcopy_gui.appearance.theme import LIGHT, Theme


class MarkedText(QTextEdit):
    """Text is appended piece by piece, each in its own look; tags in it show as they are."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self.setAccessibleName(name)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMinimumHeight(64)

    def set_theme(self, theme: Theme) -> None:
        """Mark what is added from now on in a theme's colours."""
        self._theme = theme

    def add(self, text: str, colour: QColor, *, bold: bool = False, marked: bool = False) -> None:
        """Put a piece at the end; marked, it has a line under it and a tint behind."""
        look = QTextCharFormat()
        look.setForeground(colour)
        look.setFontWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
        if marked:
            look.setFontUnderline(True)
            look.setBackground(self._theme.selection)
        cursor = self.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        cursor.insertText(text, look)

    def show_start(self) -> None:
        """Scroll back to the beginning."""
        self.moveCursor(self.textCursor().MoveOperation.Start)
