"""The default corpus: places to spend an afternoon, written by our own small grammar.

Names, towns and neighbourhoods are put together from parts, so that hundreds of them occur and a
model does well only if it copies. The same seed always gives the same corpus.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from core.corpus import demo_names
from core.corpus.example import Corpus, Example
from core.meaning_representation import MeaningRepresentation, Slot

TRAIN_MRS, DEV_MRS = 840, 85
MOST_REFERENCES = 4

_TICKETED = (
    "museum", "art gallery", "toy museum", "clock museum", "aquarium", "observatory",
    "science centre", "sculpture garden", "open-air theatre", "puppet theatre",
)  # fmt: skip
_SHOPS = (
    "bookshop", "map shop", "record shop", "antique shop", "pottery workshop", "printing workshop",
    "bicycle workshop", "umbrella shop",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday")
_LAST_DAYS = ("Friday", "Saturday", "Sunday")

_PREDICATES = {
    "free": ("is free to enter", "costs nothing to visit", "has free admission"),
    "cheap": ("is cheap", "has low prices", "does not cost much"),
    "moderate": ("is moderately priced", "has moderate prices", "charges fair prices"),
    "expensive": ("is expensive", "has high prices", "is not cheap"),
    "daily": ("is open daily", "opens every day", "is open every day of the week"),
    "weekends": ("is open at weekends", "opens at weekends", "can be visited at weekends"),
    "yes": ("welcomes children", "is good for children", "is a good place to take children"),
    "no": ("is not for children", "is for adults only", "does not admit children"),
}
"""What can be said of the values that are words of their own."""
VALUES: Mapping[str, tuple[str, ...]] = {
    "name": (),
    "kind": _TICKETED + _SHOPS,
    "town": (),
    "near": (),
    "price": ("free", "cheap", "moderate", "expensive"),
    "open": ("daily", "weekends"),
    "forChildren": ("yes", "no"),
}
"""Every slot in its order, with those of its values that are not put together from parts."""
_AS_ADJECTIVE = {
    "free": "free",
    "cheap": "cheap",
    "moderate": "moderately priced",
    "expensive": "expensive",
    "yes": "child-friendly",
}


class _Opening(NamedTuple):
    """A first clause, and how more can be joined to it."""

    template: str
    join: str


_LIST, _THAT, _WHICH = "", " that ", ", which "
"""More verbs for the subject; a clause on the kind; a clause on the name."""

_WITH_KIND_AND_PLACE = (
    _Opening("{name} is {kind} {place}", _LIST),
    _Opening("{name}, {place}, is {kind}", _THAT),
    _Opening("{front} there is {kind} called {name}", _WHICH),
    _Opening("there is {kind} called {name} {place}", _LIST),
    _Opening("you will find {name}, {kind}, {place}", _LIST),
    _Opening("if you want {kind} {place}, try {name}", _WHICH),
)
_WITH_KIND = (
    _Opening("{name} is {kind}", _THAT),
    _Opening("{name} is {kind}", _LIST),
    _Opening("there is {kind} called {name}", _WHICH),
    _Opening("if you want {kind}, try {name}", _WHICH),
)
_WITH_PLACE = (
    _Opening("{name} is {place}", _LIST),
    _Opening("{name} can be found {place}", _LIST),
    _Opening("you will find {name} {place}", _LIST),
    _Opening("{front} you will find {name}", _WHICH),
)


def corpus(seed: int = 1) -> Corpus:
    """About 2,000 examples to train on and 200 for dev, which share no name."""
    chance = random.Random(seed)
    names: set[str] = set()
    while len(names) < TRAIN_MRS + DEV_MRS:
        names.add(demo_names.name(chance))
    # Sets have no order that a seed would fix.
    tables = [_table(chance, name) for name in sorted(names)]
    chance.shuffle(tables)
    return Corpus(
        name="demo",
        train=tuple(_examples(chance, tables[:TRAIN_MRS])),
        dev=tuple(_examples(chance, tables[TRAIN_MRS:])),
        licence="MIT",
        attribution="Made by CharCopy's own grammar.",
    )


def place(chance: random.Random) -> MeaningRepresentation:
    """What there could be to say of a place that nobody has heard of."""
    return _mr(_table(chance, demo_names.name(chance)))


def _mr(table: dict[str, str]) -> MeaningRepresentation:
    return MeaningRepresentation(tuple(Slot(*item) for item in table.items()))


def _examples(chance: random.Random, tables: Sequence[dict[str, str]]) -> Iterator[Example]:
    for table in tables:
        mr = _mr(table).linearise()
        count = chance.randint(1, MOST_REFERENCES)
        for reference in dict.fromkeys(_reference(chance, table) for _ in range(count)):
            yield Example(mr, reference)


def _table(chance: random.Random, name: str) -> dict[str, str]:
    """One place's slots, the name and one to five others, in their fixed order."""
    ticketed = chance.random() < 0.5
    entry = ("free", f"£{chance.randint(2, 28)}")
    full = {
        "kind": chance.choice(_TICKETED if ticketed else _SHOPS),
        "town": demo_names.town(chance),
        "near": demo_names.landmark(chance),
        "price": chance.choice(entry if ticketed else ("cheap", "moderate", "expensive")),
        "open": _opening_times(chance),
        "forChildren": chance.choice(("yes", "no")),
    }
    (count,) = chance.choices(range(1, 6), weights=(12, 30, 32, 18, 8))
    kept = chance.sample(sorted(full), count)
    # A kind says most about a place, so it is there more often than the others.
    if "kind" not in kept and chance.random() < 0.6:
        kept[0] = "kind"
    return {"name": name, **{slot: value for slot, value in full.items() if slot in kept}}


