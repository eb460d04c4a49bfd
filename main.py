"""CharCopy's entry: the window by default, or one of the commands."""

from __future__ import annotations

import argparse
import io
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from charcopy_gui.page_names import PAGE_KEYS

OK, FAULT, BAD_INPUT = 0, 1, 2

_OF_WINDOW = (None, "screenshot")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, or the window; returns the exit code."""
    options = _parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A text may hold any character, and a Windows console's own encoding few.
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        code = _window(options) if options.command in _OF_WINDOW else _headless(options)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return FAULT
    except BrokenPipeError:
        # Whoever read the output has enough; Python's own last flush is to find no pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception:
        logging.getLogger(__name__).exception("CharCopy has a fault; this is what happened:")
        return FAULT


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; --help says the rest."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="main.py",
        description="Shows how a neural network turns a table into a sentence. "
        "Without a command, the window opens.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    generate = commands.add_parser("generate", help="write the sentence for a table")
    generate.add_argument("mr", metavar="MR", help="such as 'name[The Phoenix], food[French]'")
    generate.add_argument("--model", metavar="NAME|PATH", help="the default is the shipped model")
    generate.add_argument("--json", action="store_true", help="print the whole trace")
    generate.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    generate.add_argument("--sample", action="store_true", help="sample instead of greedy")
    generate.add_argument("--seed", type=int, default=0, help="of sampling")
    generate.add_argument("--temperature", type=float, default=1.0, help="of sampling")
    generate.add_argument("--top-p", type=float, default=1.0, help="of sampling")
    _add_train(commands.add_parser("train", help="train a model"))
    commands.add_parser("models", help="list the models")
    screenshot = commands.add_parser("screenshot", help="draw the window into a picture")
    screenshot.add_argument("out", metavar="OUT.png", type=Path)
    screenshot.add_argument("--page", choices=PAGE_KEYS, default="generate")
    screenshot.add_argument("--theme", choices=("light", "dark"), default="light")
    screenshot.add_argument("--model", metavar="NAME|PATH")
    return parser


def _add_train(train: argparse.ArgumentParser) -> None:
    train.add_argument("--corpus", required=True, metavar="demo|PATH")
    train.add_argument("--dev", type=Path, metavar="PATH", help="to choose the model by")
    train.add_argument("--out", required=True, type=Path, metavar="DIR", help="the run's folder")
    train.add_argument("--corpus-name", metavar="NAME", help="for the model's card")
    train.add_argument("--licence", metavar="TEXT", help="of the corpus, for the model's card")
    train.add_argument("--attribution", metavar="TEXT", help="whom to name, for the card")
    train.add_argument("--config", type=Path, metavar="FILE.toml")
    train.add_argument("--variant", metavar="EDA|EDA_C|EDA_S|EDA_CS")
    train.add_argument("--fine-tune-from", metavar="NAME|PATH")
    train.add_argument("--resume", action="store_true", help="go on with the run in --out")
    for flag in ("--epochs", "--batch-size", "--seed", "--threads", "--evaluate-every"):
        train.add_argument(flag, type=int, metavar="N")
    train.add_argument("--learning-rate", type=float, metavar="R")
    train.add_argument("--device", help="auto, cpu, cuda or mps")
    for flag, size in _SIZES.items():
        train.add_argument(f"--{flag}", type=int, metavar="N", dest=size)


_SIZES = {
    "layers": "layers",
    "hidden": "hidden_size",
    "attention": "attention_size",
    "embedding": "embedding_size",
}
_TRAINING = ("epochs", "batch_size", "seed", "threads", "evaluate_every", "learning_rate", "device")


def _given(options: argparse.Namespace, names: Sequence[str]) -> dict[str, object]:
    return {name: getattr(options, name) for name in names if getattr(options, name) is not None}


def _headless(options: argparse.Namespace) -> int:
    # Imported here: torch takes seconds, and the window must not wait for it.
    from core import commands

    try:
        if options.command == "models":
            commands.models()
        elif options.command == "generate":
            _generate(options)
        else:
            _train(options)
    except commands.INPUT_ERRORS as error:
        return _refuse(str(error))
    except commands.FAILURES as error:
        _say(str(error) or type(error).__name__)
        return FAULT
    return OK


def _generate(options: argparse.Namespace) -> None:
    from core import commands, model_card
    from core.config import DecodingConfig, Strategy

    strategy = Strategy.SAMPLED if options.sample else Strategy.GREEDY
    commands.generate(
        options.mr,
        model=options.model or model_card.DEFAULT,
        device_name=options.device,
        config=DecodingConfig(strategy, options.temperature, options.top_p, options.seed),
        as_json=options.json,
    )


def _train(options: argparse.Namespace) -> None:
    from core import commands
    from core.runs import RunFolder

    training = _given(options, _TRAINING)
    model = _given(options, tuple(_SIZES.values()))
    if options.resume:
        folder = RunFolder.open(options.out)
        config = commands.resumed_config(folder, training, model, options.variant)
    else:
        config = commands.training_config(
            options.config, training, model, options.variant, options.fine_tune_from
        )
    commands.train(
        options.corpus,
        options.dev,
        options.out,
        config,
        terms=commands.Terms(options.corpus_name, options.licence, options.attribution),
        fine_tune_from=options.fine_tune_from,
        resume=options.resume,
    )


def _window(options: argparse.Namespace) -> int:
    if options.command == "screenshot":
        # A picture needs no display, and no window is to flash up where there is one.
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from charcopy_gui import preflight

    if problem := preflight.problem():
        return _refuse(problem)
    from charcopy_gui import app
    from core.model_card import ModelCardError

    try:
        if options.command is None:
            return app.run_window()
        if not options.out.absolute().parent.is_dir():
            return _refuse(f"There is no folder {options.out.absolute().parent}.")
        if app.take_screenshot(options.out, options.page, options.theme, options.model):
            _say(f"The picture {options.out} could not be made; the log says why.")
            return FAULT
    except ModelCardError as error:
        return _refuse(str(error))
    return OK


def _refuse(sentence: str) -> int:
    _say(sentence)
    return BAD_INPUT


def _say(sentence: str) -> None:
    print(sentence.replace("\n", " "), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
