"""What is odd about a slot, cell by cell: said beside it, and never refused."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from enum import Enum, IntEnum
from typing import NamedTuple

from core.meaning_representation import MeaningRepresentation, Problem, ProblemKind, Slot

_MOST = 12
"""Characters that a sentence names."""


class Column(IntEnum):
    """The two things that a slot has."""

    NAME = 0
    VALUE = 1


class MarkKind(Enum):
    """How bad it is, the worst first."""

    REFUSED = "refused"
    """The slots cannot be written as a line."""
    ODD = "odd"
    UNKNOWN = "unknown"
    """The model's corpus has no such slot."""
    UNTRAINED = "untrained"
    """There are characters that the model was never trained on."""


_ORDER = tuple(MarkKind)


class Mark(NamedTuple):
    """What is odd about one cell, in a sentence or more; how bad the worst of it is."""

    kind: MarkKind
    sentence: str


class Trained(NamedTuple):
    """What a model was trained on, as far as that is known; None judges nothing."""

    alphabet: frozenset[str] | None = None
    copies: bool = True
    """Whether it can write a character that it was never trained on."""
    names: frozenset[str] | None = None
    """The slots of its corpus."""
    corpus: str = ""


def marks_of(slots: Sequence[Slot], trained: Trained) -> dict[tuple[int, Column], Mark]:
    """The marks of a table by row and column."""
    found: dict[tuple[int, Column], list[Mark]] = {}
    for problem in MeaningRepresentation(tuple(slots)).validate():
        unwritable = problem.kind is ProblemKind.UNWRITABLE
        kind = MarkKind.REFUSED if unwritable else MarkKind.ODD
        place = problem.slot, _column_of(problem)
        found.setdefault(place, []).append(Mark(kind, problem.sentence))
    for row, slot in enumerate(slots):
        if slot.name and is_unknown(slot.name, trained):
            learnt = f"it learnt from {trained.corpus}, which" if trained.corpus else "its corpus"
            sentence = f"New to this model: {learnt} has no slot of this name."
            mark = Mark(MarkKind.UNKNOWN, sentence)
            found.setdefault((row, Column.NAME), []).append(mark)
        for column, text in zip(Column, (slot.name, slot.value), strict=True):
            if outside := _outside(text, trained.alphabet):
                mark = Mark(MarkKind.UNTRAINED, _never_trained(outside, copies=trained.copies))
                found.setdefault((row, column), []).append(mark)
    return {place: _together(marks) for place, marks in found.items()}


def is_unknown(name: str, trained: Trained) -> bool:
    """Whether the model's corpus has no such slot."""
    return trained.names is not None and name not in trained.names


def _together(marks: Sequence[Mark]) -> Mark:
    worst = min((mark.kind for mark in marks), key=_ORDER.index)
    return Mark(worst, " ".join(mark.sentence for mark in marks))


def _column_of(problem: Problem) -> Column:
    about_value = problem.kind is ProblemKind.EMPTY_VALUE or (
        problem.kind is ProblemKind.UNWRITABLE and "its value" in problem.sentence
    )
    return Column.VALUE if about_value else Column.NAME


def _never_trained(characters: Sequence[str], *, copies: bool) -> str:
    named = " ".join(map(_visible, characters[:_MOST]))
    more = f" and {len(characters) - _MOST} more" if len(characters) > _MOST else ""
    they, them = ("It", "it") if len(characters) == 1 else ("They", "them")
    fate = f"{they} can only be copied." if copies else f"This model cannot write {them}."
    return f"Never trained: {named}{more}. {fate}"


def _outside(text: str, alphabet: frozenset[str] | None) -> tuple[str, ...]:
    """The text's characters that are not in the alphabet, each once."""
    if alphabet is None or alphabet.issuperset(text):
        return ()
    return tuple(dict.fromkeys(character for character in text if character not in alphabet))


def _visible(character: str) -> str:
    """A character; on a circle where it joins another, and its number where it shows nothing."""
    kind = unicodedata.category(character)[0]
    if kind in "CZ":
        return f"U+{ord(character):04X}"
    return f"◌{character}" if kind == "M" else character
