"""How fast a run goes, and how long it will still take."""

from __future__ import annotations

from collections import deque

from core.records import TrainingPoint

_RECENT = 20
"""Steps whose speed is averaged."""


class Pace:
    """Learns from the steps of a run; evaluations count, time spent paused does not."""

    def __init__(self) -> None:
        self._rates: deque[float] = deque(maxlen=_RECENT)
        self._before: TrainingPoint | None = None
        self._steps = 0
        self._seconds = 0.0

    @property
    def examples_per_second(self) -> float | None:
        """Of the latest steps; None before the first."""
        return sum(self._rates) / len(self._rates) if self._rates else None

    def add(self, point: TrainingPoint) -> None:
        """A step was made."""
        self._rates.append(point.examples_per_second)
        if self._before is not None:
            self._steps += point.step - self._before.step
            self._seconds += point.seconds - self._before.seconds
        self._before = point

    def rest(self) -> None:
        """From the last step to the next, time passes that tells nothing."""
        self._before = None

    def seconds_left(self, step: int, total: int) -> float | None:
        """What the remaining steps will take; None while there is too little to tell by."""
        if not self._steps:
            return None
        return max(0, total - step) * self._seconds / self._steps
