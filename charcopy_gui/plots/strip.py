"""The strip: one monospaced cell a written character, and the ruler that counts them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from charcopy_gui.plots.columns import Columns
from charcopy_gui.theme import Theme, system_monospace, tint
from core.records import END_LABEL, START_LABEL, CharacterStep

STRIP_HEIGHT = 26
RULER_HEIGHT = 20
SMALLEST_LETTER = 5
"""Pixels a column below which only the tints are drawn."""


def cell_label(character: str) -> str:
    """What stands for a character in a cell: something to see, and no wider than a letter."""
    marks = {" ": "·", START_LABEL: "⊢", END_LABEL: "⊣"}
    if character in marks:
        return marks[character]
    if len(character) != 1:
        return "▯"
    kind = unicodedata.category(character)
    if kind.startswith("M"):
        return "◌" + character
    return "▯" if kind[0] in "CZ" else character


class Strip(pg.GraphicsWidget):
    """The written characters, each tinted by p_gen and underlined where copying leads."""

    def __init__(self, columns: Columns, theme: Theme) -> None:
        super().__init__()
        self._columns = columns
        self._theme = theme
        self._steps: list[CharacterStep] = []
        self._font = system_monospace()
        self._font.setStyleStrategy(QFont.StyleStrategy.PreferAntialias)
        self.setFixedHeight(STRIP_HEIGHT)

    def clear(self) -> None:
        """No characters."""
        self._steps = []
        self.update()

    def append(self, steps: Sequence[CharacterStep]) -> None:
        """Add columns at the right."""
        self._steps.extend(steps)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw the cells in view."""
        columns, cell, height = self._columns, self._columns.cell, self.size().height()
        painter.setClipRect(self.rect())
        first = columns.first
        shown = self._steps[first : first + columns.visible + 1]
        for i, step in enumerate(shown):
            painter.fillRect(QRectF(i * cell, 0, cell, height), tint(self._theme, step.p_gen))
            if step.p_gen is not None and step.p_gen < 0.5:
                painter.fillRect(QRectF(i * cell, height - 2, cell, 2), self._theme.copied_line)
        if cell >= SMALLEST_LETTER:
            self._paint_letters(painter, [cell_label(step.character) for step in shown])

    def _paint_letters(self, painter: QPainter, labels: Sequence[str]) -> None:
        cell, height = self._columns.cell, self.size().height()
        font = letter_font(self._font, cell)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        for i, label in enumerate(labels):
            painter.setPen(self._theme.muted if label in "·⊣" else self._theme.text)
            width = metrics.horizontalAdvance(label)
            squeeze = min(1.0, cell * 1.05 / width) if width else 1.0
            painter.save()
            painter.translate((i + 0.5) * cell, 0)
            painter.scale(squeeze, 1.0)
            room = QRectF(-cell * 2, 0, cell * 4, height - 2)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, label)
            painter.restore()


class Ruler(pg.GraphicsWidget):
    """Counts the columns below the plots."""

    def __init__(self, columns: Columns, theme: Theme) -> None:
        super().__init__()
        self._columns = columns
        self._theme = theme
        self.setFixedHeight(RULER_HEIGHT)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw a number under every tenth column, or fewer where columns are narrow."""
        columns, metrics = self._columns, QFontMetricsF(painter.font())
        every = next(n for n in (10, 20, 50, 100, 1000) if n * columns.cell >= 48)
        painter.setPen(self._theme.muted)
        for number in range(every, columns.count + 1, every):
            middle = columns.left(number - 1) + columns.cell / 2
            width = metrics.horizontalAdvance(str(number))
            if width / 2 <= middle <= self.size().width() - width / 2:
                painter.fillRect(QRectF(round(middle), 0, 1, 3), self._theme.muted)
                room = QRectF(middle - width, 4, width * 2, self.size().height() - 4)
                painter.drawText(room, Qt.AlignmentFlag.AlignHCenter, str(number))


def letter_font(font: QFont, cell: int) -> QFont:
    """The font at the size at which a letter fills a cell, and not much larger than text."""
    probe = QFont(font)
    probe.setPixelSize(100)
    advance = QFontMetricsF(probe).horizontalAdvance("0")
    probe.setPixelSize(min(max(round(cell * 96 / advance), 6), 20))
    return probe
