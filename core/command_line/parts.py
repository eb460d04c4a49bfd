"""What the arguments of several commands have in common."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NoReturn, TypeAlias

BAD_INPUT = 2
"""The exit code for what cannot be used."""

MODEL = "NAME|PATH"
"""How a model is named."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; --help says the rest."""

    def error(self, message: str) -> NoReturn:
        """End the program."""
        self.exit(BAD_INPUT, f"{self.prog}: {message}\n")


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def reading(command: argparse.ArgumentParser) -> None:
    """How files of examples are to be read, where that is not to be found out."""
    reading = command.add_argument_group("how files are read, found out unless it is said")
    forms = ("delimited", "jsonl", "rnnlg", "mrs", "texts", "blocks")
    reading.add_argument("--format", choices=forms)
    reading.add_argument("--encoding", metavar="E", help="such as utf-8 or cp1252")
    reading.add_argument("--delimiter", metavar="D", help="tab, comma, semicolon, bar, or itself")
    reading.add_argument("--quote", metavar="Q", help="quotation mark; empty for none")
    reading.add_argument("--header", choices=("yes", "no"), help="whether columns are named")
    reading.add_argument(
        "--mr-column", action="append", metavar="NAME", help="several times: a slot each"
    )
    reading.add_argument("--ref-column", metavar="NAME", help="the column of texts")
    reading.add_argument(
        "--mr-file", type=Path, metavar="FILE", help="for files of texts: their tables, one a line"
    )
