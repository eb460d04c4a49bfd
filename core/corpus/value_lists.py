"""Lists of new values for slots, one a line, in a file or as somebody wrote them down."""

from __future__ import annotations

import re
from pathlib import Path

from core.corpus import formats
from core.corpus.formats import CorpusError
from core.meaning_representation import MeaningRepresentation, Slot

_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
"""Control characters, of which text has only tabs and the ends of lines and pages."""


def read(path: Path) -> tuple[str, ...]:
    """The values of a file.

    Raises:
        CorpusError: it is not here, cannot be read, or has a line that is no value.
    """
    return parse(formats.sound_text(path, "utf-8"), path.name)


def parse(text: str, name: str) -> tuple[str, ...]:
    """The values of a text, in order; empty lines are passed over.

    Args:
        text: a value a line.
        name: what to call it, at the beginning of a sentence.

    Raises:
        CorpusError: a line is no value.
    """
    # As editors count them: splitlines would end lines at other characters, too.
    lines = re.split(r"\r\n|\r|\n", text)
    for number, line in enumerate(lines, start=1):
        if found := _NO_TEXT.search(line):
            msg = f"{name} is not a list of words: line {number} holds {found[0]!r}."
            raise CorpusError(msg)
        if not _is_value(line.strip()):
            msg = f"{name}, line {number} is not a value: its brackets do not match."
            raise CorpusError(msg)
    return tuple(line.strip() for line in lines if line.strip())


def _is_value(text: str) -> bool:
    """Whether a slot with this value can be written so that it is read back."""
    try:
        MeaningRepresentation((Slot("name", text),)).linearise()
    except ValueError:
        return False
    return True
