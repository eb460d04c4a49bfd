"""The slots of known corpora, by which it is told what a model's corpus did not have."""

from __future__ import annotations

import re

from core.corpus import demo

_UNTOLD = re.compile(r"[\s_-]+")
_E2E = (
    *("name", "eatType", "food", "priceRange", "customer rating", "area", "familyFriendly"),
    "near",
)
_PLACES = (
    *("name", "type", "area", "near", "address", "phone", "postcode", "count"),
    *("price", "pricerange"),
)
_HOTEL = (*_PLACES, "hasinternet", "dogsallowed", "acceptscreditcards")
_RESTAURANT = (*_PLACES, "food", "kidsallowed", "allowedforkids", "goodformeal")
_BY_WORD = {
    "e2e": _E2E,
    "demo": tuple(demo.VALUES),
    "hotel": _HOTEL,
    "restaurant": _RESTAURANT,
}


def of_corpus(title: str) -> frozenset[str] | None:
    """The slots of a corpus as `told` has them, by its title such as "E2E+"; None if not known.

    Hotel and Restaurant have a few more, each in a handful of examples.
    """
    words = re.findall(r"\w+", title.casefold())
    found = next((slots for word, slots in _BY_WORD.items() if word in words), None)
    return None if found is None else frozenset(map(told, found))


def told(name: str) -> str:
    """A slot's name without what its spellings differ in: case, spaces, underscores, hyphens."""
    return _UNTOLD.sub("", name).lower()
