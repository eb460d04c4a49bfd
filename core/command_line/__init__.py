"""What can be asked for on the command line: the arguments of every command.

A command is a function here and a module in `core/commands/` whose `run` does the work; it is
named as text, because torch takes seconds to import, and --help must not wait for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.command_line import corpora, models, scoring, training, window, writing
from core.command_line.parts import BAD_INPUT, Parser, called
from core.command_line.training import SIZES
from core.command_line.window import with_command

__all__ = ["BAD_INPUT", "SIZES", "Parser", "called", "parser", "with_command"]


def parser(pages: Sequence[str]) -> Parser:
    """The parser of all commands.

    What it parses has `command`, None for the window, and `work`, the module that does a command's
    work, None where the window does it.

    Args:
        pages: names of the window's pages.
    """
    whole = Parser(
        prog=called()[-1],
        description="Shows how a neural network turns a table into a sentence. "
        "Without a command, the window opens; with a file in its place, the window shows it.",
    )
    whole.set_defaults(work=None)
    whole.add_argument(
        "--reset", action="store_true", help="set aside what the window remembers, and start afresh"
    )
    whole.add_argument(
        "--safe-mode", action="store_true", help="load nothing that the window used last"
    )
    commands = whole.add_subparsers(dest="command", metavar="COMMAND")
    writing.generate(commands)
    writing.read_back(commands)
    training.train(commands)
    training.runs(commands)
    scoring.evaluate(commands)
    scoring.tune_rerank(commands)
    models.models(commands)
    corpora.corpora(commands)
    window.open_file(commands)
    window.screenshot(commands, pages)
    return whole
