"""What a text says of its meaning representation: each slot's state, and what was invented.

Closed slots, those of the E2E corpus whose values are known, are found in any wording; values of
other slots must be copied.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from core.meaning_representation import MeaningRepresentation, ParseError, Slot, slot_spans
from core.metrics.slots import near_copy
from core.metrics.slots.mentions import ACCEPTED, Mention, mentions, plain

Span = tuple[int, int]
"""Start and end in the text, half open."""

_OPEN_SLOTS = frozenset(("name", "near"))
_OPINIONS = frozenset(
    ("", "yes", "no", "true", "false", "none", "dontcare", "dont_care", "dont care", "don't care")
)
"""Values that nobody says in these words; only where their slot is closed can they be found."""
_DEFAULT = ("eatType", "restaurant")
"""Whatever the place is, it may be called so."""
_ONCE = frozenset(("priceRange", "customer rating", "area", "familyFriendly"))
"""Slots that a person says once; food and kind may be named in passing."""
_BLANK = "\0"


class SlotState(Enum):
    """What became of a slot in the text."""

    VERBATIM = "verbatim"
    OTHER_WORDS = "other_words"
    NEAR_COPY = "near_copy"
    """Copied with some characters wrong, or other capitals."""
    WRONG = "wrong"
    """The text has another value in its place."""
    MISSING = "missing"
    UNCHECKED = "unchecked"
    """Such as `dogs_allowed[none]`: its words are not known."""


@dataclass(frozen=True, slots=True)
class SlotFinding:
    """One slot of the meaning representation, as the text has it."""

    name: str
    value: str
    state: SlotState
    spans: tuple[Span, ...] = ()
    """Where the text says it; for a wrong value, where that stands."""
    distance: int = 0
    """Characters in which a near copy differs."""
    is_open: bool = False
    """Whether the value must be copied, since it has no known wordings."""


@dataclass(frozen=True, slots=True)
class ExtraValue:
    """A value that the text has beside what it should say."""

    name: str
    value: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class SlotFindings:
    """All that was found in a text."""

    slots: tuple[SlotFinding, ...]
    """One for each slot of the meaning representation, in its order."""
    invented: tuple[ExtraValue, ...] = ()
    """Values that the meaning representation does not have."""
    repeated: tuple[ExtraValue, ...] = ()
    """Values said again in the same words."""

    def count(self, state: SlotState) -> int:
        """How many slots are in this state."""
        return sum(slot.state is state for slot in self.slots)

    @property
    def errors(self) -> int:
        """Slots missing or wrong, values invented or repeated."""
        wrong = self.count(SlotState.WRONG) + self.count(SlotState.MISSING)
        return wrong + len(self.invented) + len(self.repeated)


class SlotFinder:
    """Looks for one meaning representation's slots in any number of texts, or a growing one."""

    def __init__(self, mr: MeaningRepresentation) -> None:
        self._slots = mr.slots
        self._names = names = {slot.name for slot in mr.slots}
        # In other corpora the same words belong to other slots, so nothing is called invented.
        self._closed_world = names <= ACCEPTED.keys() | _OPEN_SLOTS
        self._open = tuple(dict.fromkeys(slot.value for slot in mr.slots if _is_open(slot)))

    def find(self, text: str) -> SlotFindings:
        """Look at one text."""
        searched = plain(text)
        copies = {value: _copies(value, text, searched) for value in self._open}
        for spans, _ in copies.values():
            # What a copied name says is said of no slot: "Indian" in "Raja Indian Cuisine".
            for start, end in spans:
                searched = searched[:start] + _BLANK * (end - start) + searched[end:]
        said: dict[str, list[Mention]] = defaultdict(list)
        for mention in mentions(searched):
            said[mention.slot].append(mention)
        findings = tuple(
            _open_finding(slot, text, *copies[slot.value], said[slot.name])
            if _is_open(slot)
            else _closed_finding(slot, text, said[slot.name])
            for slot in self._slots
        )
        invented = tuple(self._invented(findings, said))
        known = {n: p for n, p in said.items() if self._closed_world or n in self._names}
        return SlotFindings(findings, invented, tuple(_repeated(known, searched)))

    def _invented(
        self, findings: Sequence[SlotFinding], said: dict[str, list[Mention]]
    ) -> Iterator[ExtraValue]:
        if not self._closed_world:
            return
        allowed: dict[str, set[str]] = defaultdict(set)
        wrong: dict[str, int] = defaultdict(int)
        for finding in findings:
            if finding.is_open and finding.state is not SlotState.WRONG:
                allowed[finding.name].add(plain(finding.value))
            allowed[finding.name] |= _sayings(finding)
            wrong[finding.name] += finding.state is SlotState.WRONG
        for name, places in said.items():
            extra: dict[str, list[Span]] = defaultdict(list)
            for mention in places:
                usual = (name, mention.value) == _DEFAULT and not wrong[name]
                if mention.value not in allowed[name] and not usual:
                    extra[mention.value].append((mention.start, mention.end))
            # Each wrong slot has one of these values in its place.
            for value in list(extra)[wrong[name] :]:
                yield ExtraValue(name, value, tuple(extra[value]))


