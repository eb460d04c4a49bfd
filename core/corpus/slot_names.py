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
    found = _slots(title)
    return None if found is None else frozenset(map(told, found))


def _slots(title: str) -> tuple[str, ...] | None:
    words = re.findall(r"\w+", title.casefold())
    return next((slots for word, slots in _BY_WORD.items() if word in words), None)


def missing(corpus: str, other: str) -> tuple[str, ...]:
    """The slots of another corpus that this one lacks; none where one of them is not known."""
    known, slots = of_corpus(corpus), _slots(other)
    if known is None or slots is None:
        return ()
    return tuple(name for name in slots if told(name) not in known)


def told(name: str) -> str:
    """A slot's name without what its spellings differ in: case, spaces, underscores, hyphens."""
    return _UNTOLD.sub("", name).lower()
