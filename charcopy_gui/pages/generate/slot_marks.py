"""What is odd about a slot, cell by cell: said beside it, and never refused."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, IntEnum
from typing import NamedTuple

from core.meaning_representation import MeaningRepresentation, Problem, ProblemKind, Slot


class Column(IntEnum):
    """The two things that a slot has."""

    NAME = 0
    VALUE = 1


class MarkKind(Enum):
    """How bad it is."""

    REFUSED = "refused"
    """The slots cannot be written as a line."""
    ODD = "odd"
    UNTRAINED = "untrained"
    """There are characters that the model was never trained on."""


class Mark(NamedTuple):
    """What is odd about one cell, in a sentence."""

    kind: MarkKind
    sentence: str


def marks_of(
    slots: Sequence[Slot], alphabet: frozenset[str] | None
) -> dict[tuple[int, Column], Mark]:
    """The marks of a table by row and column; without an alphabet, no character is untrained."""
    marks = {}
    for row, slot in enumerate(slots):
        for column, text in zip(Column, (slot.name, slot.value), strict=True):
            if outside := _outside(text, alphabet):
                marks[row, column] = _never_trained(outside)
    for problem in MeaningRepresentation(tuple(slots)).validate():
        unwritable = problem.kind is ProblemKind.UNWRITABLE
        kind = MarkKind.REFUSED if unwritable else MarkKind.ODD
        marks.setdefault((problem.slot, _column_of(problem)), Mark(kind, problem.sentence))
    return marks


def _column_of(problem: Problem) -> Column:
    about_value = problem.kind is ProblemKind.EMPTY_VALUE or (
        problem.kind is ProblemKind.UNWRITABLE and "its value" in problem.sentence
    )
    return Column.VALUE if about_value else Column.NAME


def _never_trained(characters: str) -> Mark:
    they = "It" if len(characters) == 1 else "They"
    sentence = f"Never trained: {characters}. {they} can only be copied, if the model copies."
    return Mark(MarkKind.UNTRAINED, sentence)


def _outside(text: str, alphabet: frozenset[str] | None) -> str:
    """The text's characters that are not in the alphabet, each once."""
    if alphabet is None:
        return ""
    return " ".join(dict.fromkeys(character for character in text if character not in alphabet))
