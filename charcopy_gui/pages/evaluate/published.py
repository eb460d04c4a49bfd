"""Figures that others published, to be set beside ours; a file in resources holds them."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from charcopy_gui.storage import paths


class Source(Enum):
    """Who published a figure."""

    PAPER = "paper"
    PRIMARY = "challenge primary"
    """The main system of a team in the E2E NLG Challenge."""
    CHALLENGE = "challenge"
    """Any other system there."""

    @property
    def words(self) -> str:
        """How the source is named over a column."""
        return "paper" if self is Source.PAPER else "E2E challenge"


METRICS = ("BLEU", "NIST", "METEOR", "ROUGE_L", "CIDEr")
"""What was published; the names are those of `Figures.to_mapping`."""


@dataclass(frozen=True, slots=True)
class PublishedSystem:
    """A system's figures on the test split of a known corpus."""

    corpus: str
    """The name of the known corpus."""
    source: Source
    system: str
    team: str
    """Empty in the paper."""
    figures: dict[str, float]
    """By the names in METRICS."""


@cache
def systems(file: Path | None = None) -> tuple[PublishedSystem, ...]:
    """All of them, in the order of their sources.

    Raises:
        OSError: the file cannot be read.
    """
    path = file or paths.resources() / "published_figures.tsv"
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = csv.DictReader(
        (line for line in lines if not line.startswith("#")),
        delimiter="\t",
        quoting=csv.QUOTE_NONE,
    )
    return tuple(
        PublishedSystem(
            row["corpus"],
            Source(row["source"]),
            row["system"],
            row["team"],
            {metric: float(row[metric]) for metric in METRICS},
        )
        for row in rows
    )
