"""The copy switch: p_gen, step by step, as two areas that share a column."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from charcopy_gui.appearance.theme import Theme, blend
from charcopy_gui.plots.columns import Columns

TALLEST, LOWEST = 88, 40
"""Pixels, where there is room and where there is little."""
AREA_STRENGTH = 0.7
"""How much of their colour the areas have."""


class SwitchPlot(pg.ViewBox):
    """Below the curve is what was generated, above it what was copied.

    The line between them tells the two apart without their colours.
    """

    def __init__(self, columns: Columns, theme: Theme) -> None:
        super().__init__(enableMenu=False, defaultPadding=0)
        self._columns = columns
        self._values: list[float] = []
        self._drawn = -1
        self._span = (0.0, 0.0)
        self.setMouseEnabled(x=False, y=False)
        self.disableAutoRange()
        self.setYRange(0, 1, padding=0)
        step = {"stepMode": "center", "skipFiniteCheck": True}
        self._copied = pg.PlotCurveItem([0.0], [], fillLevel=1, pen=None, **step)
        self._generated = pg.PlotCurveItem([0.0], [], fillLevel=0, pen=None, **step)
        self._even = pg.InfiniteLine(0.5, angle=0)
        for item in (self._copied, self._generated, self._even):
            self.addItem(item, ignoreBounds=True)
        self.set_theme(theme)

    def clear(self) -> None:
        """No columns."""
        self._values = []
        self._drawn = -1

    def append(self, values: Sequence[float]) -> None:
        """Add columns at the right."""
        self._values.extend(values)
        self._drawn = -1

    def show_columns(self) -> None:
        """Move to the columns now in view, as far as they are shown."""
        if self._drawn != self._columns.shown:
            self._drawn = self._columns.shown
            self._draw()
        span = self._columns.span
        if span != self._span:
            self._span = span
            self.setXRange(*span, padding=0)
            self.updateMatrix()  # Now, or it is found out while painting, and painted twice.

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.setBackgroundColor(theme.background)
        for curve, colour in ((self._copied, theme.copied), (self._generated, theme.generated)):
            curve.setBrush(blend(theme.background, colour, AREA_STRENGTH))
        self._generated.setPen(pg.mkPen(theme.text, width=1))
        line = pg.mkPen(theme.background, width=1, style=Qt.PenStyle.DotLine)
        self._even.setPen(line)

    def _draw(self) -> None:
        shown = np.array(self._values[: self._drawn], dtype=float)
        edges = np.arange(len(shown) + 1, dtype=float)
        for curve in (self._copied, self._generated):
            curve.setData(edges, shown)


class SwitchScale(pg.GraphicsWidget):
    """The p_gen plot's axis: its two ends and its name."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw 1 at the top, 0 at the bottom and the name between them: left, where it is low."""
        metrics = QFontMetricsF(painter.font())
        room = QRectF(0, 0, self.size().width() - 8, self.size().height())
        right = Qt.AlignmentFlag.AlignRight
        painter.setPen(self._theme.muted)
        painter.drawText(room, right | Qt.AlignmentFlag.AlignTop, "1")
        painter.drawText(room, right | Qt.AlignmentFlag.AlignBottom, "0")
        painter.setPen(self._theme.text)
        if room.height() < 3.5 * metrics.height():
            room.setRight(room.right() - metrics.horizontalAdvance("0 "))
        painter.drawText(room, right | Qt.AlignmentFlag.AlignVCenter, "p_gen")
