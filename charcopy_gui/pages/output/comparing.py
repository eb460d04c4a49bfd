"""How the text that is shown differs from another, in marks and in words."""

from __future__ import annotations

from typing import NamedTuple

from charcopy_gui.pages.differences import differing


class Compared(NamedTuple):
    """Nothing to say, where there is nothing to compare with."""

    marks: frozenset[int] = frozenset()
    """The characters that the other text does not have there."""
    words: str = ""


def compared(text: str, other: str, name: str) -> Compared:
    """Compare a text with another one of this name."""
    if text == other:
        return Compared(words=f"The same text as “{name}”.")
    marks = differing(text, other)
    if marks:
        return Compared(marks, f"differs from “{name}”")
    return Compared(words=f"Nothing here that “{name}” has not, and less.")
