"""In which characters a text differs from another."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

_PIECES = re.compile(r"\w+|\s+|[^\w\s]")
"""Words, spaces and marks: letters that happen to agree in two different words mean nothing."""


def differing(text: str, other: str) -> frozenset[int]:
    """The indices of a text's characters that the other one does not have at that place.

    Words are compared first; of two that stand for one another, what they begin and end with alike
    does not differ.
    """
    ours, theirs = _PIECES.findall(text), _PIECES.findall(other)
    matcher = SequenceMatcher(None, theirs, ours, autojunk=False)
    found: set[int] = set()
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind in ("replace", "insert"):
            start = len("".join(ours[:c]))
            here, there = "".join(ours[c:d]), "".join(theirs[a:b])
            head = _common(here, there)
            tail = min(_common(here[::-1], there[::-1]), len(here) - head, len(there) - head)
            found.update(range(start + head, start + len(here) - tail))
    return frozenset(found)


def _common(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
