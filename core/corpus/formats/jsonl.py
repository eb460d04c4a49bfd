"""JSONL: one JSON object a line; its keys are the columns."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator

from core.corpus.formats.reading import SkippedRow
from core.corpus.formats.rows import Row

_FOR_COLUMNS = 100
"""Lines whose keys are collected before anything is read."""


def rows(text: str) -> tuple[tuple[str, ...], Iterator[Row | SkippedRow]]:
    """The keys of the first objects, in order of appearance, and a row for every line."""
    keys: dict[str, None] = {}
    for number, row in enumerate(_rows(text)):
        if number == _FOR_COLUMNS:
            break
        if isinstance(row, Row):
            keys.update(dict.fromkeys(row.cells))
    return tuple(keys), _rows(text)


def parsed(line: str) -> dict[str, object] | str:
    """The object in a line, or the reason why there is none."""
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        return f"The line is not JSON: {error.msg} at character {error.colno}."
    except (ValueError, RecursionError):
        return "The line is not JSON that can be read: a number or the nesting is too large."
    if not isinstance(value, dict):
        return "The line is JSON, but not an object."
    return value if is_whole(line, value) else "The line escapes half of a character."


def is_whole(text: str, value: object) -> bool:
    """Whether what JSON gave can be written: escapes may stand for halves of characters."""
    if "\\u" not in text:
        return True
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _rows(text: str) -> Iterator[Row | SkippedRow]:
    for number, line in enumerate(io.StringIO(text, newline=None), start=1):
        if line.strip():
            found = parsed(line)
            yield Row(number, found) if isinstance(found, dict) else SkippedRow(number, found)
