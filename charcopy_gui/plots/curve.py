"""Curve: a line over training steps, and how it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from charcopy_gui.plots.peaks import Peaks

Numbers: TypeAlias = Sequence[float] | NDArray[np.float64]

_MOST = 2400
"""Points that are drawn at once: a few for every column of a screen."""
_FINEST = 2000
"""Parts of the range in view; further points that reach no further than one are not seen yet."""
_DOT, _MARKER = "o", 7
"""A marker, and its pixels across."""


@dataclass(frozen=True, slots=True)
class LineStyle:
    """How a line is told from another without its colour."""

    pen: Qt.PenStyle = Qt.PenStyle.SolidLine
    symbol: str = ""
    """Name of a marker of pyqtgraph's at every point; empty for none."""
    width: float = 1.0


TRAIN = LineStyle()
DEV = LineStyle(Qt.PenStyle.DashLine, "o", 1.5)


class Curve:
    """One line over training steps; a value that is no number leaves a gap."""

    def __init__(self, style: LineStyle = TRAIN) -> None:
        self.item = pg.PlotDataItem(connect="finite", skipFiniteCheck=False, antialias=True)
        self._style = style
        self._peaks = Peaks()
        self._range = 0.0, float("inf")
        self._drawn: float | None = None
        """The last step that is drawn; None where what is drawn is not what is there."""
        self._highest = 0.0
        if style.symbol:
            self.item.setZValue(1)

    @property
    def steps(self) -> NDArray[np.float64]:
        """Where the points are."""
        return self._peaks.x

    @property
    def values(self) -> NDArray[np.float64]:
        """How high they are."""
        return self._peaks.y

    @property
    def last(self) -> float:
        """The last step; 0 before there is one."""
        return float(self.steps[-1]) if self.steps.size else 0.0

    def extend(self, steps: Numbers, values: Numbers) -> None:
        """Add points at the right, in place of those that are there from the first on."""
        if len(steps):
            if not self.steps.size or steps[0] <= self.last:
                self._drawn = None
            heights = np.asarray(values, float)
            self._peaks.extend(steps, np.where(np.isfinite(heights), heights, np.nan))

    def cut(self, step: float) -> None:
        """Take away the points from a step on."""
        if self.steps.size and self.last >= step:
            self._peaks.cut(step)
            self._drawn = None

    def clear(self) -> None:
        """No points."""
        self._peaks.clear()
        self._drawn = None

    @property
    def highest(self) -> float:
        """The largest number that is drawn; 0 where there is none."""
        return self._highest

    def nearest(self, step: float) -> int | None:
        """The step of the point that is nearest to a step; None where there are no points."""
        if not self.steps.size:
            return None
        return int(self.steps[np.abs(self.steps - step).argmin()])

    def show_range(self, first: float, last: float) -> None:
        """Draw what lies between two steps; what is drawn already costs nothing.

        Nor does what is added to so many steps that nobody could see it yet.
        """
        reach = (last - first) / _FINEST
        if self._drawn is None or self._range != (first, last) or self.last - self._drawn > reach:
            self._range, self._drawn = (first, last), self.last
            steps, values = self._peaks.seen(first, last, _MOST)
            self.item.setData(steps, values)
            finite = values[np.isfinite(values)]
            self._highest = float(finite.max()) if finite.size else 0.0
            if not self._style.symbol:
                # There is no line through one point.
                self.item.setSymbol(_DOT if finite.size == 1 else None)

    def paint(self, colour: QColor, background: QColor) -> None:
        """Draw in a colour."""
        style = self._style
        self.item.setPen(pg.mkPen(colour, width=style.width, style=style.pen))
        if style.symbol:
            self.item.setSymbol(style.symbol)
        self.item.setSymbolSize(_MARKER)
        self.item.setSymbolPen(pg.mkPen(background, width=1))
        self.item.setSymbolBrush(colour)
