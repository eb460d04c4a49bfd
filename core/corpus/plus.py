"""A "plus" version of a corpus: values of open slots are replaced, in tables and texts alike.

A model can say values it never met only by copying them. The recipe is that of Roberti et al. for
E2E+: each distinct meaning representation gets new values, and no new value of one split stands in
another.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from threading import Event
from typing import Self, TypeAlias

from core import cancellation
from core.corpus import lenient
from core.corpus.example import Example
from core.failures import InputError
from core.meaning_representation import Slot, slot_spans

SHARES = {"train": 0.77, "dev": 0.085, "test": 0.145}
"""How the values of a list are shared out among the splits; about as in the authors' files."""

Lists: TypeAlias = Mapping[tuple[str, ...], Sequence[str]]
"""New values for slots. Slots that are named together share one list, and no value of it."""

_LETTER = "[0-9A-Za-z\u00c0-\u024f\u0370-\u052f]"
"""Of scripts with spaces between words: where one stands beside a value, it is part of a word."""


class BuildError(InputError):
    """A plus version cannot be made; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What is done with values that a text says in other words, and with letters."""

    tables_always: bool = False
    """Whether a table gets a new value also where its text says the old one in other words, and an
    old value is replaced inside of words. Else such a row keeps that value, so that table and text
    still say the same."""
    letters: Mapping[int, str] = field(default_factory=dict)
    """Characters that are written otherwise, as `str.translate` has them."""


