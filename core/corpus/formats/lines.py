"""The text files of the E2E challenge: one thing a line, references in blocks."""

from __future__ import annotations

import io
from collections.abc import Iterator

from core.corpus.formats.choices import MR, REFERENCE, Choices, CorpusError, Format
from core.corpus.formats.rows import Row

COLUMNS = {
    Format.MRS: (MR,),
    Format.TEXTS: (MR, REFERENCE),
    Format.BLOCKS: (MR, REFERENCE),
}


def texts(text: str) -> tuple[str, ...]:
    """One text a line; an empty line is an empty text."""
    return tuple(line.rstrip("\n") for line in io.StringIO(text, newline=None))


def blocks(text: str) -> tuple[tuple[str, ...], ...]:
    """The texts of each block; blocks stand between empty lines, of which several count as one."""
    return tuple(tuple(line for _, line in block) for block in _numbered_blocks(text))


def mr_rows(text: str, choices: Choices) -> Iterator[Row]:
    """A row for every line that is not blank, without the header if there is one."""
    header = choices.header
    for number, line in enumerate(texts(text), start=1):
        if line.strip():
            if not header:
                yield Row(number, {MR: line})
            header = False


def text_rows(text: str, choices: Choices, mrs: tuple[str, ...], name: str) -> Iterator[Row]:
    """A row for every text, with the meaning representation that its place in the file gives it.

    Args:
        text: the file's.
        choices: TEXTS or BLOCKS.
        mrs: of the other file, in its order; empty where there is none, and none is looked at.
        name: the file's, for messages.

    Raises:
        CorpusError: the two files do not have the same number of things.
    """
    if choices.format is Format.TEXTS:
        groups = [[(number, line)] for number, line in enumerate(texts(text), start=1)]
    else:
        groups = _numbered_blocks(text)
    if mrs and len(mrs) != len(groups):
        what = "lines" if choices.format is Format.TEXTS else "blocks"
        msg = f"{name} has {len(groups)} {what} for {len(mrs)} meaning representations."
        raise CorpusError(msg)
    for group, mr in zip(groups, mrs or [""] * len(groups), strict=True):
        for number, line in group:
            yield Row(number, {MR: mr, REFERENCE: line})


def _numbered_blocks(text: str) -> list[list[tuple[int, str]]]:
    found: list[list[tuple[int, str]]] = []
    before = ""
    for number, line in enumerate(texts(text), start=1):
        if line.strip():
            if not before.strip():
                found.append([])
            found[-1].append((number, line))
        before = line
    return found
