"""Lengths: how many tables and texts of a corpus have how many characters."""

from __future__ import annotations

from operator import attrgetter

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme, system_theme
from charcopy_gui.plots.legend import Legend, LegendEntry

_BINS = 40
"""Steps across, at most."""
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Characters that a bin may be wide."""
_AXIS_WIDTH, _GRID = 56, 40
_FILL = 0.25


class LengthsPlot(QWidget):
    """Two outlines over the number of characters, in percent of their own whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = system_theme()
        self._plot = pg.PlotWidget(enableMenu=False)
        self._curves = [pg.PlotDataItem(stepMode="center", fillLevel=0) for _ in range(2)]
        self._legend = Legend(
            (
                LegendEntry("tables, longest", attrgetter("tables")),
                LegendEntry("texts, longest", attrgetter("texts")),
            )
        )
        self._set_up()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        unit = QLabel("percent of tables and of texts, over their length in characters")
        unit.setProperty("muted", True)
        unit.setWordWrap(True)
        layout.addWidget(unit)
        layout.addWidget(self._legend)
        layout.addWidget(self._plot, 1)
        self.set_theme(self._theme)

    def _set_up(self) -> None:
        self.setAccessibleName("Lengths")
        self._plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._plot.setMinimumHeight(140)
        item = self._plot.getPlotItem()
        item.hideButtons()
        item.setMouseEnabled(x=False, y=False)
        item.disableAutoRange()
        numbers = QFont(self.font())
        numbers.setFeature(QFont.Tag("tnum"), 1)
        for name in ("left", "bottom"):
            axis = item.getAxis(name)
            axis.enableAutoSIPrefix(False)
            axis.setTickFont(numbers)
            axis.setStyle(tickLength=0, maxTickLevel=0, tickTextOffset=6)
        item.getAxis("left").setWidth(_AXIS_WIDTH)
        item.getAxis("left").setGrid(_GRID)
        for curve in self._curves:
            item.addItem(curve)

    def show_lengths(self, mrs: NDArray[np.int64], references: NDArray[np.int64]) -> None:
        """Draw how many have 0, 1, 2 … characters."""
        longest = max(len(mrs), len(references), 2) - 1
        step = next((s for s in _STEPS if longest / s <= _BINS), _STEPS[-1])
        edges = np.arange(0, longest + 2 * step, step)
        highest = 1.0
        for curve, counts in zip(self._curves, (mrs, references), strict=True):
            places = np.arange(len(counts))
            heights, _ = np.histogram(places, edges, weights=counts)
            shares = 100 * heights / max(1, heights.sum())
            curve.setData(edges, shares)
            highest = max(highest, float(shares.max(initial=0)))
        item = self._plot.getPlotItem()
        item.setXRange(0, float(edges[-1]), padding=0)
        item.setYRange(0, highest * 1.06, padding=0)
        numbers = [str(max(0, len(counts) - 1)) for counts in (mrs, references)]
        self._legend.set_numbers(numbers)
        self.setAccessibleDescription(
            f"The longest table has {numbers[0]} characters, the longest text {numbers[1]}."
        )

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self._plot.setBackground(theme.background)
        for name in ("left", "bottom"):
            axis = self._plot.getPlotItem().getAxis(name)
            axis.setPen(theme.border)
            axis.setTextPen(theme.muted)
        for curve, colour in zip(self._curves, (theme.tables, theme.texts), strict=True):
            curve.setPen(pg.mkPen(colour, width=1.5))
            fill = pg.mkColor(colour)
            fill.setAlphaF(_FILL)
            curve.setBrush(fill)
        self._legend.set_theme(theme)
