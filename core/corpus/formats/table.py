"""Table: a file as columns and rows, in whatever format it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from core.corpus.formats import delimited, encodings, jsonl, lines, rnnlg
from core.corpus.formats.choices import Choices, CorpusError, Format
from core.corpus.formats.encodings import Text
from core.corpus.formats.rows import AnyRow


class Table(NamedTuple):
    """The columns that a file has, and its rows, which can be gone through once."""

    columns: tuple[str, ...]
    rows: Iterator[AnyRow]


def table(text: str, choices: Choices, name: str, mrs: tuple[str, ...] = ()) -> Table:
    """The text as the choices say that it is to be read.

    Args:
        text: the file's.
        choices: how it is to be read.
        name: the file's, for messages.
        mrs: what goes with the texts of TEXTS or BLOCKS.

    Raises:
        CorpusError: the text is not in this format. The rows raise it as well.
    """
    form = choices.format
    if form is Format.DELIMITED:
        return Table(*delimited.rows(text, choices))
    if form is Format.JSONL:
        return Table(*jsonl.rows(text))
    if form is Format.RNNLG:
        return Table(rnnlg.COLUMNS, rnnlg.rows(text, name))
    if form is Format.MRS:
        return Table(lines.COLUMNS[form], lines.mr_rows(text, choices))
    return Table(lines.COLUMNS[form], lines.text_rows(text, choices, mrs, name))


def text_of(path: Path, encoding: str, *, sound: bool = False) -> Text:
    """A file's text; with `sound`, broken bytes are an error in UTF-8, too.

    Raises:
        CorpusError: it cannot be read, is not in this encoding, or has no text in it.
    """
    text = encodings.decode(encodings.content(path), encoding, path.name, sound=sound)
    if not text.text.strip():
        msg = f"{path.name} is empty."
        raise CorpusError(msg)
    return text


def sound_text(path: Path, encoding: str) -> str:
    """A file's text where every line counts, so that none may be damaged.

    Raises:
        CorpusError: it cannot be read, has no text in it, or a byte that cannot be decoded.
    """
    return text_of(path, encoding, sound=True).text


def read_mrs(path: Path, encoding: str) -> tuple[str, ...]:
    """The meaning representations of a file that has one a line.

    Raises:
        CorpusError: it cannot be read.
    """
    text = sound_text(path, encoding)
    return tuple(line.strip() for line in lines.texts(text) if line.strip())
