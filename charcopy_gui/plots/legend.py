"""Legend: how each curve is drawn, what it is, and its latest number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from charcopy_gui.theme import Theme, system_theme

_SAMPLE = 24
"""Pixels of line before the words."""

_ROW, _GAP = 20, 8


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One curve in words."""

    words: str
    colour: str
    """Name of a colour of the theme."""
    dev: bool = False


class Legend(QWidget):
    """Entries beside one another, and below one another where it is too narrow."""

    def __init__(self, entries: Sequence[LegendEntry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries = tuple(entries)
        self._numbers = [""] * len(self._entries)
        self._theme = system_theme()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Legend")
        self.set_numbers(self._numbers)

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
        return QSize(round(sum(self._widths()) + 2 * _GAP * (len(self._entries) - 1)), _ROW)

    def minimumSizeHint(self) -> QSize:
        """One entry a row."""
        return QSize(round(max(self._widths())), _ROW)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the rows that are needed at this width."""
        super().resizeEvent(event)
        self.setFixedHeight(round(self._places(self.width())[-1].y()) + _ROW)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a piece of each curve, its words and its number."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        places = self._places(self.width())
        for place, entry, number in zip(places, self._entries, self._numbers, strict=True):
            self._paint_sample(painter, place, getattr(self._theme, entry.colour), entry.dev)
            left = place.x() + _SAMPLE + _GAP
            advance = QFontMetricsF(self.font()).horizontalAdvance(entry.words)
            middle = Qt.AlignmentFlag.AlignVCenter
            painter.setFont(self.font())
            painter.setPen(self._theme.muted)
            painter.drawText(QRectF(left, place.y(), advance + 1, _ROW), middle, entry.words)
            painter.setFont(self._tabular())
            painter.setPen(self._theme.text)
            left += advance + _GAP
            painter.drawText(QRectF(left, place.y(), self._room(), _ROW), middle, number)

    def _paint_sample(self, painter: QPainter, place: QPointF, colour: QColor, dev: bool) -> None:
        style = Qt.PenStyle.DashLine if dev else Qt.PenStyle.SolidLine
        painter.setPen(QPen(colour, 1.5 if dev else 2, style))
        y = place.y() + _ROW / 2
        painter.drawLine(QLineF(place.x(), y, place.x() + _SAMPLE, y))
        if dev:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(QPointF(place.x() + _SAMPLE / 2, y), 3.5, 3.5)

    def _places(self, width: float) -> list[QPointF]:
        places, x, y = [], 0.0, 0.0
        for needed in self._widths():
            if x and x + needed > width:
                x, y = 0.0, y + _ROW
            places.append(QPointF(x, y))
            x += needed + 2 * _GAP
        return places

    def _widths(self) -> list[float]:
        """Room for each entry, whatever its number is."""
        metrics = QFontMetricsF(self.font())
        fixed = _SAMPLE + 2 * _GAP + self._room()
        return [fixed + metrics.horizontalAdvance(entry.words) for entry in self._entries]

    def _room(self) -> float:
        return QFontMetricsF(self._tabular()).horizontalAdvance("0.000") + 1

    def _tabular(self) -> QFont:
        font = QFont(self.font())
        font.setFeature(QFont.Tag("tnum"), 1)
        return font
