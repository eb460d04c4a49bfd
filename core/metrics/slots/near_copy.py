"""Finding a value in a text that has it almost: copied with a few characters wrong.

Edit distances are counted with a table's whole column in one number, a bit for each character of
the value (Myers 1999): a text is read at a few operations a character.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

_SHARE = 4
"""One character in so many may be wrong."""


@dataclass(frozen=True, slots=True)
class NearCopy:
    """A part of a text that is like a value."""

    start: int
    end: int
    distance: int
    """Characters to insert, delete or replace until the two are equal, capitals included."""


def find(value: str, text: str) -> NearCopy | None:
    """The whole words of the text most like the value, capitals aside; None if nothing is like it.

    The longer the value, the more characters may be wrong.
    """
    lowered, searched = _lowered(value), _lowered(text)
    limit = len(value) // _SHARE
    best, end = limit + 1, 0
    for position, distance in enumerate(_distances(lowered, searched, anchored=False), 1):
        if distance < best and not within_word(text, position):
            best, end = distance, position
    # Read backwards from its end, the part ends where it is likest: there it starts.
    first = max(0, end - len(value) - limit)
    backwards = _distances(lowered[::-1], searched[first:end][::-1], anchored=True)
    starts = [
        (distance, end - length)
        for length, distance in enumerate(backwards, 1)
        if distance <= limit and not within_word(text, end - length)
    ]
    if not starts:
        return None
    _, start = min(starts)
    return NearCopy(start, end, edit_distance(value, text[start:end]))


def within_word(text: str, position: int) -> bool:
    """Whether the position parts a word in two."""
    beside = text[max(position - 1, 0) : position + 1]
    return len(beside) == 2 and position > 0 and all(map(_is_letter, beside))


def _is_letter(character: str) -> bool:
    """Whether it is a letter or digit of a script that has spaces between its words.

    Others write a name and what follows it together: Chinese, Japanese, Thai, Korean.
    """
    latin_greek_cyrillic = character < "\u0530" or "\u1e00" <= character <= "\u1fff"
    return latin_greek_cyrillic and character.isalnum()


def edit_distance(one: str, other: str) -> int:
    """Characters to insert, delete or replace until the two are equal."""
    if not one or not other:
        return max(len(one), len(other))
    *_, last = _distances(one, other, anchored=True)
    return last


def _lowered(text: str) -> str:
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text


def _distances(pattern: str, text: str, *, anchored: bool) -> Iterator[int]:
    """After each character, the distance of the pattern to what was read.

    Anchored, that is all of it; else its likeliest last part.
    """
    places: dict[str, int] = {}
    for index, character in enumerate(pattern):
        places[character] = places.get(character, 0) | 1 << index
    full, last = (1 << len(pattern)) - 1, 1 << len(pattern) >> 1
    # Bits of places where the column grows (more) or shrinks (less) from one row to the next.
    more, less, distance = full, 0, len(pattern)
    for character in text:
        same = places.get(character, 0)
        diagonal = ((same & more) + more ^ more) | same | less
        grows, shrinks = less | ~(diagonal | more) & full, more & diagonal
        distance += bool(grows & last) - bool(shrinks & last)
        grows, shrinks = (grows << 1 | anchored) & full, shrinks << 1 & full
        vertical = same | less
        more, less = shrinks | ~(vertical | grows) & full, grows & vertical
        yield distance
