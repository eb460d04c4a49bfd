"""Reading files of examples. Each format yields rows; cleaning and counting are common to all."""

from __future__ import annotations

import codecs
import csv
import io
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from core.corpus.example import Corpus, Example

_MR, _REFERENCE = "mr", "ref"
_LINE_END = re.compile(r"[\r\n]+")
_SHOWN = 60
"""Longest header shown whole in a message."""
_LARGEST_FIELD = 2**31 - 1
"""The largest limit that csv takes on every platform."""
_field_size_lock = threading.Lock()


class CorpusError(ValueError):
    """A file cannot be read as examples; the message names the file and what is wrong where."""


@dataclass(frozen=True, slots=True)
class SkippedRow:
    """A row that gave no example."""

    line: int
    """Where the row starts in the file, from 1."""
    reason: str


@dataclass(frozen=True, slots=True)
class Changes:
    """How many fields were cleaned, and how."""

    line_ends: int
    """Fields with line ends inside them, each turned into one space."""
    surrounding_space: int
    """Fields with space around their text, now stripped."""
    byte_order_mark: bool
    """Whether one was dropped from the start of the file."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file gave."""

    examples: tuple[Example, ...]
    skipped: tuple[SkippedRow, ...]
    changes: Changes
    duplicates: int
    """Examples equal to an earlier one; they are kept."""


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    mr: str
    reference: str | None
    """None in a file without references."""


def read(path: Path) -> Reading:
    """Read a CSV file with the header `mr,ref`, or `mr` alone; other columns are ignored.

    Raises:
        CorpusError: the file cannot be read, is not UTF-8, lacks the header or has no usable row.
    """
    text, byte_order_mark = _text(path)
    examples: list[Example] = []
    skipped: list[SkippedRow] = []
    line_ends = surrounding_space = 0
    for row in _csv_rows(path, text):
        if isinstance(row, SkippedRow):
            skipped.append(row)
            continue
        fields = row.mr, row.reference or ""
        stripped = [field.strip() for field in fields]
        if not stripped[0]:
            skipped.append(SkippedRow(row.line, "The meaning representation is empty."))
        elif row.reference is not None and not stripped[1]:
            skipped.append(SkippedRow(row.line, "The reference is empty."))
        else:
            joined = [_LINE_END.sub(" ", field) for field in stripped]
            surrounding_space += sum(a != b for a, b in zip(fields, stripped, strict=True))
            line_ends += sum(a != b for a, b in zip(stripped, joined, strict=True))
            examples.append(Example(*joined))
    if not examples:
        msg = f"{path.name} has a header but no usable row under it."
        raise CorpusError(msg)
    changes = Changes(line_ends, surrounding_space, byte_order_mark)
    duplicates = len(examples) - len(set(examples))
    return Reading(tuple(examples), tuple(skipped), changes, duplicates)


def read_splits(name: str, train: Path, dev: Path) -> tuple[Corpus, tuple[str, ...]]:
    """A corpus from a file to train on and one to choose by, and sentences on what was left out.

    Raises:
        CorpusError: a file cannot be read, or gives meaning representations alone.
    """
    readings = [read(path) for path in (train, dev)]
    notices = []
    for path, reading in zip((train, dev), readings, strict=True):
        if not any(example.reference for example in reading.examples):
            msg = f"{path.name} has no references: it lacks a column {_REFERENCE}."
            raise CorpusError(msg)
        if reading.skipped:
            first, count = reading.skipped[0], len(reading.skipped)
            rows = "1 row was" if count == 1 else f"{count} rows were"
            notices.append(
                f"{path.name}: {rows} left out; the first, line {first.line}: {first.reason}"
            )
    return Corpus(name, readings[0].examples, readings[1].examples), tuple(notices)


def _text(path: Path) -> tuple[str, bool]:
    """The file's text, and whether a byte order mark was dropped from it."""
    try:
        if path.is_dir():
            msg = f"{path} is a folder, not a file."
            raise CorpusError(msg)
        content = path.read_bytes()
    except FileNotFoundError:
        msg = f"There is no file {path}."
        raise CorpusError(msg) from None
    except OSError as error:
        msg = f"{path} cannot be read: {error.strerror}."
        raise CorpusError(msg) from error
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        msg = f"{path.name} is not UTF-8 text: line {line} holds a byte that cannot be decoded."
        raise CorpusError(msg) from error
    unmarked = text.removeprefix(codecs.BOM_UTF8.decode())
    return unmarked, unmarked != text


def _csv_rows(path: Path, text: str) -> Iterator[_Row | SkippedRow]:
    """The rows under the header, without blank lines."""
    header: list[str] | None = None
    with _unlimited_fields():
        records = list(_csv_records(path, text))
    for line, fields in records:
        if header is None:
            header = _header(path, fields)
        elif len(fields) != len(header):
            reason = f"The row has {len(fields)} fields, the header {len(header)}."
            yield SkippedRow(line, reason)
        else:
            with_reference = _REFERENCE in header
            reference = fields[header.index(_REFERENCE)] if with_reference else None
            yield _Row(line, fields[header.index(_MR)], reference)
    if header is None:
        msg = f"{path.name} is empty."
        raise CorpusError(msg)


def _csv_records(path: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    """Every record that is not a blank line, with the number of its first line."""
    exhausted = False

    def lines() -> Iterator[str]:
        nonlocal exhausted
        yield from io.StringIO(text, newline="")
        exhausted = True

    reader = csv.reader(lines())
    line = 1
    for fields in reader:
        # The reader closes an open quotation at the end of the text without a word; seeing it ask
        # for another line within a record is the only sign.
        if exhausted:
            msg = f"{path.name}: a quotation opened in the row at line {line} is never closed."
            raise CorpusError(msg)
        if fields:
            yield line, fields
        line = reader.line_num + 1


def _header(path: Path, fields: list[str]) -> list[str]:
    names = [field.strip().lower() for field in fields]
    if names == [_MR] or {_MR, _REFERENCE} <= set(names):
        return names
    found = ",".join(fields)
    shown = found if len(found) <= _SHOWN else found[:_SHOWN] + "…"
    msg = f"{path.name} must start with the header mr,ref (or mr alone), but starts with {shown!r}."
    raise CorpusError(msg)


@contextmanager
def _unlimited_fields() -> Iterator[None]:
    # The limit belongs to the process, hence the lock and the restoring.
    with _field_size_lock:
        before = csv.field_size_limit(_LARGEST_FIELD)
        try:
            yield
        finally:
            csv.field_size_limit(before)
