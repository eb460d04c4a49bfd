"""Which of several human texts is nearest to a system's, and in which words the two differ."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_PIECES = re.compile(r"\s*(?:\w+|[^\w\s])|\s+")
"""A word or a mark, with the space before it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a text."""

    text: str
    differs: bool
    """Whether the other text does not have it."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A text and the human text nearest to it; each one's parts put together are the text."""

    nearest: int
    """The number of that human text, from 0."""
    text: tuple[Part, ...]
    reference: tuple[Part, ...]


def compare(text: str, references: Sequence[str]) -> Comparison:
    """Compare a text with the human text that shares most words with it in their order.

    Raises:
        ValueError: there are no references.
    """
    if not references:
        msg = "There is nothing to compare a text with."
        raise ValueError(msg)
    ours = _PIECES.findall(text)
    # A matcher learns its second text by heart, and is quick with many first ones.
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2([piece.strip() for piece in ours])
    likeness = []
    for reference in references:
        matcher.set_seq1([piece.strip() for piece in _PIECES.findall(reference)])
        likeness.append(matcher.ratio())
    nearest = likeness.index(max(likeness))
    theirs = _PIECES.findall(references[nearest])
    matcher.set_seq1([piece.strip() for piece in theirs])
    here: list[Part] = []
    there: list[Part] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        _append(there, "".join(theirs[a:b]), kind != "equal")
        _append(here, "".join(ours[c:d]), kind != "equal")
    return Comparison(nearest, tuple(here), tuple(there))


def _append(parts: list[Part], text: str, differs: bool) -> None:
    words = text.lstrip() if differs else text
    if space := text[: len(text) - len(words)]:
        parts.append(Part(space, differs=False))
    if words:
        parts.append(Part(words, differs))
