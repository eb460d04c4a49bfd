"""Characters that a model has never met: which those of a text are, and how to say it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_MOST = 12
"""How many are named."""


def outside(text: str, alphabet: frozenset[str] | None) -> tuple[str, ...]:
    """The characters of a text outside of an alphabet, each once; none where there is none."""
    if alphabet is None or alphabet.issuperset(text):
        return ()
    return tuple(dict.fromkeys(c for c in text if c not in alphabet))


def visible(character: str) -> str:
    """A character, or its code point where there would be nothing to see."""
    blank = unicodedata.category(character)[0] in "CZ"
    return f"U+{ord(character):04X}" if blank else character


def sentence(characters: Sequence[str]) -> str:
    """What is to be said of them; nothing where there are none."""
    if not characters:
        return ""
    named = " ".join(map(visible, characters[:_MOST]))
    more = f" and {len(characters) - _MOST} more" if len(characters) > _MOST else ""
    return f"Never trained, can only be copied: {named}{more}"
