"""Which column is the meaning representation and which the text: by name, else by what is in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from core.corpus.formats.choices import MR, Doubt, Known, Question
from core.meaning_representation import MeaningRepresentation, ParseError

_MR_NAMES = (
    "mr", "meaningrepresentation", "dialogueact", "da", "table", "source", "src", "input",
)  # fmt: skip
_REFERENCE_NAMES = (
    "ref", "reference", "references", "refs", "humanreference", "text", "txt", "sentence",
    "utterance", "target", "tgt", "output",
)  # fmt: skip
_MOST = 0.9
"""Share of a column's cells that settles what the column is."""
_ROW_NAMES = ("id", "index", "idx", "no", "nr", "number", "row", "#")
"""What a column is called that counts the rows; it is no slot."""
_UNNAMED = re.compile(r"column \d+")
_SAYING = 0.5
"""Share of rows whose text says another column's value, in a table of slots."""
_SHOWN, _MOST_SHOWN = 30, 8
"""Characters of a column's name, and columns, that a sentence has room for."""
_SEPARATORS = re.compile(r"[\s_-]+")

Cells: TypeAlias = Sequence[Mapping[str, object]]


class Roles(NamedTuple):
    """What the columns are, and what about that is not certain."""

    mr: tuple[str, ...]
    reference: str | None
    doubts: tuple[Doubt, ...]


def is_mr(cell: object) -> bool:
    """Whether a cell is a meaning representation: written out, or as an object of slots."""
    if isinstance(cell, dict):
        return True
    if not isinstance(cell, str) or "[" not in cell:
        return False
    try:
        return bool(MeaningRepresentation.parse(cell).slots)
    except ParseError:
        return False


def names_something(fields: Sequence[str]) -> bool:
    """Whether a row holds the name of a column that is known."""
    return any(_plain(field) in _MR_NAMES + _REFERENCE_NAMES for field in fields)


def is_mr_name(field: str) -> bool:
    """Whether this is a name of the meaning representations' column."""
    return _plain(field) in _MR_NAMES


def mostly(holds: Callable[[object], bool], cells: Sequence[object]) -> bool:
    """Whether something is so of nearly all cells that are not empty."""
    filled = [cell for cell in cells if cell not in ("", None)]
    return bool(filled) and sum(map(holds, filled)) >= _MOST * len(filled)


def roles(names: tuple[str, ...], rows: Cells, known: Known, file: str) -> Roles:
    """Find both columns among those of a file; or its slots, where each is a column.

    Args:
        names: of all columns.
        rows: some of the file's.
        known: what has been said of them.
        file: its name, for questions.
    """
    mr, mr_doubts = _mr(names, rows, known, file)
    if known.reference is not None:
        return Roles(mr, known.reference or None, mr_doubts)
    rest = [name for name in names if name not in mr]
    text = _named(rest, _REFERENCE_NAMES)
    if text is None and len(mr) > 1:
        text = saying(rest, mr, rows)
    if text or len(rest) < 2:
        return Roles(mr, text or (rest[0] if rest else None), mr_doubts)
    longest = _by_length(rest, rows)
    sentence = f"Which column of {file} has the texts: {listed(longest)}?"
    doubt = Doubt(Question.REFERENCE, sentence, tuple(longest))
    return Roles(mr, longest[0], (*mr_doubts, doubt))


def saying(names: Sequence[str], others: Sequence[str], rows: Cells) -> str | None:
    """The longest of some columns, if it says what is in others: their values stand in its text."""
    if not names or not others:
        return None
    text = _by_length(names, rows)[0]
    values = [name for name in others if name != text]
    said = sum(_says(row, text, values) for row in rows)
    return text if rows and said >= _SAYING * len(rows) else None


def listed(names: Sequence[str]) -> str:
    """Names of columns in a sentence, the first of them where there are many."""
    shown = ", ".join(name[:_SHOWN] for name in names[:_MOST_SHOWN])
    return f"{shown} and {len(names) - _MOST_SHOWN} more" if len(names) > _MOST_SHOWN else shown


def _mr(
    names: tuple[str, ...], rows: Cells, known: Known, file: str
) -> tuple[tuple[str, ...], tuple[Doubt, ...]]:
    if known.mr is not None:
        return known.mr, ()
    if named := _named(names, _MR_NAMES):
        return (named,), ()
    text = known.reference or _named(names, _REFERENCE_NAMES)
    other = [name for name in names if name != text]
    found = [name for name in other if mostly(is_mr, [row.get(name) for row in rows])]
    if len(found) == 1:
        return (found[0],), ()
    if not found:
        text = text or saying(other, other, rows)
        slots = tuple(name for name in other if name != text and not _counts(name, rows))
        if text is not None and len(slots) > 1:
            return slots, (_slots(slots, text, file),)
    options = tuple(found or other or names)
    sentence = f"Which column of {file} has the meaning representations: {listed(options)}?"
    return options[:1] or (MR,), (Doubt(Question.MR, sentence, options),)


def _slots(slots: tuple[str, ...], text: str, file: str) -> Doubt:
    sentence = (
        f"No column of {file} has whole meaning representations. Are {listed(slots)} its slots, "
        f"one column per slot, and does {listed([text])} hold the texts?"
    )
    return Doubt(Question.MR, sentence, slots, likely=True)


def _says(row: Mapping[str, object], text: str, values: Sequence[str]) -> bool:
    """Whether the text of a row says a value of another column, of two letters at least."""
    said = str(row.get(text) or "").casefold()
    written = (str(row.get(name) or "").strip().casefold() for name in values)
    return any(len(value) > 1 and value != said and value in said for value in written)


def _by_length(names: Sequence[str], rows: Cells) -> list[str]:
    """The columns with the longest cells first: texts are longer than numbers and comments."""
    return sorted(names, key=lambda name: -sum(len(str(row.get(name) or "")) for row in rows))


def _counts(name: str, rows: Cells) -> bool:
    """Whether a column numbers the rows."""
    if _plain(name) not in _ROW_NAMES and not _UNNAMED.fullmatch(name):
        return False
    return all(str(row.get(name)).strip().isdigit() for row in rows)


def _named(names: Sequence[str], wanted: tuple[str, ...]) -> str | None:
    by_plain = {_plain(name): name for name in reversed(names)}
    return next((by_plain[name] for name in wanted if name in by_plain), None)


def _plain(name: str) -> str:
    return _SEPARATORS.sub("", name.strip().lower())
