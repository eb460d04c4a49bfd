"""RunCurves: every curve of a training run, filled as it goes on or from what was written down."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.plots.curve import DEV, Curve
from core.records import DevScores, TrainingPoint

if TYPE_CHECKING:
    from core.runs.curves import Curves


class RunCurves:
    """Losses of both phases in training and on dev, dev BLEU, and what is only glanced at."""

    def __init__(self) -> None:
        self.training = Curve(), Curve()
        self.dev = Curve(DEV), Curve(DEV)
        self.bleu = Curve(DEV)
        self.norm, self.rate, self.speed = Curve(), Curve(), Curve()

    def __iter__(self) -> Iterator[Curve]:
        return iter((*self._by_step, *self._by_evaluation))

    @property
    def _by_step(self) -> tuple[Curve, ...]:
        return *self.training, self.norm, self.rate, self.speed

    @property
    def _by_evaluation(self) -> tuple[Curve, ...]:
        return *self.dev, self.bleu

    @property
    def last(self) -> int:
        """The last step; 0 before there is one."""
        return int(max(self.training[0].last, self.bleu.last))

    @property
    def best(self) -> tuple[int, float] | None:
        """The step of the best evaluation, and its BLEU; None before there is one."""
        values = self.bleu.values
        if not values.size:
            return None
        place = int(np.nanargmax(np.nan_to_num(values)))
        return int(self.bleu.steps[place]), float(values[place])

    def extend(self, points: Sequence[TrainingPoint], evaluations: Sequence[DevScores]) -> None:
        """Add steps and evaluations.

        A step that is there already takes the place of what came from it on: a run that goes on
        repeats what had not been saved.
        """
        if points:
            for curve in self._by_evaluation:
                curve.cut(points[0].step)
        _extend(self.training, points)
        _extend(self.dev, evaluations)
        self.bleu.extend([e.step for e in evaluations], [e.bleu for e in evaluations])
        steps = [p.step for p in points]
        self.norm.extend(steps, [p.gradient_norm for p in points])
        self.rate.extend(steps, [p.learning_rate for p in points])
        self.speed.extend(steps, [p.examples_per_second for p in points])

    def show(self, written: Curves) -> None:
        """Take the columns of a run that was written down, in place of all there is."""
        self.clear()
        by_step = (
            written.table_to_text, written.text_to_table, written.gradient_norm,
            written.learning_rate, written.examples_per_second,
        )  # fmt: skip
        for curve, values in zip(self._by_step, by_step, strict=True):
            _fill(curve, written.step, values)
        on_dev = (written.dev_table_to_text, written.dev_text_to_table, written.dev_bleu)
        for curve, values in zip(self._by_evaluation, on_dev, strict=True):
            _fill(curve, written.dev_step, values)

    def clear(self) -> None:
        """No points."""
        for curve in self:
            curve.clear()

    def paint(self, theme: Theme) -> None:
        """Draw in a theme's colours."""
        for forward, backward in (self.training, self.dev):
            forward.paint(theme.generated, theme.background)
            backward.paint(theme.backward, theme.background)
        self.bleu.paint(theme.text, theme.background)
        for curve in (self.norm, self.rate, self.speed):
            curve.paint(theme.muted, theme.background)


def latest(curve: Curve, form: str = ".3f") -> str:
    """The last value in words; empty before there is one."""
    if not curve.values.size:
        return ""
    return format(curve.values[-1], form) if math.isfinite(curve.values[-1]) else "none"


def _extend(
    curves: tuple[Curve, Curve], records: Sequence[TrainingPoint] | Sequence[DevScores]
) -> None:
    """Add both phases' losses; not every step has a second phase."""
    forward, backward = curves
    forward.extend([r.step for r in records], [r.table_to_text for r in records])
    second = [(r.step, r.text_to_table) for r in records if r.text_to_table is not None]
    backward.extend([step for step, _ in second], [loss for _, loss in second])


def _fill(curve: Curve, steps: NDArray[np.float64], values: NDArray[np.float64]) -> None:
    """A column of a run; steps that have no such number are passed over."""
    known = np.isfinite(values)
    curve.extend(steps[known], values[known])
