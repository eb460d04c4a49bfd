"""From rows to examples: which cells are meaning representation and texts, cleaned and counted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.corpus.example import Example
from core.corpus.formats.choices import Choices
from core.corpus.formats.encodings import LOST
from core.corpus.formats.reading import SkippedRow
from core.corpus.formats.rows import Row
from core.meaning_representation import MeaningRepresentation, Slot

_LINE_END = re.compile(r"[\r\n]+")
_NO_MR = "The meaning representation is empty."
_NO_REFERENCE = "The reference is empty."


class _UnusableError(ValueError):
    """A row gives no example; the message is the reason."""


@dataclass(slots=True)
class Mapping:
    """Makes examples of rows, and counts what it has to change."""

    choices: Choices
    damaged: bool
    """Whether bytes of the file were lost in decoding it."""
    line_ends: int = 0
    surrounding_space: int = 0

    def examples(self, row: Row) -> tuple[Example, ...] | SkippedRow:
        """One example for each reference of the row, or the reason why there is none."""
        try:
            mr = self._cleaned(self._mr(row.cells))
            if not mr:
                raise _UnusableError(_NO_MR)
            if self.choices.reference is None:
                return (Example(mr, ""),)
            given = row.cells.get(self.choices.reference)
            if isinstance(given, str):
                return (self._example(mr, given),)
            return tuple(self._example(mr, reference) for reference in _references(given))
        except _UnusableError as error:
            return SkippedRow(row.line, str(error))

    def _example(self, mr: str, reference: str) -> Example:
        cleaned = self._cleaned(reference)
        if not cleaned:
            raise _UnusableError(_NO_REFERENCE)
        return Example(mr, cleaned)

    def _mr(self, cells: dict[str, object]) -> str:
        names = self.choices.mr
        cell = cells.get(names[0])
        if len(names) > 1:
            cell = {name: cells.get(name) for name in names}
        if isinstance(cell, str):
            return cell
        if cell is None:
            return ""
        if not isinstance(cell, dict):
            msg = "The meaning representation is neither text nor an object of slots."
            raise _UnusableError(msg)
        try:
            return MeaningRepresentation(tuple(_slots(cell.items()))).linearise()
        except ValueError as error:
            raise _UnusableError(str(error)) from error

    def _cleaned(self, text: str) -> str:
        if self.damaged and LOST in text:
            msg = "The row holds bytes that are not characters in this encoding."
            raise _UnusableError(msg)
        stripped = text.strip()
        self.surrounding_space += len(stripped) != len(text)
        if "\n" not in stripped and "\r" not in stripped:
            return stripped
        self.line_ends += 1
        return _LINE_END.sub(" ", stripped)


def _references(cell: object) -> list[str]:
    given = cell if isinstance(cell, list) else [cell]
    if not given or None in given:
        raise _UnusableError(_NO_REFERENCE)
    texts = [text for text in given if isinstance(text, str)]
    if len(texts) < len(given):
        msg = "The reference is not text."
        raise _UnusableError(msg)
    return texts


def _slots(pairs: Iterable[tuple[str, object]]) -> Iterator[Slot]:
    """A slot for each pair that has a value; whoever has none leaves it empty."""
    for name, value in pairs:
        if isinstance(value, dict | list):
            msg = f"The value of the slot {name!r} is not text."
            raise _UnusableError(msg)
        if value is not None and (text := _written(value).strip()):
            yield Slot(name.strip(), text)


def _written(value: object) -> str:
    """A value of JSON as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
