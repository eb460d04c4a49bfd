"""A cross-validation's folder: a run a fold, and what came out of them."""

from __future__ import annotations

import json
import statistics
from dataclasses import dataclass
from pathlib import Path

from core.config import TrainingConfig
from core.files import write_atomically
from core.runs.folder import RunError, RunFolder


@dataclass(frozen=True, slots=True)
class FoldStarted:
    """A fold's run begins, or goes on; its records follow."""

    fold: int
    """Counted from 1."""
    folds: int
    folder: Path


@dataclass(frozen=True, slots=True)
class Outcome:
    """The best dev BLEU of each fold."""

    bleus: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Of all folds."""
        return statistics.fmean(self.bleus)

    @property
    def spread(self) -> float:
        """The standard deviation between folds; 0 for one alone."""
        return statistics.stdev(self.bleus) if len(self.bleus) > 1 else 0.0


def create(path: Path, config: TrainingConfig, number: int) -> RunFolder:
    """The folder of a new cross-validation.

    Raises:
        RunError: a run is there already, or the folder cannot be made.
    """
    folder = RunFolder.create(path, config)
    try:
        write_atomically(folder.folds, json.dumps({"folds": number}).encode())
    except OSError as error:
        msg = f"{path} cannot be written to: {error.strerror or error}."
        raise RunError(msg) from error
    return folder


def count(folder: RunFolder) -> int:
    """How many folds a cross-validation has.

    Raises:
        RunError: the folder does not say.
    """
    try:
        number = json.loads(folder.folds.read_bytes())["folds"]
        if isinstance(number, int) and number > 1:
            return number
    except (OSError, KeyError, TypeError, ValueError):
        pass
    msg = f"{folder.folds} does not say how many folds there are."
    raise RunError(msg)


def folders(folder: RunFolder) -> list[Path]:
    """The folders of its folds' runs, whether they are there yet or not.

    Raises:
        RunError: the folder does not say how many there are.
    """
    return [folder.path / f"fold-{number + 1:02}" for number in range(count(folder))]
