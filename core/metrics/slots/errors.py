"""Counting a set's slot errors, and how many open values were copied exactly."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import astuple, dataclass

from core.metrics.slots.findings import SlotFindings, SlotState
from core.metrics.slots.mentions import ACCEPTED, plain

_READ_TWICE = (
    ("priceRange", "moderate", re.compile(r"price range and an? average\b")),
    ("customer rating", "high", re.compile(r"rating and an? high\b")),
)
"""What the published error rates count beside: an adjective between two nouns goes with both.

"A high price range and an average customer rating" is a moderate price, too, to the script behind
those figures. The findings know better, but a rate is there to be compared.
"""


@dataclass(frozen=True, slots=True)
class SlotErrors:
    """The errors of one text, or of a set of them."""

    slots: int = 0
    """Slots that were checked."""
    added: int = 0
    missing: int = 0
    wrong: int = 0
    repeated: int = 0
    open_values: int = 0
    exact_copies: int = 0
    """Open values that stand in the text character for character."""

    @classmethod
    def of(cls, findings: SlotFindings, text: str) -> SlotErrors:
        """The errors of one text, counted as the published rates count them."""
        opened = [slot for slot in findings.slots if slot.is_open]
        return cls(
            slots=len(findings.slots) - findings.count(SlotState.UNCHECKED),
            added=len(findings.invented) + _read_twice(findings, plain(text)),
            missing=findings.count(SlotState.MISSING),
            wrong=findings.count(SlotState.WRONG),
            repeated=len(findings.repeated),
            open_values=len(opened),
            exact_copies=sum(slot.state is SlotState.VERBATIM for slot in opened),
        )

    @classmethod
    def total(cls, parts: Iterable[SlotErrors]) -> SlotErrors:
        """The errors of all parts together."""
        return cls(*map(sum, zip(*map(astuple, (cls(), *parts)), strict=True)))

    @property
    def rate(self) -> float | None:
        """The slot error rate, a fraction; None without slots that can be checked."""
        errors = self.added + self.missing + self.wrong + self.repeated
        return errors / self.slots if self.slots else None

    @property
    def exact_copy_rate(self) -> float | None:
        """The share of open values that were copied exactly; None where there are none."""
        return self.exact_copies / self.open_values if self.open_values else None


def _read_twice(findings: SlotFindings, text: str) -> int:
    invented = {(extra.name, extra.value) for extra in findings.invented}
    count = 0
    for name, value, words in _READ_TWICE:
        slots = (slot for slot in findings.slots if slot.name == name)
        said = [ACCEPTED[name].get(plain(slot.value), frozenset()) for slot in slots]
        if said and (name, value) not in invented and words.search(text):
            count += not any(value in values for values in said)
    return count
