"""Evidence in a sentence for the slots that were read from it: a network reads more than is said.

Values with known wordings are looked for in any of them, others as they are. Where neither can
decide, as for `dogs_allowed[none]` or `price[moderate]`, nothing is held against a slot.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from core.meaning_representation import MeaningRepresentation, Slot
from core.metrics.slots.findings import SlotFinding, SlotFindings, SlotState, Span, find
from core.metrics.slots.longer_names import longer_names
from core.metrics.slots.mentions import ACCEPTED, plain

_NAMES = frozenset(("name", "near"))
"""Slots whose values are said in no other words."""
_NAME = re.compile(r".*[A-ZÀ-Þ]|[\d ./-]+$")
"""A value that is a name or a number, whatever slot it stands in."""


class Said(Enum):
    """Whether a sentence says a slot that was read from it, in the words that are shown."""

    YES = "said"
    ALMOST = "almost"
    OTHERWISE = "different"
    NO = "not said"
    UNKNOWN = "not checked"

    @property
    def is_doubtful(self) -> bool:
        """Whether something speaks against the slot."""
        return self in (Said.ALMOST, Said.OTHERWISE, Said.NO)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a sentence has for a slot."""

    said: Said
    words: str = ""
    """The sentence's, where they are not the value's own."""


def evidence(slots: Sequence[Slot], sentence: str) -> tuple[Evidence, ...]:
    """What a sentence has for each of the slots that were read from it."""
    found = find(MeaningRepresentation(tuple(slots)), sentence).slots
    # What is like a value and not the same may say another slot, "shop" in "coffee shop Luca's".
    certain = [s for s, f in zip(slots, found, strict=True) if f.state is not SlotState.NEAR_COPY]
    again = iter(find(MeaningRepresentation(tuple(certain)), sentence).slots)
    judged = [one if one.state is SlotState.NEAR_COPY else next(again) for one in found]
    copies = [span for one in judged if one.state is SlotState.VERBATIM for span in one.spans]
    longer = longer_names(SlotFindings(tuple(judged)), sentence)
    return tuple(
        Evidence(Said.NO)
        if _is_part(one, copies)
        else Evidence(Said.ALMOST, _words(sentence, around))
        if around
        else _of(one, sentence)
        for one, around in zip(judged, longer, strict=True)
    )


def _words(sentence: str, spans: Sequence[Span]) -> str:
    return " … ".join(sentence[start:end] for start, end in spans)


def _is_part(found: SlotFinding, copies: Sequence[Span]) -> bool:
    """Whether a copied value stands in other slots' longer ones alone, as Blue in Zizzi Blue."""
    return (
        found.is_open
        and found.state is SlotState.VERBATIM
        and all(
            any(a <= start and end <= b and (a, b) != (start, end) for a, b in copies)
            for start, end in found.spans
        )
    )


def _of(found: SlotFinding, sentence: str) -> Evidence:
    words = _words(sentence, found.spans)
    match found.state:
        case SlotState.UNCHECKED:
            return Evidence(Said.UNKNOWN)
        case SlotState.VERBATIM:
            return Evidence(Said.YES)
        case SlotState.OTHER_WORDS:
            return Evidence(Said.YES, words)
        case SlotState.NEAR_COPY:
            return Evidence(Said.YES if _is_same(found, words) else Said.ALMOST, words)
        case SlotState.WRONG:
            return Evidence(Said.OTHERWISE, words)
        case _:
            return Evidence(Said.NO if _must_be_said(found) else Said.UNKNOWN)


def _is_same(found: SlotFinding, words: str) -> bool:
    """Whether the words are the value but for capitals, or another form of it, such as a plural."""
    value, said = plain(found.value), plain(words)
    forms = found.name not in _NAMES and (value.startswith(said) or said.startswith(value))
    return value == said or forms


def _must_be_said(found: SlotFinding) -> bool:
    """Whether its words are known, or it has none but its value's own."""
    known = not found.is_open or found.name in ACCEPTED or found.name in _NAMES
    return known or _NAME.match(found.value) is not None
