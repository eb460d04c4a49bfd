"""trial(): a few steps on real batches tell what a whole run will take, before it is started."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from threading import Event

import torch

from core import device, estimates, evaluation, kernels
from core.alphabet import Alphabet
from core.batching import batches
from core.config import ConfigError, TrainingConfig
from core.corpus.example import Corpus, group_by_mr
from core.decoding import greedy
from core.estimates import BatchSize, Estimate
from core.network.model import EdaCs
from core.records import Phase, Progress
from core.training.step import Stepper, optimizer_for

_BATCHES = 6
"""Steps that are timed, spread over the lengths of the corpus."""
_ENOUGH = 10.0
"""Seconds of timed steps after which no further one is begun."""
_FORWARD_SHARE = 0.35
"""Of a step's time: what scoring the same examples takes, without gradients."""
_UNEVEN = 1.3
"""The longest text of a batch keeps it busy for so much longer than the mean one."""

_Pairs = list[tuple[str, str]]


def trial(
    corpus: Corpus, config: TrainingConfig, cancel: Event | None = None
) -> Iterator[Progress | Estimate]:
    """Time a fresh model of these sizes on batches of this corpus; nothing of it is kept.

    Yields:
        Progress, then one Estimate.

    Raises:
        Cancelled: the event was set.
        ConfigError: the device is none, or a split is empty.
    """
    if not corpus.train or not corpus.dev:
        msg = f"The corpus {corpus.name} needs examples to train on and examples in dev."
        raise ConfigError(msg)
    device.set_threads(config.threads)
    texts = [text for e in corpus.train for text in (e.mr, e.reference)]
    model = EdaCs.seeded(config.model, Alphabet.from_texts(texts), config.seed)
    model = model.placed(device.choose(config.device).name)
    if model.device.type == "cpu":
        yield from kernels.preparing(cancel)
    plan = list(
        batches(group_by_mr(corpus.train), config.batch_size, config.references_per_source,
                config.seed, epoch=0)
    )  # fmt: skip
    with device.large_blocks_kept():
        timed = _Timed(model, config, cancel or Event())
        chosen = _spread(sorted(plan, key=_work), model.device.type == "cuda")
        for done, pairs in enumerate(chosen):
            yield Progress(done, len(chosen) + 1, "steps", "timing")
            if timed.spent > _ENOUGH:
                break
            timed.step(pairs)
        yield Progress(len(chosen), len(chosen) + 1, "steps", "timing")
        evaluation_seconds = timed.evaluation(corpus)
    yield estimates.of_run(
        config,
        steps_per_epoch=len(plan),
        seconds_per_epoch=timed.mean_rate * sum(map(_work, plan)),
        evaluation_seconds=evaluation_seconds,
        alphabet=len(model.alphabet),
        largest=_largest(plan),
        scored=_largest(_scored(corpus)),
        measured=timed.peak(),
    )


@dataclass
class _Timed:
    """Makes steps and takes their time."""

    model: EdaCs
    config: TrainingConfig
    cancel: Event
    spent: float = 0.0

    def __post_init__(self) -> None:
        optimizer = optimizer_for(self.model, self.config)
        self._stepper = Stepper(self.model, optimizer, self.config, self.cancel)
        self._warm = False
        # By the step's number: the first has a second phase only where every step has one.
        self._rates: dict[int, list[float]] = {self.config.backward_every: [], 1: []}

    @property
    def rate(self) -> float:
        """Seconds for a unit of work in all phases: the middle, as others may disturb a step."""
        return median(self._rates[self.config.backward_every])

    @property
    def mean_rate(self) -> float:
        """The same on average of all steps, of which some may do without a second phase."""
        every = self.config.backward_every
        return (self.rate + (every - 1) * median(self._rates[1])) / every

    def step(self, pairs: _Pairs) -> None:
        """A step of each kind that the run will have; the first warms up and does not count."""
        for number, rates in self._rates.items():
            began = time.perf_counter()
            # Too small a rate to move a weight: a fresh model could only diverge meanwhile.
            self._stepper.step(pairs, number, 1e-12)
            seconds = time.perf_counter() - began
            if self._warm:
                self.spent += seconds
                rates.append(seconds / _work(pairs))
        self._warm = True

    def evaluation(self, corpus: Corpus) -> float:
        """Seconds that one evaluation will take."""
        grouped = group_by_mr(corpus.dev)
        mrs = sorted(grouped, key=len)
        part = mrs[:: max(1, len(mrs) // evaluation.BATCH)][: evaluation.BATCH]
        mean = round(fmean(len(text) for texts in grouped.values() for text in texts))
        began = time.perf_counter()
        self.model.eval()
        greedy.decode(self.model, part, Phase.TABLE_TO_TEXT, max(1, mean), self.cancel)
        writing = (time.perf_counter() - began) * _UNEVEN * len(mrs) / len(part)
        return writing + _FORWARD_SHARE * self.rate * sum(map(_work, _scored(corpus)))

    def peak(self) -> int | None:
        """The most memory that was in use on a GPU, in bytes; None on the CPU."""
        if self.model.device.type != "cuda":
            return None
        return torch.cuda.max_memory_allocated(self.model.device)


def _spread(ordered: Sequence[_Pairs], largest_first: bool) -> list[_Pairs]:
    """Some of the batches, from small to large; before them one to warm up with."""
    count = min(_BATCHES, len(ordered))
    picked = [ordered[(2 * i + 1) * len(ordered) // (2 * count)] for i in range(count)]
    return [ordered[-1] if largest_first else ordered[0], *picked]


def _scored(corpus: Corpus) -> list[_Pairs]:
    """The batches of an evaluation's losses."""
    return list(batches(group_by_mr(corpus.dev), evaluation.BATCH, 4, seed=0, epoch=0))


def _largest(plan: Sequence[_Pairs]) -> BatchSize:
    return max(map(_size, plan), key=lambda size: size.work)


def _size(pairs: _Pairs) -> BatchSize:
    return BatchSize(
        rows=len(pairs),
        sources=len({mr for mr, _ in pairs}),
        source_length=max(len(mr) for mr, _ in pairs) + 2,
        target_length=max(len(text) for _, text in pairs) + 1,
    )


def _work(pairs: _Pairs) -> int:
    return _size(pairs).work
