"""Rows of a corpus, to be looked through: by words, by split, by slot and value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from threading import Event
from typing import NamedTuple, Self

from core import cancellation
from core.corpus import lenient
from core.corpus.example import Example

_AT_ONCE = 2000
"""Rows looked at between two chances to do something else: about a millisecond."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which rows are to be seen; what is empty filters nothing."""

    words: str = ""
    """Each stands in the meaning representation or in the reference, whatever its case."""
    split: str = ""
    slot: str | None = None
    """None for any; empty for slots without a name."""
    value: str | None = None
    """Of that slot; None for any."""


class Row(NamedTuple):
    """One example, and where it stands."""

    split: str
    number: int
    """Among the examples of its split, from 1."""
    example: Example


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of all splits, in order, and what searching them needs."""

    rows: tuple[Row, ...]
    folded: tuple[str, ...]
    """Each row's texts, without case."""
    slots: Mapping[str, frozenset[tuple[str, str]]]
    """Names and values of each distinct meaning representation, as far as they can be made out."""
    values: Mapping[str, tuple[tuple[str, int], ...]]
    """Of each slot, the commonest first: values, and in how many distinct meaning
    representations each stands. The commonest slot is first."""

    @classmethod
    def of(cls, splits: Mapping[str, tuple[Example, ...]], cancel: Event | None = None) -> Self:
        """Prepare the examples of some splits for searching.

        Raises:
            Cancelled: the event is set.
        """
        rows: list[Row] = []
        folded: list[str] = []
        slots: dict[str, frozenset[tuple[str, str]]] = {}
        for split, examples in splits.items():
            for number, example in enumerate(examples, start=1):
                cancellation.check(cancel)
                rows.append(Row(split, number, example))
                folded.append(f"{example.mr}\n{example.reference}".casefold())
                if example.mr not in slots:
                    found = lenient.slots(example.mr)
                    slots[example.mr] = frozenset((slot.name, slot.value) for slot in found)
        return cls(tuple(rows), tuple(folded), slots, _values(slots))

    def found(self, wanted: Filter) -> Iterator[list[int]]:
        """Indices of the rows that a filter lets through, in portions; some may be empty."""
        words = wanted.words.casefold().split()
        mrs = self._mrs(wanted)
        for start in range(0, len(self.rows), _AT_ONCE):
            left = list(range(start, min(start + _AT_ONCE, len(self.rows))))
            for word in words:
                left = [place for place in left if word in self.folded[place]]
            yield [place for place in left if self._fits(self.rows[place], wanted.split, mrs)]

    def _fits(self, row: Row, split: str, mrs: frozenset[str] | None) -> bool:
        return (not split or row.split == split) and (mrs is None or row.example.mr in mrs)

    def _mrs(self, wanted: Filter) -> frozenset[str] | None:
        """The meaning representations with the slot that is wanted; None where any will do."""
        if wanted.slot is None:
            return None
        return frozenset(
            mr
            for mr, slots in self.slots.items()
            if any(name == wanted.slot and wanted.value in (None, value) for name, value in slots)
        )


def _values(
    slots: Mapping[str, frozenset[tuple[str, str]]],
) -> dict[str, tuple[tuple[str, int], ...]]:
    counts: dict[str, Counter[str]] = {}
    holders: Counter[str] = Counter()
    for found in slots.values():
        holders.update({name for name, _ in found})
        for name, value in found:
            counts.setdefault(name, Counter())[value] += 1
    by_count = sorted(holders, key=lambda name: (-holders[name], name))
    return {
        name: tuple(sorted(counts[name].items(), key=lambda item: (-item[1], item[0])))
        for name in by_count
    }
