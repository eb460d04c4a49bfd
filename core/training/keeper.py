"""Keeper: what a session writes into its run's folder, and in which order.

The state comes last of all. A kill between two files therefore loses nothing: resumed from the
state before, the run makes them again, as they were.
"""

from __future__ import annotations

import contextlib
import dataclasses
import time
from collections.abc import Callable

import torch

from core import checkpoint
from core.config import TrainingConfig
from core.model_card import ModelCard
from core.network.model import EdaCs
from core.provenance import Provenance
from core.records import DevScores, TrainingPoint
from core.runs import RunError, RunFolder, provenance, samples
from core.runs.provenance import RunProvenance
from core.training import origin, state
from core.training.state import Position


class Keeper:
    """Writes the files of one run."""

    def __init__(
        self,
        folder: RunFolder,
        config: TrainingConfig,
        model: EdaCs,
        optimizer: torch.optim.Optimizer,
        seconds_here: Callable[[], float],
    ) -> None:
        self.folder = folder
        self._config, self._model, self._optimizer = config, model, optimizer
        self._seconds_here = seconds_here
        self._seconds_before = 0.0
        self._saved_at, self._saved = time.monotonic(), (0, 0)
        self._provenance: RunProvenance | None = None

    def restore(self, expected: Position) -> Position:
        """Load model and optimiser as the folder's run left them, and say how far it had come.

        Args:
            expected: where a run on this corpus would begin.

        Raises:
            RunError: the state is damaged, or belongs to another corpus.
        """
        restored = state.restore(self.folder, self._model, self._optimizer)
        if restored.corpus_digest != expected.corpus_digest:
            msg = f"{self.folder.path} was trained on another corpus, so it cannot go on with this."
            raise RunError(msg)
        self._seconds_before = restored.seconds
        self.folder.forget_after(restored.step, restored.scored_step)
        return restored

    def begin(self, position: Position, made_from: RunProvenance) -> None:
        """A sitting begins: what it works with is set down, and there is a state to go on from.

        Args:
            position: how far the run has come.
            made_from: its provenance, should the folder not know it yet.
        """
        with contextlib.suppress(RunError):  # A run that begins, or one of before there was any.
            made_from = provenance.read(self.folder)
        sitting = origin.sitting(str(self._model.device), position.step)
        self._provenance = made_from.begun(sitting)
        provenance.write(self.folder, self._provenance)
        if not self.folder.state.exists():
            self.save(position)

    def end(self, position: Position) -> None:
        """The sitting is over."""
        if self._provenance is not None:
            ended = self._provenance.ended_at(position.step, origin.now())
            provenance.write(self.folder, ended)

    def point(self, point: TrainingPoint) -> None:
        """Write down one step."""
        self.folder.append(self.folder.metrics, dataclasses.asdict(point))

    def scores(self, scores: DevScores, position: Position) -> None:
        """Write down an evaluation, and keep the model: as the last, as the best if it is that."""
        if scores.is_best:
            self._checkpoint("best", position)
        if self._config.keep_epochs and position.batch == 0 and position.epoch:
            self.epoch(position)
        plain = dataclasses.asdict(dataclasses.replace(scores, samples=()))
        del plain["samples"]
        self.folder.append(self.folder.metrics, plain)
        samples.append(self.folder, scores.step, scores.samples)
        self.save_all(position)
        self.folder.note(f"dev BLEU {scores.bleu:.4f} at step {scores.step}")

    def epoch(self, position: Position) -> None:
        """Keep the model of an epoch that is over."""
        self._checkpoint(self.folder.epoch(position.epoch).stem, position)

    def save_all(self, position: Position) -> None:
        """Write the model as the last checkpoint, and the state to resume from."""
        self._checkpoint("last", position)
        self.save(position)

    def save_unless_saved(self, position: Position) -> None:
        """Do so if anything was trained since the last time, or if there was none.

        Before the first step there is no model yet, and a state was written as the run began.
        """
        if not position.step:
            return
        if not self.folder.last.exists() or self._saved != (position.epoch, position.step):
            self.save_all(position)

    def save(self, position: Position) -> None:
        """Write the state to resume from."""
        position.seconds = self._seconds_before + self._seconds_here()
        state.save(self.folder, self._model, self._optimizer, position)
        self._saved_at, self._saved = time.monotonic(), (position.epoch, position.step)

    def save_when_due(self, position: Position) -> None:
        """Save if the last time is long ago."""
        if time.monotonic() - self._saved_at > 60 * self._config.save_minutes:
            self.save(position)

    def _checkpoint(self, name: str, position: Position) -> None:
        made = Provenance(
            **position.provenance,
            steps=position.step,
            epochs=position.epoch,
            seed=self._config.seed,
            dev_bleu=position.scored_bleu if position.scored_step == position.step else None,
            seconds=round(self._seconds_before + self._seconds_here(), 1),
            created=origin.now(),
        )
        path = self.folder.path / f"{name}.safetensors"
        card = ModelCard(name, path, self._model.config, self._model.alphabet, made)
        checkpoint.save(card, self._model)
