"""Which weights to rerank by: the figures of one set of judged texts under many weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from threading import Event

from core import cancellation
from core.config import DecodingConfig
from core.decoding import rerank
from core.decoding.rerank import Judged
from core.metrics.bleu import BleuCounts
from core.metrics.portions import PORTION
from core.metrics.slots import findings
from core.metrics.slots.errors import SlotErrors
from core.metrics.task import Task
from core.records import Progress


@dataclass(frozen=True, slots=True)
class Weighed:
    """One pair of weights, and the figures of the texts that are best by it."""

    reconstruction_weight: float
    slot_weight: float
    bleu: float
    slot_errors: SlotErrors

    def beaten_by(self, other: Weighed) -> bool:
        """Whether the other is better in one of BLEU and slot error rate, and not worse in one."""
        own, others = (self.slot_errors.rate or 0.0), (other.slot_errors.rate or 0.0)
        not_worse = other.bleu >= self.bleu and others <= own
        return not_worse and (other.bleu > self.bleu or others < own)


def weighed(
    task: Task,
    judged: Mapping[str, Sequence[Judged]],
    config: DecodingConfig,
    lambdas: Sequence[float],
    slot_weights: Sequence[float],
    cancel: Event | None = None,
) -> Iterator[Progress | Weighed]:
    """Rank the texts of a task by every pair of weights, and score the best.

    Args:
        task: the MRs and their human texts.
        judged: what was found for every MR; nothing is decoded or read back again.
        config: its length penalty is kept.
        lambdas: weights of reading back.
        slot_weights: nats for each slot in error.
        cancel: ends it.

    Yields:
        Progress, and Weighed for each pair.

    Raises:
        ConfigError: a weight is out of range.
        Cancelled: the event was set.
    """
    errors = _Errors(task)
    pairs = list(product(lambdas, slot_weights))
    known: dict[tuple[str, ...], float] = {}
    for done, (reconstruction_weight, slot_weight) in enumerate(pairs):
        cancellation.check(cancel)
        yield Progress(done, len(pairs), "weights", "reranking")
        settings = replace(
            config, reconstruction_weight=reconstruction_weight, slot_weight=slot_weight
        )
        texts = tuple(rerank.ranked(mr, judged[mr], settings)[0].text for mr in task.mrs)
        if texts not in known:
            known[texts] = _bleu(task, texts, cancel)
        found = SlotErrors.total(map(errors.of, task.mrs, texts))
        yield Weighed(reconstruction_weight, slot_weight, known[texts], found)


def _bleu(task: Task, texts: Sequence[str], cancel: Event | None) -> float:
    counts = BleuCounts()
    prepared = list(map(task.prepare, texts))
    for start in range(0, len(prepared), PORTION):
        cancellation.check(cancel)
        part = slice(start, start + PORTION)
        counts.add(prepared[part], task.references[part])
    return counts.score()


class _Errors:
    """The slot errors of texts, each text looked at once."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._known: dict[tuple[str, str], SlotErrors] = {}

    def of(self, mr: str, text: str) -> SlotErrors:
        if (mr, text) not in self._known:
            prepared = self._task.prepare(text)
            found = findings.find(findings.read_mr(self._task.prepare(mr)), prepared)
            self._known[mr, text] = SlotErrors.of(found, prepared)
        return self._known[mr, text]
