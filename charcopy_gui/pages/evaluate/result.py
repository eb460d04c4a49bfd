"""Result: a report, and what is to be known of the evaluation that gave it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from charcopy_gui.storage.settings import EvaluationChoices
from core.config import Strategy

if TYPE_CHECKING:  # It loads what slots are found by, which nobody needs before the first report.
    from core.metrics.report import Report


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """One of our columns. Two evaluations are never the same, however alike."""

    report: Report
    choices: EvaluationChoices
    expected: int
    """Texts that there were to be."""
    published: str
    """Name of the known corpus whose test split was scored on; else empty."""
    made: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    """When, in world time."""
    notices: tuple[str, ...] = ()
    """Sentences about what is new to the model, and about what was left out of the corpus."""

    @property
    def is_partial(self) -> bool:
        """Whether the evaluation was stopped before all was written."""
        return len(self.report.texts) < self.expected

    @property
    def label(self) -> str:
        """The system with all that its figures depend on, for where nothing else says it."""
        part = (
            f" after {len(self.report.texts)} of {self.expected} texts" if self.is_partial else ""
        )
        return f"{self.report.system} ({self.how}{part})"

    @property
    def day(self) -> str:
        """When it was made, by the clock on the wall; empty where that cannot be made out."""
        try:
            return f"{datetime.fromisoformat(self.made).astimezone():%Y-%m-%d %H:%M}"
        except ValueError:
            return ""

    @property
    def model(self) -> Path | None:
        """The checkpoint that wrote; None for a file of outputs."""
        return Path(self.choices.model) if self.choices.model else None

    @property
    def how(self) -> str:
        """How the texts came about, in a few words."""
        decoding = self.choices.decoding
        if not self.choices.model:
            words = "file"
        elif decoding.strategy is Strategy.BEAM:
            words = f"beam {decoding.beam_width}{', reranked' if decoding.rerank else ''}"
        else:
            words = "greedy"
        parts = (words, self.choices.protocol, "stopped" if self.is_partial else "")
        return ", ".join(filter(None, parts))
