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
from core.files import write_atomically
from core.model_card import ModelCard, ModelCardError


class RunError(ValueError):
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

    @classmethod
    def create(cls, path: Path, config: TrainingConfig) -> RunFolder:
        """Make the folder of a new run.

        Raises:
            RunError: a run is there already, or the folder cannot be made.
        """
        folder = cls(path)
        if folder.state.exists():
            msg = f"{path} holds a run already; resume it, or choose another folder."
            raise RunError(msg)
        try:
            path.mkdir(parents=True, exist_ok=True)
            # A run that ended before it saved anything leaves only these.
            for left in (folder.metrics, folder.samples, folder.log):
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
        if not folder.config.is_file() or not folder.state.is_file():
            msg = f"{path} holds no run that could be resumed."
            raise RunError(msg)
        return folder

    def keep(self, config: TrainingConfig) -> None:
        """Write the configuration that the run goes on with."""
        write_atomically(self.config, config.to_toml().encode())

    def training_config(self) -> TrainingConfig:
        """The configuration of the run.

        Raises:
            RunError: the file cannot be read.
        """
        try:
            return TrainingConfig.from_toml(self.config.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, ConfigError) as error:
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
        with self.log.open("a", encoding="utf-8") as file:
            file.write(f"{now} {sentence}\n")

    def append(self, path: Path, record: Mapping[str, Any]) -> None:
        """Write one line and flush it, so that a kill loses nothing before it."""
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")

    def lines(self, path: Path) -> Iterator[dict[str, Any]]:
        """The whole lines of a file; a last one that a kill cut short is left out."""
        if not path.exists():
            return
        with path.open(encoding="utf-8") as file:
            for line in file:
                if line.endswith("\n"):
                    yield json.loads(line)

    def forget_after(self, step: int) -> None:
        """Drop what was written after this step: a resumed run writes it anew."""
        for path in (self.metrics, self.samples):
            kept = [line for line in self.lines(path) if line["step"] <= step]
            text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in kept)
            if path.exists():
                write_atomically(path, text.encode())
