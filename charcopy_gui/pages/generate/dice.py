"""A random meaning representation: a place that nobody has heard of, in the corpus' slots."""

from __future__ import annotations

import random

from charcopy_gui.pages.generate import vocabulary
from charcopy_gui.pages.generate.vocabulary import Vocabulary
from core.corpus import demo
from core.meaning_representation import MeaningRepresentation, Slot

_LEAST, _MOST = 3, 8
"""Slots."""


def roll(known: Vocabulary | None, chance: random.Random) -> MeaningRepresentation:
    """Slots of a corpus with values that it could have; of the demo corpus, where it is unknown.

    Names are new ones wherever the corpus is of places to go: a model has to copy them.
    """
    if known is None or known.values.keys() <= demo.VALUES.keys():
        return demo.place(chance)
    new = known.values.keys() <= vocabulary.E2E.values.keys()
    values = {
        name: _invented(chance) if new and name in ("name", "near") else chance.choice(found)
        for name, found in known.values.items()
        if found or (new and name in ("name", "near"))
    }
    first, *others = values
    most = min(_MOST, len(values))
    count = chance.randint(min(_LEAST, most), most)
    kept = {first, *chance.sample(others, count - 1)}
    return MeaningRepresentation(
        tuple(Slot(name, value) for name, value in values.items() if name in kept)
    )


def _invented(chance: random.Random) -> str:
    """The name of a place."""
    return demo.place(chance).slots[0].value
