"""What crosses while a model is trained. Shape letters: S source positions, T of a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from core.records.generation import FloatArray
from core.records.work import Progress


@dataclass(frozen=True, slots=True)
class Sample:
    """One text written by greedy decoding during an evaluation, with its trace."""

    mr: str
    text: str
    alignment: FloatArray
    """(T, S)"""
    p_gen: FloatArray | None
    """(T,); None without a copy switch."""
    copy_alignment: FloatArray | None = None
    """(T, S); None without a copy switch, and where it was not kept."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """What a fine-tuning run took over from its checkpoint."""

    checkpoint: str
    transferred: tuple[str, ...]
    """Parts of the network that start with the checkpoint's weights."""
    fresh: tuple[str, ...]
    """Parts that the checkpoint lacks or never trained."""
    dropped: tuple[str, ...]
    """Parts of the checkpoint that this variant has no use for."""
    only_copied: tuple[str, ...]
    """Characters of the corpus outside the checkpoint's alphabet: they can only be copied."""


@dataclass(frozen=True, slots=True)
class TrainingPoint:
    """One training step: both phases on one batch."""

    run: int
    step: int
    epoch: int
    table_to_text: float
    """Mean negative log-likelihood per real character, in nats."""
    text_to_table: float | None
    """The same for the second phase; None without exchange, and in steps that do without it."""
    gradient_norm: float
    """Before clipping; the larger of the two phases'."""
    examples_per_second: float
    seconds: float
    """Spent training since this session of the run began."""
    learning_rate: float
    memory: int | None
    """Bytes that training takes, beside what the program takes anyway; None where unknown."""


@dataclass(frozen=True, slots=True)
class DevScores:
    """One evaluation on the dev split."""

    run: int
    step: int
    epoch: int
    table_to_text: float
    text_to_table: float | None
    bleu: float
    """Between 0 and 1."""
    samples: tuple[Sample, ...]
    is_best: bool


TrainingRecord: TypeAlias = Transfer | Progress | Sample | TrainingPoint | DevScores
