"""What a model says of itself, as a page of plain text: names at the left, values at the right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFont,
    QTextBlockFormat,
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
_APART = 8
"""Pixels over the figures."""
READING = Qt.TextInteractionFlag.TextSelectableByMouse
READING |= Qt.TextInteractionFlag.TextSelectableByKeyboard
"""To be marked and copied; links lead nowhere."""


class FactsView(QTextEdit):
    """Facts, and below them a table of figures.

    Values may be anybody's: they are shown as they are, wrapped anywhere if need be.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: Sequence[Fact] = ()
        self._figures: Sequence[Sequence[str]] = ()
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

    def show_facts(self, facts: Sequence[Fact], figures: Sequence[Sequence[str]] = ()) -> None:
        """Show these, from the first one on; of figures, the first row has their titles."""
        self._facts, self._figures = tuple(facts), tuple(figures)
        self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        self._draw()

    def _draw(self) -> None:
        self.clear()
        if not self._facts:
            return
        shape, muted, value = _shape(), QTextCharFormat(), QTextCharFormat()
        kind = QTextLength.Type
        shape.setColumnWidthConstraints(
            [
                QTextLength(kind.FixedLength, scaled(_NAMES, self.font())),
                QTextLength(kind.PercentageLength, 100),
            ]
        )
        cursor = self.textCursor()
        table = cursor.insertTable(len(self._facts), 2, shape)
        muted.setForeground(self._theme.muted)
        value.setForeground(self._theme.text)
        numbers = QFont(self.font())
        numbers.setFeature(QFont.Tag("tnum"), 1)
        value.setFont(numbers)
        at_edge = QTextTableCellFormat()
        at_edge.setLeftPadding(0)  # Its letters stand under the heading's.
        for row, fact in enumerate(self._facts):
            table.cellAt(row, 0).setFormat(at_edge)
            table.cellAt(row, 0).firstCursorPosition().insertText(fact.name, muted)
            table.cellAt(row, 1).firstCursorPosition().insertText(shortened(fact.value), value)
        if self._figures:
            self._draw_figures(muted, value)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _draw_figures(self, muted: QTextCharFormat, value: QTextCharFormat) -> None:
        """A row for each set, under its titles; the numbers stand under one another."""
        shape = _shape()
        shape.setTopMargin(_APART)
        kind = QTextLength.Type
        numbers = [
            QTextLength(kind.FixedLength, self._needed(texts))
            for texts in list(zip(*self._figures, strict=True))[1:]
        ]
        shape.setWidth(QTextLength(kind.PercentageLength, 100))
        shape.setColumnWidthConstraints([QTextLength(kind.VariableLength, 0), *numbers])
        cursor = self.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        table = cursor.insertTable(len(self._figures), len(self._figures[0]), shape)
        right, whole = QTextBlockFormat(), QTextBlockFormat()
        right.setAlignment(Qt.AlignmentFlag.AlignRight)
        whole.setAlignment(Qt.AlignmentFlag.AlignRight)
        whole.setNonBreakableLines(True)
        for row, texts in enumerate(self._figures):
            for column, text in enumerate(texts):
                place = table.cellAt(row, column).firstCursorPosition()
                if column:
                    place.setBlockFormat(whole if row else right)
                place.insertText(shortened(text), value if row else muted)
        at_edge = QTextTableCellFormat()
        at_edge.setLeftPadding(0)
        for row in range(len(self._figures)):
            table.cellAt(row, 0).setFormat(at_edge)

    def _needed(self, texts: Sequence[str]) -> int:
        """How wide a column is in which no word is broken."""
        words = (word for text in texts for word in text.split())
        return max(map(self.fontMetrics().horizontalAdvance, words)) + 2 * _APART


def _shape() -> QTextTableFormat:
    """A table without lines."""
    shape = QTextTableFormat()
    shape.setBorder(0)
    shape.setCellSpacing(0)
    shape.setCellPadding(2)
    return shape
