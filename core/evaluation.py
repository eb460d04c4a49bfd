"""Scoring a model on a whole set of examples: losses of both phases, texts, and their figures."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from threading import Event

import torch

from core import cancellation, kernels
from core.batching import Batch, batches
from core.config import BackwardInput, ConfigError, DecodingConfig, Strategy
from core.decoding import greedy, hypotheses
from core.decoding.rerank import Judged
from core.metrics import scoring
from core.metrics.bleu import BleuCounts
from core.metrics.report import Report, Written
from core.metrics.task import Task
from core.network.model import EdaCs
from core.records import Phase, Progress

BATCH = 64
"""Texts that are decoded at once."""
LONGEST = 600
"""Characters; a model that never ends a text is stopped here."""

Grouped = Mapping[str, Sequence[str]]


def backward_batch(
    model: EdaCs, batch: Batch, predicted: torch.Tensor, how: BackwardInput, cancel: Event | None
) -> Batch:
    """The second phase's batch for a first phase that predicted these characters (B, T)."""
    if how is BackwardInput.PREDICTED:
        return batch.reconstruction(predicted)
    if how is BackwardInput.REFERENCE:
        return batch.reversed()
    training = model.training
    model.eval()  # What the network writes by itself, without dropout.
    try:
        written = greedy.decode(model, batch.sources.texts, Phase.TABLE_TO_TEXT, LONGEST, cancel)
    finally:
        model.train(training)
    return batch.read_from([written[group] for group in batch.groups.tolist()])


def losses(
    model: EdaCs, grouped: Grouped, how: BackwardInput, cancel: Event | None = None
) -> Generator[Progress, None, tuple[float, float | None]]:
    """Mean negative log-likelihood per character by teacher forcing, of both phases.

    Yields:
        Progress.

    Returns:
        The two figures; the second is None without exchange.

    Raises:
        Cancelled: the event was set.
    """
    sums, counts = [0.0, 0.0], [0, 0]
    plan = list(batches(grouped, BATCH, 4, seed=0, epoch=0))
    for done, pairs in enumerate(plan):
        yield Progress(done, len(plan), "batches", "dev losses")
        for phase, (loss, count) in enumerate(_batch_losses(model, pairs, how, cancel)):
            sums[phase] += loss * count
            counts[phase] += count
    backward = sums[1] / counts[1] if counts[1] else None
    return sums[0] / max(counts[0], 1), backward


@torch.inference_mode()
def _batch_losses(
    model: EdaCs, pairs: Sequence[tuple[str, str]], how: BackwardInput, cancel: Event | None
) -> list[tuple[float, int]]:
    batch = Batch.of(pairs, model.alphabet, str(model.device))
    outputs = model.teacher_forced(batch, Phase.TABLE_TO_TEXT, cancel)
    scored = [(float(outputs.loss(batch)), int(outputs.counted(batch).sum()))]
    if model.config.exchange:
        back = backward_batch(model, batch, outputs.likeliest(), how, cancel)
        outputs = model.teacher_forced(back, Phase.TEXT_TO_TABLE, cancel)
        scored.append((float(outputs.loss(back)), int(outputs.counted(back).sum())))
    return scored


def evaluate(
    model: EdaCs, task: Task, config: DecodingConfig, system: str, cancel: Event | None = None
) -> Iterator[Progress | Written | Report]:
    """Write one text for each meaning representation of a task, and score them.

    Yields:
        Progress; Written, whenever texts are there; one Report at the end.

    Raises:
        ConfigError: the strategy is none for whole sets.
        Cancelled: the event was set.
    """
    yield from prepared(model, cancel)
    written: dict[str, str] = {}
    for record in write(model, task.mrs, config, cancel):
        if isinstance(record, Written):
            written.update(record.texts)
        yield record
    yield from scoring.score(task, [written[mr] for mr in task.mrs], system, cancel)


def prepared(model: EdaCs, cancel: Event | None = None) -> Iterator[Progress]:
    """Have the kernels ready that many texts at once are written with.

    Yields:
        Progress.

    Raises:
        Cancelled: the event was set.
    """
    if model.device.type == "cpu":
        yield from kernels.preparing(cancel)


def write(
    model: EdaCs, mrs: Sequence[str], config: DecodingConfig, cancel: Event | None = None
) -> Iterator[Progress | Written]:
    """Write the text of every MR, greedily or by beam search, in batches of similar length.

    Yields:
        Progress, and Written after every batch.

    Raises:
        ConfigError: the strategy is none for whole sets, or the model cannot rerank.
        Cancelled: the event was set.
    """
    if config.strategy is Strategy.SAMPLED:
        msg = "A whole set is written greedily or by beam search, not by sampling."
        raise ConfigError(msg)
    for progress, part in _parts(mrs, "writing texts"):
        yield progress
        if config.strategy is Strategy.BEAM:
            best = hypotheses.found(model, part, Phase.TABLE_TO_TEXT, config, best=1, cancel=cancel)
            decoded = [found[0].text for found in best]
        else:
            decoded = greedy.decode(model, part, Phase.TABLE_TO_TEXT, config.max_length, cancel)
        yield Written(dict(zip(part, decoded, strict=True)))


def judged(
    model: EdaCs,
    mrs: Sequence[str],
    config: DecodingConfig,
    cancel: Event | None = None,
    *,
    read: bool,
) -> Generator[Progress, None, dict[str, tuple[Judged, ...]]]:
    """The texts that beam search and sampling find for every MR, to be ranked by many weights.

    They are `read` back, as all weights but a λ of 0 need it, or not.

    Yields:
        Progress.

    Returns:
        All that was found, by its MR.

    Raises:
        Cancelled: the event was set.
    """
    found: dict[str, tuple[Judged, ...]] = {}
    for progress, part in _parts(mrs, "writing and reading back" if read else "writing texts"):
        yield progress
        own = hypotheses.judged(model, part, config, read=read, cancel=cancel)
        found.update(zip(part, own, strict=True))
    return found


def _parts(mrs: Sequence[str], message: str) -> Iterator[tuple[Progress, list[str]]]:
    """The distinct MRs in batches of similar length, each with how many came before it."""
    ordered = sorted(dict.fromkeys(mrs), key=len)
    for start in range(0, len(ordered), BATCH):
        yield Progress(start, len(ordered), "MRs", message), ordered[start : start + BATCH]


def texts(
    model: EdaCs, mrs: Sequence[str], longest: int, cancel: Event | None = None
) -> Generator[Progress, None, dict[str, str]]:
    """Write the text of every MR by greedy decoding.

    `longest` is the most characters a text may have.

    Yields:
        Progress.

    Returns:
        All texts by their MR.

    Raises:
        Cancelled: the event was set.
    """
    written: dict[str, str] = {}
    for record in write(model, mrs, DecodingConfig(max_length=longest), cancel):
        if isinstance(record, Written):
            written.update(record.texts)
        else:
            yield record
    return written


def bleu(
    written: Mapping[str, str], grouped: Grouped, cancel: Event | None = None
) -> Generator[Progress, None, float]:
    """Multi-reference BLEU of one text an MR.

    Yields:
        Progress.

    Returns:
        The figure, between 0 and 1.

    Raises:
        Cancelled: the event was set.
    """
    counts, mrs = BleuCounts(), list(grouped)
    for start in range(0, len(mrs), BATCH):
        cancellation.check(cancel)
        yield Progress(start, len(mrs), "texts", "scoring texts")
        part = mrs[start : start + BATCH]
        counts.add([written[mr] for mr in part], [grouped[mr] for mr in part])
    return counts.score()
