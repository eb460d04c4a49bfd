"""What the arguments of several commands have in common."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

BAD_INPUT = 2
"""The exit code for what cannot be used."""

MODEL = "NAME|PATH"
"""How a model is named."""


def called() -> tuple[str, ...]:
    """The words with which this program was called: it has a name where it was installed."""
    return ("charcopy",) if Path(sys.argv[0]).stem == "charcopy" else ("python", "main.py")


class _Aligned(argparse.HelpFormatter):
    """Leaves room for our longest options, so that what they mean stands in one column."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28)

    def add_argument(self, action: argparse.Action) -> None:
        """The names of commands stand further in than argparse reckons with."""
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):
            self._action_max_length += self._indent_increment


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; --help says the rest."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401
        """Take what argparse gives the parser of a command."""
        super().__init__(**options)
        self.formatter_class = _Aligned

    def error(self, message: str) -> NoReturn:
        """End the program."""
        self.exit(BAD_INPUT, f"{self.prog}: {message}\n")


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def reading(
    command: argparse.ArgumentParser,
    title: str = "how files are read (detected by default)",
    prefix: str = "--",
) -> None:
    """How files of examples are to be read, where that is not to be found out."""
    reading = command.add_argument_group(title)
    forms = ("delimited", "jsonl", "rnnlg", "mrs", "texts", "blocks")
    for name, more in (
        ("format", {"choices": forms, "metavar": "FORM", "help": f"one of {', '.join(forms)}"}),
        ("encoding", {"metavar": "E", "help": "such as utf-8 or cp1252"}),
        ("delimiter", {"metavar": "D", "help": "tab, comma, semicolon, bar, or itself"}),
        ("quote", {"metavar": "Q", "help": "quotation mark; empty for none"}),
        ("header", {"choices": ("yes", "no"), "help": "whether the first line names the columns"}),
        ("mr-column", {"metavar": "NAME", "action": "append", "help": "column of tables; repeat "
                       "for one per slot"}),
        ("ref-column", {"metavar": "NAME", "help": "the column of texts"}),
        ("mr-file", {"metavar": "FILE", "type": Path, "help": "tables for a file of texts, "
                     "one per line"}),
    ):  # fmt: skip
        reading.add_argument(f"{prefix}{name}", **more)
