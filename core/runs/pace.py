"""How fast a run goes, and what is left of it, by the speed of this very session."""

from __future__ import annotations

from collections import deque
from statistics import median

from core.records import DevScores, Progress, Sample, TrainingPoint, TrainingRecord

_RECENT = 50
"""Steps whose speed counts."""
_FEWEST = 3
"""Before so many are known, one odd step, as the first often is, would tell the time."""
_RECENT_EVALUATIONS = 5


class Pace:
    """Learns from a run's records; what is left is told from its middle speeds.

    A point's seconds come from a clock that nobody sets, pauses apart. Where it jumps all the
    same, as some do while the computer sleeps, one interval is odd, and the middle one is not.
    """

    def __init__(self) -> None:
        self._rates: deque[float] = deque(maxlen=_RECENT)
        self._steps: deque[tuple[bool, float]] = deque(maxlen=_RECENT)
        """Whether it had a second phase, and its seconds."""
        self._evaluations: deque[float] = deque(maxlen=_RECENT_EVALUATIONS)
        self._before: TrainingPoint | None = None
        self._evaluated_between = False
        self._step = self._total = 0

    @property
    def step(self) -> int:
        """Steps made, those of earlier sessions included."""
        return self._step

    @property
    def total(self) -> int:
        """Steps of the whole run; 0 before it is known."""
        return self._total

    @property
    def examples_per_second(self) -> float | None:
        """Of the latest steps; None before the first."""
        return sum(self._rates) / len(self._rates) if self._rates else None

    @property
    def knows_evaluations(self) -> bool:
        """Whether it was seen how long one takes."""
        return bool(self._evaluations)

    def add(self, record: TrainingRecord) -> None:
        """Take note of the next record of the run."""
        if isinstance(record, Progress) and record.unit == "steps" and record.total:
            self._step, self._total = record.done, record.total
        elif isinstance(record, DevScores):
            self._evaluated_between = True
        elif isinstance(record, Sample):
            self._before = None  # A text on request takes time that tells nothing of the run.
        elif isinstance(record, TrainingPoint):
            self._add_point(record)

    def _add_point(self, point: TrainingPoint) -> None:
        self._rates.append(point.examples_per_second)
        if self._before is not None:
            seconds = max(0.0, point.seconds - self._before.seconds)
            if self._evaluated_between:
                self._evaluations.append(seconds)
            else:
                self._steps.append((point.text_to_table is not None, seconds))
        self._before, self._evaluated_between, self._step = point, False, point.step

    def seconds_left(self, evaluations: float = 0.0) -> float | None:
        """What the rest of the run will take; None while there is too little to tell by.

        Args:
            evaluations: that are still to come.
        """
        if len(self._steps) < _FEWEST or not self._total:
            return None
        step = self._seconds_a_step()
        left = max(0, self._total - self._step) * step
        if self._evaluations:
            each = median(self._evaluations) - step
            left += max(0.0, each) * max(0.0, evaluations)
        return left

    def _seconds_a_step(self) -> float:
        """Steps with a second phase and steps without one count each by their middle one."""
        kinds = ([s for both, s in self._steps if both is kind] for kind in (True, False))
        return sum(len(kind) * median(kind) for kind in kinds if kind) / len(self._steps)


def evaluations_left(step: int, total: int, epochs: int, evaluate_every: int) -> float:
    """Evaluations between a step and the end of a run of so many steps and epochs."""
    every = evaluate_every or total / max(1, epochs)
    return max(0, total - step) / every if every else 0.0
