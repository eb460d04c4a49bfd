"""What scoring gives: figures of a whole set, and what was found in each text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.metrics.slots.errors import SlotErrors
from core.metrics.slots.findings import SlotFindings
from core.metrics.task import Protocol


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a set, or of one text of it."""

    bleu: float
    nist: float
    meteor: float | None
    """None where METEOR could not be computed."""
    rouge_l: float
    cider: float
    slot_errors: SlotErrors

    def to_mapping(self) -> dict[str, float | None]:
        """The figures by the names that people know them by; all fractions but NIST and CIDEr."""
        return {
            "BLEU": self.bleu,
            "NIST": self.nist,
            "METEOR": self.meteor,
            "ROUGE_L": self.rouge_l,
            "CIDEr": self.cider,
            "SER": self.slot_errors.rate,
            "exact_copy": self.slot_errors.exact_copy_rate,
        }


@dataclass(frozen=True, slots=True)
class Written:
    """Texts that a model has just written; what is there when it is stopped can be kept."""

    texts: Mapping[str, str]
    """By their meaning representations."""


@dataclass(frozen=True, slots=True)
class ScoredText:
    """One text of a system, and all that is to be said of it."""

    source: str
    """The meaning representation as the corpus has it."""
    written: str
    """What the system wrote."""
    mr: str
    text: str
    """Both as the protocol wants them, like the references."""
    references: tuple[str, ...]
    figures: Figures
    findings: SlotFindings


@dataclass(frozen=True, slots=True)
class Report:
    """One system on one set."""

    system: str
    corpus: str
    protocol: Protocol
    figures: Figures
    texts: tuple[ScoredText, ...]
    """In the order of the set."""
    meteor_problem: str = ""
    """Why there is no METEOR, and what would help."""

    @property
    def worst_first(self) -> tuple[ScoredText, ...]:
        """The texts with the most slot errors first, of equal ones those least like a reference."""
        return tuple(
            sorted(self.texts, key=lambda one: (-one.findings.errors, one.figures.rouge_l))
        )

    def to_mapping(self) -> dict[str, float | int | None]:
        """The figures, and the number of texts."""
        return {**self.figures.to_mapping(), "n": len(self.texts)}