def _opening_times(chance: random.Random) -> str:
    return chance.choice(
        (
            "daily",
            "weekends",
            f"{chance.choice(_DAYS)} to {chance.choice(_LAST_DAYS)}",
            f"{chance.randint(7, 11)} am to {chance.randint(3, 10)} pm",
            f"until {chance.randint(5, 11)} pm",
        )
    )


def _reference(chance: random.Random, table: dict[str, str]) -> str:
    """One text that says everything in the table."""
    facts = [slot for slot in ("price", "open", "forChildren") if slot in table]
    chance.shuffle(facts)
    kind = table.get("kind", "")
    if kind and facts and table[facts[0]] in _AS_ADJECTIVE and chance.random() < 0.3:
        kind = f"{_AS_ADJECTIVE[table[facts.pop(0)]]} {kind}"
    places = _places(chance, table)
    place, front = " ".join(places), ", ".join(places) + "," * (len(places) > 1)
    rest = [_predicate(chance, slot, table[slot]) for slot in facts]
    if kind and place and chance.random() < 0.15:
        rest.insert(0, f"is {place}")
        place = ""
    if not kind and not place:
        return _sentence(f"{table['name']} {_listed(rest)}")
    opening, join = chance.choice(
        (_WITH_KIND_AND_PLACE if place else _WITH_KIND) if kind else _WITH_PLACE
    )
    article = "an" if kind[:1] in set("aeiou") else "a"
    words = {"name": table["name"], "kind": f"{article} {kind}", "place": place, "front": front}
    first = opening.format(**words)
    if not rest:
        return _sentence(first)
    if chance.random() < 0.45 or (join == _LIST and not first.startswith(table["name"])):
        return f"{_sentence(first)} {_sentence('it ' + _listed(rest))}"
    if join == _LIST:
        return _sentence(_listed([first, *rest]))
    return _sentence(first + join + _listed(rest))


def _places(chance: random.Random, table: dict[str, str]) -> list[str]:
    """Where it is, as far as the table says."""
    parts = []
    if "town" in table:
        parts.append(f"in {table['town']}")
    if "near" in table:
        parts.append(f"{chance.choice(('near', 'close to', 'not far from'))} {table['near']}")
        if chance.random() < 0.5:
            parts.reverse()
    return parts


def _predicate(chance: random.Random, slot: str, value: str) -> str:
    if value in _PREDICATES:
        return chance.choice(_PREDICATES[value])
    if slot == "price":
        forms = (f"costs {value} to visit", f"charges {value} for entry", f"costs {value} to enter")
    elif value.startswith("until"):
        forms = (f"is open {value}", f"stays open {value}", value.replace("until", "closes at"))
    else:
        forms = (f"is open from {value}", f"opens from {value}", f"is open {value}")
    return chance.choice(forms)


def _listed(parts: Sequence[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
