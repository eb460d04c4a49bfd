"""The curves of a training run: losses of both phases, dev BLEU, gradients and speed by steps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from charcopy_gui.plots.curve import DEV, Curve
from charcopy_gui.plots.legend import Legend, LegendEntry
from charcopy_gui.plots.step_plot import StepPlot
from charcopy_gui.plots.titled import quiet, title, titled, waiting
from charcopy_gui.theme import Theme, system_theme
from core.records import DevScores, TrainingPoint

if TYPE_CHECKING:
    from core.runs.curves import Curves

EMPTY = "Losses and dev BLEU are drawn here, step by step, once a model is being trained."
ZOOM = (
    "The wheel zooms, dragging moves, a double-click shows the whole run again. A click on an"
    " evaluation shows the texts that were written then."
)

_ROOM_FOR_MARKER = 0.1
"""Of the height of dev BLEU, below 0: an evaluation that scored nothing is seen whole."""
_SMALL = 72
"""Pixels of height for what is only glanced at."""

_FORWARD, _BACKWARD = "forward (table → text)", "backward (text → table)"
_ENTRIES = (
    LegendEntry(_FORWARD, attrgetter("generated")),
    LegendEntry(_BACKWARD, attrgetter("backward")),
    LegendEntry("forward, on dev", attrgetter("generated"), DEV),
    LegendEntry("backward, on dev", attrgetter("backward"), DEV),
)


class CurvesPlot(QWidget):
    """Draws what a run reports; to be called from the window's own thread only."""

    moment_chosen = Signal(int)
    """The step of an evaluation that was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._training = Curve(), Curve()
        self._dev = Curve(DEV), Curve(DEV)
        self._bleu = Curve(DEV)
        self._norm, self._speed = Curve(), Curve()
        self._losses = StepPlot(least_height=0.5, numbered=False)
        self._scores = StepPlot(least_height=0.1, numbered=True, room_below=_ROOM_FOR_MARKER)
        self._norms = StepPlot(least_height=0.1, numbered=True, low=True)
        self._speeds = StepPlot(least_height=1.0, numbered=True, low=True)
        self._legend = Legend(_ENTRIES)
        self._best, self._latest_norm, self._latest_speed = quiet(), quiet(), quiet()
        self._instrument = QWidget()
        self._empty = waiting(EMPTY)
        self._join()
        self._lay_out()
        self.set_theme(system_theme())
        self.clear()

    @property
    def _plots(self) -> tuple[StepPlot, ...]:
        return self._losses, self._scores, self._norms, self._speeds

    @property
    def _by_step(self) -> tuple[Curve, ...]:
        return *self._training, self._norm, self._speed

    @property
    def _by_evaluation(self) -> tuple[Curve, ...]:
        return *self._dev, self._bleu

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
        if points:
            for curve in self._by_evaluation:
                curve.cut(points[0].step)
        _extend(self._training, points)
        _extend(self._dev, evaluations)
        self._bleu.extend([e.step for e in evaluations], [e.bleu for e in evaluations])
        steps = [p.step for p in points]
        self._norm.extend(steps, [p.gradient_norm for p in points])
        self._speed.extend(steps, [p.examples_per_second for p in points])
        self._mark_end(next((p.step for p in points if not math.isfinite(p.table_to_text)), None))
        self._show(True)

    def show_run(self, curves: Curves) -> None:
        """Draw a run that was written down.

        Raises:
            RuntimeError: it was called from a worker's thread.
        """
        self.clear()
        for curve, values in zip(
            self._by_step,
            (curves.table_to_text, curves.text_to_table, curves.gradient_norm,
             curves.examples_per_second),
            strict=True,
        ):  # fmt: skip
            _fill(curve, curves.step, values)
        for curve, values in zip(
            self._by_evaluation,
            (curves.dev_table_to_text, curves.dev_text_to_table, curves.dev_bleu),
            strict=True,
        ):
            _fill(curve, curves.dev_step, values)
        broken = curves.step[~np.isfinite(curves.table_to_text)]
        self._mark_end(int(broken[0]) if broken.size else None)
        self._show(bool(curves.step.size or curves.dev_step.size))

    def clear(self) -> None:
        """Show no run, and say what will be here.

        Raises:
            RuntimeError: it was called from a worker's thread.
        """
        self._stand_in_own_thread()
        for curve in (*self._by_step, *self._by_evaluation):
            curve.clear()
        self._losses.set_ended(None)
        self.set_moment(None)
        self._follow()
        self._show(False)

    def set_moment(self, step: int | None) -> None:
        """Mark the evaluation whose texts are looked at, or none."""
        self._losses.set_moment(step)
        self._scores.set_moment(step)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        for forward, backward in (self._training, self._dev):
            forward.paint(theme.generated, theme.background)
            backward.paint(theme.backward, theme.background)
        self._bleu.paint(theme.text, theme.background)
        for curve in (self._norm, self._speed):
            curve.paint(theme.muted, theme.background)
        for plot in self._plots:
            plot.set_theme(theme)
        self._legend.set_theme(theme)

    def _join(self) -> None:
        self._losses.add((*self._training, *self._dev))
        self._scores.add((self._bleu,))
        self._norms.add((self._norm,))
        self._speeds.add((self._speed,))
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
        for plot, name in zip(
            self._plots, ("Losses", "Dev BLEU", "Gradient norm", "Examples a second"), strict=True
        ):
            plot.setAccessibleName(f"{name} over steps")
        for plot in (self._norms, self._speeds):
            plot.setFixedHeight(_SMALL)
        self._scores.setMinimumHeight(_SMALL)
        self._losses.setMinimumHeight(56)
        below = QHBoxLayout()
        below.setSpacing(16)
        below.addLayout(titled("Gradient norm", self._latest_norm, self._norms), 1)
        below.addLayout(titled("Examples/s", self._latest_speed, self._speeds), 1)
        inside = QVBoxLayout(self._instrument)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(4)
        inside.addLayout(title("Loss", quiet("nats per character, over steps")))
        inside.addWidget(self._legend)
        inside.addWidget(self._losses, 5)
        inside.addLayout(title("Dev BLEU", self._best))
        inside.addWidget(self._scores, 2)
        inside.addLayout(below)
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
        nearest = self._bleu.nearest(step)
        if nearest is not None and abs(nearest - step) <= reach:
            self.moment_chosen.emit(nearest)

    @Slot()
    def _follow(self) -> None:
        for plot in self._plots:
            plot.following = True
            plot.show_steps(self._last)

    @property
    def _last(self) -> int:
        return int(max(self._training[0].last, self._bleu.last))

    def _mark_end(self, step: int | None) -> None:
        if step is not None:
            self._losses.set_ended(step, f"not a number at step {step:,}")

    def _show(self, shown: bool) -> None:
        self._instrument.setVisible(shown)
        self._empty.setVisible(not shown)
        following = all(plot.following for plot in self._plots)
        for plot in self._plots:
            plot.following = following
            plot.show_steps(self._last)
        self._legend.set_numbers([_latest(c) for c in (*self._training, *self._dev)])
        self._latest_norm.setText(_latest(self._norm))
        self._latest_speed.setText(_latest(self._speed, 1))
        self._best.setText(self._best_in_words())
        self.setAccessibleDescription(self._in_words() if shown else EMPTY)

    def _best_in_words(self) -> str:
        if not self._bleu.values.size:
            return "after the first evaluation"
        best = int(np.nanargmax(np.nan_to_num(self._bleu.values)))
        return f"best so far {self._bleu.values[best]:.3f} at step {self._bleu.steps[best]:,.0f}"

    def _in_words(self) -> str:
        return (
            f"Step {self._last:,}. Loss in nats per character: "
            f"{self._legend.accessibleDescription()}. Dev BLEU: {self._best.text()}."
        )


def _extend(
    curves: tuple[Curve, Curve], records: Sequence[TrainingPoint] | Sequence[DevScores]
) -> None:
    """Add both phases' losses; the second phase has none where GRUs are not exchanged."""
    forward, backward = curves
    forward.extend([r.step for r in records], [r.table_to_text for r in records])
    second = [(r.step, r.text_to_table) for r in records if r.text_to_table is not None]
    backward.extend([step for step, _ in second], [loss for _, loss in second])


def _fill(curve: Curve, steps: NDArray[np.float64], values: NDArray[np.float64]) -> None:
    """A column of a run, unless there is nothing in it."""
    if np.isfinite(values).any():
        curve.extend(steps, values)


def _latest(curve: Curve, decimals: int = 3) -> str:
    if not curve.values.size:
        return ""
    return f"{curve.values[-1]:.{decimals}f}" if math.isfinite(curve.values[-1]) else "none"
