"""The files of RNNLG: comment lines, then a JSON list of dialogue act, human text, machine's text.

Acts that inform are descriptions; a question or a farewell is none, and is counted instead. The
text of the handcrafted system, the third of each entry, is no reference.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from core.corpus.formats.choices import MR, REFERENCE, CorpusError
from core.corpus.formats.jsonl import is_whole
from core.corpus.formats.reading import SkippedRow
from core.corpus.formats.rows import AnyRow, Dropped, Row
from core.meaning_representation import MeaningRepresentation, Slot

COLUMNS = (MR, REFERENCE)
_INFORM = "inform"
_COMMENTS = re.compile(r"\s*(?:#[^\n]*\n\s*)*")
_START = re.compile(r"\[\s*(?=\[\s*\")")
_ACT = re.compile(r"\s*(\??\w+)\s*\((.*)\)\s*", re.DOTALL)
_SLOT = re.compile(r"([^=;]*)(?:=\s*(?:'(.*?)'\s*(?=;|\Z)|([^;]*)))?(?:;|\Z)", re.DOTALL)
_BETWEEN = re.compile(r"\s*([,\]])\s*")
_MEMBERS = 2
"""Of an entry, at least: the act and a person's text."""


def is_rnnlg(text: str) -> bool:
    """Whether a text begins as these files do."""
    return _START.match(text, _body(text)) is not None


def rows(text: str, name: str) -> Iterator[AnyRow]:
    """A row for every act that informs, the others told apart from what cannot be read.

    Raises:
        CorpusError: the JSON is broken; the message says in which line.
    """
    start = _START.match(text, _body(text))
    if start is None:
        msg = f"{name} does not hold a list of dialogue acts."
        raise CorpusError(msg)
    decoder = json.JSONDecoder()
    line, seen, position = 1, 0, start.end()
    while True:
        line, seen = line + text.count("\n", seen, position), position
        try:
            entry, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError) as error:
            msg = f"{name} is not JSON from line {line} on."
            raise CorpusError(msg) from error
        if is_whole(text[position:end], entry):
            yield _row(line, entry)
        else:
            yield SkippedRow(line, "The entry escapes half of a character.")
        between = _BETWEEN.match(text, end)
        if between is None:
            msg = f"{name} breaks off after the entry in line {line}."
            raise CorpusError(msg)
        if between[1] == "]":
            return
        position = between.end()


def _body(text: str) -> int:
    """Where the text begins behind the comment lines."""
    found = _COMMENTS.match(text)
    return found.end() if found else 0


def _row(line: int, entry: object) -> AnyRow:
    fit = isinstance(entry, list) and len(entry) >= _MEMBERS
    if not fit or not all(isinstance(part, str) for part in entry[:_MEMBERS]):  # type: ignore[index]
        return SkippedRow(line, "The entry is not a list of a dialogue act and texts.")
    act, reference = entry[:_MEMBERS]  # type: ignore[index]
    parts = _ACT.fullmatch(act)
    if parts is None:
        return SkippedRow(line, f"{act!r} is not a dialogue act.")
    if parts[1] != _INFORM:
        return Dropped(line, parts[1])
    try:
        mr = MeaningRepresentation(tuple(_slots(parts[2]))).linearise()
    except ValueError as error:
        return SkippedRow(line, str(error))
    return Row(line, {MR: mr, REFERENCE: reference})


def _slots(body: str) -> Iterator[Slot]:
    for name, quoted, bare in _SLOT.findall(body):
        if name.strip() or quoted or bare:
            yield Slot(name.strip(), quoted or bare.strip())
