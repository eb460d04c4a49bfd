"""The strip: one monospaced cell a written character, and the ruler that counts them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from charcopy_gui.appearance.text_size import scaled
from charcopy_gui.appearance.theme import Theme, system_monospace, tint
from charcopy_gui.plots.columns import Columns
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
        self._tints: list[QColor] = []
        self._letters = _Letters(self._font, 0)
        self._drawn = (0, 0, 0, 0)
        self._font.setStyleStrategy(QFont.StyleStrategy.PreferAntialias)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setFixedHeight(STRIP_HEIGHT)

    def clear(self) -> None:
        """No characters."""
        self._steps, self._tints = [], []
        self.update()

    def append(self, steps: Sequence[CharacterStep]) -> None:
        """Add columns at the right."""
        self._steps.extend(steps)
        self._tints.extend(tint(self._theme, step.p_gen) for step in steps)
        self.update()

    def show_columns(self) -> None:
        """Move to the columns now in view, as far as they are shown."""
        columns = self._columns
        now = (columns.first, columns.cell, columns.shown, len(self._steps))
        if now != self._drawn:
            self._drawn = now
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self._tints = [tint(theme, step.p_gen) for step in self._steps]
        self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw the cells in view that are to be drawn anew, and their neighbours' overhang."""
        columns, cell, height = self._columns, self._columns.cell, self.size().height()
        painter.setClipRect(self.rect())
        exposed = option.exposedRect
        left, right = int(exposed.left() // cell) - 1, int(exposed.right() // cell) + 2
        first = columns.first + max(left, 0)
        last = min(columns.first + min(columns.visible + 1, right), columns.shown)
        places = range(first, max(first, last))
        for index in places:
            step, x = self._steps[index], columns.left(index)
            painter.fillRect(QRectF(x, 0, cell, height), self._tints[index])
            if step.p_gen is not None and step.p_gen < 0.5:
                painter.fillRect(QRectF(x, height - 2, cell, 2), self._theme.copied_line)
        if cell >= SMALLEST_LETTER:
            self._paint_letters(painter, places)

    def _paint_letters(self, painter: QPainter, places: range) -> None:
        cell = self._columns.cell
        if self._letters.cell != cell:
            self._letters = _Letters(self._font, cell)
        letters = self._letters
        painter.setFont(letters.font)
        baseline = (self.size().height() - 2 - letters.height) / 2 + letters.ascent
        for index in places:
            label = cell_label(self._steps[index].character)
            painter.setPen(self._theme.muted if label in "·⊣" else self._theme.text)
            self._paint_letter(painter, label, self._columns.left(index) + cell / 2, baseline)

    def _paint_letter(self, painter: QPainter, label: str, middle: float, baseline: float) -> None:
        width = self._letters.width(label)
        squeeze = min(1.0, self._columns.cell * 1.05 / width) if width else 1.0
        if squeeze == 1.0:
            painter.drawText(QPointF(middle - width / 2, baseline), label)
            return
        painter.save()
        # Smaller, and no thinner: what is as wide as it is high stays so.
        painter.translate(middle, baseline - self._letters.ascent / 2)
        painter.scale(squeeze, squeeze)
        painter.drawText(QPointF(-width / 2, self._letters.ascent / 2), label)
        painter.restore()


class _Letters:
    """A font for cells of one width, and how wide it draws what was asked for before."""

    def __init__(self, font: QFont, cell: int) -> None:
        self.cell = cell
        self.font = letter_font(font, cell)
        self._metrics = QFontMetricsF(self.font)
        self.height = self._metrics.height()
        self.ascent = self._metrics.ascent()
        self._widths: dict[str, float] = {}

    def width(self, label: str) -> float:
        """Pixels that a label takes."""
        if label not in self._widths:
            self._widths[label] = self._metrics.horizontalAdvance(label)
        return self._widths[label]


class Ruler(pg.GraphicsWidget):
    """Counts the columns below the plots."""

    def __init__(self, columns: Columns, theme: Theme) -> None:
        super().__init__()
        self._columns = columns
        self._theme = theme
        self._drawn = (0, 0, 0)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(scaled(RULER_HEIGHT, QGuiApplication.font()))

    def changeEvent(self, event: QEvent) -> None:
        """Numbers of another size need another height."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def show_columns(self) -> None:
        """Move to the columns now in view."""
        columns = self._columns
        now = (columns.first, columns.cell, columns.count)
        if now != self._drawn:
            self._drawn = now
            self.update()

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
