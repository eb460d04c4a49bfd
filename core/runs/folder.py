"""A training run's folder: what stands in it, and how it is read and written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core import model_card
from core.config import ConfigError, TrainingConfig
from core.failures import InputError
from core.files import named, write_atomically
from core.model_card import ModelCard, ModelCardError
from core.runs.lock import is_held


class RunError(InputError):
    """A folder is no run that can be used; the message names the folder and the reason."""


@dataclass(frozen=True, slots=True)
class RunFolder:
    """One run on the disk."""

    path: Path

    @property
    def config(self) -> Path:
        """The training configuration, TOML."""
        return self.path / "config.toml"

    @property
    def metrics(self) -> Path:
        """One JSON object a line: a training step or an evaluation."""
        return self.path / "metrics.jsonl"

    @property
    def samples(self) -> Path:
        """One JSON object a line: the texts of one evaluation."""
        return self.path / "samples.jsonl"

    @property
    def log(self) -> Path:
        """What happened when, a line each, for people."""
        return self.path / "run.log"

    @property
    def best(self) -> Path:
        """The checkpoint with the highest dev BLEU; of equal ones, with the lowest dev loss."""
        return self.path / "best.safetensors"

    @property
    def last(self) -> Path:
        """The checkpoint of the last evaluation or stop."""
        return self.path / "last.safetensors"

    @property
    def state(self) -> Path:
        """All that resuming needs: weights, optimiser, random state, position."""
        return self.path / "state.safetensors"

    @property
    def provenance(self) -> Path:
        """What made the run, and from what; see `core.runs.provenance`."""
        return self.path / "provenance.json"

    @property
    def corpus(self) -> Path:
        """Where the corpus lies; see `core.runs.source`."""
        return self.path / "corpus.json"

    @property
    def status(self) -> Path:
        """What the run does, or how it ended; see `core.runs.status`."""
        return self.path / "status.json"

    @property
    def folds(self) -> Path:
        """There where the run is a cross-validation; see `core.runs.folds`."""
        return self.path / "folds.json"

    @property
    def lock(self) -> Path:
        """Held by a running training; see `core.runs.lock`."""
        return self.path / "lock"

    def epoch(self, number: int) -> Path:
        """The checkpoint of an epoch, counted from 1, where those are kept."""
        return self.path / f"epoch-{number:03}.safetensors"

    @classmethod
    def create(cls, path: Path, config: TrainingConfig) -> RunFolder:
        """Make the folder of a new run.

        Raises:
            RunError: a run is there already, or the folder cannot be made.
        """
        folder = cls(path)
        if folder.state.exists() or folder.folds.exists() or is_held(folder.lock):
            msg = f"{path} holds a run already; resume it, or choose another folder."
            raise RunError(msg)
        try:
            path.mkdir(parents=True, exist_ok=True)
            # A run that ended before it saved anything leaves only these.
            for left in (folder.metrics, folder.samples, folder.log, folder.status):
                left.unlink(missing_ok=True)
            folder.keep(config)
        except OSError as error:
            msg = f"{path} cannot be written to: {error.strerror or error}."
            raise RunError(msg) from error
        return folder

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """The folder of a run that can be resumed.

        Raises:
            RunError: there is none.
        """
        folder = cls(path)
        goes_on = folder.state.is_file() or folder.folds.is_file()
        if not folder.config.is_file() or not goes_on:
            msg = f"{path} holds no run that could be resumed."
            raise RunError(msg)
        return folder

    def keep(self, config: TrainingConfig) -> None:
        """Write the configuration that the run goes on with."""
        write_atomically(self.config, config.to_toml().encode())

    def training_config(self) -> TrainingConfig:
        """The configuration of the run.

        Raises:
            RunError: there is no run, or the file cannot be read.
        """
        try:
            return TrainingConfig.from_toml(self.config.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError) as error:
            msg = f"{self.path} holds no run."
            raise RunError(msg) from error
        except OSError as error:
            msg = f"{self.config} cannot be read: {error.strerror or error}."
            raise RunError(msg) from error
        except (UnicodeDecodeError, ConfigError) as error:
            msg = f"{self.config} cannot be read: {error}"
            raise RunError(msg) from error

    def card(self) -> ModelCard:
        """What the last checkpoint says of itself.

        Raises:
            RunError: it cannot be read.
        """
        try:
            return model_card.read(self.last)
        except ModelCardError as error:
            raise RunError(str(error)) from error

    def note(self, sentence: str) -> None:
        """Write a line into the log, with the time."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        # A path in it may hold what is no character.
        opened = self.log.open("a", encoding="utf-8", errors="backslashreplace")
        with named(self.log), opened as file:
            file.write(f"{now} {sentence}\n")

    def append(self, path: Path, record: Mapping[str, Any]) -> None:
        """Write one line and flush it, so that a kill loses nothing before it."""
        with named(path), path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")

    def lines(self, path: Path) -> Iterator[dict[str, Any]]:
        """The whole lines of a file; damaged ones are left out, as one that a kill cut short."""
        if not path.exists():
            return
        with path.open(encoding="utf-8", errors="replace", newline="\n") as file:
            for line in file:
                record = _record(line)
                if record is not None:
                    yield record

    def forget_after(self, step: int, scored_step: int) -> None:
        """Drop what was written after the last saving: a resumed run writes it anew.

        Args:
            step: the last step that was saved.
            scored_step: the last evaluation that was saved.
        """
        for path in (self.metrics, self.samples):
            if path.exists():
                kept = [
                    line
                    for line in self.lines(path)
                    if line["step"] <= (step if "gradient_norm" in line else scored_step)
                ]
                text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in kept)
                write_atomically(path, text.encode())


def _record(line: str) -> dict[str, Any] | None:
    """What a line says of a step; None where it is damaged or was cut short."""
    try:
        record = json.loads(line) if line.endswith("\n") else None
    except ValueError:
        return None
    said = isinstance(record, dict) and isinstance(record.get("step"), int)
    return record if said else None
