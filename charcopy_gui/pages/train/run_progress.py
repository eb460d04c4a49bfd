"""How far a run is, and how fast it goes, in words."""

from __future__ import annotations

import math

from charcopy_gui.pages.durations import duration
from core.config import TrainingConfig
from core.records import DevScores, Progress, TrainingPoint, TrainingRecord
from core.runs.folds import FoldStarted
from core.runs.pace import Pace, evaluations_left


class RunProgress:
    """Learns from the records of a run, or of one fold after the other."""

    def __init__(self, config: TrainingConfig) -> None:
        self._config = config
        self._pace = Pace()
        self._fold: FoldStarted | None = None
        self._seconds_before = 0.0
        self._memory = 0
        self.point: TrainingPoint | None = None
        """The latest step with numbers; None before there is one."""
        self.best_bleu: float | None = None
        """On dev, of the whole run; None where none of this sitting's was the best."""

    @property
    def step(self) -> int:
        """Steps made, those of earlier sittings included."""
        return self._pace.step

    @property
    def moment(self) -> str:
        """When it is, in words."""
        fold = "" if self._fold is None else f" of fold {self._fold.fold}"
        return f"after step {self.step:,}{fold}"

    @property
    def epoch(self) -> int:
        """Epochs begun."""
        return 0 if self.point is None else self.point.epoch + 1

    @property
    def seconds(self) -> float:
        """Spent since the run was started or resumed."""
        return self._seconds_before + (0.0 if self.point is None else self.point.seconds)

    @property
    def memory(self) -> int:
        """The most bytes that were seen to be taken; 0 where unknown."""
        return self._memory

    @property
    def _total(self) -> int:
        """Epochs differ by a batch or two: the total is that of the first, times all."""
        return max(self._pace.total, self._pace.step)

    @property
    def share(self) -> float:
        """How much of the run is done, between 0 and 1."""
        done = self._pace.step / self._total if self._total else 0.0
        if self._fold is None:
            return done
        return min(1.0, (self._fold.fold - 1 + done) / self._fold.folds)

    def begin_fold(self, fold: FoldStarted) -> None:
        """A fold's own records follow."""
        self._seconds_before = self.seconds
        self._fold, self._pace, self.point = fold, Pace(), None

    def add(self, record: TrainingRecord) -> None:
        """Take note of the next record; a step without numbers does not count."""
        if isinstance(record, TrainingPoint):
            if not math.isfinite(record.table_to_text):
                return
            self.point = record
            self._memory = max(self._memory, record.memory or 0)
        elif isinstance(record, DevScores) and record.is_best:
            self.best_bleu = record.bleu
        self._pace.add(record)

    def words(self, newest: object) -> str:
        """All there is to say now; empty where nothing was heard yet."""
        parts = []
        if self._fold is not None:
            parts.append(f"fold {self._fold.fold} of {self._fold.folds}")
        if self.point is not None and self._total:
            parts.append(f"epoch {self.epoch} of {self._config.epochs}")
            parts.append(f"step {self._pace.step:,} of {self._total:,}")
            parts += self._speed()
        if isinstance(newest, Progress) and newest.unit != "steps":
            parts.append(_work(newest))
        elif isinstance(newest, Progress) and self.point is None:
            parts.append("making the first step")
        words = " · ".join(parts)
        return words[:1].upper() + words[1:]

    def _speed(self) -> list[str]:
        config, rate = self._config, self._pace.examples_per_second
        to_come = evaluations_left(
            self._pace.step, self._total, config.epochs, config.evaluate_every
        )
        left = self._pace.seconds_left(to_come)
        parts = [] if rate is None else [f"{rate:,.{0 if rate >= 10 else 1}f} examples/s"]
        if left is None:
            return parts
        untold = to_come >= 1 and not self._pace.knows_evaluations
        return [*parts, f"about {duration(left)} left" + (", plus evaluations" if untold else "")]


def _work(progress: Progress) -> str:
    """What is done beside the steps."""
    if not progress.total:
        return progress.message
    return f"{progress.message} {progress.done:,} of {progress.total:,}"
