"""Reranking: of the texts found for a table, the one from which the table can best be read back.

To judge texts costs time, to rank what was judged costs none: other weights need no new decoding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Event

from core import cancellation
from core.config import ConfigError, DecodingConfig
from core.decoding import race, reconstruction
from core.metrics.slots.findings import SlotFinder, SlotFindings, SlotState, read_mr
from core.network.model import EdaCs
from core.records import Ending, Hypothesis, Phase


@dataclass(frozen=True, slots=True)
class Judged:
    """A text and all that ranking weighs."""

    hypothesis: Hypothesis
    """Its score is the beam's: its log-probability, made fair to long texts."""
    slot_errors: int
    """Slots missing, wrong or repeated, and values that the table does not have."""


def check(model: EdaCs, phase: Phase, config: DecodingConfig) -> None:
    """Refuse beforehand what cannot be reranked.

    Raises:
        ConfigError: tables are written, not sentences; or the texts are to be read back, and the
            model was trained without the exchange of GRUs.
    """
    if phase is not Phase.TABLE_TO_TEXT:
        msg = "Only sentences are reranked, by the tables that they were written for."
        raise ConfigError(msg)
    if config.reconstruction_weight:
        slots = "with lambda 0 and a slot weight its texts are ranked by their slots"
        reconstruction.check(model, slots)


def judged(
    model: EdaCs,
    mrs: Sequence[str],
    found: Sequence[Sequence[Hypothesis]],
    cancel: Event | None = None,
    *,
    read: bool,
) -> list[tuple[Judged, ...]]:
    """Look for the slots of every MR in the texts found for it, and `read` those back.

    Reading takes most of the time, and without λ nothing comes of it.

    Raises:
        ConfigError: they are to be read, and the model was trained without the exchange of GRUs.
        Cancelled: the event was set.
        DistributionError: the network gave no numbers.
    """
    pairs = [(h.text, mr) for mr, own in zip(mrs, found, strict=True) for h in own]
    readings: list[float] | list[None] = [None] * len(pairs)
    if read:
        readings = reconstruction.log_probabilities(model, pairs, cancel)
    left = iter(readings)
    all_judged = []
    for mr, own in zip(mrs, found, strict=True):
        cancellation.check(cancel)
        finder = SlotFinder(read_mr(mr))
        all_judged.append(tuple(_judged(h, next(left), finder.find(h.text)) for h in own))
    return all_judged


def _judged(hypothesis: Hypothesis, reading: float | None, findings: SlotFindings) -> Judged:
    filled = replace(
        hypothesis, reconstruction_log_probability=reading, slot_coverage=coverage(findings)
    )
    return Judged(filled, findings.errors)


def coverage(findings: SlotFindings) -> float:
    """The share of the slots that the text says, of those that can be checked; 1 without any."""
    checked = len(findings.slots) - findings.count(SlotState.UNCHECKED)
    lost = findings.count(SlotState.MISSING) + findings.count(SlotState.WRONG)
    return (checked - lost) / checked if checked else 1.0


def score(mr: str, text: Judged, config: DecodingConfig) -> float:
    """What texts are reranked by, for the MR that they were written for.

        log P(text | MR) / f(text) + (λ log P(MR | text) − w · errors) / f(MR)

    with λ the reconstruction weight, w the slot weight, and f(x) = ((5 + |x|) / 6)^penalty with
    the length penalty of beam search, lengths |x| in characters, the end included. So each
    log-probability is divided by its own text's length, as beam search divides the first: λ = 1
    lets both directions count alike, whatever their lengths, and the same λ and w suit short and
    long tables. A slot in error costs as much as w nats lost in reading back. Without a length
    penalty it is the plain sum; with λ = w = 0 it is the beam's own score.
    """
    own = text.hypothesis
    read = config.reconstruction_weight * (own.reconstruction_log_probability or 0.0)
    second = read - config.slot_weight * text.slot_errors
    return own.score + race.score(second, len(mr) + 1, config.length_penalty)


def ranked(mr: str, texts: Sequence[Judged], config: DecodingConfig) -> tuple[Hypothesis, ...]:
    """The texts of one MR, best first, with the score that says so.

    As in beam search, those that were cut off come after those with an end. Of equal ones the
    earlier stays first; steps get the branch of their new place.
    """
    scored = [replace(text.hypothesis, score=score(mr, text, config)) for text in texts]
    scored.sort(key=lambda h: (h.ending is Ending.LENGTH, -h.score))
    return tuple(
        replace(h, steps=tuple(replace(step, branch=branch) for step in h.steps))
        for branch, h in enumerate(scored)
    )
