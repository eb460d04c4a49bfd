"""Legend: how each curve is drawn, what it is, and its latest number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from charcopy_gui.appearance.text_size import keep_fitted, scaled
from charcopy_gui.appearance.theme import Theme, system_theme
from charcopy_gui.plots.curve import TRAIN, LineStyle

_SAMPLE = 24
"""Pixels of line before the words."""

_ROW, _GAP = 20, 8
_WIDEST = 240
"""Pixels of words; longer ones lose their middle."""
_SYMBOL = 7


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One curve in words."""

    words: str
    colour: Callable[[Theme], QColor]
    style: LineStyle = TRAIN


class Legend(QWidget):
    """Entries beside one another, and below one another where it is too narrow."""

    def __init__(self, entries: Sequence[LegendEntry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[LegendEntry, ...] = ()
        self._numbers: list[str] = []
        self._theme = system_theme()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Legend")
        self.set_entries(entries)
        keep_fitted(self, self._fit)

    def set_entries(self, entries: Sequence[LegendEntry]) -> None:
        """Explain other curves."""
        self._entries = tuple(entries)
        self.set_numbers([""] * len(self._entries))
        self._fit()

    def set_numbers(self, numbers: Sequence[str]) -> None:
        """Show each curve's latest number; an empty one is left out."""
        self._numbers = list(numbers)
        parts = zip(self._entries, numbers, strict=True)
        self.setAccessibleDescription("; ".join(f"{e.words} {n}".strip() for e, n in parts))
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """All entries in one row."""
        return QSize(round(sum(self._widths()) + 2 * _GAP * (len(self._entries) - 1)), self._row())

    def minimumSizeHint(self) -> QSize:
        """One entry a row."""
        return QSize(round(max(self._widths(), default=0)), self._row())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the rows that are needed at this width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        places = self._places(self.width())
        self.setFixedHeight(round(places[-1].y()) + self._row() if places else 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a piece of each curve, its words and its number."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        places = self._places(self.width())
        for place, entry, number in zip(places, self._entries, self._numbers, strict=True):
            self._paint_sample(painter, place, entry.colour(self._theme), entry.style)
            left = place.x() + _SAMPLE + _GAP
            words = self._words(entry)
            advance = QFontMetricsF(self.font()).horizontalAdvance(words)
            middle = Qt.AlignmentFlag.AlignVCenter
            painter.setFont(self.font())
            painter.setPen(self._theme.muted)
            painter.drawText(QRectF(left, place.y(), advance + 1, self._row()), middle, words)
            painter.setFont(self._tabular())
            painter.setPen(self._theme.text)
            left += advance + _GAP
            painter.drawText(QRectF(left, place.y(), self._room(), self._row()), middle, number)

    def _paint_sample(
        self, painter: QPainter, place: QPointF, colour: QColor, style: LineStyle
    ) -> None:
        painter.setPen(QPen(colour, 1.5 if style.symbol else 2, style.pen))
        y = place.y() + self._row() / 2
        painter.drawLine(QLineF(place.x(), y, place.x() + _SAMPLE, y))
        if style.symbol:
            painter.save()
            painter.translate(place.x() + _SAMPLE / 2, y)
            painter.scale(_SYMBOL, _SYMBOL)
            painter.fillPath(Symbols[style.symbol], colour)
            painter.restore()

    def _places(self, width: float) -> list[QPointF]:
        places, x, y = [], 0.0, 0.0
        for needed in self._widths():
            if x and x + needed > width:
                x, y = 0.0, y + self._row()
            places.append(QPointF(x, y))
            x += needed + 2 * _GAP
        return places

    def _widths(self) -> list[float]:
        """Room for each entry, whatever its number is."""
        metrics = QFontMetricsF(self.font())
        fixed = _SAMPLE + 2 * _GAP + self._room()
        return [fixed + metrics.horizontalAdvance(self._words(e)) for e in self._entries]

    def _words(self, entry: LegendEntry) -> str:
        metrics = QFontMetricsF(self.font())
        return metrics.elidedText(entry.words, Qt.TextElideMode.ElideMiddle, _WIDEST)

    def _room(self) -> float:
        return QFontMetricsF(self._tabular()).horizontalAdvance("0.000") + 1

    def _row(self) -> int:
        return scaled(_ROW, self.font())

    def _tabular(self) -> QFont:
        font = QFont(self.font())
        font.setFeature(QFont.Tag("tnum"), 1)
        return font
