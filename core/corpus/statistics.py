"""What a corpus is like, in numbers: lengths, slots, characters, and what its splits share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.corpus import lenient
from core.corpus.example import Example
from core.corpus.formats import Reading

_AT_ONCE = 1000
"""Examples whose characters are counted at once."""


@dataclass(frozen=True, slots=True)
class SlotCount:
    """One slot's share in a set of examples, counted over distinct meaning representations."""

    name: str
    """Empty for slots without a name."""
    mrs: int
    """Meaning representations that have it."""
    values: int
    """Distinct values."""
    longest: int
    """Characters of the longest value."""


@dataclass(frozen=True, slots=True)
class Description:
    """What a set of examples is like."""

    rows: int
    distinct_mrs: int
    longest_mr: int
    """In characters, like all lengths."""
    longest_reference: int
    mean_mr: float
    """Over distinct meaning representations."""
    mean_reference: float
    slots: tuple[SlotCount, ...]
    """The commonest first."""
    doublets: tuple[tuple[str, ...], ...]
    """Names of slots that are spelled alike but for case, spaces and underscores."""
    characters: tuple[tuple[str, int], ...]
    """Each character and how often it stands in the rows, the commonest first."""
    duplicates: int
    """Rows equal to an earlier one."""

    def to_mapping(self) -> dict[str, Any]:
        """As JSON has it; slots and characters by name."""
        return {
            "rows": self.rows,
            "distinct_mrs": self.distinct_mrs,
            "longest_mr": self.longest_mr,
            "longest_reference": self.longest_reference,
            "mean_mr": round(self.mean_mr, 1),
            "mean_reference": round(self.mean_reference, 1),
            "slots": {
                slot.name: {"mrs": slot.mrs, "values": slot.values, "longest": slot.longest}
                for slot in self.slots
            },
            "doublets": self.doublets,
            "characters": dict(self.characters),
            "duplicates": self.duplicates,
        }


def describe(examples: Iterable[Example]) -> Description:
    """Count everything there is to say of some examples."""
    found = tuple(examples)
    mrs = dict.fromkeys(example.mr for example in found)
    slots = _slots(mrs)
    references = [len(example.reference) for example in found]
    return Description(
        rows=len(found),
        distinct_mrs=len(mrs),
        longest_mr=max(map(len, mrs), default=0),
        longest_reference=max(references, default=0),
        mean_mr=sum(map(len, mrs)) / len(mrs) if mrs else 0.0,
        mean_reference=sum(references) / len(found) if found else 0.0,
        slots=slots,
        doublets=lenient.doublets(slot.name for slot in slots),
        characters=_characters(found),
        duplicates=len(found) - len(set(found)),
    )


def _characters(examples: tuple[Example, ...]) -> tuple[tuple[str, int], ...]:
    counts = np.zeros(1, np.int64)
    # One array of all of a large corpus would hold every other thread up.
    for start in range(0, len(examples), _AT_ONCE):
        some = examples[start : start + _AT_ONCE]
        text = "".join(part for example in some for part in (example.mr, example.reference))
        codes = np.frombuffer(text.encode("utf-32-le"), np.uint32)
        found = np.bincount(codes, minlength=len(counts)).astype(np.int64)
        found[: len(counts)] += counts
        counts = found
    there = np.flatnonzero(counts)
    commonest_first = sorted(there.tolist(), key=lambda code: (-int(counts[code]), code))
    return tuple((chr(code), int(counts[code])) for code in commonest_first)


def _slots(mrs: Iterable[str]) -> tuple[SlotCount, ...]:
    holders: Counter[str] = Counter()
    values: dict[str, set[str]] = {}
    for mr in mrs:
        found = lenient.slots(mr)
        holders.update(dict.fromkeys(slot.name for slot in found).keys())
        for slot in found:
            values.setdefault(slot.name, set()).add(slot.value)
    return tuple(
        SlotCount(name, count, len(values[name]), max(map(len, values[name])))
        for name, count in holders.most_common()
    )


@dataclass(frozen=True, slots=True)
class Overlap:
    """What one split has in common with another."""

    split: str
    other: str
    mrs: int
    """Distinct meaning representations that stand in both."""
    rows: int
    """Rows of the first whose meaning representation stands in the other."""


def overlaps(splits: Mapping[str, Iterable[Example]]) -> tuple[Overlap, ...]:
    """For each split and every earlier one, what they share; leaks, where a split tests."""
    mrs = {name: Counter(example.mr for example in found) for name, found in splits.items()}
    names = list(splits)
    return tuple(_overlap(name, other, mrs) for i, name in enumerate(names) for other in names[:i])


def _overlap(name: str, other: str, mrs: Mapping[str, Counter[str]]) -> Overlap:
    shared = mrs[name].keys() & mrs[other].keys()
    return Overlap(name, other, len(shared), sum(mrs[name][mr] for mr in shared))


def account(reading: Reading) -> dict[str, Any]:
    """What reading a file left out and changed, as JSON has it."""
    changes = reading.changes
    return {
        "skipped": [{"line": row.line, "reason": row.reason} for row in reading.skipped],
        "dropped": dict(reading.dropped),
        "changed": {
            "line_ends": changes.line_ends,
            "surrounding_space": changes.surrounding_space,
            "byte_order_mark": changes.byte_order_mark,
        },
    }
