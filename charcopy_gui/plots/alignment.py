"""The alignment: which source characters the network looked at for each character it wrote."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from charcopy_gui.appearance.source_words import slot_bands, word_bands
from charcopy_gui.appearance.theme import Theme, system_monospace
from charcopy_gui.plots.columns import Columns
from charcopy_gui.plots.strip import cell_label, letter_font
from core.records import FloatArray, SourceView

READABLE_ROW = 9
"""Pixels a source character from which on each is named on the axis."""

LOWEST_MARK = 3
"""Pixels of height that a row's mark has at least."""

FIRST_CAPACITY = 128


def cividis() -> list[tuple[int, int, int, int]]:
    """Dark blue to yellow: a map of colours that people with any colour vision see alike."""
    return [tuple(level) for level in pg.colormap.get("cividis").getLookupTable(0, 1, 256, True)]


class AlignmentPlot(pg.ViewBox):
    """A heat map: a column a written character, a row a source character, the first on top."""

    def __init__(self, columns: Columns, theme: Theme) -> None:
        super().__init__(enableMenu=False, invertY=True, defaultPadding=0)
        self._columns = columns
        self._theme = theme
        self._count = 0
        self._drawn = (-1, 0)
        """How many columns are drawn, and how many rows share one of a pixel's height."""
        self._span = (0.0, 0.0)
        self._separated = -1
        """Up to which column the slots are separated."""
        self._cividis = False
        self._weights = np.zeros((1, FIRST_CAPACITY), np.float32)
        self._starts: list[int] = []
        """The rows at which a slot begins, but for the first."""
        self._separators = pg.PlotCurveItem(connect="pairs", skipFiniteCheck=True)
        self._image = pg.ImageItem(axisOrder="row-major", levels=(0, 1))
        self.setMouseEnabled(x=False, y=False)
        self.disableAutoRange()
        for item in (self._image, self._separators):
            self.addItem(item, ignoreBounds=True)
        self.set_theme(theme)

    @property
    def weights(self) -> FloatArray:
        """(S, T) what there is to draw."""
        return self._weights[:, : self._count]

    def row_at(self, y: float) -> int:
        """The row at a pixel of the scene, -1 where there is none."""
        place = self.sceneBoundingRect()
        row = math.floor((y - place.top()) / max(place.height(), 1) * len(self._weights))
        return row if 0 <= row < len(self._weights) else -1

    def row_place(self, row: int) -> QRectF:
        """Where a row lies in the scene; high enough to be seen."""
        place = self.sceneBoundingRect()
        height = place.height() / len(self._weights)
        middle = place.top() + (row + 0.5) * height
        height = max(height, LOWEST_MARK)
        return QRectF(place.left(), middle - height / 2, place.width(), height)

    def start(self, source: SourceView) -> None:
        """An empty map for a source."""
        self._count = 0
        self._weights = np.zeros((len(source.characters), FIRST_CAPACITY), np.float32)
        self._starts = [start for _, start, _ in slot_bands(source)[1:]]
        self._separated = -1
        self.setYRange(0, len(source.characters), padding=0)
        self._drawn = (-1, 0)

    def append(self, alignments: Sequence[FloatArray]) -> None:
        """Add columns at the right."""
        end = self._count + len(alignments)
        rows, capacity = self._weights.shape
        if end > capacity:
            larger = np.zeros((rows, max(end, 2 * capacity)), np.float32)
            larger[:, : self._count] = self.weights
            self._weights = larger
        for column, alignment in enumerate(alignments, self._count):
            self._weights[:, column] = alignment
        self._count = end
        self._drawn = (-1, 0)

    def show_columns(self) -> None:
        """Move to the columns now in view, as far as they are shown; slots end with the last."""
        if self._separated != self._columns.shown:
            self._separated = self._columns.shown
            ends = np.tile([0.0, self._columns.shown], len(self._starts))
            self._separators.setData(ends, np.repeat(np.array(self._starts, float), 2))
        folded = math.ceil(len(self._weights) / max(self.height(), 1))
        if self._drawn != (self._columns.shown, folded):
            self._drawn = (self._columns.shown, folded)
            self._draw(min(self._count, self._columns.shown), folded)
        span = self._columns.span
        if span != self._span:
            self._span = span
            self.setXRange(*span, padding=0)
            self.updateMatrix()  # Now, or it is found out while painting, and painted twice.

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.setBackgroundColor(theme.background)
        self._separators.setPen(theme.border)
        self._colour()

    def set_cividis(self, wanted: bool) -> None:
        """Draw in a map of many colours, or in one hue from the page's background to full."""
        self._cividis = wanted
        self._colour()

    def _colour(self) -> None:
        under, over = (np.array(c.getRgb()) for c in (self._theme.background, self._theme.heat))
        hue = np.rint(under + (over - under) * (np.arange(256) / 255)[:, None])
        levels = cividis() if self._cividis else hue
        self._image.setLookupTable(np.array(levels, np.uint8))

    def _draw(self, count: int, folded: int) -> None:
        """Draw so many columns; where rows are lower than a pixel, the largest share of several."""
        shown = self._weights[:, :count]
        if not shown.size:
            self._image.clear()
            return
        if folded > 1:
            shown = np.maximum.reduceat(shown, np.arange(0, len(shown), folded), axis=0)
        self._image.setImage(shown, autoLevels=False, levels=(0, 1))
        self._image.setRect(QRectF(0, 0, count, folded * len(shown)))


class SourceAxis(pg.GraphicsWidget):
    """The heat map's axis: what stands in its rows, and single characters where they fit.

    Slots are named beside their bands; a sentence has none, and its words stand there themselves.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._source: SourceView | None = None
        self._title = ""
        self._letters = system_monospace()

    def start(self, source: SourceView) -> None:
        """Name the rows of a source."""
        self._source = source
        self.update()

    def set_title(self, words: str) -> None:
        """Say what is drawn."""
        self._title = words
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw the names whose bands are high enough, and the characters if rows are."""
        if self._source is None:
            return
        self._paint_title(painter)
        row = self.size().height() / len(self._source.characters)
        room = self.size().width() - 8
        if row >= READABLE_ROW:
            self._paint_letters(painter, self._source.characters, row, room)
            room -= 16
        metrics = QFontMetricsF(painter.font())
        painter.setPen(self._theme.text)
        below = 0.0
        for name, start, end in slot_bands(self._source) or word_bands(self._source):
            middle = (start + end) / 2 * row
            top = max(middle - metrics.height() / 2, 0)
            if top < below:
                continue
            below = top + metrics.height()
            painter.drawText(
                QRectF(0, top, room, metrics.height()),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room),
            )

    def _paint_title(self, painter: QPainter) -> None:
        """Upwards at the left, quietly."""
        painter.save()
        painter.setPen(self._theme.muted)
        painter.rotate(-90)
        height = self.size().height()
        place = QRectF(-height, 0, height, QFontMetricsF(painter.font()).height())
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._title)
        painter.restore()

    def _paint_letters(
        self, painter: QPainter, characters: Sequence[str], row: float, room: float
    ) -> None:
        painter.save()
        painter.setFont(letter_font(self._letters, min(int(row * 0.6), 8)))
        painter.setPen(self._theme.muted)
        for i, character in enumerate(characters):
            rect = QRectF(room - 12, i * row, 12, row)
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, cell_label(character))
        painter.restore()
