"""Which delimiter and quotation mark a text has: the ones that cut it into equal rows."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import NamedTuple

from core.corpus.formats import columns, delimited
from core.corpus.formats.choices import Doubt, Known, Question
from core.corpus.formats.delimited import Record

DELIMITERS = (",", "\t", ";", "|")
_NAMES = {",": "a comma", "\t": "a tab", ";": "a semicolon", "|": "a bar"}
_MOST_ROWS = 200
_EQUAL = 0.8
"""Share of rows with the same number of fields that makes a table."""


class Dialect(NamedTuple):
    """One way to cut a text, and what comes of it."""

    delimiter: str
    quote: str
    records: list[list[str]]
    """The first rows' fields."""

    @property
    def width(self) -> int:
        """Fields of most rows."""
        return Counter(map(len, self.records)).most_common(1)[0][0]

    @property
    def is_table(self) -> bool:
        """Whether nearly all rows have the same number of fields, and more than one."""
        equal = sum(len(record) == self.width for record in self.records)
        return self.width > 1 and equal >= _EQUAL * len(self.records)

    @property
    def has_header(self) -> bool:
        """Whether the first row names a column that is known."""
        return columns.names_something(self.records[0])

    @property
    def has_mrs(self) -> bool:
        """Whether a column, its first cell apart, is one of meaning representations."""
        rows = [record for record in self.records if len(record) == self.width]
        below = rows[1:] or rows
        return any(
            columns.mostly(columns.is_mr, [row[i] for row in below]) for i in range(self.width)
        )


def guess(sample: str, whole: bool, known: Known, name: str) -> tuple[Dialect | None, Doubt | None]:
    """The likeliest dialect, None where the text is no table, and the question if there is one.

    Args:
        sample: the beginning of a text.
        whole: whether it is all of it; else its last row is not counted on.
        known: what has been said of it.
        name: the file's, for questions.
    """
    tried = [
        Dialect(delimiter, quote, _first(sample, whole, delimiter, quote))
        for quote in ([known.quote] if known.quote is not None else _quotes(sample))
        for delimiter in ([known.delimiter] if known.delimiter is not None else DELIMITERS)
        if delimiter != quote
    ]
    tried = [dialect for dialect in tried if dialect.records]
    if known.delimiter is not None and tried:
        return max(tried, key=lambda dialect: dialect.is_table), None
    tables = [dialect for dialect in tried if dialect.is_table]
    for fits in (
        [d for d in tables if d.has_header],
        [d for d in tables if d.has_mrs],
        [d for d in tried if len(d.records[0]) > 1 and d.has_header],
        tables,
    ):
        if fits:
            return fits[0], _doubt(fits, name)
    single = [d for d in tried if d.width == 1 and (d.has_header or d.has_mrs)]
    return (single[0], None) if single else (None, None)


def _doubt(fits: list[Dialect], name: str) -> Doubt | None:
    options = tuple(dict.fromkeys(dialect.delimiter for dialect in fits))
    if len(options) == 1:
        return None
    choice = " or ".join(_NAMES[option] for option in options)
    sentence = f"What separates the columns of {name}: {choice}?"
    return Doubt(Question.DELIMITER, sentence, options)


def _quotes(sample: str) -> list[str]:
    """Quotation marks worth trying: double ones, single ones where lines begin so, none."""
    lines = [line for line in sample.splitlines()[:_MOST_ROWS] if line.strip()]
    single = sum(line.startswith("'") for line in lines) > len(lines) / 2
    return ["'", '"', ""] if single else ['"', ""]


def _first(sample: str, whole: bool, delimiter: str, quote: str) -> list[list[str]]:
    found = itertools.islice(delimited.records(sample, delimiter, quote), _MOST_ROWS)
    fields = [record.fields for record in found if isinstance(record, Record)]
    fields = fields[delimited.beginning(fields) :]
    return fields if whole or len(fields) < 2 else fields[:-1]
