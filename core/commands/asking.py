"""What options say of a file of examples, and which option answers what it leaves open."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.commands.errors import UsageError
from core.corpus import formats
from core.corpus.formats import Choices, Known, Question

_DELIMITERS = {"tab": "\t", "comma": ",", "semicolon": ";", "bar": "|"}
_OPTIONS = {
    "format": "--format",
    "encoding": "--encoding",
    "delimiter": "--delimiter",
    "quote": "--quote",
    "header": "--header",
    "mr": "--mr-column",
    "reference": "--ref-column",
    "mr_file": "--mr-file",
}
"""What fills the fields of Known, which are what questions are about."""
_YES_OR_NO = {Question.HEADER: "--header yes or --header no"}
"""Options that are a choice, in full."""


def known(options: argparse.Namespace) -> Known:
    """What the options say; see `command_line`."""
    delimiter = options.delimiter
    return Known(
        format=None if options.format is None else formats.Format(options.format),
        encoding=options.encoding,
        delimiter=_DELIMITERS.get(delimiter, delimiter),
        quote=options.quote,
        header=None if options.header is None else options.header == "yes",
        mr=tuple(options.mr_column) if options.mr_column else None,
        reference=options.ref_column,
        mr_file=options.mr_file,
    )


def refuse(said: Known, corpus: str) -> None:
    """A known corpus is read as it is known to be written; options cannot say otherwise.

    Args:
        said: by the options.
        corpus: the known corpus' name.

    Raises:
        UsageError: something was said.
    """
    given = [option for name, option in _OPTIONS.items() if getattr(said, name) is not None]
    if given:
        msg = f"How the files of {corpus} are read is known; leave out {', '.join(given)}."
        raise UsageError(msg)


def choices(path: Path, said: Known) -> Choices:
    """How a file is to be read.

    Raises:
        CorpusError: it cannot be read.
        UsageError: something is left open; the message says which option settles it.
    """
    guess = formats.sniff(path, said)
    if guess.doubts:
        doubt = guess.doubts[0]
        option = _YES_OR_NO.get(doubt.about, _OPTIONS[doubt.about.value])
        msg = f"{doubt.sentence} Say so with {option}."
        raise UsageError(msg)
    return guess.choices
