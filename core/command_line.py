"""What can be asked for on the command line: the arguments of every command.

A command is a function here and a module in `core/commands/` whose `run` does the work; it is
named as text, because torch takes seconds to import, and --help must not wait for it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn, TypeAlias

from core import decoding_arguments, model_card, session
from core.config import BackwardInput, Optimizer, Schedule
from core.config.presets import PRESETS

OPENED = (session.SUFFIX, model_card.SUFFIX)
"""What names of files end in that the window shows."""

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
        "Without a command, the window opens; with a file in its place, the window shows it.",
    )
    whole.set_defaults(work=None)
    whole.add_argument(
        "--reset", action="store_true", help="set what the window remembers aside, and start afresh"
    )
    whole.add_argument(
        "--safe-mode", action="store_true", help="load nothing of what the window used last"
    )
    commands = whole.add_subparsers(dest="command", metavar="COMMAND")
    _generate(commands)
    _read_back(commands)
    _train(commands)
    _runs(commands)
    _evaluate(commands)
    _tune_rerank(commands)
    _models(commands)
    _corpora(commands)
    _open(commands)
    _screenshot(commands, pages)
    return whole


def with_command(arguments: Sequence[str]) -> list[str]:
    """The arguments, with `open` before a file that stands in a command's place."""
    first = next((at for at, word in enumerate(arguments) if not word.startswith("-")), None)
    if first is None or Path(arguments[first]).suffix.lower() not in OPENED:
        return list(arguments)
    return [*arguments[:first], "open", *arguments[first:]]


def _generate(commands: _Commands) -> None:
    generate = commands.add_parser("generate", help="write the sentence for a table")
    generate.set_defaults(work="core.commands.writing")
    generate.add_argument("mr", metavar="MR", help="such as 'name[The Phoenix], food[French]'")
    generate.add_argument("--model", metavar=_MODEL, help="the default is the shipped model")
    generate.add_argument("--json", action="store_true", help="print the whole trace")
    generate.add_argument("--trace", type=Path, metavar="FILE", help="keep it: .json or .csv")
    generate.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    how = generate.add_mutually_exclusive_group()
    how.add_argument("--sample", action="store_true", help="sample instead of greedy")
    decoding_arguments.beam(how)
    decoding_arguments.searching(generate)
    generate.add_argument("--seed", type=int, default=0, help="of sampling")
    decoding_arguments.reranking(generate)


def _read_back(commands: _Commands) -> None:
    read_back = commands.add_parser("read-back", help="read the table back from a sentence")
    read_back.set_defaults(work="core.commands.read_back")
    read_back.add_argument(
        "text", nargs="?", default="-", metavar="SENTENCE", help="- or none: from standard input"
    )
    read_back.add_argument("--model", metavar=_MODEL, help="the default is the shipped model")
    read_back.add_argument("--json", action="store_true", help="print every character's figures")
    read_back.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")


def _train(commands: _Commands) -> None:
    train = commands.add_parser("train", help="train a model")
    train.set_defaults(work="core.commands.training")
    train.add_argument("--corpus", metavar="NAME|PATH", help="corpora lists names")
    train.add_argument("--dev", type=Path, metavar="PATH", help="to choose the model by")
    train.add_argument("--out", type=Path, metavar="DIR", help="the run's folder")
    train.add_argument("--corpus-name", metavar="NAME", help="for the model's card")
    train.add_argument("--licence", metavar="TEXT", help="of the corpus, for the model's card")
    train.add_argument("--attribution", metavar="TEXT", help="whom to name, for the card")
    train.add_argument("--preset", choices=[preset.name for preset in PRESETS])
    train.add_argument("--config", type=Path, metavar="FILE.toml", help="above the preset")
    train.add_argument("--variant", metavar="EDA|EDA_C|EDA_S|EDA_CS")
    train.add_argument("--fine-tune-from", metavar=_MODEL)
    train.add_argument(
        "--resume", nargs="?", type=Path, const=Path(), metavar="DIR",
        help="go on with the run in DIR, or in --out; with the corpus that it began with, or "
        "--corpus",
    )  # fmt: skip
    train.add_argument("--folds", type=int, metavar="K", help="cross-validate: K runs in DIR")
    train.add_argument("--estimate", action="store_true", help="say what it takes, and end")
    train.add_argument("--json-lines", action="store_true", help="print a JSON object a record")
    for flag in (
        "--epochs", "--batch-size", "--references-per-source", "--seed", "--threads",
        "--evaluate-every", "--patience", "--warmup-steps", "--decay-epochs",
        "--plateau-patience",
    ):  # fmt: skip
        train.add_argument(flag, type=int, metavar="N")
    for flag in (
        "--learning-rate", "--learning-rate-decay", "--weight-decay", "--clip",
        "--coverage-weight", "--save-minutes",
    ):  # fmt: skip
        train.add_argument(flag, type=float, metavar="R")
    for flag, choices in (
        ("--optimizer", Optimizer), ("--schedule", Schedule), ("--backward-input", BackwardInput),
    ):  # fmt: skip
        train.add_argument(flag, choices=[choice.value for choice in choices])
    train.add_argument(
        "--keep-epochs", action=argparse.BooleanOptionalAction, help="a checkpoint of each"
    )
    train.add_argument("--device", help="auto, cpu, cuda or mps")
    for flag, size in SIZES.items():
        train.add_argument(f"--{flag}", type=int, metavar="N", dest=size)
    train.add_argument("--dropout", type=float, metavar="R")
    for flag in ("--coverage", "--shift", "--attend-last-character"):
        train.add_argument(flag, action=argparse.BooleanOptionalAction)
    _reading(train)


