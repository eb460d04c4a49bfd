"""Slots as text: the line that is copied, and what can be pasted."""

from __future__ import annotations

from collections.abc import Sequence

from core.meaning_representation import MeaningRepresentation, ParseError, Slot

_COLUMNS = 2
"""Of a spreadsheet: names and values."""


def line_of(slots: Sequence[Slot]) -> str:
    """Slots in the written form, even those that could not be read back."""
    return ", ".join(f"{slot.name}[{slot.value}]" for slot in slots)


def slots_of_text(text: str) -> tuple[Slot, ...]:
    """The slots of a line in the written form, or of two columns from a spreadsheet; or none."""
    try:
        return MeaningRepresentation.parse(text.strip()).slots
    except ParseError:
        rows = [line.split("\t") for line in text.splitlines() if line.strip()]
        if rows and all(len(row) == _COLUMNS for row in rows):
            return tuple(Slot(name.strip(), value.strip()) for name, value in rows)
        return ()
