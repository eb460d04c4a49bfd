"""Where a text says a value of a closed slot, in whatever words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.metrics.slots import family
from core.metrics.slots.family import pattern
from core.metrics.slots.wordings import SAME, WORDINGS

FAMILY_SLOT = "familyFriendly"
_SPELLINGS = str.maketrans({"-": " ", "–": " ", "é": "e", "è": "e", "’": "'", "‘": "'", "_": " "})
_POUND = re.compile(r"(?<![a-z0-9])l(?= ?\d)")


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in a text that says a value of a closed slot."""

    slot: str
    value: str
    """As `WORDINGS` names it."""
    start: int
    end: int


def plain(text: str) -> str:
    """The text in small letters without hyphens and accents; `£` also where the text has L.

    It is as long as the text, so that positions hold in both.
    """
    spelt = text.translate(_SPELLINGS)
    lowered = spelt.lower()
    if len(lowered) != len(text):  # Some capitals have small forms of two characters.
        lowered = "".join(c.lower() if len(c.lower()) == 1 else c for c in spelt)
    return _POUND.sub("£", lowered)


def _search(slot: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """The pattern of all of a slot's wordings, and the value of each of its groups."""
    groups = (f"(?P<v{i}>{words})" for i, words in enumerate(WORDINGS[slot].values()))
    return pattern(rf"(?<!\w)(?=\S)(?:{'|'.join(groups)})(?!\w)"), tuple(WORDINGS[slot])


_SEARCHES = {slot: _search(slot) for slot in WORDINGS}
_AWAY = pattern(
    r"\b(?:outside(?: of)?|out of|away from|north of|south of|east of|west of|outskirts of|edge of"
    r"|far from|miles from|off)(?: the| a)? (?:cent(?:re|er) of (?:the )?)?$"
)
"""Before the city's name: the place is somewhere else."""
_AVERAGE_PRICE = pattern(r"average|below average|reasonabl|fair|modera|decent")


def _accepted() -> dict[str, dict[str, frozenset[str]]]:
    own = {slot: {value: (value,) for value in wordings} for slot, wordings in WORDINGS.items()}
    values = own | SAME | {FAMILY_SLOT: {"yes": ("yes",), "no": ("no",)}}
    return {
        slot: {plain(value): frozenset(said) for value, said in pairs.items()}
        for slot, pairs in values.items()
    }


ACCEPTED = _accepted()
"""For each closed slot and each of its values, in plain form, which may be said for it."""


def mentions(text: str) -> Iterator[Mention]:
    """Every mention of a closed slot in a plain text, slot by slot."""
    for slot, (search, values) in _SEARCHES.items():
        found = [
            Mention(slot, values[int(match.lastgroup[1:])], match.start(), match.end())
            for match in search.finditer(text)
            if match.lastgroup
        ]
        if slot == "area":
            found = [one for one in found if not _elsewhere(text, one)]
        elif slot == "priceRange" and any("£" in one.value for one in found):
            # "An average price of £30" says the price once.
            found = [one for one in found if not _AVERAGE_PRICE.match(text, one.start)]
        yield from found
    for value, start, end in family.mentions(text):
        yield Mention(FAMILY_SLOT, value, start, end)


def _elsewhere(text: str, mention: Mention) -> bool:
    before = text[max(0, mention.start - 40) : mention.start]
    return mention.value == "city centre" and _AWAY.search(before) is not None
