"""Files of examples, in every format people have: bytes, text, rows, examples.

`sniff` finds out how a file is written and what it leaves open, `preview` shows its first rows
under some choices, `read` reads it. Nothing is lost without a word: see `Reading`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from core.corpus.example import Example
from core.corpus.formats.choices import (
    NO_ANSWERS,
    NOTHING_KNOWN,
    Answers,
    Choices,
    CorpusError,
    CorpusQuestion,
    Doubt,
    Format,
    Guess,
    Known,
    Question,
)
from core.corpus.formats.columns import listed
from core.corpus.formats.encodings import Text
from core.corpus.formats.mapping import Mapping
from core.corpus.formats.reading import Changes, Reading, SkippedRow
from core.corpus.formats.rows import AnyRow, Dropped, Row
from core.corpus.formats.sniffing import sniff
from core.corpus.formats.table import Table, read_mrs, sound_text, table, text_of

__all__ = [
    "NOTHING_KNOWN",
    "NO_ANSWERS",
    "Answers",
    "Changes",
    "Choices",
    "CorpusError",
    "CorpusQuestion",
    "Doubt",
    "Format",
    "Guess",
    "Known",
    "Preview",
    "PreviewRow",
    "Question",
    "Reading",
    "SkippedRow",
    "preview",
    "read",
    "sniff",
    "sound_text",
    "text_of",
]


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """One row of a file, as it stands there and as it would be read."""

    line: int
    cells: tuple[str, ...]
    """A text for every column."""
    examples: tuple[Example, ...]
    problem: str
    """Why there are none; else empty."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The beginning of a file under some choices."""

    columns: tuple[str, ...]
    rows: tuple[PreviewRow, ...]
    counted: int
    """Rows that were looked at, which may be more than are shown."""
    left_out: int
    """Those of them that could not be read."""
    first_left_out: SkippedRow | None


def preview(path: Path, choices: Choices, rows: int = 20, counted: int = 20_000) -> Preview:
    """The first rows of a file, and how many of more of them could not be read.

    Args:
        path: the file.
        choices: how it is to be read.
        rows: to be shown.
        counted: rows to be looked at, at most.

    Raises:
        CorpusError: the file cannot be read so.
    """
    text = text_of(path, choices.encoding)
    found = _table(path, text, choices)
    mapping = Mapping(choices, text.damaged)
    shown: list[PreviewRow] = []
    skipped: list[SkippedRow] = []
    number = 0
    for number, row in enumerate(itertools.islice(found.rows, counted), start=1):
        made = _made(row, mapping)
        skipped += [made] if isinstance(made, SkippedRow) else []
        if number <= rows:
            shown.append(_shown(row, made, found.columns))
    first = skipped[0] if skipped else None
    return Preview(found.columns, tuple(shown), number, len(skipped), first)


def read(path: Path, choices: Choices | None = None) -> Reading:
    """All examples of a file.

    Args:
        path: the file.
        choices: how it is to be read; without them that is found out.

    Raises:
        CorpusQuestion: there are no choices, and the file leaves something open.
        CorpusError: the file cannot be read, or has no usable row.
    """
    if choices is None:
        guess = sniff(path)
        if guess.doubts:
            raise CorpusQuestion(path, guess)
        choices = guess.choices
    text = text_of(path, choices.encoding)
    found = _table(path, text, choices)
    _check_columns(path.name, found.columns, choices)
    mapping = Mapping(choices, text.damaged)
    examples: list[Example] = []
    skipped: list[SkippedRow] = []
    dropped: Counter[str] = Counter()
    for row in found.rows:
        made = _made(row, mapping)
        if isinstance(made, Dropped):
            dropped[made.kind] += 1
        elif isinstance(made, SkippedRow):
            skipped.append(made)
        else:
            examples += made
    if not examples:
        raise CorpusError(_nothing(path.name, skipped))
    changes = Changes(mapping.line_ends, mapping.surrounding_space, text.byte_order_mark)
    duplicates = len(examples) - len(set(examples))
    kinds = tuple(dropped.most_common())
    return Reading(tuple(examples), tuple(skipped), changes, duplicates, kinds, choices)


def _table(path: Path, text: Text, choices: Choices) -> Table:
    mrs = () if choices.mr_file is None else read_mrs(choices.mr_file, choices.encoding)
    return table(text.text, choices, path.name, mrs)


def _made(row: AnyRow, mapping: Mapping) -> tuple[Example, ...] | SkippedRow | Dropped:
    """The examples of a row, or why there are none."""
    return mapping.examples(row) if isinstance(row, Row) else row


def _shown(
    row: AnyRow, made: tuple[Example, ...] | SkippedRow | Dropped, columns: tuple[str, ...]
) -> PreviewRow:
    cells: tuple[str, ...] = ("",) * len(columns)
    if isinstance(row, Row):
        cells = tuple("" if (cell := row.cells.get(c)) is None else str(cell) for c in columns)
    if isinstance(made, SkippedRow):
        return PreviewRow(row.line, cells, (), made.reason)
    if isinstance(made, Dropped):
        return PreviewRow(row.line, cells, (), f"Not a description: {made.kind}.")
    return PreviewRow(row.line, cells, made, "")


def _check_columns(name: str, columns: tuple[str, ...], choices: Choices) -> None:
    wanted = (*choices.mr, *([] if choices.reference is None else [choices.reference]))
    for column in wanted:
        if column not in columns:
            there = listed(columns) or "none"
            msg = f"{name} has no column {column!r}; its columns are: {there}."
            raise CorpusError(msg)


def _nothing(name: str, skipped: list[SkippedRow]) -> str:
    if not skipped:
        return f"{name} has a header but no usable row under it."
    first = skipped[0]
    return f"{name} has no usable row; the first, line {first.line}: {first.reason}"
