"""In what a text differs from another: word by word, and to the character."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_PIECES = re.compile(r"\s*(?:\w+|[^\w\s])|\s+")
"""A word or a mark, with the space before it: letters that happen to agree in two different words
mean nothing."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a text."""

    text: str
    differs: bool
    """Whether the other text does not have it."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A text and the reference nearest to it; each one's parts put together are the text."""

    nearest: int
    """The number of that reference, from 0."""
    text: tuple[Part, ...]
    reference: tuple[Part, ...]


def compare(text: str, references: Sequence[str]) -> Comparison:
    """Compare a text with the reference that shares most words with it in their order.

    Raises:
        ValueError: there are no references.
    """
    if not references:
        msg = "There is nothing to compare a text with."
        raise ValueError(msg)
    # A matcher learns its second text by heart, and is quick with many first ones.
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(_words(text))
    likeness = []
    for reference in references:
        matcher.set_seq1(_words(reference))
        likeness.append(matcher.ratio())
    nearest = likeness.index(max(likeness))
    here: list[Part] = []
    there: list[Part] = []
    for equal, ours, theirs in _aligned(text, references[nearest]):
        here += _parts(ours, differs=not equal)
        there += _parts(theirs, differs=not equal)
    return Comparison(nearest, tuple(here), tuple(there))


def differing(text: str, other: str) -> frozenset[int]:
    """The indices of a text's characters that the other one does not have at that place.

    Words are compared first; of two that stand for one another, what they begin and end with alike
    does not differ.
    """
    found: set[int] = set()
    start = 0
    for equal, ours, theirs in _aligned(text, other):
        if not equal:
            head = _common(ours, theirs) if theirs else len(ours) - len(ours.lstrip())
            least = min(len(ours), len(theirs)) - head
            tail = min(_common(ours[::-1], theirs[::-1]), max(least, 0))
            found.update(range(start + head, start + len(ours) - tail))
        start += len(ours)
    return frozenset(found)


def _words(text: str) -> list[str]:
    return [piece.strip() for piece in _PIECES.findall(text)]


def _aligned(text: str, other: str) -> Iterator[tuple[bool, str, str]]:
    """Stretches of both texts that stand for one another, and whether their words are equal."""
    ours, theirs = _PIECES.findall(text), _PIECES.findall(other)
    matcher = SequenceMatcher(None, _words(other), _words(text), autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        yield kind == "equal", "".join(ours[c:d]), "".join(theirs[a:b])


def _parts(text: str, *, differs: bool) -> Iterator[Part]:
    """A stretch without the space before it, which does not differ."""
    words = text.lstrip() if differs else text
    if space := text[: len(text) - len(words)]:
        yield Part(space, differs=False)
    if words:
        yield Part(words, differs)


def _common(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
