"""A plot over training steps: the axes, what part of them is seen, and which step is looked at."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent
from PySide6.QtWidgets import QApplication

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.plots.curve import Curve

AXIS_WIDTH = 48
"""Pixels; the same in every plot, so that steps lie under one another."""

REACH = 16
"""Pixels beside a point within which a click means it."""

_NUMBERS, _GAP = 24, 8
"""Pixels below a plot with numbers there, and below one without."""

_ROOM_ABOVE = 1.06
_ROOM_BESIDE, _MOST_BESIDE = 1.03, 1.06
"""A run that grows runs into the room beside it; a new one is made only once that is full."""
_SEEN_WHOLE = 0.8
"""Of the height: a number that stands higher may lose its upper half."""
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
    range_changed = Signal(float, float)
    """Other steps are seen, from one to another."""
    clicked = Signal(float, float)
    """A step that was clicked at, and how far from it a point is still meant."""

    def __init__(
        self, *, least_height: float, numbered: bool, room_below: float = 0.0, low: bool = False
    ) -> None:
        """Make ready for curves.

        Args:
            least_height: of the highest value in view, however low the curves are.
            numbered: whether the steps stand below it.
            room_below: share of the height below nought.
            low: there is room beside it for nought and one more number only.
        """
        super().__init__(enableMenu=False, axisItems={"bottom": StepAxis("bottom")})
        self.following = True
        self._least_height = least_height
        self._named = 0.0
        """The height beside which a low plot has its number."""
        self._room_below = room_below
        self._curves: list[Curve] = []
        self._pressed: QPoint | None = None
        self._plot = self.getPlotItem()
        self._left, self._bottom = self._plot.getAxis("left"), self._plot.getAxis("bottom")
        self._ended = pg.InfiniteLine(
            angle=90, movable=False, label="", labelOpts={"position": 0.9, "anchors": _BESIDE}
        )
        self._moment = pg.InfiniteLine(angle=90, movable=False)
        self._low = low
        self._left.setTickDensity(0.75)
        self._set_up(numbered)

    def _set_up(self, numbered: bool) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._plot.hideButtons()
        self._plot.setMouseEnabled(x=True, y=False)
        self._plot.disableAutoRange()
        self._plot.setLimits(xMin=0, minXRange=5)
        for line in (self._ended, self._moment):
            self._plot.addItem(line, ignoreBounds=True)
            line.hide()
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
        self._bottom.setStyle(showValues=numbered)
        self._bottom.setHeight(_NUMBERS if numbered else _GAP)
        self._plot.sigXRangeChanged.connect(self._show_range)
        self._plot.getViewBox().sigRangeChangedManually.connect(self._leave)

    def add(self, curves: Sequence[Curve]) -> None:
        """Take curves in."""
        for curve in curves:
            self._plot.addItem(curve.item, ignoreBounds=True)
            self._curves.append(curve)
        self._show_range()

    def remove_all(self) -> None:
        """Let the curves go."""
        for curve in self._curves:
            self._plot.removeItem(curve.item)
        self._curves = []

    def show_steps(self, last: float) -> None:
        """Show all steps up to the last one, unless someone looks at some of them."""
        first, end = self._plot.viewRange()[0]
        least = max(last, 5)
        if self.following and not (first == 0 and least <= end <= least * _MOST_BESIDE):
            self._plot.setXRange(0, least * _ROOM_BESIDE, padding=0)
        self._show_range()

    def show_range(self, first: float, last: float) -> None:
        """Show the steps between two, as another plot does."""
        if self._plot.viewRange()[0] != [first, last]:
            self._plot.setXRange(first, last, padding=0)

    def set_ended(self, step: float | None, words: str = "") -> None:
        """Mark the step at which numbers ended, or none."""
        self._ended.setVisible(step is not None)
        if step is not None:
            self._ended.setPos(step)
            self._ended.label.setFormat(words)

    def set_moment(self, step: float | None) -> None:
        """Mark the step that is looked at, or none."""
        self._moment.setVisible(step is not None)
        if step is not None:
            self._moment.setPos(step)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.setBackground(theme.background)
        for side in (self._left, self._bottom):
            side.setPen(theme.border)
            side.setTextPen(theme.muted)
            side.setTickPen(theme.muted)
        self._ended.setPen(pg.mkPen(theme.error, width=1, style=Qt.PenStyle.DotLine))
        self._ended.label.setColor(theme.error)
        self._moment.setPen(pg.mkPen(theme.accent, width=2))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click or a drag begins."""
        super().mousePressEvent(event)
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = event.position().toPoint() if is_left else None

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Say where it was clicked, unless it was dragged."""
        super().mouseReleaseEvent(event)
        where, pressed = event.position().toPoint(), self._pressed
        self._pressed = None
        near = QApplication.startDragDistance()
        if pressed is not None and (where - pressed).manhattanLength() < near:
            box = self._plot.getViewBox()
            step = box.mapSceneToView(QPointF(self.mapToScene(where))).x()
            self.clicked.emit(step, REACH * box.viewPixelSize()[0])

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the whole run again."""
        super().mouseDoubleClickEvent(event)
        self.reset.emit()

    def _show_range(self) -> None:
        first, last = self._plot.viewRange()[0]
        for curve in self._curves:
            curve.show_range(first, last)
        highest = max((curve.highest for curve in self._curves), default=0.0)
        top = max(highest * _ROOM_ABOVE, self._least_height)
        self._plot.setYRange(-self._room_below * top, top, padding=0)
        if self._low:
            self._name_height(_round_number_below(_SEEN_WHOLE * top))
        self.range_changed.emit(first, last)

    def _name_height(self, number: float) -> None:
        """Write one number beside the plot; the axis is drawn anew where it is another."""
        if number != self._named:
            self._named = number
            self._left.setTicks([[(0.0, "0"), (number, f"{number:g}")]])

    def _leave(self) -> None:
        self.following = False


def _round_number_below(top: float) -> float:
    """The largest of 1, 2, 5, 10, 20, … and 0.5, 0.2, … that is not above this."""
    power = 10.0 ** math.floor(math.log10(top))
    return next((times * power for times in (5, 2) if times * power <= top), power)


_BESIDE = [(1.05, 0.5), (1.05, 0.5)]
"""Where the words about the end of numbers stand: left of the line."""
