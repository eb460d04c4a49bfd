"""What crosses while a text is written. Shape letters: S source positions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:  # The window is painted before numpy is loaded.
    import numpy as np
    from numpy.typing import NDArray

FloatArray: TypeAlias = "NDArray[np.float32]"


class Phase(Enum):
    """The direction in which the network works; the GRUs change roles between the two."""

    TABLE_TO_TEXT = "table_to_text"
    TEXT_TO_TABLE = "text_to_table"


class Ending(Enum):
    """Why a text ended."""

    END = "end"
    """The network wrote the end character."""
    LENGTH = "length"
    """The longest length allowed was reached."""
    STOPPED = "stopped"
    """Someone pressed Stop; the text so far is kept."""


@dataclass(frozen=True, slots=True)
class SlotSpan:
    """Where one slot stands in a source, as half-open ranges of its positions S."""

    slot: int
    name: tuple[int, int]
    value: tuple[int, int]


@dataclass(frozen=True, slots=True)
class SourceView:
    """The source as the network reads it, position by position."""

    characters: tuple[str, ...]
    """One entry a position, S in all, the labels START and END at the two ends included."""
    slot_spans: tuple[SlotSpan, ...]
    unknown: frozenset[int]
    """Positions whose character is outside the model's alphabet: it can only be copied."""


START_LABEL = "⟨start⟩"
END_LABEL = "⟨end⟩"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One character that could have come next, with the two shares of its probability."""

    character: str
    probability: float
    generated: float
    copied: float


@dataclass(frozen=True, slots=True)
class CharacterStep:
    """One character written, and everything the network knew when it wrote it."""

    run: int
    branch: int
    index: int
    character: str
    """The character, or END_LABEL."""
    forced: bool
    log_probability: float
    """Natural logarithm of the mixture's probability of this character (equation 7)."""
    entropy: float
    """Of the mixture, in nats."""
    alignment: FloatArray
    """(S,) equation 2."""
    copy_alignment: FloatArray | None
    """(S,) equation 9; None where the model has no copy switch."""
    p_gen: float | None
    """Probability of generating (equation 8); None where the model has no copy switch."""
    candidates: tuple[Candidate, ...]
    """The likeliest characters, likeliest first."""


@dataclass(frozen=True, slots=True)
class GenerationStarted:
    """The first record of a generation."""

    run: int
    branch: int
    source: SourceView
    model: str


@dataclass(frozen=True, slots=True)
class GenerationFinished:
    """The last record of a generation."""

    run: int
    branch: int
    text: str
    ending: Ending
    log_probability: float
    seconds: float


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One thing that is to be otherwise at one step of a text: a character, p_gen, or attention."""

    branch: int
    """The branch it departs from."""
    index: int
    """The step that changes; all before it stays."""
    character: str | None = None
    """To be written there, or END_LABEL."""
    p_gen: float | None = None
    """The value p_gen is pinned to there."""
    position: int | None = None
    """The source position that alone is attended to there."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One text that beam search found for a source."""

    text: str
    ending: Ending
    """END; LENGTH where it was cut off, STOPPED where the search was."""
    log_probability: float
    """Of all its characters, the end included if it has one."""
    score: float
    """What hypotheses are ranked by: the log-probability, made fair to long texts."""
    reconstruction_log_probability: float | None = None
    """Of reading the source back from the text; None where nobody asked."""
    slot_coverage: float | None = None
    """Share of the slots that the text says; None where nobody asked."""
    steps: tuple[CharacterStep, ...] = ()
    """The trace, where it was asked for."""


class SearchStage(Enum):
    """What a search is at."""

    SEARCHING = "searching"
    """Several texts are written side by side."""
    DRAWING = "drawing"
    """Others are drawn, to join them."""
    READING = "reading"
    """All of them are read back."""


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """How far beam search has come; said after every character, and where another stage begins."""

    run: int
    leading: str
    """The text that would win if it were over now."""
    stage: SearchStage
    texts: int
    """How many have ended; how many are drawn; how many are read."""


@dataclass(frozen=True, slots=True)
class HypothesesFound:
    """What beam search found, best first; the hypotheses' steps come as branches 0, 1, …."""

    run: int
    hypotheses: tuple[Hypothesis, ...]
    """Without their steps."""
    complete: bool = True
    """Whether the search came to its end."""


GenerationRecord: TypeAlias = (
    GenerationStarted | CharacterStep | GenerationFinished | SearchProgress | HypothesesFound
)
