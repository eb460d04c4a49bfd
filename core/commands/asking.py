"""What options say of a file of examples, and which option answers what it leaves open."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from core.commands.errors import UsageError
from core.corpus import formats
from core.corpus.formats import Choices, Doubt, Known, Question

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
_ARGUMENTS = [option.removeprefix("--").replace("-", "_") for option in _OPTIONS.values()]


def known(options: argparse.Namespace, prefix: str = "") -> Known:
    """What the options say, of all files or of those whose options begin so."""
    every = vars(options)
    said = {name: every[f"{prefix}{name}"] for name in _ARGUMENTS}
    form, delimiter, header = said["format"], said["delimiter"], said["header"]
    return Known(
        format=None if form is None else formats.Format(form),
        encoding=said["encoding"],
        delimiter=_DELIMITERS.get(delimiter, delimiter),
        quote=said["quote"],
        header=None if header is None else header == "yes",
        mr=tuple(said["mr_column"]) if said["mr_column"] else None,
        reference=said["ref_column"],
        mr_file=said["mr_file"],
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


def choices(path: Path, said: Known, prefix: str = "--") -> Choices:
    """How a file is to be read.

    Args:
        path: of the file.
        said: by the options.
        prefix: with which the options begin that are about this file.

    Raises:
        CorpusError: it cannot be read.
        UsageError: something is left open; the message says which option settles it.
    """
    guess = formats.sniff(path, said)
    if guess.doubts:
        doubt = guess.doubts[0]
        msg = f"{doubt.sentence} Say so with {_answer(doubt, guess.choices, prefix)}."
        raise UsageError(msg)
    return guess.choices


def _answer(doubt: Doubt, guessed: Choices, prefix: str) -> str:
    """The options that answer a question, as they can be typed; the likeliest where it is open."""
    if doubt.likely and guessed.reference is not None:
        columns = [(Question.MR, name) for name in guessed.mr]
        columns.append((Question.REFERENCE, guessed.reference))
        return " ".join(_typed(about, name, prefix) for about, name in columns)
    if doubt.about is Question.HEADER:
        return " or ".join(_typed(doubt.about, answer, prefix) for answer in ("yes", "no"))
    if not doubt.options:
        return _option(doubt.about, prefix)
    names = {mark: name for name, mark in _DELIMITERS.items()}
    likeliest = names.get(doubt.options[0], doubt.options[0])
    return f"{_typed(doubt.about, likeliest, prefix)}, for example"


def _typed(about: Question, answer: str, prefix: str) -> str:
    return f"{_option(about, prefix)} {shlex.quote(answer)}"


def _option(about: Question, prefix: str) -> str:
    return _OPTIONS[about.value].replace("--", prefix)
