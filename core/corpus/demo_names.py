"""The default corpus's names, towns and landmarks, put together from parts: there are very many."""

from __future__ import annotations

import random

_ADJECTIVES = (
    "Copper", "Crooked", "Silent", "Paper", "Velvet", "Wandering", "Amber", "Hidden", "Painted",
    "Tin", "Sleepy", "Scarlet", "Iron", "Curious", "Last", "Seventh", "Upside-Down",
)  # fmt: skip
_NOUNS = (
    "Heron", "Lantern", "Anchor", "Fern", "Kite", "Compass", "Teapot", "Otter", "Magpie", "Quill",
    "Barrel", "Feather", "Candle", "Walnut", "Thimble", "Badger", "Comet", "Ladder", "Whistle",
    "Acorn", "Oyster", "Umbrella", "Inkpot", "Juniper", "Zebra", "Banjo",
)  # fmt: skip
_FAMILY_STARTS = (
    "Bram", "Hal", "Tor", "Pell", "Win", "Mar", "Quil", "Ed", "Os", "Fen", "Lor", "Dun", "Gar",
    "Hes", "Jes", "Kel", "Nor", "Ros", "Sel", "Thur", "Ves", "Yar", "Ald", "Cor", "Zan", "Xan",
    "Ben",
)  # fmt: skip
_FAMILY_ENDS = (
    "wick", "lam", "ley", "den", "ridge", "low", "worth", "man", "sby", "ford", "gate", "mere",
    "well", "stan", "rell", "vane", "jon", "quist",
)  # fmt: skip
_FRENCH_STARTS = ("Bé", "Ré", "Mé", "Vé", "Dé")
_FRENCH_ENDS = ("nard", "lancourt", "rival", "vigny", "sard")
_GERMAN_STARTS = ("Lü", "Mü", "Kö", "Schü", "Bü")
_GERMAN_ENDS = ("ning", "ders", "mann", "ring", "rich")
_TOWN_STARTS = (
    "Ash", "Wren", "Thorn", "Mar", "Bram", "Crow", "Elm", "Fen", "Gold", "Hazel", "Kings", "Lang",
    "Moor", "Oak", "Pen", "Red", "Salt", "Stone", "Swan", "Yew",
)  # fmt: skip
_TOWN_ENDS = (
    "combe", "bridge", "mouth", "field", "bury", "stead", "haven", "worth", "wick", "holme",
    "cliffe", "dale", "mere", "hurst",
)  # fmt: skip


def name(chance: random.Random) -> str:
    """A name that no place is known to have, such as "The Copper Heron" or "Chez Bénard"."""
    family, other = _family(chance), _family(chance)
    noun, other_noun = chance.sample(_NOUNS, 2)
    forms = (
        f"The {chance.choice(_ADJECTIVES)} {noun}",
        f"{chance.choice(_ADJECTIVES)} {noun}",
        f"{family}'s",
        f"{family} & {other}",
        f"{family} & {chance.choice(('Sons', 'Daughters', 'Friends'))}",
        f"The {noun} & {other_noun}",
        f"O'{family}'s {noun}",
        f"{chance.choice(('Studio', 'Number', 'House', noun))} {chance.randint(3, 199)}",
        f"{chance.choice(('Maison', 'Atelier', 'Chez'))} {_french(chance)}",
        f"{chance.choice(('Haus', 'Galerie'))} {_german(chance)}",
    )
    return chance.choice(forms)


def _family(chance: random.Random) -> str:
    return chance.choice(_FAMILY_STARTS) + chance.choice(_FAMILY_ENDS)


def _french(chance: random.Random) -> str:
    return chance.choice(_FRENCH_STARTS) + chance.choice(_FRENCH_ENDS)


def _german(chance: random.Random) -> str:
    return chance.choice(_GERMAN_STARTS) + chance.choice(_GERMAN_ENDS)


def town(chance: random.Random) -> str:
    """A town on no map."""
    plain = chance.choice(_TOWN_STARTS) + chance.choice(_TOWN_ENDS)
    foreign = chance.choice((f"Port {_french(chance)}", f"{_german(chance)}stadt"))
    forms = (plain, f"{chance.choice(('Upper', 'Little', 'Great'))} {plain}", foreign)
    (found,) = chance.choices(forms, weights=(8, 2, 1))
    return found


def landmark(chance: random.Random) -> str:
    """What a place can be near to."""
    family = _family(chance)
    forms = (
        f"{family} {chance.choice(('Bridge', 'Park', 'Station', 'Square', 'Library'))}",
        f"{chance.choice(_NOUNS)} {chance.choice(('Lane', 'Gate', 'Market', 'Street'))}",
        f"St {family}'s Church",
        f"Pier {chance.randint(2, 40)}",
    )
    (found,) = chance.choices(forms, weights=(4, 4, 1, 1))
    return found
