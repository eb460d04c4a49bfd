"""What a file gave: its examples, and an account of everything that is not among them as it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.corpus.example import Example
from core.corpus.formats.choices import Choices


@dataclass(frozen=True, slots=True)
class SkippedRow:
    """A row that gave no example."""

    line: int
    """Where the row starts in the file, from 1."""
    reason: str


@dataclass(frozen=True, slots=True)
class Changes:
    """How many fields were cleaned, and how."""

    line_ends: int = 0
    """Fields with line ends inside them, each turned into one space."""
    surrounding_space: int = 0
    """Fields with space around their text, now stripped."""
    byte_order_mark: bool = False
    """Whether one was dropped from the start of the file."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file gave."""

    examples: tuple[Example, ...]
    skipped: tuple[SkippedRow, ...]
    """Rows that could not be read."""
    changes: Changes
    duplicates: int
    """Examples equal to an earlier one; they are kept."""
    dropped: tuple[tuple[str, int], ...]
    """Kinds of rows that are no examples by their nature, and how many of each there were."""
    choices: Choices
    """How the file was read."""

    def notices(self, name: str) -> Iterator[str]:
        """Sentences on what was left out of the file of this name, for people."""
        if self.skipped:
            first, count = self.skipped[0], len(self.skipped)
            rows = "1 row was" if count == 1 else f"{count} rows were"
            yield f"{name}: {rows} left out; the first, line {first.line}: {first.reason}"
        if self.dropped:
            kinds = ", ".join(f"{count} {kind}" for kind, count in self.dropped)
            yield f"{name}: left out, not being descriptions: {kinds}."
