"""Curve: points that only grow in number, and the line through them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

_FIRST_CAPACITY = 256
_MARKER = 7
"""Pixels across."""


class Curve:
    """One line over training steps; a value that is no number leaves a gap.

    A dev curve is dashed, with a marker an evaluation, so that it can be told without colour.
    """

    def __init__(self, *, dev: bool) -> None:
        self.item = pg.PlotDataItem(
            connect="finite", skipFiniteCheck=False, antialias=True, autoDownsampleFactor=1.0
        )
        self._dev = dev
        self._points = np.empty((2, _FIRST_CAPACITY))
        self._count = 0
        if dev:
            self.item.setZValue(1)
        else:
            self.item.setDownsampling(auto=True, method="peak")
            self.item.setClipToView(True)

    @property
    def steps(self) -> NDArray[np.float64]:
        """Where the points are."""
        return self._points[0, : self._count]

    @property
    def values(self) -> NDArray[np.float64]:
        """How high they are."""
        return self._points[1, : self._count]

    def extend(self, steps: Sequence[int], values: Sequence[float]) -> None:
        """Add points at the right."""
        if not steps:
            return
        end = self._count + len(steps)
        if end > self._points.shape[1]:
            larger = np.empty((2, max(end, 2 * self._points.shape[1])))
            larger[:, : self._count] = self._points[:, : self._count]
            self._points = larger
        self._points[0, self._count : end] = steps
        self._points[1, self._count : end] = values
        self._count = end
        self.item.setData(self.steps, self.values)

    def clear(self) -> None:
        """No points."""
        self._count = 0
        self.item.setData(self.steps, self.values)

    def highest(self, first: float, last: float) -> float:
        """The largest number between two steps; 0 where there is none."""
        start, end = np.searchsorted(self.steps, (first, last), side="left")
        seen = self.values[max(start - 1, 0) : end + 1]
        finite = seen[np.isfinite(seen)]
        return float(finite.max()) if finite.size else 0.0

    def paint(self, colour: QColor, background: QColor) -> None:
        """Draw in a colour."""
        if not self._dev:
            self.item.setPen(pg.mkPen(colour, width=1))
            return
        self.item.setPen(pg.mkPen(colour, width=1.5, style=Qt.PenStyle.DashLine))
        self.item.setSymbol("o")
        self.item.setSymbolSize(_MARKER)
        self.item.setSymbolPen(pg.mkPen(background, width=1))
        self.item.setSymbolBrush(colour)
