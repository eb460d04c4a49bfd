"""train(): a run from its first step to its last, as a generator of records.

Shapes: B targets, T target positions, S source positions.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import torch

from core import checkpoint, device, kernels
from core.alphabet import Alphabet
from core.batching import batches
from core.cancellation import Cancelled
from core.checkpoint import Checkpoint
from core.config import ConfigError, TrainingConfig
from core.corpus.example import Corpus, group_by_mr
from core.model_card import ModelCard, Provenance
from core.network.model import EdaCs
from core.records import (
    DevScores,
    Progress,
    TrainingPoint,
    TrainingRecord,
    Transfer,
)
from core.runs import RunFolder
from core.training import dev, state
from core.training.control import TrainingControl
from core.training.dev import Evaluated
from core.training.state import Position
from core.training.step import Stepper
from core.training.transfer import transferred

SAVE_EVERY = 300.0
"""Seconds between two savings of the state, so that a power cut costs no more."""


def train(
    corpus: Corpus,
    config: TrainingConfig,
    folder: RunFolder,
    *,
    start_from: Checkpoint | None = None,
    resume: bool = False,
    control: TrainingControl | None = None,
    run: int = 0,
) -> Iterator[TrainingRecord]:
    """Train a model in a run's folder: best.safetensors and last.safetensors are the outcome.

    `start_from` fine-tunes a checkpoint: its weights and alphabet, a fresh optimiser. `resume`
    goes on with the run in the folder as if it had never stopped. A cancellation drops the step
    it falls into, saves, and ends.

    Yields:
        Transfer first when fine-tuning; Progress, a TrainingPoint a step, DevScores an
        evaluation.

    Raises:
        ConfigError: the configuration does not fit corpus or checkpoint.
        RunError: there is nothing to resume.
        NotANumberError: the loss diverged.
        OSError: the folder cannot be written to.
    """
    try:
        yield from _trained(corpus, config, folder, start_from, resume, control, run)
    except Exception as error:
        folder.note(f"failed: {error}")
        raise


def _trained(
    corpus: Corpus,
    config: TrainingConfig,
    folder: RunFolder,
    start_from: Checkpoint | None,
    resume: bool,
    control: TrainingControl | None,
    run: int,
) -> Iterator[TrainingRecord]:
    control = control or TrainingControl()
    model, transfer = _model(corpus, config, start_from, folder if resume else None)
    session = _Session(corpus, config, folder, model, control, run)
    if resume:
        session.restore()
    elif transfer is not None:
        session.position.provenance["fine_tuned_from"] = transfer.checkpoint
        yield transfer
    try:
        yield Progress(0, None, "kernels", "preparing the kernels")
        folder.note(kernels.prepare(session.control.cancel))
        folder.note(f"started at step {session.position.step} of {session.total_steps}")
        yield Progress(session.position.step, session.total_steps, "steps", "training")
        yield from _epochs(session)
        folder.note(f"ended at step {session.position.step}")
    except Cancelled:
        session.save()
        folder.note(f"stopped at step {session.position.step}")


def _epochs(session: _Session) -> Iterator[TrainingRecord]:
    position, asked_to_end = session.position, session.control.stop_after_epoch
    while True:
        if position.evaluation_due:
            yield from session.evaluate()
        if position.epoch >= session.config.epochs or session.is_done():
            return
        yield from _epoch(session)
        if asked_to_end.is_set():
            if position.evaluation_due:
                yield from session.evaluate()
            session.save()
            return


def _epoch(session: _Session) -> Iterator[TrainingRecord]:
    """The rest of the current epoch; early stopping can end it sooner."""
    position, every = session.position, session.config.evaluate_every
    for pairs in session.remaining_batches():
        session.control.wait_while_paused()
        yield session.step(pairs)
        if every and position.step % every == 0:
            position.evaluation_due = True
            yield from session.evaluate()
            if session.is_done():
                return
        session.save_when_due()
    position.epoch, position.batch = position.epoch + 1, 0
    last = position.epoch == session.config.epochs
    position.evaluation_due = not every or (last and position.step % every > 0)


class _Session:
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
        self.position = Position(
            provenance={
                "corpus": corpus.name,
                "licence": corpus.licence,
                "attribution": corpus.attribution,
            }
        )
        self.total_steps = config.epochs * len(list(self._batches(0)))
        self._began = self._saved = time.monotonic()
        self._seconds_before = 0.0

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
        """Both phases on one batch.

        Raises:
            Cancelled: the step was dropped, as if it had not begun.
            NotANumberError: a loss or a gradient is no number.
        """
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
            seconds=time.monotonic() - self._began,
        )
        self.folder.append(self.folder.metrics, dataclasses.asdict(point))
        return point

    def evaluate(self) -> Iterator[Progress | DevScores]:
        """Score the dev split, and keep the model: as the last, and as the best if it is.

        Raises:
            Cancelled: the evaluation was dropped.
        """
        how, cancel = self.config.backward_input, self.control.cancel
        for found in dev.evaluate(self.model, self.dev, how, cancel):
            if isinstance(found, Progress):
                yield found
                self.control.wait_while_paused()
            else:
                yield self._keep(found)

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
            is_best=found.bleu > position.best_bleu,
        )
        position.evaluation_due = False
        position.evaluations_since_best += 1
        if scores.is_best:
            position.best_bleu, position.evaluations_since_best = scores.bleu, 0
            checkpoint.save(self._card(self.folder.best, scores.bleu), self.model)
        plain = dataclasses.asdict(dataclasses.replace(scores, samples=()))
        del plain["samples"]
        self.folder.append(self.folder.metrics, plain)
        texts = [{"mr": sample.mr, "text": sample.text} for sample in scores.samples]
        self.folder.append(self.folder.samples, {"step": scores.step, "samples": texts})
        self.save(scores.bleu)
        self.folder.note(f"dev BLEU {scores.bleu:.4f} at step {scores.step}")
        return scores

    def save(self, dev_bleu: float | None = None) -> None:
        """Write the last checkpoint and the state to resume from."""
        now = time.monotonic()
        self.position.seconds = self._seconds_before + now - self._began
        checkpoint.save(self._card(self.folder.last, dev_bleu), self.model)
        state.save(self.folder, self.model, self.adam, self.position)
        self._saved = now

    def save_when_due(self) -> None:
        """Save if the last time is long ago."""
        if time.monotonic() - self._saved > SAVE_EVERY:
            self.save()

    def restore(self) -> None:
        """Go on where the folder's run stopped."""
        restored = state.restore(self.folder, self.model, self.adam)
        self.position = restored
        self._seconds_before = restored.seconds
        self.folder.forget_after(restored.step)

    def _card(self, path: Path, dev_bleu: float | None) -> ModelCard:
        provenance = Provenance(
            **self.position.provenance,
            steps=self.position.step,
            epochs=self.position.epoch,
            seed=self.config.seed,
            dev_bleu=dev_bleu,
            seconds=round(self._seconds_before + time.monotonic() - self._began, 1),
            created=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        return ModelCard(path.stem, path, self.model.config, self.model.alphabet, provenance)


def _model(
    corpus: Corpus, config: TrainingConfig, start_from: Checkpoint | None, resumed: RunFolder | None
) -> tuple[EdaCs, Transfer | None]:
    """A fresh model with the train split's alphabet, or the checkpoint's weights and alphabet.

    A resumed run keeps its own alphabet, wherever that came from.
    """
    texts = [text for e in corpus.train for text in (e.mr, e.reference)]
    if resumed is not None:
        return EdaCs.seeded(config.model, resumed.card().alphabet, config.seed), None
    if start_from is not None:
        return transferred(start_from, config.model, config.seed, texts)
    return EdaCs.seeded(config.model, Alphabet.from_texts(texts), config.seed), None
