"""Finding out how a file is to be read, and what about that is not certain."""

from __future__ import annotations

import itertools
from pathlib import Path

from core.corpus.formats import columns, delimited, dialect, encodings, jsonl, lines, rnnlg
from core.corpus.formats.choices import (
    MR,
    NOTHING_KNOWN,
    REFERENCE,
    Choices,
    CorpusError,
    Doubt,
    Format,
    Guess,
    Known,
    Question,
    with_known,
)
from core.corpus.formats.dialect import Dialect
from core.corpus.formats.rows import Row

_SAMPLE = 200_000
"""Characters that are looked at."""
_SAMPLE_ROWS = 200
_SUFFIXES_OF_TABLES = (".csv", ".tsv", ".tab")


def sniff(path: Path, known: Known = NOTHING_KNOWN) -> Guess:
    """Find out how a file is to be read.

    Args:
        path: the file.
        known: what someone has said of it; that is taken as it is, and asked no more.

    Raises:
        CorpusError: the file cannot be read, is empty, or is not in the encoding that is known.
    """
    data = encodings.content(path)
    doubts: list[Doubt] = []
    encoding = known.encoding
    if encoding is None:
        encoding, doubt = encodings.guess(data, path.name)
        doubts += [doubt] if doubt else []
    text = encodings.decode(data, encoding, path.name).text
    if not text.strip():
        msg = f"{path.name} is empty."
        raise CorpusError(msg)
    found = _guess(text, known, path)
    choices = with_known(_in_encoding(found.choices, encoding), known)
    return Guess(choices, found.columns, (*doubts, *found.doubts))


def _in_encoding(choices: Choices, encoding: str) -> Choices:
    return with_known(choices, Known(encoding=encoding))


def _guess(text: str, known: Known, path: Path) -> Guess:
    sample = _beginning(text)
    form = known.format or _recognised(sample)
    if form is Format.RNNLG:
        return Guess(Choices(form), rnnlg.COLUMNS, ())
    if form is Format.JSONL:
        return _jsonl(sample, known, path.name)
    if form is Format.MRS:
        header = columns.is_mr_name(sample.lstrip().partition("\n")[0])
        choices = Choices(form, header=header, mr=(MR,), reference=None)
        return Guess(choices, lines.COLUMNS[form], ())
    if form in (None, Format.DELIMITED):
        way, doubt = dialect.guess(sample, len(text) <= _SAMPLE, known, path.name)
        if way is not None:
            return _delimited(way, doubt, known, path.name)
        if form or path.suffix.lower() in _SUFFIXES_OF_TABLES:
            return _no_table(path.name)
    return _texts(sample, form, known, path.name)


def _beginning(text: str) -> str:
    """The first characters, from the first line on that is not blank."""
    first = len(text) - len(text.lstrip())
    line = max(text.rfind("\n", 0, first), text.rfind("\r", 0, first)) + 1
    # A line can also begin with more space than is looked at.
    start = line if first - line < _SAMPLE else first
    return text[start : start + _SAMPLE]


def _recognised(sample: str) -> Format | None:
    """The format that a text shows by how it begins, if it does."""
    begun = [line for line in sample.split("\n")[:_SAMPLE_ROWS] if line.strip()]
    if isinstance(jsonl.parsed(begun[0]), dict):
        return Format.JSONL
    if rnnlg.is_rnnlg(sample):
        return Format.RNNLG
    body = begun[1:] if columns.is_mr_name(begun[0]) else begun
    return Format.MRS if columns.mostly(columns.is_mr, body) else None


def _jsonl(sample: str, known: Known, name: str) -> Guess:
    names, rows = jsonl.rows(sample)
    cells = [row.cells for row in itertools.islice(rows, _SAMPLE_ROWS) if isinstance(row, Row)]
    found = columns.roles(names, cells, known, name)
    choices = Choices(Format.JSONL, mr=found.mr, reference=found.reference)
    return Guess(choices, names, found.doubts)


def _delimited(way: Dialect, doubt: Doubt | None, known: Known, name: str) -> Guess:
    doubts = [doubt] if doubt else []
    records = [record for record in way.records if len(record) == way.width]
    header = known.header
    if header is None:
        header, doubt = _header(way, records, name)
        doubts += [doubt] if doubt else []
    first = way.records[0] if header else [""] * way.width
    names = delimited.column_names(first)
    below = records[1:] if header and records[0] == first else records
    cells = [dict(zip(names, record, strict=False)) for record in below]
    found = columns.roles(names, cells, known, name)
    choices = Choices(
        Format.DELIMITED,
        delimiter=way.delimiter,
        quote=way.quote,
        header=header,
        mr=found.mr,
        reference=found.reference,
    )
    return Guess(choices, names, (*doubts, *found.doubts))


def _header(way: Dialect, records: list[list[str]], name: str) -> tuple[bool, Doubt | None]:
    """Whether the first row names the columns."""
    if way.has_header:
        return True, None
    first = way.records[0]
    if any(map(columns.is_mr, first)):
        return False, None
    if len(records) > 1 and (way.has_mrs or _is_over_slots(records)):
        return True, None
    shown = ", ".join(field.strip() for field in first)[:60]
    sentence = f"Does the first line of {name} name the columns: {shown}?"
    return True, Doubt(Question.HEADER, sentence)


def _is_over_slots(records: list[list[str]]) -> bool:
    """Whether the first row is over texts that say their rows' values, and does not itself so."""
    first, *below = ({str(i): field for i, field in enumerate(row)} for row in records)
    text = columns.saying(tuple(first), tuple(first), below)
    if text is None or not all(map(str.strip, first.values())):
        return False
    return columns.saying([text], tuple(first), [first]) is None


def _no_table(name: str) -> Guess:
    sentence = (
        f"How is {name} written? Its rows have no columns that a comma, a tab, a semicolon or "
        "a bar would separate."
    )
    return Guess(Choices(), (MR, REFERENCE), (Doubt(Question.FORMAT, sentence),))


def _texts(sample: str, form: Format | None, known: Known, name: str) -> Guess:
    doubts = []
    if form is None:
        groups = lines.blocks(sample)
        form = Format.BLOCKS if len(groups) > 1 else Format.TEXTS
        if len(groups) > 1 and all(len(group) == 1 for group in groups):
            sentence = f"Is an empty line in {name} a text that is empty, or the end of a block?"
            doubts.append(Doubt(Question.FORMAT, sentence))
    if known.mr_file is None:
        sentence = (
            f"{name} holds texts alone. Which file has their meaning representations, one per line?"
        )
        doubts.append(Doubt(Question.MR_FILE, sentence))
    return Guess(Choices(form, header=False), lines.COLUMNS[form], tuple(doubts))
