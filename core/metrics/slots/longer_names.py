"""Longer names: a text that says "Qwyx Seven" has the name Qwyx in it, and speaks of another place.

Figures count such a name as copied, since its characters are. Whoever looks at one text is told.
"""

from __future__ import annotations

import re

from core.metrics.slots.findings import SlotFinding, SlotFindings, SlotState, Span
from core.metrics.slots.mentions import ACCEPTED, mentions, plain

_WORD = re.compile(r"\w+")
_NEXT = re.compile(r"[ -]([A-ZÀ-Þ]\w+)")
_LAST = re.compile(r"(?<=[\w,;] )([A-ZÀ-Þ]\w+)[ -]$")
"""Not a sentence's first word: any has a capital there."""
_FARTHEST = 60
"""Characters before a name in which its first words are looked for."""
_STARTS, _ENDS = re.compile(r"[A-ZÀ-Þ\d]"), re.compile(r"(?:.*\s)?[A-ZÀ-Þ\d]\S*$")
_NO_NAME = re.compile(
    "the|an?|at|in|on|by|for|from|with|near|of|and|or|but|is|are|was|has|have|its?|this|that|there"
    "|here|where|which|you|your|they|their|we|our|if|as|located|situated|offers|serves|provides"
    "|come|visit|try"
)
"""Words that people write with a capital although the sentence goes on."""


def longer_names(findings: SlotFindings, text: str) -> tuple[tuple[Span, ...], ...]:
    """For each slot the longer names in which alone the text has its value; for most there is none.

    Names are looked at that were copied, where their first or last word has a capital. What other
    slots say is part of no name, as in "Qwyx French Restaurant".
    """
    names = _Names(findings, text)
    return tuple(
        names.around(slot)
        if slot.state is SlotState.VERBATIM and slot.is_open and slot.name not in ACCEPTED
        else ()
        for slot in findings.slots
    )


class _Names:
    """Looks in one text for names that are longer than those of the slots."""

    def __init__(self, findings: SlotFindings, text: str) -> None:
        self._text = text
        self._copies = [span for slot in findings.slots if slot.is_open for span in slot.spans]
        said = [(mention.start, mention.end) for mention in mentions(plain(text))]
        self._taken = {at for span in (*self._copies, *said) for at in range(*span)}
        slots = (f"{slot.name} {slot.value}".lower() for slot in findings.slots)
        self._own = {word for words in slots for word in _WORD.findall(words)}

    def around(self, slot: SlotFinding) -> tuple[Span, ...]:
        """The longer names, unless the slot's stands anywhere by itself."""
        found = tuple(self._copy_around(span) or self._grown(slot, span) for span in slot.spans)
        return () if set(found) & set(slot.spans) else found

    def _copy_around(self, span: Span) -> Span | None:
        """Another slot's value that this one is a part of."""
        start, end = span
        around = ((a, b) for a, b in self._copies if a <= start and end <= b and (a, b) != span)
        return next(around, None)

    def _grown(self, slot: SlotFinding, span: Span) -> Span:
        start, end = span
        if _ENDS.match(slot.value):
            while (word := _NEXT.match(self._text, end)) and self._is_name(word):
                end = word.end()
        if _STARTS.match(slot.value):
            near = max(0, start - _FARTHEST)
            while (word := _LAST.search(self._text, near, start)) and self._is_name(word):
                start = word.start(1)
        return start, end

    def _is_name(self, word: re.Match[str]) -> bool:
        small = word[1].lower()
        return not (word.start(1) in self._taken or small in self._own or _NO_NAME.fullmatch(small))
