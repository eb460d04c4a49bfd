"""Overlay: one curve of each of several runs, over one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme, system_theme
from charcopy_gui.plots import run_styles
from charcopy_gui.plots.curve import Curve
from charcopy_gui.plots.legend import Legend, LegendEntry
from charcopy_gui.plots.step_plot import StepPlot
from charcopy_gui.plots.titled import quiet, waiting

if TYPE_CHECKING:
    from core.runs.curves import Curves

MOST = run_styles.MOST
EMPTY = "Select runs in the list, several with Ctrl or Shift, to see their curves over one another."
_NOTHING = "None of these runs has this curve yet."
_TIP = "The wheel zooms, dragging moves, a double-click shows all again"


@dataclass(frozen=True, slots=True)
class _Kind:
    words: str
    column: str
    unit: str
    best: str = ""
    """Whether the lowest or the highest value counts, or the latest."""

    @property
    def on_dev(self) -> bool:
        """Whether it has a value an evaluation, not a step."""
        return self.column.startswith("dev_")


_KINDS = (
    _Kind("Dev BLEU", "dev_bleu", "best of each run", "max"),
    _Kind("Dev loss, forward", "dev_table_to_text", "nats per character; lowest", "min"),
    _Kind("Dev loss, backward", "dev_text_to_table", "nats per character; lowest", "min"),
    _Kind("Loss, forward", "table_to_text", "nats per character; latest"),
    _Kind("Loss, backward", "text_to_table", "nats per character; latest"),
    _Kind("Gradient norm", "gradient_norm", "latest"),
    _Kind("Learning rate", "learning_rate", "latest"),
    _Kind("Examples/s", "examples_per_second", "latest"),
)


class OverlayPlot(QWidget):
    """Which curve is asked for here; which runs, elsewhere."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs: tuple[tuple[str, Curves], ...] = ()
        self._left_out = 0
        self._curves: list[Curve] = []
        self._theme = system_theme()
        self._kind = QComboBox()
        self._unit = quiet()
        self._legend = Legend(())
        self._plot = StepPlot(least_height=0.1, numbered=True)
        self._empty = waiting(EMPTY)
        for kind in _KINDS:
            self._kind.addItem(kind.words, kind)
        self._lay_out()
        self._kind.currentIndexChanged.connect(self._draw)
        self._plot.reset.connect(self._follow)
        self.set_theme(self._theme)
        self._draw()

    def _lay_out(self) -> None:
        self.setAccessibleName("Curves of several runs")
        self._kind.setAccessibleName("Curve to compare")
        self._kind.setToolTip("Which curve of each run is drawn")
        self._plot.setAccessibleName("The curve of each run over steps")
        self._plot.setToolTip(_TIP)
        self._plot.setMinimumHeight(96)
        self._unit.setWordWrap(True)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._kind)
        top.addWidget(self._unit, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addWidget(self._legend)
        layout.addWidget(self._plot, 1)
        layout.addWidget(self._empty, 1)

    def show_runs(self, runs: Sequence[tuple[str, Curves]]) -> None:
        """Draw these runs, each with its name, in place of others."""
        same = [name for name, _ in runs[:MOST]] == [name for name, _ in self._runs]
        self._runs, self._left_out = tuple(runs[:MOST]), max(0, len(runs) - MOST)
        if not same:
            self._plot.following = True
        self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        for number, curve in enumerate(self._curves):
            curve.paint(run_styles.colour(number, theme), theme.background)
        self._plot.set_theme(theme)
        self._legend.set_theme(theme)

    @Slot()
    def _draw(self) -> None:
        kind: _Kind = self._kind.currentData()
        self._plot.remove_all()
        self._curves, entries, numbers = [], [], []
        for number, (name, columns) in enumerate(self._runs):
            style = run_styles.style(number, marked=kind.on_dev)
            curve = Curve(style)
            curve.paint(run_styles.colour(number, self._theme), self._theme.background)
            values = getattr(columns, kind.column)
            known = np.isfinite(values)  # Not every step has a second phase.
            curve.extend((columns.dev_step if kind.on_dev else columns.step)[known], values[known])
            self._curves.append(curve)
            entries.append(LegendEntry(name, partial(run_styles.colour, number), style))
            numbers.append(_number(values, kind.best))
        self._plot.add(self._curves)
        self._legend.set_entries(entries)
        self._legend.set_numbers(numbers)
        some = f" · {MOST} of {MOST + self._left_out} runs are drawn" if self._left_out else ""
        self._unit.setText(kind.unit + some)
        self._follow_if_following()
        self._show(bool(self._runs), any(curve.values.size for curve in self._curves))

    def _show(self, any_runs: bool, any_curve: bool) -> None:
        self._empty.setText(_NOTHING if any_runs else EMPTY)
        self._empty.setVisible(not any_curve)
        self._plot.setVisible(any_curve)
        for part in (self._legend, self._kind, self._unit):
            part.setVisible(any_runs)
        words = f"{self._kind.currentText()}: {self._legend.accessibleDescription()}"
        self.setAccessibleDescription(words if any_runs else EMPTY)

    def _follow_if_following(self) -> None:
        self._plot.show_steps(max(map(attrgetter("last"), self._curves), default=0.0))

    @Slot()
    def _follow(self) -> None:
        self._plot.following = True
        self._follow_if_following()


def _number(values: np.ndarray, best: str) -> str:
    """The value that a run is compared by."""
    known = values[np.isfinite(values)]
    if not known.size:
        return ""
    chosen = {"max": known.max, "min": known.min}.get(best, lambda: known[-1])()
    if 0 < chosen < 0.01:
        return f"{chosen:.2g}"
    return f"{chosen:.3f}" if chosen < 100 else f"{chosen:.0f}"
