"""Slots and values that are known without any corpus being opened: of each kind of corpus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from charcopy_gui.pages.generate.examples import EXAMPLES
from core.corpus import demo
from core.meaning_representation import MeaningRepresentation
from core.metrics.slots.wordings import SAME, WORDINGS

_YES_NO = ("yes", "no")
_PRICES = ("cheap", "moderate", "expensive")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The slots of a corpus, in their usual order, with the values that are known for each."""

    title: str
    values: Mapping[str, tuple[str, ...]]


def _of_examples(name: str) -> tuple[str, ...]:
    slots = (slot for _, line in EXAMPLES for slot in MeaningRepresentation.parse(line).slots)
    return tuple(dict.fromkeys(slot.value for slot in slots if slot.name == name))


def _closed(name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*WORDINGS[name], *SAME.get(name, ()))))


E2E = Vocabulary(
    "E2E",
    {
        "name": _of_examples("name"),
        **{name: _closed(name) for name in WORDINGS},
        "familyFriendly": _YES_NO,
        "near": _of_examples("near"),
    },
)
DEMO = Vocabulary("The demo corpus", demo.VALUES)
HOTEL = Vocabulary(
    "The Hotel corpus",
    {
        "name": (),
        "type": ("hotel",),
        "area": (),
        "near": (),
        "address": (),
        "phone": (),
        "postcode": (),
        "count": (),
        **dict.fromkeys(("pricerange", "price_range"), (*_PRICES, "inexpensive", "pricey")),
        **dict.fromkeys(("hasinternet", "has_internet"), _YES_NO),
        **dict.fromkeys(("dogsallowed", "dogs_allowed"), _YES_NO),
        **dict.fromkeys(("acceptscreditcards", "accepts_credit_cards"), _YES_NO),
    },
)
RESTAURANT = Vocabulary(
    "The Restaurant corpus",
    {
        "name": (),
        "type": ("restaurant",),
        "food": (),
        "area": (),
        "near": (),
        "address": (),
        "phone": (),
        "postcode": (),
        "price": (),
        "count": (),
        **dict.fromkeys(("pricerange", "price_range"), _PRICES),
        **dict.fromkeys(("kidsallowed", "kids_allowed", "allowedforkids"), _YES_NO),
        **dict.fromkeys(
            ("goodformeal", "good_for_meal"), ("breakfast", "brunch", "lunch", "dinner")
        ),
    },
)
_BY_WORD = {"e2e": E2E, "demo": DEMO, "hotel": HOTEL, "restaurant": RESTAURANT}
BUILT_IN = tuple(_BY_WORD.values())


def of_corpus(corpus: str) -> Vocabulary | None:
    """What is known of a corpus by its name, such as "E2E and E2E+"; None for any other."""
    words = corpus.casefold().replace("+", " ").replace("-", " ").split()
    return next((known for word, known in _BY_WORD.items() if word in words), None)
