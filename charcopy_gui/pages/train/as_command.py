"""The settings as a line for the terminal that does the same."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from charcopy_gui.settings import TrainingChoices
from core.command_line import SIZES
from core.config import ModelConfig, TrainingConfig
from core.corpus import catalog
from core.corpus.formats import Choices

_FLAGS = {size: flag for flag, size in SIZES.items()}
"""Settings of the network whose options are called otherwise."""
_DELIMITERS = {"\t": "tab"}


def command(choices: TrainingChoices, out: Path, reading: Choices | None = None) -> str:
    """The whole line, quoted for the shell of this system.

    Args:
        choices: what is set.
        out: the run's folder.
        reading: how files are read, where the program cannot find that out.
    """
    words = ["python", "main.py", "train", *_arguments(choices, out, reading)]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def _arguments(choices: TrainingChoices, out: Path, reading: Choices | None) -> Iterator[str]:
    yield from ("--corpus", choices.corpus or catalog.DEMO.name)
    if choices.dev:
        yield from ("--dev", choices.dev)
        yield from _reading(reading)
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
    """What is not usual about the network; a checkpoint brings its own sizes."""
    usual = ModelConfig()
    if config.variant != usual.variant:
        yield from ("--variant", config.variant)
    names = ["shift", "coverage", "dropout"]
    names += [] if fine_tuned else [*_FLAGS, "attend_last_character"]
    for name in names:
        if getattr(config, name) != getattr(usual, name):
            yield from _option(_FLAGS.get(name, name), getattr(config, name))


def _option(name: str, value: object) -> Iterator[str]:
    flag = name.replace("_", "-")
    if isinstance(value, bool):
        yield f"--{flag}" if value else f"--no-{flag}"
    else:
        yield from (f"--{flag}", str(value))


def _reading(reading: Choices | None) -> Iterator[str]:
    if reading is None:
        return
    yield from ("--format", reading.format.value, "--encoding", reading.encoding)
    yield from ("--delimiter", _DELIMITERS.get(reading.delimiter, reading.delimiter))
    yield from (f"--quote={reading.quote}", "--header", "yes" if reading.header else "no")
    for column in reading.mr:
        yield from ("--mr-column", column)
    if reading.reference is not None:
        yield from ("--ref-column", reading.reference)
    if reading.mr_file is not None:
        yield from ("--mr-file", str(reading.mr_file))
