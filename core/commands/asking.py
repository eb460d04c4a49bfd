"""What options say of a file of examples, and which option answers what it leaves open."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.commands.errors import UsageError
from core.corpus import formats
from core.corpus.formats import Choices, Known, Question

_DELIMITERS = {"tab": "\t", "comma": ",", "semicolon": ";", "bar": "|"}
_OPTIONS = {
    Question.FORMAT: "--format",
    Question.ENCODING: "--encoding",
    Question.DELIMITER: "--delimiter",
    Question.HEADER: "--header yes or --header no",
    Question.MR: "--mr-column",
    Question.REFERENCE: "--ref-column",
    Question.MR_FILE: "--mr-file",
}


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


def choices(path: Path, said: Known) -> Choices:
    """How a file is to be read.

    Raises:
        CorpusError: it cannot be read.
        UsageError: something is left open; the message says which option settles it.
    """
    guess = formats.sniff(path, said)
    if guess.doubts:
        doubt = guess.doubts[0]
        msg = f"{doubt.sentence} Say so with {_OPTIONS[doubt.about]}."
        raise UsageError(msg)
    return guess.choices