def _runs(commands: _Commands) -> None:
    runs = commands.add_parser("runs", help="list, show and compare trainings")
    runs.set_defaults(work="core.commands.runs")
    runs.add_argument("--folder", type=Path, metavar="DIR", help="that has them, not the user's")
    actions = runs.add_subparsers(dest="action", metavar="ACTION")
    show = actions.add_parser("show", help="print what a run is, and how it went")
    show.add_argument("path", type=Path, metavar="DIR")
    show.add_argument("--json", action="store_true")
    diff = actions.add_parser("diff", help="print the settings that two runs differ in")
    diff.add_argument("one", type=Path, metavar="DIR")
    diff.add_argument("other", type=Path, metavar="DIR")


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
    decoding_arguments.beam(evaluate)
    decoding_arguments.searching(evaluate)
    decoding_arguments.reranking(evaluate)
    evaluate.add_argument(
        "--sampling-seed", type=int, default=0, metavar="N", help="of the texts of --samples"
    )
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


def _tune_rerank(commands: _Commands) -> None:
    tune = commands.add_parser(
        "tune-rerank", help="figures of reranking with many weights, to choose them by"
    )
    tune.set_defaults(work="core.commands.tuning")
    tune.add_argument("--model", required=True, metavar=_MODEL)
    tune.add_argument("--corpus", required=True, metavar="NAME|PATH")
    tune.add_argument("--split", choices=("train", "dev"), help="of a known corpus; dev without it")
    decoding_arguments.beam(tune, required=True)
    decoding_arguments.samples(tune)
    decoding_arguments.searching(tune)
    tune.add_argument("--seed", type=int, default=0, metavar="N", help="of sampling")
    tune.add_argument(
        "--lambdas",
        type=decoding_arguments.numbers,
        metavar="X,X",
        help="weights of reading back to try",
    )
    tune.add_argument(
        "--slot-weights",
        type=decoding_arguments.numbers,
        metavar="X,X",
        help="nats for a slot in error to try",
    )
    tune.add_argument(
        "--protocol", choices=("full", "paper"), default="full", help="paper: text in ASCII"
    )
    tune.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    tune.add_argument("--json", action="store_true", help="print the figures as JSON")
    _reading(tune)


def _models(commands: _Commands) -> None:
    models = commands.add_parser("models", help="list, check, pack and average models")
    models.set_defaults(work="core.commands.models")
    models.add_argument("--json", action="store_true", help="print all that their cards say")
    actions = models.add_subparsers(dest="action", metavar="ACTION")
    check = actions.add_parser("check", help="say whether a file is a model that can be used")
    check.set_defaults(work="core.commands.packing")
    check.add_argument("file", metavar="FILE", type=Path)
    pack = actions.add_parser("pack", help="store a model in half precision, to be passed on")
    pack.set_defaults(work="core.commands.packing")
    pack.add_argument("model", metavar=_MODEL)
    pack.add_argument("out", metavar="OUT", type=Path, help="the file, or with --name its folder")
    pack.add_argument("--name", help="of the model, where OUT is a folder")
    pack.add_argument(
        "--figures", type=Path, metavar="FILE.json", help="for the card: a list of objects"
    )
    pack.add_argument("--corpus", metavar="TEXT", help="for the card, in place of what it says")
    pack.add_argument("--licence", metavar="TEXT", help="the same")
    pack.add_argument("--attribution", metavar="TEXT", help="the same")
    average = actions.add_parser("average", help="make one model of the mean weights of several")
    average.set_defaults(work="core.commands.averaging")
    average.add_argument("out", metavar="OUT", type=Path)
    average.add_argument("models", metavar=_MODEL, nargs="+")


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
    plus = actions.add_parser("build-plus", help="make a version whose values have to be copied")
    plus.add_argument("name", metavar="NAME|PATH")
    plus.add_argument("--out", required=True, type=Path, metavar="DIR")
    plus.add_argument(
        "--replace",
        required=True,
        action="append",
        type=_replacement,
        metavar="SLOT=FILE",
        help="new values for a slot, one a line; several times: slots with one file share it",
    )
    plus.add_argument("--seed", type=int, default=1, metavar="N", help="which value goes where")
    _reading(plus)
    describe = actions.add_parser("describe", help="print what a corpus is like")
    describe.add_argument("name", metavar="NAME|PATH")
    describe.add_argument("--json", action="store_true")
    _reading(describe)


def _replacement(text: str) -> tuple[str, Path]:
    """A slot and the file of its new values."""
    slot, _, file = text.partition("=")
    if not slot or not file:
        msg = f"it is SLOT=FILE, such as food=foods.txt, not {text!r}"
        raise argparse.ArgumentTypeError(msg)
    return slot, Path(file)


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


def _open(commands: _Commands) -> None:
    opened = commands.add_parser("open", help="show a session or a model in the window")
    opened.add_argument(
        "file", metavar="FILE", type=Path, help=f"of the kind {' or '.join(OPENED)}"
    )


def _screenshot(commands: _Commands, pages: Sequence[str]) -> None:
    screenshot = commands.add_parser("screenshot", help="draw the window into a picture")
    screenshot.add_argument("out", metavar="OUT.png", type=Path)
    screenshot.add_argument("--page", choices=pages, default="generate")
    screenshot.add_argument("--theme", choices=("light", "dark"), default="light")
    screenshot.add_argument("--model", metavar=_MODEL)
