"""A plot over training steps: the axes, what part of them is seen, and where numbers ended."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent

from charcopy_gui.plots.curve import Curve
from charcopy_gui.theme import Theme

AXIS_WIDTH = 48
"""Pixels; the same in every plot, so that steps lie under one another."""

_NUMBERS, _GAP = 24, 8
"""Pixels below a plot with numbers there, and below one without."""

_ROOM_ABOVE, _ROOM_BESIDE = 1.06, 1.012
_GRID = 40
"""Strength of the lines across the plot, of 255."""


class StepAxis(pg.AxisItem):
    """Counts steps: whole numbers, with commas in large ones."""

    def tickStrings(self, values: Sequence[float], _scale: float, spacing: float) -> list[str]:
        """The numbers as they are written; there are no parts of a step."""
        return [f"{value:,.0f}" if spacing >= 1 else "" for value in values]


class StepPlot(pg.PlotWidget):
    """Curves from nought to the highest value in view.

    It shows the whole run as it grows, until someone zooms with the wheel or drags; a double-click
    goes back to that.
    """

    reset = Signal()
    """The whole run is to be seen again."""

    def __init__(self, *, least_height: float, numbered: bool, room_below: float = 0.0) -> None:
        super().__init__(enableMenu=False, axisItems={"bottom": StepAxis("bottom")})
        self.following = True
        self._least_height = least_height
        self._room_below = room_below
        self._curves: list[Curve] = []
        self._plot = self.getPlotItem()
        self._left, self._bottom = self._plot.getAxis("left"), self._plot.getAxis("bottom")
        self._ended = pg.InfiniteLine(
            angle=90, movable=False, label="", labelOpts={"position": 0.9, "anchors": _BESIDE}
        )
        self._set_up(numbered)

    def _set_up(self, numbered: bool) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._plot.hideButtons()
        self._plot.setMouseEnabled(x=True, y=False)
        self._plot.disableAutoRange()
        self._plot.setLimits(xMin=0, minXRange=5)
        self._plot.addItem(self._ended, ignoreBounds=True)
        self._ended.hide()
        numbers = QFont(self.font())
        numbers.setFeature(QFont.Tag("tnum"), 1)
        for side in (self._left, self._bottom):
            side.enableAutoSIPrefix(False)
            side.setTickFont(numbers)
            side.setStyle(
                tickLength=0, maxTickLevel=0, tickTextOffset=6, hideOverlappingLabels=False
            )
        self._left.setWidth(AXIS_WIDTH)
        self._left.setGrid(_GRID)
        self._left.setTickDensity(0.75)
        self._bottom.setStyle(showValues=numbered)
        self._bottom.setHeight(_NUMBERS if numbered else _GAP)
        self._plot.sigXRangeChanged.connect(self._fit_height)
        self._plot.getViewBox().sigRangeChangedManually.connect(self._leave)

    def add(self, curves: Sequence[Curve]) -> None:
        """Take curves in."""
        for curve in curves:
            self._plot.addItem(curve.item, ignoreBounds=True)
            self._curves.append(curve)

    def show_steps(self, last: int) -> None:
        """Show all steps up to the last one, unless someone looks at some of them."""
        if self.following:
            self._plot.setXRange(0, max(last, 5) * _ROOM_BESIDE, padding=0)
        self._fit_height()

    def set_ended(self, step: int | None, words: str = "") -> None:
        """Mark the step at which numbers ended, or none."""
        self._ended.setVisible(step is not None)
        if step is not None:
            self._ended.setPos(step)
            self._ended.label.setFormat(words)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.setBackground(theme.background)
        for side in (self._left, self._bottom):
            side.setPen(theme.border)
            side.setTextPen(theme.muted)
            side.setTickPen(theme.muted)
        self._ended.setPen(pg.mkPen(theme.error, width=1, style=Qt.PenStyle.DotLine))
        self._ended.label.setColor(theme.error)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the whole run again."""
        super().mouseDoubleClickEvent(event)
        self.reset.emit()

    def _fit_height(self) -> None:
        first, last = self._plot.viewRange()[0]
        highest = max((curve.highest(first, last) for curve in self._curves), default=0.0)
        top = max(highest * _ROOM_ABOVE, self._least_height)
        self._plot.setYRange(-self._room_below * top, top, padding=0)

    def _leave(self) -> None:
        self.following = False


_BESIDE = [(1.05, 0.5), (1.05, 0.5)]
"""Where the words about the end of numbers stand: left of the line."""