def find(mr: MeaningRepresentation, text: str) -> SlotFindings:
    """What one text says of one meaning representation."""
    return SlotFinder(mr).find(text)


def read_mr(text: str) -> MeaningRepresentation:
    """The slots of a written meaning representation, as far as irregular text has any."""
    try:
        return MeaningRepresentation.parse(text)
    except ParseError:
        # Position 0 of a span is the start character.
        parts = (
            (text[s.name[0] - 1 : s.name[1] - 1], text[s.value[0] - 1 : s.value[1] - 1])
            for s in slot_spans(text)
        )
        return MeaningRepresentation(tuple(Slot(*part) for part in parts))


def open_values(mr: str) -> tuple[str, ...]:
    """The values of a written meaning representation that a text must copy."""
    return tuple(slot.value for slot in read_mr(mr).slots if _is_open(slot))


def _is_open(slot: Slot) -> bool:
    known = ACCEPTED.get(slot.name, {})
    return plain(slot.value) not in known and slot.value.strip().lower() not in _OPINIONS


def _sayings(finding: SlotFinding) -> frozenset[str]:
    return ACCEPTED.get(finding.name, {}).get(plain(finding.value), frozenset())


def _copies(value: str, text: str, searched: str) -> tuple[tuple[Span, ...], int]:
    """Where an open value stands in the text, and how far the best copy is from it."""
    spans = tuple(_places(plain(value), searched))
    if spans:
        return spans, min(near_copy.edit_distance(value, text[a:b]) for a, b in spans)
    copy = near_copy.find(value, text)
    return ((), 0) if copy is None else (((copy.start, copy.end),), copy.distance)


def _places(words: str, searched: str) -> Iterator[Span]:
    start = searched.find(words)
    while start >= 0:
        end = start + len(words)
        if not near_copy.within_word(searched, start) and not near_copy.within_word(searched, end):
            yield start, end
        start = searched.find(words, end)


def _open_finding(
    slot: Slot, text: str, spans: tuple[Span, ...], distance: int, said: Sequence[Mention]
) -> SlotFinding:
    if spans:
        exact = tuple((a, b) for a, b in spans if text[a:b] == slot.value)
        state = SlotState.VERBATIM if exact else SlotState.NEAR_COPY
        return SlotFinding(slot.name, slot.value, state, exact or spans, distance, is_open=True)
    state = SlotState.WRONG if said else SlotState.MISSING
    places = tuple((mention.start, mention.end) for mention in said)
    return SlotFinding(slot.name, slot.value, state, places, is_open=True)


def _closed_finding(slot: Slot, text: str, said: Sequence[Mention]) -> SlotFinding:
    value = plain(slot.value)
    accepted = ACCEPTED.get(slot.name, {}).get(value)
    if accepted is None:
        return SlotFinding(slot.name, slot.value, SlotState.UNCHECKED)
    good = [mention for mention in said if mention.value in accepted]
    state = SlotState.WRONG if said else SlotState.MISSING
    words = (text[mention.start : mention.end] for mention in good)
    if value not in _OPINIONS and any(any(_places(slot.value, part)) for part in words):
        state = SlotState.VERBATIM
    elif good:
        state = SlotState.OTHER_WORDS
    places = tuple((mention.start, mention.end) for mention in good or said)
    return SlotFinding(slot.name, slot.value, state, places)


def _repeated(said: dict[str, list[Mention]], searched: str) -> Iterator[ExtraValue]:
    for name, places in said.items():
        if name not in _ONCE:
            continue
        again: dict[tuple[str, str], list[Span]] = defaultdict(list)
        for mention in places:
            words = searched[mention.start : mention.end]
            again[mention.value, words].append((mention.start, mention.end))
        for (value, _), spans in again.items():
            if len(spans) > 1:
                yield ExtraValue(name, value, tuple(spans[1:]))
