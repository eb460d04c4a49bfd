"""What a model says of itself, as a page of plain text: names at the left, values at the right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFont,
    QTextCharFormat,
    QTextCursor,
    QTextLength,
    QTextOption,
    QTextTableCellFormat,
    QTextTableFormat,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from charcopy_gui.appearance.text_size import keep_fitted, scaled
from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.models.words import Fact, shortened

_NAMES = 108
"""Pixels for the names."""
READING = Qt.TextInteractionFlag.TextSelectableByMouse
READING |= Qt.TextInteractionFlag.TextSelectableByKeyboard
"""To be marked and copied; links lead nowhere."""


class FactsView(QTextEdit):
    """Values may be anybody's: they are shown as they are, wrapped anywhere if need be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: Sequence[Fact] = ()
        self._theme = LIGHT
        self.setReadOnly(True)
        self.setTextInteractionFlags(READING)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setObjectName("page")
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("About the model")
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(0)
        keep_fitted(self, self._draw)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show these, from the first one on."""
        self._facts = tuple(facts)
        self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        self._draw()

    def _draw(self) -> None:
        self.clear()
        if not self._facts:
            return
        shape = QTextTableFormat()
        shape.setBorder(0)
        shape.setCellSpacing(0)
        shape.setCellPadding(2)
        kind = QTextLength.Type
        shape.setColumnWidthConstraints(
            [
                QTextLength(kind.FixedLength, scaled(_NAMES, self.font())),
                QTextLength(kind.PercentageLength, 100),
            ]
        )
        cursor = self.textCursor()
        table = cursor.insertTable(len(self._facts), 2, shape)
        name, value = QTextCharFormat(), QTextCharFormat()
        name.setForeground(self._theme.muted)
        value.setForeground(self._theme.text)
        numbers = QFont(self.font())
        numbers.setFeature(QFont.Tag("tnum"), 1)
        value.setFont(numbers)
        at_edge = QTextTableCellFormat()
        at_edge.setLeftPadding(0)  # Its letters stand under the heading's.
        for row, fact in enumerate(self._facts):
            table.cellAt(row, 0).setFormat(at_edge)
            table.cellAt(row, 0).firstCursorPosition().insertText(fact.name, name)
            table.cellAt(row, 1).firstCursorPosition().insertText(shortened(fact.value), value)
        self.moveCursor(QTextCursor.MoveOperation.Start)