@dataclass(slots=True)
class Account:
    """How many rows there are, and what became of them."""

    rows: int = 0
    replaced: int = 0
    """Rows whose text had each of their values; all have been replaced in it."""
    partly: int = 0
    """Rows whose text had some of their values."""
    left: int = 0
    """Rows whose text had none of them: it says them in other words."""
    slots: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Of each slot, in how many rows its value was replaced, and in how many it was not found."""

    @property
    def without(self) -> int:
        """Rows that have no value to be replaced."""
        return self.rows - self.replaced - self.partly - self.left

    def add(self, found: Iterable[Slot], missing: Iterable[Slot]) -> None:
        """Count one row by the slots whose values its text has and has not."""
        found, missing = tuple(found), tuple(missing)
        self.rows += 1
        self.replaced += bool(found and not missing)
        self.partly += bool(found and missing)
        self.left += bool(missing and not found)
        for slots, place in ((found, 0), (missing, 1)):
            for name in dict.fromkeys(slot.name for slot in slots):
                counts = list(self.slots.get(name, (0, 0)))
                counts[place] += 1
                self.slots[name] = counts[0], counts[1]


@dataclass(frozen=True, slots=True)
class Plus:
    """The plus version of some splits, and what became of their rows."""

    splits: Mapping[str, tuple[Example, ...]]
    account: Account


@dataclass(frozen=True, slots=True)
class Rewriting:
    """New values for some slots of a meaning representation, and what that makes of its texts.

    In a text the old values are replaced where they stand exactly so, all in one pass and the
    longest first, since a value can contain another; what says them in other words stays.
    """

    mr: str
    """As it was, but for its letters."""
    new: Mapping[Slot, str]
    """The values that slots get."""
    rules: Rules
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, mr: str, new: Mapping[Slot, str], rules: Rules) -> Self:
        """Give slots of a meaning representation new values."""
        longest_first = sorted({slot.value for slot in new}, key=len, reverse=True)
        whole = re.escape if rules.tables_always else _as_words
        # A pattern of nothing would match everywhere.
        pattern = re.compile("|".join(map(whole, longest_first)) or r"(?!)")
        return cls(mr.translate(rules.letters), new, rules, pattern)

    def example(self, reference: str) -> tuple[Example, tuple[Slot, ...], tuple[Slot, ...]]:
        """A row with new values; the slots whose values its text has, and those it has not.

        Where there is no text, nothing contradicts a table, and all values are new.
        """
        swaps = {slot.value: new for slot, new in self.new.items()}
        said: set[str] = set()

        def swap(match: re.Match[str]) -> str:
            said.add(match[0])
            return swaps[match[0]]

        text = self.pattern.sub(swap, reference.translate(self.rules.letters))
        found = tuple(slot for slot in self.new if slot.value in said or not text)
        missing = tuple(slot for slot in self.new if slot not in found)
        changed = self.new if self.rules.tables_always else {slot: self.new[slot] for slot in found}
        return Example(_with_values(self.mr, changed), text), found, missing


def _as_words(value: str) -> str:
    """A pattern for a value that is no part of a longer word."""
    begins = f"(?<!{_LETTER})" if re.match(_LETTER, value) else ""
    ends = f"(?!{_LETTER})" if re.match(_LETTER, value[-1]) else ""
    return f"{begins}{re.escape(value)}{ends}"


def _with_values(mr: str, new: Mapping[Slot, str]) -> str:
    """A meaning representation with other values; all around them stays as it is written."""
    parts, end = [], 0
    # Spans count the source's start as position 0.
    for span in slot_spans(mr):
        start, stop = span.value[0] - 1, span.value[1] - 1
        name, value = mr[span.name[0] - 1 : span.name[1] - 1], mr[start:stop]
        parts += [mr[end:start], new.get(Slot(name, value), value)]
        end = stop
    return "".join([*parts, mr[end:]])


def build(
    splits: Mapping[str, Sequence[Example]],
    lists: Lists,
    seed: int = 1,
    taken: Iterable[str] = (),
    rules: Rules | None = None,
    cancel: Event | None = None,
) -> Plus:
    """The plus version of some splits; the same seed gives the same.

    Args:
        splits: examples by the names of SHARES, or those of one split of any name.
        lists: new values for slots.
        seed: decides which value goes where.
        taken: values that are not to be used, such as those of a split that is there already.
        rules: without them, table and text never contradict each other.
        cancel: stops between two rows.

    Raises:
        Cancelled: the event is set.
        BuildError: a list is too short.
    """
    chance, rules, account = random.Random(seed), rules or Rules(), Account()
    pools = _pools(splits, lists, chance, set(taken), rules)
    made = {}
    for name, examples in splits.items():
        made[name] = tuple(_dealt(examples, pools[name], rules, account, cancel))
    return Plus(made, account)


def _pools(
    splits: Iterable[str], lists: Lists, chance: random.Random, taken: set[str], rules: Rules
) -> dict[str, dict[str, list[str]]]:
    """For every split and slot the values that no other split and no other slot of its list has."""
    pools: dict[str, dict[str, list[str]]] = {split: {} for split in splits}
    shares = {split: SHARES.get(split, 1.0) for split in pools}
    for slots, values in lists.items():
        written = (value.translate(rules.letters) for value in values)
        left = [value for value in dict.fromkeys(written) if value not in taken]
        chance.shuffle(left)
        places = [
            (split, slot, shares[split] / sum(shares.values()) / len(slots))
            for split in pools
            for slot in slots
        ]
        if len(left) < len(places):
            values_are = "value is" if len(places) == 1 else "values are"
            there_are = "is" if len(left) == 1 else "are"
            msg = (
                f"For {' and '.join(slots)} at least {len(places)} {values_are} needed, "
                f"and there {there_are} {len(left)}."
            )
            raise BuildError(msg)
        spare, start = len(left) - len(places), 0
        for split, slot, share in places:
            # One at least, and its share of the rest.
            end = start + 1 + int(spare * share)
            pools[split][slot] = left[start:end]
            start = end
    return pools


def _dealt(
    examples: Sequence[Example],
    pools: Mapping[str, list[str]],
    rules: Rules,
    account: Account,
    cancel: Event | None,
) -> Iterator[Example]:
    """The examples with values dealt in turn, to each table when it first appears."""
    decks = {slot: cycle(values) for slot, values in pools.items()}
    rewritings: dict[str, Rewriting] = {}
    for example in examples:
        cancellation.check(cancel)
        rewriting = rewritings.get(example.mr)
        if rewriting is None:
            hand: dict[Slot, str] = {}
            for slot in lenient.slots(example.mr.translate(rules.letters)):
                if slot.name in decks and slot.value.strip() and slot not in hand:
                    hand[slot] = next(decks[slot.name])
            rewriting = rewritings[example.mr] = Rewriting.of(example.mr, hand, rules)
        row, found, missing = rewriting.example(example.reference)
        account.add(found, missing)
        yield row
