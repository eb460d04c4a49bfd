"""The plots of a training run over its steps: losses, dev BLEU, and small ones of the rest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme, system_theme
from charcopy_gui.plots.curve import DEV
from charcopy_gui.plots.legend import Legend, LegendEntry
from charcopy_gui.plots.run_curves import RunCurves, latest
from charcopy_gui.plots.step_plot import StepPlot
from charcopy_gui.plots.titled import quiet, title, titled, waiting
from core.records import DevScores, TrainingPoint

if TYPE_CHECKING:
    from core.runs.curves import Curves

EMPTY = "Losses and dev BLEU are drawn here, step by step, once a model is being trained."
NO_STEPS = "This run has made no steps."
ZOOM = (
    "The wheel zooms, dragging moves, a double-click shows the whole run again. A click on an"
    " evaluation shows the texts that were written then."
)

_ROOM_FOR_MARKER = 0.1
"""Of the height of dev BLEU, below 0: an evaluation that scored nothing is seen whole."""
_COUNTED = "nats per character; the number beside a name is the latest"
_ROOM_FOR_NOUGHT = 0.2
"""Of the height of a small plot, below 0: half of the number that is written there."""
_SMALL = 72
"""Pixels of height for what is only glanced at."""

_FORWARD, _BACKWARD = "forward (table → text)", "backward (text → table)"
_ENTRIES = (
    LegendEntry(_FORWARD, attrgetter("generated")),
    LegendEntry(_BACKWARD, attrgetter("backward")),
    LegendEntry("forward, on dev", attrgetter("generated"), DEV),
    LegendEntry("backward, on dev", attrgetter("backward"), DEV),
)


def _small_plot(least_height: float) -> StepPlot:
    return StepPlot(least_height=least_height, numbered=True, room_below=_ROOM_FOR_NOUGHT, low=True)


class CurvesPlot(QWidget):
    """Draws what a run reports; to be called from the window's own thread only."""

    moment_chosen = Signal(int)
    """The step of an evaluation that was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.curves = RunCurves()
        self._losses = StepPlot(least_height=0.5, numbered=False)
        self._scores = StepPlot(least_height=0.1, numbered=True, room_below=_ROOM_FOR_MARKER)
        self._norms, self._rates, self._speeds = map(_small_plot, (0.1, 1e-9, 1.0))
        self._legend = Legend(_ENTRIES)
        self._best = quiet()
        self._latest_norm, self._latest_rate, self._latest_speed = quiet(), quiet(), quiet()
        self._instrument = QWidget()
        self._empty = waiting(EMPTY)
        self._join()
        self._lay_out()
        self.set_theme(system_theme())
        self.clear()

    @property
    def _plots(self) -> tuple[StepPlot, ...]:
        return self._losses, self._scores, self._norms, self._rates, self._speeds

    def append(self, records: Sequence[object]) -> None:
        """Draw further steps and evaluations; records of other kinds are passed over.

        A step that is there already is drawn anew, and what came after it goes: a run that goes on
        repeats what had not been saved.

        Raises:
            RuntimeError: it was called from a worker's thread.
        """
        self._stand_in_own_thread()
        points = [r for r in records if isinstance(r, TrainingPoint)]
        evaluations = [r for r in records if isinstance(r, DevScores)]
        if not points and not evaluations:
            return
        self.curves.extend(points, evaluations)
        self._mark_end(next((p.step for p in points if not math.isfinite(p.table_to_text)), None))
        self._show(True)

    def show_run(self, curves: Curves) -> None:
        """Draw a run that was written down.

        Raises:
            RuntimeError: it was called from a worker's thread.
        """
        self.clear()
        self.curves.show(curves)
        broken = curves.step[~np.isfinite(curves.table_to_text)]
        self._mark_end(int(broken[0]) if broken.size else None)
        self._empty.setText(NO_STEPS)
        self._show(bool(curves.step.size or curves.dev_step.size))

    def clear(self) -> None:
        """Show no run, and say what will be here.

        Raises:
            RuntimeError: it was called from a worker's thread.
        """
        self._stand_in_own_thread()
        self.curves.clear()
        self._losses.set_ended(None)
        self.set_moment(None)
        self._follow()
        self._empty.setText(EMPTY)
        self._show(False)

    def set_moment(self, step: int | None) -> None:
        """Mark the evaluation whose texts are looked at, or none."""
        self._losses.set_moment(step)
        self._scores.set_moment(step)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.curves.paint(theme)
        for plot in self._plots:
            plot.set_theme(theme)
        self._legend.set_theme(theme)

    def _join(self) -> None:
        curves = self.curves
        self._losses.add((*curves.training, *curves.dev))
        for plot, curve in (
            (self._scores, curves.bleu), (self._norms, curves.norm), (self._rates, curves.rate),
            (self._speeds, curves.speed),
        ):  # fmt: skip
            plot.add((curve,))
        for plot in self._plots:
            plot.reset.connect(self._follow)
            plot.setToolTip(ZOOM)
            for other in self._plots:
                if other is not plot:
                    plot.range_changed.connect(other.show_range)
        for plot in (self._losses, self._scores):
            plot.clicked.connect(self._choose)

    def _lay_out(self) -> None:
        self.setAccessibleName("Curves of the training run")
        names = ("Losses", "Dev BLEU", "Gradient norm", "Learning rate", "Examples per second")
        for plot, name in zip(self._plots, names, strict=True):
            plot.setAccessibleName(f"{name} over steps")
        for plot in (self._norms, self._rates, self._speeds):
            plot.setFixedHeight(_SMALL)
        self._scores.setMinimumHeight(_SMALL)
        self._losses.setMinimumHeight(56)
        below = QHBoxLayout()
        below.setSpacing(16)
        below.addLayout(titled("Gradient norm", self._latest_norm, self._norms), 1)
        below.addLayout(titled("Learning rate", self._latest_rate, self._rates), 1)
        below.addLayout(titled("Examples/s", self._latest_speed, self._speeds), 1)
        inside = QVBoxLayout(self._instrument)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(4)
        inside.addLayout(title("Loss", quiet(_COUNTED)))
        inside.addWidget(self._legend)
        inside.addWidget(self._losses, 5)
        inside.addLayout(title("Dev BLEU", self._best))
        inside.addWidget(self._scores, 2)
        inside.addLayout(below)
        steps = quiet("training steps")
        steps.setAlignment(Qt.AlignmentFlag.AlignRight)
        inside.addWidget(steps)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._instrument, 1)
        layout.addWidget(self._empty, 1)

    def _stand_in_own_thread(self) -> None:
        if not self.thread().isCurrentThread():
            msg = "Curves are drawn in the window's own thread only."
            raise RuntimeError(msg)

    @Slot(float, float)
    def _choose(self, step: float, reach: float) -> None:
        nearest = self.curves.bleu.nearest(step)
        if nearest is not None and abs(nearest - step) <= reach:
            self.moment_chosen.emit(nearest)

    @Slot()
    def _follow(self) -> None:
        for plot in self._plots:
            plot.following = True
            plot.show_steps(self.curves.last)

    def _mark_end(self, step: int | None) -> None:
        if step is not None:
            self._losses.set_ended(step, f"not a number at step {step:,}")

    def _show(self, shown: bool) -> None:
        self._instrument.setVisible(shown)
        self._empty.setVisible(not shown)
        following = all(plot.following for plot in self._plots)
        for plot in self._plots:
            plot.following = following
            plot.show_steps(self.curves.last)
        curves = self.curves
        self._legend.set_numbers([latest(c) for c in (*curves.training, *curves.dev)])
        self._latest_norm.setText(latest(curves.norm))
        self._latest_rate.setText(latest(curves.rate, ".2g"))
        self._latest_speed.setText(latest(curves.speed, ".1f"))
        self._best.setText(self._best_in_words())
        self.setAccessibleDescription(self._in_words() if shown else self._empty.text())

    def _best_in_words(self) -> str:
        best = self.curves.best
        if best is None:
            return "after the first evaluation"
        return f"best so far {best[1]:.3f} at step {best[0]:,}"

    def _in_words(self) -> str:
        return (
            f"Step {self.curves.last:,}. Loss in nats per character: "
            f"{self._legend.accessibleDescription()}. Dev BLEU: {self._best.text()}."
        )
