"""How a file is to be read, what was found out about that, and what is left to ask."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TypeAlias

from core.failures import InputError

MR, REFERENCE = "mr", "ref"
"""Names of the columns in a file that we write, and in formats that name none."""


class CorpusError(InputError):
    """A file cannot be read as examples; the message names the file and what is wrong where."""


class Format(Enum):
    """How examples stand in a file."""

    DELIMITED = "delimited"
    """Rows of fields between delimiters: CSV, TSV."""
    JSONL = "jsonl"
    """One JSON object a line."""
    RNNLG = "rnnlg"
    """Comment lines, then a JSON list of dialogue act, human text, machine's text."""
    MRS = "mrs"
    """One meaning representation a line, and no texts."""
    TEXTS = "texts"
    """One text a line; the meaning representations stand in a file of their own."""
    BLOCKS = "blocks"
    """One text a line, those of one meaning representation together, an empty line between."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Everything that decides how a file is read; whoever knows better sets it by hand."""

    format: Format = Format.DELIMITED
    encoding: str = "utf-8"
    delimiter: str = ","
    quote: str = '"'
    """What a field may stand between; empty where nothing quotes."""
    header: bool = True
    """Whether the first line names the columns."""
    mr: tuple[str, ...] = (MR,)
    """The column of the meaning representations; of several, each is a slot of its own."""
    reference: str | None = REFERENCE
    """The column of the texts; None where there are meaning representations alone."""
    mr_file: Path | None = None
    """Where TEXTS and BLOCKS have their meaning representations, one a line."""

    def __post_init__(self) -> None:
        """Refuse what no file could be read with.

        Raises:
            CorpusError: a mark that cannot be one, or no column.
        """
        for what, mark, lengths in (
            ("delimiter", self.delimiter, (1,)),
            ("quotation mark", self.quote, (0, 1)),
        ):
            if len(mark) not in lengths or mark in ("\r", "\n", "\0"):
                msg = f"{mark!r} cannot be a {what}: it has to be one character of a line."
                raise CorpusError(msg)
        if not self.mr:
            msg = "The column of the meaning representations has to be named."
            raise CorpusError(msg)
        if self.delimiter == self.quote:
            msg = f"Delimiter and quotation mark cannot both be {self.quote!r}."
            raise CorpusError(msg)


Answers: TypeAlias = Mapping[Path, Choices]
"""How files are read that leave something open, as somebody has said."""

NO_ANSWERS: Answers = {}


@dataclass(frozen=True, slots=True)
class Known:
    """What someone has said of a file; None where it is to be found out."""

    format: Format | None = None
    encoding: str | None = None
    delimiter: str | None = None
    quote: str | None = None
    header: bool | None = None
    mr: tuple[str, ...] | None = None
    reference: str | None = None
    """Empty where there are meaning representations alone."""
    mr_file: Path | None = None


NOTHING_KNOWN = Known()


class Question(Enum):
    """What a file can leave open."""

    FORMAT = "format"
    ENCODING = "encoding"
    DELIMITER = "delimiter"
    HEADER = "header"
    MR = "mr"
    REFERENCE = "reference"
    MR_FILE = "mr_file"


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that only a person can decide; the guess holds the likeliest answer."""

    about: Question
    sentence: str
    """A question, for the person."""
    options: tuple[str, ...] = ()
    """What it could be, likeliest first; for ENCODING, DELIMITER, MR and REFERENCE."""
    likely: bool = False
    """Whether the guess answers it so well that a person only has to agree."""
    readings: tuple[tuple[str, str], ...] = ()
    """For ENCODING: options that read the file differently, each with words that it then says."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What was found out about a file."""

    choices: Choices
    columns: tuple[str, ...]
    """Names of the columns; those that have none are numbered."""
    doubts: tuple[Doubt, ...]
    """Empty where everything is certain."""


class CorpusQuestion(CorpusError):  # noqa: N818 - it asks
    """A file was to be read without asking, and leaves something open."""

    def __init__(self, path: Path, guess: Guess) -> None:
        """Keep which file it is and what was found out; the message is the first question."""
        super().__init__(guess.doubts[0].sentence)
        self.path = path
        self.guess = guess


def with_known(choices: Choices, known: Known) -> Choices:
    """The choices, where nobody has said otherwise."""
    said = {
        field.name: value
        for field in dataclasses.fields(known)
        if (value := getattr(known, field.name)) is not None
    }
    if known.reference == "":
        said["reference"] = None
    return dataclasses.replace(choices, **said)
