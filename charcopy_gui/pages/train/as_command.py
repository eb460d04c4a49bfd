"""The settings as a line for the terminal that does the same."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import core
from charcopy_gui.storage.settings import TrainingChoices
from core.command_line import SIZES, called
from core.config import ModelConfig, TrainingConfig
from core.corpus import catalog
from core.corpus.formats import Choices

_FLAGS = {size: flag for flag, size in SIZES.items()}
"""Settings of the network whose options are called otherwise."""
_DELIMITERS = {"\t": "tab"}
_MAIN = Path(core.__file__).parents[1] / "main.py"


def command(
    choices: TrainingChoices,
    out: Path,
    readings: tuple[Choices | None, Choices | None] = (None, None),
    corpora: Path | None = None,
) -> str:
    """The whole line, quoted for the shell of this system.

    Args:
        choices: what is set.
        out: the run's folder.
        readings: how both files are read, where the program cannot find that out.
        corpora: where known corpora are looked for first.
    """
    corpus = _files(choices, readings) if choices.dev else _known(choices.corpus, corpora)
    words = [*_program(), "train", *corpus, *_arguments(choices, out)]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def _program() -> tuple[str, ...]:
    """Words that call this very program in whatever folder they are pasted."""
    words = called()
    installed = len(words) == 1
    return words if installed else (sys.executable, str(_MAIN))


def _known(name: str, corpora: Path | None) -> Iterator[str]:
    yield from ("--corpus", name or catalog.DEMO.name)
    if name and corpora is not None:
        yield from ("--corpora", str(corpora))


def _files(
    choices: TrainingChoices, readings: tuple[Choices | None, Choices | None]
) -> Iterator[str]:
    train, dev = readings
    yield from ("--corpus", choices.corpus)
    yield from _reading(train, "--")
    yield from ("--dev", choices.dev)
    if dev != train:
        yield from _reading(dev, "--dev-")


def _arguments(choices: TrainingChoices, out: Path) -> Iterator[str]:
    if choices.start_from:
        yield from ("--fine-tune-from", choices.start_from)
    if choices.folds:
        yield from ("--folds", str(choices.folds))
    yield from _network(choices.config.model, fine_tuned=bool(choices.start_from))
    yield from _training(choices.config)
    yield from ("--out", str(out))


def _training(config: TrainingConfig) -> Iterator[str]:
    usual = TrainingConfig().to_mapping()
    for name, value in config.to_mapping().items():
        if name != "model" and value != usual[name]:
            yield from _option(name, value)


def _network(config: ModelConfig, *, fine_tuned: bool) -> Iterator[str]:
    """What is not usual about the network.

    A checkpoint brings its own sizes; and its switches, where it is not said how they are.
    """
    usual = ModelConfig()
    if fine_tuned or config.variant != usual.variant:
        yield from ("--variant", config.variant)
    names = ["shift", "coverage", "dropout"]
    names += [] if fine_tuned else [*_FLAGS, "attend_last_character"]
    for name in names:
        if fine_tuned or getattr(config, name) != getattr(usual, name):
            yield from _option(_FLAGS.get(name, name), getattr(config, name))


def _option(name: str, value: object) -> Iterator[str]:
    flag = name.replace("_", "-")
    if isinstance(value, bool):
        yield f"--{flag}" if value else f"--no-{flag}"
    else:
        yield from (f"--{flag}", str(value))


def _reading(reading: Choices | None, prefix: str) -> Iterator[str]:
    if reading is None:
        return
    delimiter = _DELIMITERS.get(reading.delimiter, reading.delimiter)
    for name, value in (
        ("format", reading.format.value),
        ("encoding", reading.encoding),
        ("delimiter", delimiter),
        ("header", "yes" if reading.header else "no"),
        *(("mr-column", column) for column in reading.mr),
        ("ref-column", reading.reference),
        ("mr-file", reading.mr_file),
    ):
        if value is not None:
            yield from (f"{prefix}{name}", str(value))
    yield f"{prefix}quote={reading.quote}"  # It may be empty, or begin as options do.
