"""Slots as text: what is copied, and what can be pasted.

Out go the written form, two columns for a spreadsheet, and JSON. Each comes back in as the same
slots; so do the forms that other programs have for two columns.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.meaning_representation import MeaningRepresentation, ParseError, Slot

_COLUMNS = 2
"""Of a spreadsheet: names and values."""
_CELL = re.compile(r'"((?:[^"]|"")*)"(?=\t|\r?\n|\r|\Z)|[^\t\r\n]*')
_BETWEEN = re.compile(r"(\t)|\r?\n|\r|\Z")
_UNPLAIN = re.compile(r'[\t\r\n]|""|\A\s|\s\Z')
"""What a cell must have within its quotation marks for them to be no part of it."""
_PROSE = re.compile(r"[,;] ")
_KEYS = (("name", "value"), ("slot", "value"), ("key", "value"), ("attribute", "value"))
_HEADINGS = frozenset((*_KEYS, ("field", "value"), ("slot", "text")))


# Out.


def line_of(slots: Sequence[Slot]) -> str:
    """Slots in the written form, even those that could not be read back."""
    return ", ".join(f"{slot.name}[{slot.value}]" for slot in slots)


def columns_of(slots: Sequence[Slot]) -> str:
    """Slots as two columns, tabs between them, as spreadsheets take them."""
    return "".join(f"{_cell(slot.name)}\t{_cell(slot.value)}\n" for slot in slots)


def json_of(slots: Sequence[Slot]) -> str:
    """Slots as one JSON object; as a list of objects where a name stands twice."""
    named = {slot.name: slot.value for slot in slots}
    whole = len(named) == len(slots)
    content = named if whole else [{"name": slot.name, "value": slot.value} for slot in slots]
    return json.dumps(content, ensure_ascii=False, indent=2)


def _cell(text: str) -> str:
    if text.startswith('"') or _UNPLAIN.search(text):
        doubled = text.replace('"', '""')
        return f'"{doubled}"'
    return text


# In.


def slots_of_text(text: str) -> tuple[Slot, ...]:
    """The slots of a written form, of two columns (TSV, CSV) or of JSON; none where it is none."""
    text = text.removeprefix("\ufeff")
    for read in (_from_json, _from_line, _from_tabs, _from_csv):
        if found := read(text):
            return found
    return ()


def _from_line(text: str) -> tuple[Slot, ...]:
    try:
        slots = MeaningRepresentation.parse(text.strip()).slots
    except ParseError:
        return ()
    return slots if any(slot.name for slot in slots) else ()


def _from_tabs(text: str) -> tuple[Slot, ...]:
    if "\t" not in text:
        return ()
    rows = list(_rows(text))
    quoted = [_is_quoted(rows, column) for column in range(_COLUMNS)]
    every = len(rows) > 1 or all(quoted)
    return _from_rows(
        [cell.content(unquoted=every and quoted[min(at, _COLUMNS - 1)]) for at, cell in row_of]
        for row_of in map(enumerate, rows)
    )


class _TabCell(NamedTuple):
    """A cell of a text with tabs."""

    raw: str
    within: str | None
    """What stands between its quotation marks; None where there are none around it."""

    def content(self, *, unquoted: bool) -> str:
        """Without quotation marks where it needs them, or where they are no part of any cell."""
        if self.within is None or not (unquoted or _UNPLAIN.search(self.within)):
            return self.raw.strip()
        return self.within.replace('""', '"')


def _is_quoted(rows: Sequence[Sequence[_TabCell]], column: int) -> bool:
    """Whether every cell of a column that says something stands in quotation marks."""
    cells = [row[column] for row in rows if len(row) > column and row[column].raw.strip()]
    return bool(cells) and all(cell.within is not None for cell in cells)


def _rows(text: str) -> Iterable[list[_TabCell]]:
    """The cells of a text with tabs."""
    row: list[_TabCell] = []
    at = 0
    while True:
        cell = _CELL.match(text, at)
        assert cell is not None  # It matches an empty cell.  # noqa: S101
        row.append(_TabCell(cell[0], cell[1]))
        between = _BETWEEN.match(text, cell.end())
        assert between is not None  # A cell ends at one of these.  # noqa: S101
        at = between.end()
        if between[1] is None:
            yield row
            row = []
            if at == len(text):
                return


def _from_csv(text: str) -> tuple[Slot, ...]:
    """Two columns with commas or semicolons; not a sentence, which has a space after them."""
    if _PROSE.search(re.sub(r'"[^"]*"', "", text)):
        return ()
    for delimiter in ",;":
        try:
            rows = list(csv.reader(text.splitlines(keepends=True), delimiter=delimiter))
        except csv.Error:
            continue
        if found := _from_rows(rows):
            return found
    return ()


def _from_rows(rows: Iterable[list[str]]) -> tuple[Slot, ...]:
    """Slots of rows that have a name and a value, and nothing in any further cell."""
    found = []
    for row in rows:
        if not any(row):
            continue
        if len(row) < _COLUMNS or any(row[_COLUMNS:]):
            return ()
        found.append(Slot(row[0].strip(), row[1]))
    return tuple(found[_is_heading(found) :])


def _is_heading(found: Sequence[Slot]) -> bool:
    """Whether the first of several rows says what stands in the columns."""
    first = found[0] if len(found) > 1 else Slot("", "")
    name, value = first.name.casefold(), first.value.strip().casefold()
    return (name.removesuffix(" name"), value.removesuffix("s")) in _HEADINGS


def _from_json(text: str) -> tuple[Slot, ...]:
    if text.lstrip()[:1] not in ("{", "[", '"'):
        return ()
    try:
        # Numbers stay as they are written; pairs keep what an object says twice.
        content = json.loads(text, object_pairs_hook=tuple, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return ()
    if isinstance(content, str):  # A line in quotation marks, as a CSV file has it.
        return _from_line(_word(content))
    try:
        if isinstance(content, tuple):
            return tuple(_slot(*pair) for pair in content)
        return tuple(_slot(*_pair(entry)) for entry in content)
    except TypeError:
        return ()


def _pair(entry: object) -> tuple[object, object]:
    """Name and value of one entry of a list: a list of the two, or an object that says which."""
    if isinstance(entry, list) and len(entry) == _COLUMNS:
        return entry[0], entry[1]
    if isinstance(entry, tuple):
        said = dict(entry)
        for name, value in _KEYS:
            if said.keys() == {name, value}:
                return said[name], said[value]
        if len(entry) == 1:
            return entry[0][0], entry[0][1]
    raise TypeError


def _slot(name: object, value: object) -> Slot:
    return Slot(_word(name).strip(), _word(value))


def _word(content: object) -> str:
    if isinstance(content, str):
        # JSON can escape half of a character, which no file could hold.
        return content.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    words = {None: "", True: "true", False: "false"}
    if content is None or isinstance(content, bool):
        return words[content]
    raise TypeError
