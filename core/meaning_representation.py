"""Meaning representations: reading, writing, judging and comparing tables of slots.

The written form is `name[The Eagle], eatType[pub]`. Parsing what a meaning
representation writes gives that meaning representation back. `slot_spans` reads irregular text as
well, for display.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Self

from core.failures import InputError
from core.records import SlotSpan

SEPARATOR = ", "
"""Stands between two slots."""

_SHOWN = 40
"""Longest text shown whole in a message."""
_BYTE_ORDER_MARK = "\ufeff"
_BRACKET = re.compile(r"[\[\]]")
_MARK = re.compile(r"[\[\],]")
_BETWEEN = re.compile(r"\s*(?:(,)\s*|\Z)")
"""What may stand after a slot: a comma, or the end."""


class ParseError(InputError):
    """A text is no meaning representation."""

    def __init__(self, reason: str, position: int) -> None:
        """Keep what is wrong and where.

        Args:
            reason: what is wrong, without a full stop.
            position: index in the text, from 0.
        """
        super().__init__(reason, position)
        self.reason = reason
        self.position = position

    def __str__(self) -> str:
        """One sentence; it counts characters from 1, as people do."""
        return f"{self.reason} (at character {self.position + 1})."


class ProblemKind(Enum):
    """What can be odd about a slot."""

    DUPLICATE_NAME = "duplicate_name"
    EMPTY_VALUE = "empty_value"
    NAMELESS = "nameless"
    UNWRITABLE = "unwritable"
    """The written form could not be read back; the only kind that refuses linearising."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A mark on one slot."""

    slot: int
    """Index of the slot, from 0."""
    kind: ProblemKind
    sentence: str


@dataclass(frozen=True, slots=True)
class Slot:
    """One entry of a meaning representation."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Difference:
    """What must be done to one meaning representation to get another; order does not count."""

    added: tuple[Slot, ...]
    """Only the other has them."""
    missing: tuple[Slot, ...]
    """The other lacks them."""
    changed: tuple[tuple[Slot, Slot], ...]
    """Same name, another value: the slot here and the slot there."""

    def __bool__(self) -> bool:
        """Whether there is any difference."""
        return bool(self.added or self.missing or self.changed)


@dataclass(frozen=True, slots=True)
class MeaningRepresentation:
    """An ordered list of slots."""

    slots: tuple[Slot, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the written form; a blank text has no slots.

        Space around the text, the commas and the names is allowed and not kept; nor is a byte order
        mark at the beginning.

        Raises:
            ParseError: the text is not of the form `name[value], name[value]`.
        """
        start = _beginning(text)
        if not text[start:].strip():
            return cls()
        slots = []
        while True:
            slot, end = _parse_slot(text, start)
            slots.append(slot)
            separator = _BETWEEN.match(text, end)
            if separator is None:
                raise ParseError("After ] a comma must follow, or nothing", end)
            start = separator.end()
            if separator[1] is None:
                return cls(tuple(slots))

    def linearise(self) -> str:
        """The written form; `parse` gives back an equal meaning representation.

        Raises:
            ValueError: a slot cannot be written so that it could be read back.
        """
        for problem in self.validate():
            if problem.kind is ProblemKind.UNWRITABLE:
                raise ValueError(problem.sentence)
        return SEPARATOR.join(f"{slot.name}[{slot.value}]" for slot in self.slots)

    def validate(self) -> tuple[Problem, ...]:
        """Marks on odd slots, in the order of the slots; they refuse nothing by themselves."""
        return tuple(self._problems())

    def diff(self, other: MeaningRepresentation) -> Difference:
        """Compare slot by slot; of slots with one name, equal values are matched first."""
        here = _without(self.slots, other.slots)
        there = _without(other.slots, self.slots)
        waiting: dict[str, list[Slot]] = {}
        for slot in reversed(there):
            waiting.setdefault(slot.name, []).append(slot)
        missing = []
        changed = []
        for slot in here:
            if partners := waiting.get(slot.name):
                changed.append((slot, partners.pop()))
            else:
                missing.append(slot)
        matched = tuple(partner for _, partner in changed)
        return Difference(_without(there, matched), tuple(missing), tuple(changed))

    def _problems(self) -> Iterator[Problem]:
        seen: set[str] = set()
        for index, slot in enumerate(self.slots):
            name, value = slot.name, slot.value
            label = f"Slot {index + 1} ({_shown(name)})" if name else f"Slot {index + 1}"
            if reason := _why_unwritable(name, value):
                sentence = f"{label} cannot be written: {reason}."
                yield Problem(index, ProblemKind.UNWRITABLE, sentence)
            if not name:
                yield Problem(index, ProblemKind.NAMELESS, f"{label} has no name.")
            elif name in seen:
                sentence = f"{label} has the name of an earlier slot."
                yield Problem(index, ProblemKind.DUPLICATE_NAME, sentence)
            if not value.strip():
                yield Problem(index, ProblemKind.EMPTY_VALUE, f"{label} has no value.")
            seen.add(name)


