"""Session: one run while it is being trained; its steps, its evaluations, its savings."""

from __future__ import annotations

import dataclasses
import hashlib
import time
from collections.abc import Generator, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import torch

from core import checkpoint, device
from core.batching import batches
from core.config import ConfigError, TrainingConfig
from core.corpus.example import Corpus, group_by_mr
from core.model_card import ModelCard, Provenance
from core.network.model import EdaCs
from core.records import DevScores, Progress, Sample, TrainingPoint
from core.runs import RunError, RunFolder
from core.training import dev, state
from core.training.control import TrainingControl
from core.training.dev import Evaluated
from core.training.state import Position
from core.training.step import Stepper

SAVE_EVERY = 300.0
"""Seconds between two savings of the state, so that a power cut costs no more."""


class Session:
    """One run while it is being trained; `train` is its outline."""

    def __init__(
        self,
        corpus: Corpus,
        config: TrainingConfig,
        folder: RunFolder,
        model: EdaCs,
        control: TrainingControl,
        run: int,
    ) -> None:
        self.config, self.folder, self.control, self.run = config, folder, control, run
        self.train, self.dev = group_by_mr(corpus.train), group_by_mr(corpus.dev)
        if not self.train or not self.dev:
            msg = f"The corpus {corpus.name} needs examples to train on and examples in dev."
            raise ConfigError(msg)
        self.model = model.placed(device.choose(config.device).name)
        self.adam = torch.optim.Adam(self.model.parameters(), config.learning_rate)
        self._stepper = Stepper(self.model, self.adam, config, control.cancel)
        origin = {
            "corpus": corpus.name,
            "licence": corpus.licence,
            "attribution": corpus.attribution,
        }
        self.position = Position(corpus_digest=_digest(corpus), provenance=origin)
        self.total_steps = config.epochs * len(list(self._batches(0)))
        self._began = self._saved = time.monotonic()
        self._seconds_before = self._paused = 0.0

    def _batches(self, epoch: int) -> Iterator[list[tuple[str, str]]]:
        config = self.config
        return batches(
            self.train, config.batch_size, config.references_per_source, config.seed, epoch
        )

    def remaining_batches(self) -> Iterator[list[tuple[str, str]]]:
        """Those of the current epoch that have not been trained on."""
        return islice(self._batches(self.position.epoch), self.position.batch, None)

    def is_done(self) -> bool:
        """Whether early stopping has struck."""
        patience = self.config.patience
        return bool(patience) and self.position.evaluations_since_best >= patience

    def step(self, pairs: list[tuple[str, str]]) -> TrainingPoint:
        """Both phases on one batch, once training is not paused.

        Raises:
            Cancelled: the step was dropped, as if it had not begun.
            NotANumberError: a loss or a gradient is no number.
        """
        self.wait_while_paused()
        began = time.perf_counter()
        position = self.position
        # Whoever writes a text meanwhile, in another thread, may have asked torch for fewer.
        device.set_threads(self.config.threads)
        result = self._stepper.step(pairs, position.step + 1, position.epoch)
        position.step += 1
        position.batch += 1
        point = TrainingPoint(
            run=self.run,
            step=position.step,
            epoch=position.epoch,
            table_to_text=result.table_to_text,
            text_to_table=result.text_to_table,
            gradient_norm=result.gradient_norm,
            examples_per_second=len(pairs) / (time.perf_counter() - began),
            seconds=self._seconds_here(),
        )
        self.folder.append(self.folder.metrics, dataclasses.asdict(point))
        return point

    def evaluate(self) -> Iterator[Progress | DevScores]:
        """Score the dev split, and keep the model: as the last, and as the best if it is.

        Raises:
            Cancelled: the evaluation was dropped.
        """
        how, cancel = self.config.backward_input, self.control.cancel
        found = yield from self._pausable(dev.evaluate(self.model, self.dev, how, cancel))
        yield self._keep(found)

    def _pausable(
        self, evaluation: Generator[Progress, None, Evaluated]
    ) -> Generator[Progress, None, Evaluated]:
        while True:
            try:
                progress = next(evaluation)
            except StopIteration as end:
                found: Evaluated = end.value
                return found
            yield progress
            self.wait_while_paused()

    def wait_while_paused(self) -> None:
        """Stand still while asked to; that time counts as no one's.

        Raises:
            Cancelled: training is to stop.
        """
        self._paused += self.control.wait_while_paused()

    def probe(self) -> Iterator[Sample]:
        """Write what was asked for meanwhile, with the weights as they are."""
        for mr in self.control.waiting_probes():
            self.model.eval()
            yield dev.sample(self.model, mr, dev.LONGEST_PROBE, self.control.cancel)

    def _keep(self, found: Evaluated) -> DevScores:
        position = self.position
        scores = DevScores(
            run=self.run,
            step=position.step,
            epoch=position.epoch,
            table_to_text=found.table_to_text,
            text_to_table=found.text_to_table,
            bleu=found.bleu,
            samples=found.samples,
            is_best=(found.bleu, -found.table_to_text) > (position.best_bleu, -position.best_loss),
        )
        position.evaluation_due = False
        position.scored_step, position.scored_bleu = position.step, scores.bleu
        better = scores.bleu > position.best_bleu
        position.evaluations_since_best = 0 if better else position.evaluations_since_best + 1
        if scores.is_best:
            position.best_bleu, position.best_loss = scores.bleu, scores.table_to_text
            checkpoint.save(self._card(self.folder.best, scores.bleu), self.model)
        plain = dataclasses.asdict(dataclasses.replace(scores, samples=()))
        del plain["samples"]
        self.folder.append(self.folder.metrics, plain)
        texts = [{"mr": sample.mr, "text": sample.text} for sample in scores.samples]
        self.folder.append(self.folder.samples, {"step": scores.step, "samples": texts})
        self.save()
        self.folder.note(f"dev BLEU {scores.bleu:.4f} at step {scores.step}")
        return scores

    def save(self) -> None:
        """Write the last checkpoint and the state to resume from."""
        position = self.position
        position.seconds = self._seconds_before + self._seconds_here()
        bleu = position.scored_bleu if position.scored_step == position.step else None
        checkpoint.save(self._card(self.folder.last, bleu), self.model)
        state.save(self.folder, self.model, self.adam, position)
        self._saved = time.monotonic()

    def save_when_due(self) -> None:
        """Save if the last time is long ago."""
        if time.monotonic() - self._saved > SAVE_EVERY:
            self.save()

    def restore(self) -> None:
        """Go on where the folder's run stopped.

        Raises:
            RunError: the state is damaged, or belongs to another corpus.
        """
        restored = state.restore(self.folder, self.model, self.adam)
        if restored.corpus_digest != self.position.corpus_digest:
            msg = f"{self.folder.path} was trained on another corpus, so it cannot go on with this."
            raise RunError(msg)
        self.position = restored
        self._seconds_before = restored.seconds
        self.folder.forget_after(restored.step)

    def _seconds_here(self) -> float:
        """Spent since this session of the run began, pauses apart."""
        return time.monotonic() - self._began - self._paused

    def _card(self, path: Path, dev_bleu: float | None) -> ModelCard:
        provenance = Provenance(
            **self.position.provenance,
            steps=self.position.step,
            epochs=self.position.epoch,
            seed=self.config.seed,
            dev_bleu=dev_bleu,
            seconds=round(self._seconds_before + self._seconds_here(), 1),
            created=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        return ModelCard(path.stem, path, self.model.config, self.model.alphabet, provenance)


def _digest(corpus: Corpus) -> str:
    """Tells one corpus from another, so that a run goes on with its own."""
    digest = hashlib.sha256()
    for example in (*corpus.train, *corpus.dev):
        digest.update(f"{example.mr}\n{example.reference}\n".encode())
    return digest.hexdigest()
