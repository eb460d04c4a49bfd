"""What is said of a training while it goes on: a bar on a terminal, plain lines, or JSON lines."""

from __future__ import annotations

import dataclasses
import json
import shutil
import sys
from collections.abc import Iterable
from typing import Any, Protocol

from core.commands.progress import ProgressLine
from core.config import TrainingConfig
from core.estimates import Estimate
from core.records import DevScores, Progress, Sample, TrainingPoint, Transfer
from core.runs.folds import FoldStarted, Outcome
from core.runs.pace import Pace, evaluations_left

_REPORT_EVERY = 20
"""Steps between two lines about a training."""
_DAY = 24
"""Hours."""
_BAR = 20
"""Characters of the bar."""


class Reporter(Protocol):
    """Says what happens."""

    trained: bool
    """Whether any step was reported."""

    def say(self, sentence: str) -> None:
        """Something that is no record."""

    def report(self, records: Iterable[object], config: TrainingConfig) -> None:
        """All that a training yields."""

    def close(self) -> None:
        """Nothing follows."""


def reporter(*, json_lines: bool = False) -> Reporter:
    """The one that fits who reads it."""
    return JsonLines() if json_lines else Lines()


class JsonLines:
    """One JSON object a record on standard output, and nothing else there."""

    def __init__(self) -> None:
        self.trained = False

    def say(self, sentence: str) -> None:
        """Said to people, not to programs."""
        print(sentence, file=sys.stderr, flush=True)

    def report(self, records: Iterable[object], config: TrainingConfig) -> None:
        """Print each under the name of its kind."""
        del config
        for record in records:
            self.trained = self.trained or isinstance(record, TrainingPoint)
            print(json.dumps(_plain(record), ensure_ascii=False, default=str), flush=True)

    def close(self) -> None:
        """Nothing is left to put away."""


def _plain(record: Any) -> dict[str, Any]:  # noqa: ANN401
    """A record as builtins; of samples the texts alone."""
    values: dict[str, Any] = {"record": type(record).__name__}
    for field in dataclasses.fields(record):
        value = getattr(record, field.name)
        if field.name == "samples":
            value = [{"mr": sample.mr, "text": sample.text} for sample in value]
        elif isinstance(record, Sample) and field.name not in ("mr", "text"):
            continue
        values[field.name] = value
    if isinstance(record, Outcome):
        values |= {"mean": record.mean, "spread": record.spread}
    return values


class Lines:
    """Lines for people; on a terminal, steps move a bar instead."""

    def __init__(self) -> None:
        self.trained = False
        self._bar = sys.stderr.isatty()
        self._work = ProgressLine()
        self._pace = Pace()

    def say(self, sentence: str) -> None:
        """Print it."""
        self._clear()
        print(sentence, flush=True)

    def report(self, records: Iterable[object], config: TrainingConfig) -> None:
        """Print a line now and then, or move the bar."""
        for record in records:
            if isinstance(record, FoldStarted):
                self._pace = Pace()
                self.say(f"fold {record.fold} of {record.folds}, into {record.folder}")
            elif isinstance(record, TrainingPoint):
                self._pace.add(record)
                self._show_point(record, config)
                self.trained = True
            elif isinstance(record, Progress):
                self._pace.add(record)
                self._show_work(record)
            elif isinstance(record, DevScores):
                self._pace.add(record)
                self.say(_dev_line(record))
            elif isinstance(record, Transfer):
                self.say(_transfer_lines(record))
            elif isinstance(record, Outcome):
                self.say(_outcome_line(record))
            elif isinstance(record, Estimate):
                self.say(estimate_line(record, config))

    def close(self) -> None:
        """Take the bar away."""
        self._clear()

    def _clear(self) -> None:
        self._work.clear()

    def _show_work(self, progress: Progress) -> None:
        if progress.unit == "kernels" and not self._bar:
            self.say(progress.message)  # The first time it takes a minute, and nothing else moves.
        self._work.show(progress)

    def _show_point(self, point: TrainingPoint, config: TrainingConfig) -> None:
        if self._bar:
            # A line that wraps could not be written over.
            width = shutil.get_terminal_size().columns - 1
            line = bar_line(point, self._pace, config)[:width]
            print(f"\r\033[K{line}", end="", flush=True, file=sys.stderr)
        elif not self.trained or point.step % _REPORT_EVERY == 0:
            self.say(_point_line(point))


def bar_line(point: TrainingPoint, pace: Pace, config: TrainingConfig) -> str:
    """Such as "[#####-----] step 50/100, 0:12 left, epoch 1/2, 1.234 nats, 80 examples/s"."""
    total = max(pace.total, point.step)
    full = _BAR * point.step // total
    to_come = evaluations_left(point.step, total, config.epochs, config.evaluate_every)
    seconds = pace.seconds_left(to_come)
    left = "" if seconds is None else f", {duration(seconds)} left"
    return (
        f"[{'#' * full}{'-' * (_BAR - full)}] step {point.step}/{total}{left}, "
        f"epoch {point.epoch + 1}/{config.epochs}, {point.table_to_text:.3f} nats, "
        f"{pace.examples_per_second or 0:.0f} examples/s"
    )


def duration(seconds: float) -> str:
    """Such as "0:12", "3:04:05" where it takes hours, or "2 d 7 h" where it takes days."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= _DAY:
        return f"{hours // _DAY} d {hours % _DAY} h"
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def estimate_line(estimate: Estimate, config: TrainingConfig) -> str:
    """What a training will take."""
    return (
        f"{estimate.steps:,} steps in {config.epochs} epochs of "
        f"{duration(estimate.seconds_per_epoch)}, {duration(estimate.seconds)} in all with "
        f"evaluations; {estimate.peak_bytes / 1e6:,.0f} MB of memory; {estimate.weights:,} weights"
    )


def _transfer_lines(transfer: Transfer) -> str:
    lines = [f"from {transfer.checkpoint}: {', '.join(transfer.transferred)}"]
    if transfer.fresh:
        lines.append(f"starting afresh: {_listed(transfer.fresh)}")
    if transfer.dropped:
        lines.append(f"not used: {_listed(transfer.dropped)}")
    if transfer.only_copied:
        lines.append(f"can only be copied: {' '.join(transfer.only_copied)}")
    return "\n".join(lines)


def _listed(parts: Iterable[str]) -> str:
    """Such as "switch, attention's coverage", where only this much of the attention is meant."""
    return ", ".join(part.replace(".", "'s ", 1) for part in parts)


def _point_line(point: TrainingPoint) -> str:
    back = "" if point.text_to_table is None else f", text to table {point.text_to_table:.3f}"
    return (
        f"step {point.step}, epoch {point.epoch + 1}: table to text {point.table_to_text:.3f}"
        f"{back} nats/character, {point.examples_per_second:.0f} examples/s"
    )


def _dev_line(scores: DevScores) -> str:
    back = "" if scores.text_to_table is None else f", text to table {scores.text_to_table:.3f}"
    best = ", the best so far" if scores.is_best else ""
    return (
        f"dev at step {scores.step}: table to text {scores.table_to_text:.3f}{back}, "
        f"BLEU {scores.bleu:.4f}{best}"
    )


def _outcome_line(outcome: Outcome) -> str:
    each = ", ".join(f"{bleu:.4f}" for bleu in outcome.bleus)
    return f"dev BLEU {outcome.mean:.4f}, spread {outcome.spread:.4f}; of the folds: {each}"
