"""A "plus" version of a corpus: values of open slots are replaced, in tables and texts alike.

A model can say values it never met only by copying them. The recipe is that of Roberti et al. for
E2E+: each distinct meaning representation gets new values, the same for all its references, and no
new value of one split stands in another.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Self, TypeAlias

from core.corpus.example import Example
from core.meaning_representation import MeaningRepresentation, Slot

SHARES = {"train": 0.77, "dev": 0.085, "test": 0.145}
"""How the values of a list are shared out among the splits; about as in the authors' files."""

Lists: TypeAlias = Mapping[tuple[str, ...], Sequence[str]]
"""New values for slots. Slots that are named together share one list, and no value of it."""

_PLAIN = str.maketrans({"£": "L", "é": "e"})


class BuildError(ValueError):
    """A plus version cannot be made; the message says what is missing."""


def plain(text: str) -> str:
    """The text with the letters of E2E+: it has neither £ nor é."""
    return text.translate(_PLAIN)


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A meaning representation with new values for some slots, and what that makes of its texts.

    In a text the old values are replaced where they stand exactly so, all in one pass and the
    longest first, since a value can contain another; what says them in other words stays.
    """

    mr: str
    """Written out, with the new values."""
    swaps: Mapping[str, str]
    """New values by the old ones."""
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, mr: str, new: Mapping[str, str]) -> Self:
        """Give slots new values, by their names.

        Raises:
            ParseError: the meaning representation is irregular.
        """
        old = MeaningRepresentation.parse(plain(mr)).slots
        slots = tuple(Slot(slot.name, new.get(slot.name, slot.value)) for slot in old)
        swaps = {slot.value: new[slot.name] for slot in old if slot.value and slot.name in new}
        longest_first = sorted(swaps, key=len, reverse=True)
        # A pattern of nothing would match everywhere.
        pattern = re.compile("|".join(map(re.escape, longest_first)) or r"(?!)")
        return cls(MeaningRepresentation(slots).linearise(), swaps, pattern)

    def text(self, reference: str) -> str:
        """A text with the new values."""
        return self.pattern.sub(lambda found: self.swaps[found[0]], plain(reference))


def build(
    splits: Mapping[str, Sequence[Example]],
    lists: Lists,
    seed: int = 1,
    taken: Iterable[str] = (),
) -> dict[str, tuple[Example, ...]]:
    """The plus version of some splits; the same seed gives the same.

    Args:
        splits: examples by the names of SHARES.
        lists: new values for slots.
        seed: decides which value goes where.
        taken: values that are not to be used, such as those of a split that is there already.

    Raises:
        BuildError: a list is too short.
        ParseError: a meaning representation is irregular.
    """
    chance = random.Random(seed)
    pools = _pools(splits, lists, chance, set(taken))
    return {name: tuple(_dealt(splits[name], pools[name])) for name in splits}


def _pools(
    splits: Mapping[str, Sequence[Example]], lists: Lists, chance: random.Random, taken: set[str]
) -> dict[str, dict[str, list[str]]]:
    """For every split and slot the values that no other split and no other slot of its list has."""
    pools: dict[str, dict[str, list[str]]] = {split: {} for split in splits}
    whole = sum(SHARES[split] for split in splits)
    for slots, values in lists.items():
        left = [value for value in dict.fromkeys(map(plain, values)) if value not in taken]
        chance.shuffle(left)
        places = [
            (split, slot, SHARES[split] / whole / len(slots)) for split in splits for slot in slots
        ]
        if len(left) < len(places):
            msg = (
                f"For {' and '.join(slots)} at least {len(places)} values are needed, "
                f"and there are {len(left)}."
            )
            raise BuildError(msg)
        spare, start = len(left) - len(places), 0
        for split, slot, share in places:
            # One at least, and its share of the rest.
            end = start + 1 + int(spare * share)
            pools[split][slot] = left[start:end]
            start = end
    return pools


def _dealt(examples: Sequence[Example], pools: Mapping[str, list[str]]) -> Iterator[Example]:
    """The examples with values dealt in turn, to each table when it first appears."""
    decks = {slot: cycle(values) for slot, values in pools.items()}
    rewritings: dict[str, Rewriting] = {}
    for example in examples:
        rewriting = rewritings.get(example.mr)
        if rewriting is None:
            slots = MeaningRepresentation.parse(example.mr).slots
            hand = {slot.name: next(decks[slot.name]) for slot in slots if slot.name in decks}
            rewriting = rewritings[example.mr] = Rewriting.of(example.mr, hand)
        yield Example(rewriting.mr, rewriting.text(example.reference))
