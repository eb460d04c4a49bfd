"""What can be asked for on the command line: the arguments of every command.

A command is a function here and a module in `core/commands/` whose `run` does the work; it is
named as text, because torch takes seconds to import, and --help must not wait for it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn, TypeAlias

BAD_INPUT = 2
"""The exit code for what cannot be used."""

SIZES = {
    "layers": "layers",
    "hidden": "hidden_size",
    "attention": "attention_size",
    "embedding": "embedding_size",
}
"""Options of train that are sizes of the model, and their names in ModelConfig."""

_MODEL = "NAME|PATH"


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; --help says the rest."""

    def error(self, message: str) -> NoReturn:
        """End the program."""
        self.exit(BAD_INPUT, f"{self.prog}: {message}\n")


_Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def parser(pages: Sequence[str]) -> Parser:
    """The parser of all commands.

    What it parses has `command`, None for the window, and `work`, the module that does a command's
    work, None where the window does it.

    Args:
        pages: names of the window's pages.
    """
    whole = Parser(
        prog="main.py",
        description="Shows how a neural network turns a table into a sentence. "
        "Without a command, the window opens.",
    )
    whole.set_defaults(work=None)
    commands = whole.add_subparsers(dest="command", metavar="COMMAND")
    _generate(commands)
    _train(commands)
    _evaluate(commands)
    _models(commands)
    _corpora(commands)
    _screenshot(commands, pages)
    return whole


def _generate(commands: _Commands) -> None:
    generate = commands.add_parser("generate", help="write the sentence for a table")
    generate.set_defaults(work="core.commands.writing")
    generate.add_argument("mr", metavar="MR", help="such as 'name[The Phoenix], food[French]'")
    generate.add_argument("--model", metavar=_MODEL, help="the default is the shipped model")
    generate.add_argument("--json", action="store_true", help="print the whole trace")
    generate.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    how = generate.add_mutually_exclusive_group()
    how.add_argument("--sample", action="store_true", help="sample instead of greedy")
    how.add_argument("--beam", type=int, metavar="N", help="write N texts side by side instead")
    generate.add_argument("--seed", type=int, default=0, help="of sampling")
    generate.add_argument("--temperature", type=float, default=1.0, help="of sampling")
    generate.add_argument("--top-p", type=float, default=1.0, help="of sampling")
    generate.add_argument(
        "--length-penalty", type=float, default=1.0, metavar="X", help="of --beam; 0 for none"
    )


def _train(commands: _Commands) -> None:
    train = commands.add_parser("train", help="train a model")
    train.set_defaults(work="core.commands.training")
    train.add_argument("--corpus", required=True, metavar="NAME|PATH", help="corpora lists names")
    train.add_argument("--dev", type=Path, metavar="PATH", help="to choose the model by")
    train.add_argument("--out", required=True, type=Path, metavar="DIR", help="the run's folder")
    train.add_argument("--corpus-name", metavar="NAME", help="for the model's card")
    train.add_argument("--licence", metavar="TEXT", help="of the corpus, for the model's card")
    train.add_argument("--attribution", metavar="TEXT", help="whom to name, for the card")
    train.add_argument("--config", type=Path, metavar="FILE.toml")
    train.add_argument("--variant", metavar="EDA|EDA_C|EDA_S|EDA_CS")
    train.add_argument("--fine-tune-from", metavar=_MODEL)
    train.add_argument("--resume", action="store_true", help="go on with the run in --out")
    for flag in ("--epochs", "--batch-size", "--seed", "--threads", "--evaluate-every"):
        train.add_argument(flag, type=int, metavar="N")
    train.add_argument("--learning-rate", type=float, metavar="R")
    train.add_argument("--device", help="auto, cpu, cuda or mps")
    for flag, size in SIZES.items():
        train.add_argument(f"--{flag}", type=int, metavar="N", dest=size)
    _reading(train)


def _evaluate(commands: _Commands) -> None:
    evaluate = commands.add_parser("evaluate", help="score a model, or any system's outputs")
    evaluate.set_defaults(work="core.commands.evaluating")
    system = evaluate.add_mutually_exclusive_group(required=True)
    system.add_argument("--model", metavar=_MODEL, help="that writes the texts")
    system.add_argument("--outputs", type=Path, metavar="FILE", help="texts, one a line")
    evaluate.add_argument("--corpus", required=True, metavar="NAME|PATH")
    evaluate.add_argument(
        "--split", choices=("train", "dev", "test"), help="of a known corpus; test without it"
    )
    evaluate.add_argument("--beam", type=int, metavar="N", help="beam search instead of greedy")
    evaluate.add_argument(
        "--protocol", choices=("full", "paper"), default="full", help="paper: text in ASCII"
    )
    evaluate.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    evaluate.add_argument("--json", action="store_true", help="print the figures as JSON")
    evaluate.add_argument("--save-outputs", type=Path, metavar="FILE", help="texts, one a line")
    evaluate.add_argument("--table", type=Path, metavar="FILE", help="figures: .csv, .md or .tex")
    evaluate.add_argument("--texts", type=Path, metavar="FILE.csv", help="figures of every text")
    evaluate.add_argument("--sample", type=Path, metavar="FILE.csv", help="for reading by hand")
    evaluate.add_argument("--sample-size", type=int, default=100, metavar="N", help="its texts")
    evaluate.add_argument("--seed", type=int, default=1, metavar="N", help="which texts it has")
    _reading(evaluate)


def _models(commands: _Commands) -> None:
    models = commands.add_parser("models", help="list the models")
    models.set_defaults(work="core.commands.models")


def _corpora(commands: _Commands) -> None:
    corpora = commands.add_parser("corpora", help="list, fetch, make and describe corpora")
    corpora.set_defaults(work="core.commands.corpora")
    actions = corpora.add_subparsers(dest="action", metavar="ACTION")
    download = actions.add_parser("download", help="fetch a known corpus")
    download.add_argument("name", metavar="NAME")
    download.add_argument("--folder", type=Path, metavar="DIR", help="for corpora, not the user's")
    build = actions.add_parser("build-e2e-plus", help="make E2E+ from E2E")
    build.add_argument("--out", required=True, type=Path, metavar="DIR")
    build.add_argument("--seed", type=int, default=1, metavar="N", help="which value goes where")
    build.add_argument("--names", type=Path, metavar="FILE", help="new names, one a line")
    build.add_argument("--foods", type=Path, metavar="FILE", help="new foods, one a line")
    describe = actions.add_parser("describe", help="print what a corpus is like")
    describe.add_argument("name", metavar="NAME|PATH")
    describe.add_argument("--json", action="store_true")
    _reading(describe)


def _reading(command: argparse.ArgumentParser) -> None:
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


def _screenshot(commands: _Commands, pages: Sequence[str]) -> None:
    screenshot = commands.add_parser("screenshot", help="draw the window into a picture")
    screenshot.add_argument("out", metavar="OUT.png", type=Path)
    screenshot.add_argument("--page", choices=pages, default="generate")
    screenshot.add_argument("--theme", choices=("light", "dark"), default="light")
    screenshot.add_argument("--model", metavar=_MODEL)
