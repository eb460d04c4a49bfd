"""Row: what every format makes of a file, before anyone says which column is what."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from core.corpus.formats.reading import SkippedRow


class Row(NamedTuple):
    """One row of a file."""

    line: int
    """Where it starts in the file, from 1."""
    cells: dict[str, object]
    """By the names of the columns: text, and in JSON anything else."""


class Dropped(NamedTuple):
    """A row that is no example by its nature, and of which kind it is."""

    line: int
    kind: str


AnyRow: TypeAlias = Row | SkippedRow | Dropped
