"""CSV and TSV: from text to rows of fields, whatever stands between and around them."""

from __future__ import annotations

import csv
import io
import itertools
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from core.corpus.formats import columns
from core.corpus.formats.choices import Choices
from core.corpus.formats.reading import SkippedRow
from core.corpus.formats.rows import Row

_LARGEST_FIELD = 2**31 - 1
"""The largest limit that csv takes on every platform."""
_MOST_UNCLOSED = 20
"""Quotations never closed after which the rest is one row: each costs reading the rest again."""
_MOST_BEFORE = 20
"""Records among which a table begins."""
_AT_ONCE = 1000
"""Records read between two of them being given on."""
_PORTION = 500_000
"""Characters cut into lines at once."""
_field_size_lock = threading.Lock()


class Record(NamedTuple):
    """Fields as they stand in the file."""

    line: int
    """Its first line, from 1."""
    last_line: int
    fields: list[str]


def rows(text: str, choices: Choices) -> tuple[tuple[str, ...], Iterator[Row | SkippedRow]]:
    """The names of the columns, and the rows under the header, blank lines apart."""
    found = records(text, choices.delimiter, choices.quote)
    unread: list[SkippedRow] = []
    first: list[Record] = []
    for record in found:
        if isinstance(record, SkippedRow):
            unread.append(record)
        elif first or any(map(str.strip, record.fields)):
            first.append(record)
            if len(first) == _MOST_BEFORE:
                break
    if not first:
        return (), iter(unread)
    begin = beginning([record.fields for record in first])
    unread += [SkippedRow(record.line, "It comes before the table.") for record in first[:begin]]
    unread.sort(key=lambda row: row.line)
    head = first[begin].fields
    names = column_names(head if choices.header else [""] * len(head))
    measure = "the header" if choices.header else "the first row"
    rest = itertools.chain(first[begin + bool(choices.header) :], found)
    return names, itertools.chain(unread, _rows(names, rest, measure))


def beginning(first: list[list[str]]) -> int:
    """Where the table begins among a file's first records, which may hold a title or a remark.

    Such a line fills one field; a table's own line can do so, too, but is known by what it says.
    """
    widths = Counter(map(len, first[:_MOST_BEFORE]))
    if not first or widths.most_common(1)[0][0] < 2:
        return 0
    for number, fields in enumerate(first[:_MOST_BEFORE]):
        filled = sum(bool(field.strip()) for field in fields)
        if filled > 1 or columns.names_something(fields) or any(map(columns.is_mr, fields)):
            return number
    return 0


def _rows(
    names: tuple[str, ...], found: Iterator[Record | SkippedRow], measure: str
) -> Iterator[Row | SkippedRow]:
    for record in found:
        if isinstance(record, SkippedRow):
            yield record
        elif len(record.fields) == len(names):
            yield Row(record.line, dict(zip(names, record.fields, strict=True)))
        else:
            row = "The row"
            if record.last_line > record.line:
                row += f", which a quotation carries on to line {record.last_line},"
            count = len(record.fields)
            fields = f"{count} field{'' if count == 1 else 's'}"
            reason = f"{row} has {fields}, {measure} {len(names)}."
            yield SkippedRow(record.line, reason)


def column_names(header: list[str]) -> tuple[str, ...]:
    """The header's names, each made one of its own; a column without one is numbered."""
    names: dict[str, None] = {}
    copies: dict[str, int] = {}
    for number, field in enumerate(header, start=1):
        name = wanted = field.strip() or f"column {number}"
        while name in names:
            copies[wanted] = copies.get(wanted, 1) + 1
            name = f"{wanted} ({copies[wanted]})"
        names[name] = None
    return tuple(names)


def records(text: str, delimiter: str, quote: str) -> Iterator[Record | SkippedRow]:
    """Every record that is not a blank line.

    A quotation that is never closed costs its first line; reading goes on with the next.
    """
    lines = _lines(text)
    start = unclosed = 0
    while start < len(lines):
        broken = None
        for record in _read(lines, start, delimiter, quote):
            if record.last_line > len(lines) and unclosed < _MOST_UNCLOSED:
                broken = record.line
                break
            yield record._replace(last_line=min(record.last_line, len(lines)))
        if broken is None:
            return
        yield SkippedRow(broken, "A quotation that is opened here is never closed.")
        unclosed += 1
        start = broken


def _lines(text: str) -> list[str]:
    found: list[str] = []
    start = 0
    # One call for all of a large file would hold every other thread up.
    while start < len(text):
        end = text.find("\n", start + _PORTION) + 1 or len(text)
        found += io.StringIO(text[start:end], newline="")
        start = end
    return found


def _read(lines: list[str], start: int, delimiter: str, quote: str) -> Iterator[Record]:
    """Records from a line on; the last line of one that never closes is beyond the last."""
    rest = _Lines(itertools.islice(lines, start, None))
    reader = (
        csv.reader(rest, delimiter=delimiter, quotechar=quote)
        if quote
        else csv.reader(rest, delimiter=delimiter, quoting=csv.QUOTE_NONE)
    )
    line = start + 1
    while True:
        with _unlimited_fields():
            some = [
                (reader.line_num, rest.exhausted, fields)
                for fields in itertools.islice(reader, _AT_ONCE)
            ]
        if not some:
            return
        for last, exhausted, fields in some:
            if fields:
                yield Record(line, len(lines) + 1 if exhausted else start + last, fields)
            line = start + last + 1


class _Lines:
    """Gives lines, and tells whether it was asked for one when there was none.

    The reader closes an open quotation at the end of the text without a word; that it asked for
    another line within a record is the only sign.
    """

    def __init__(self, lines: Iterator[str]) -> None:
        self.exhausted = False
        self._lines = lines

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        try:
            return next(self._lines)
        except StopIteration:
            self.exhausted = True
            raise


@contextmanager
def _unlimited_fields() -> Iterator[None]:
    # The limit belongs to the process, hence the lock and the restoring; and a generator that
    # yields inside could hold it for long.
    with _field_size_lock:
        before = csv.field_size_limit(_LARGEST_FIELD)
        try:
            yield
        finally:
            csv.field_size_limit(before)