def slot_spans(text: str) -> tuple[SlotSpan, ...]:
    """Where the slots stand in a text, as positions of the source: index in the text plus 1.

    Irregular text gives the slots that can be made out: separators may be missing, whatever stands
    between a bracket or comma and the next opening bracket is a name, and a value never closed
    reaches to the end.
    """
    spans: list[SlotSpan] = []
    depth = value_start = 0
    name_start = _beginning(text)
    name = (0, 0)
    for mark in _MARK.finditer(text):
        here = mark.start()
        if mark[0] == "[":
            if depth == 0:
                name = _trimmed(text, name_start, here)
                value_start = here + 1
            depth += 1
        elif depth == 0:
            name_start = here + 1
        elif mark[0] == "]":
            depth -= 1
            if depth == 0:
                spans.append(_span(len(spans), name, (value_start, here)))
                name_start = here + 1
    if depth:
        spans.append(_span(len(spans), name, (value_start, len(text))))
    return tuple(spans)


def _beginning(text: str) -> int:
    """Where a text begins: a byte order mark, which some programs put first, is no part of it."""
    return 1 if text.startswith(_BYTE_ORDER_MARK) else 0


def _parse_slot(text: str, start: int) -> tuple[Slot, int]:
    """The slot whose name starts at `start`, and the index after its closing bracket."""
    mark = _MARK.search(text, start)
    if mark is None:
        rest = text[start:].strip()
        reason = f"A [ must follow the name {_shown(rest)}" if rest else "A slot must follow"
        raise ParseError(reason, start)
    opening = mark.start()
    if mark[0] != "[":
        raise ParseError(f"A slot's name cannot hold the character {mark[0]}", opening)
    name = text[start:opening].strip()
    depth = 0
    for bracket in _BRACKET.finditer(text, opening):
        depth += 1 if bracket[0] == "[" else -1
        if depth == 0:
            return Slot(name, text[opening + 1 : bracket.start()]), bracket.end()
    raise ParseError(f"The value of the slot {_shown(name)} is never closed with ]", opening)


def _why_unwritable(name: str, value: str) -> str:
    """The reason, or an empty text for a slot that can be written."""
    if mark := _MARK.search(name):
        return f"its name holds the character {mark[0]}"
    if name != name.strip():
        return "its name has space around it"
    if name.startswith(_BYTE_ORDER_MARK):
        return "its name begins with a byte order mark"
    depth = 0
    for bracket in _BRACKET.finditer(value):
        depth += 1 if bracket[0] == "[" else -1
        if depth < 0:
            return "its value closes a bracket that it does not open"
    return "its value opens a bracket that it does not close" if depth else ""


def _without(slots: Iterable[Slot], others: Iterable[Slot]) -> tuple[Slot, ...]:
    """The slots left when each of the others has taken away one equal to it."""
    count = Counter(others)
    left = []
    for slot in slots:
        if count[slot]:
            count[slot] -= 1
        else:
            left.append(slot)
    return tuple(left)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without the space around its text; an all-blank one shrinks to its end."""
    part = text[start:end]
    return end - len(part.lstrip()), start + len(part.rstrip()) if part.strip() else end


def _shown(text: str) -> str:
    """The text in quotation marks, short enough for a sentence."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def _span(slot: int, name: tuple[int, int], value: tuple[int, int]) -> SlotSpan:
    # Position 0 of a source is SOS.
    return SlotSpan(slot, (name[0] + 1, name[1] + 1), (value[0] + 1, value[1] + 1))
