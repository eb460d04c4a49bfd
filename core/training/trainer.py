"""train(): a run from its first step to its last, as a generator of records.

Shapes: B targets, T target positions, S source positions.
"""

from __future__ import annotations

import copy
import dataclasses
import math
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch

from core import checkpoint, device, evaluation
from core.alphabet import Alphabet
from core.batching import Batch, batches
from core.cancellation import Cancelled
from core.checkpoint import Checkpoint
from core.config import ConfigError, DecodingConfig, TrainingConfig
from core.corpus.example import Corpus, group_by_mr
from core.decoding.steps import steps
from core.model_card import ModelCard, Provenance
from core.network.model import EdaCs
from core.records import (
    CharacterStep,
    DevScores,
    GenerationFinished,
    Phase,
    Progress,
    Sample,
    TrainingPoint,
    TrainingRecord,
)
from core.runs import RunFolder
from core.training import state
from core.training.control import TrainingControl
from core.training.state import Position

SAVE_EVERY = 300.0
"""Seconds between two savings of the state, so that a power cut costs no more."""
SAMPLES = 4
"""MRs of the dev split whose texts every evaluation shows."""


class NotANumberError(ArithmeticError):
    """The loss became NaN or infinite; the message names the step and says what may help."""

    def __init__(self, step: int) -> None:
        super().__init__(
            f"The loss is no longer a number at step {step}. A lower learning rate or a smaller "
            "clip may help; the best checkpoint so far is kept."
        )
        self.step = step


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
        Progress, a TrainingPoint a step, DevScores an evaluation.

    Raises:
        ConfigError: the configuration does not fit corpus or checkpoint.
        RunError: there is nothing to resume.
        NotANumberError: the loss diverged.
        OSError: the folder cannot be written to.
    """
    control = control or TrainingControl()
    session = _Session(corpus, config, folder, start_from, control, run)
    if resume:
        session.restore()
    yield Progress(session.position.step, session.total_steps, "steps", "training")
    try:
        yield from _epochs(session)
    except Cancelled:
        session.save()


def _epochs(session: _Session) -> Iterator[TrainingRecord]:
    position, config = session.position, session.config
    while position.epoch < config.epochs and not session.is_done():
        for pairs in session.remaining_batches():
            session.control.wait_while_paused()
            yield session.step(pairs)
            if config.evaluate_every and position.step % config.evaluate_every == 0:
                yield from session.evaluate()
                if session.is_done():
                    break
            session.save_when_due()
        else:
            position.epoch, position.batch = position.epoch + 1, 0
        if not config.evaluate_every:
            yield from session.evaluate()
        session.save()
        if session.control.stop_after_epoch.is_set():
            break


class _Session:
    """One run while it is being trained; `train` is its outline."""

    def __init__(
        self,
        corpus: Corpus,
        config: TrainingConfig,
        folder: RunFolder,
        start_from: Checkpoint | None,
        control: TrainingControl,
        run: int,
    ) -> None:
        device.set_threads(config.threads)
        self.config, self.folder, self.control, self.run = config, folder, control, run
        self.train, self.dev = group_by_mr(corpus.train), group_by_mr(corpus.dev)
        if not self.train or not self.dev:
            msg = f"The corpus {corpus.name} needs examples to train on and examples in dev."
            raise ConfigError(msg)
        self.model = _model(corpus, config, start_from)
        self.adam = torch.optim.Adam(self.model.parameters(), config.learning_rate)
        origin = start_from.card.name if start_from else ""
        self.position = Position(
            provenance={
                "corpus": corpus.name,
                "licence": corpus.licence,
                "attribution": corpus.attribution,
                "fine_tuned_from": origin,
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

    # One step

    def step(self, pairs: list[tuple[str, str]]) -> TrainingPoint:
        """Both phases on one batch; a cancellation in its middle undoes what it did.

        Raises:
            Cancelled: the step was dropped.
            NotANumberError: a loss or gradient is no number.
        """
        began = time.perf_counter()
        self.model.train()
        before = self._snapshot()
        try:
            losses, norms = self._phases(pairs)
        except Cancelled:
            self._undo(before)
            raise
        self.position.step += 1
        self.position.batch += 1
        point = TrainingPoint(
            run=self.run,
            step=self.position.step,
            epoch=self.position.epoch,
            table_to_text=losses[0],
            text_to_table=losses[1] if len(losses) > 1 else None,
            gradient_norm=max(norms),
            examples_per_second=len(pairs) / (time.perf_counter() - began),
            seconds=time.monotonic() - self._began,
        )
        self.folder.append(self.folder.metrics, dataclasses.asdict(point))
        return point

    def _phases(self, pairs: list[tuple[str, str]]) -> tuple[list[float], list[float]]:
        """The paper's algorithm: forward, predict, exchange the GRUs, read back."""
        batch = Batch.of(pairs, self.model.alphabet, str(self.model.device))
        # Predictions come from the first phase's own forward pass, before its optimiser step.
        loss, norm, back = self._phase(batch, Phase.TABLE_TO_TEXT)
        if back is None:
            return [loss], [norm]
        back_loss, back_norm, _ = self._phase(back, Phase.TEXT_TO_TABLE)
        return [loss, back_loss], [norm, back_norm]

    def _phase(self, batch: Batch, phase: Phase) -> tuple[float, float, Batch | None]:
        """Teacher forcing, gradients, one optimiser step; after the first phase, the next batch."""
        config, cancel = self.config, self.control.cancel
        outputs = self.model.teacher_forced(batch, phase, cancel)
        loss = outputs.loss(batch)
        back = None
        if phase is Phase.TABLE_TO_TEXT and config.model.exchange:
            back = evaluation.backward_batch(
                self.model, batch, outputs.likeliest(), config.backward_input
            )
        self.adam.zero_grad(set_to_none=True)
        (loss + config.coverage_weight * outputs.coverage_loss(batch)).backward()
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), config.clip)
        if not math.isfinite(loss.item()) or not math.isfinite(norm.item()):
            raise NotANumberError(self.position.step + 1)
        for group in self.adam.param_groups:
            group["lr"] = config.learning_rate * config.learning_rate_decay**self.position.epoch
        self.adam.step()
        return loss.item(), norm.item(), back

    def _snapshot(self) -> dict[str, Any]:
        """What a step changes; weights only where a cancellation can fall between two phases."""
        kept: dict[str, Any] = {"generator": self.model.dropout.generator.get_state()}
        if self.config.model.exchange:
            kept["model"] = copy.deepcopy(self.model.state_dict())
            kept["adam"] = copy.deepcopy(self.adam.state_dict())
        return kept

    def _undo(self, before: dict[str, Any]) -> None:
        self.model.dropout.generator.set_state(before["generator"])
        if "model" in before:
            self.model.load_state_dict(before["model"])
            self.adam.load_state_dict(before["adam"])

    # Evaluation

    def evaluate(self) -> Iterator[Progress | DevScores]:
        """Dev losses by teacher forcing, texts by greedy decoding, their BLEU; saves the outcome.

        Raises:
            Cancelled: the evaluation was dropped.
        """
        self.model.eval()
        cancel = self.control.cancel
        forward, backward = 0.0, None
        for record in evaluation.losses(self.model, self.dev, self.config.backward_input, cancel):
            if isinstance(record, Progress):
                yield record
            else:
                forward, backward = record
        written: dict[str, str] = {}
        for result in evaluation.texts(self.model, list(self.dev), cancel):
            if isinstance(result, Progress):
                yield result
            else:
                written = result
        bleu = evaluation.bleu(written, self.dev)
        scores = self._scores(forward, backward, bleu)
        self._keep(scores)
        yield scores

    def _scores(self, forward: float, backward: float | None, bleu: float) -> DevScores:
        chosen = list(self.dev)[:: max(1, len(self.dev) // SAMPLES)][:SAMPLES]
        return DevScores(
            run=self.run,
            step=self.position.step,
            epoch=self.position.epoch,
            table_to_text=forward,
            text_to_table=backward,
            bleu=bleu,
            samples=tuple(_sample(self.model, mr, self.control) for mr in chosen),
            is_best=bleu > self.position.best_bleu,
        )

    def _keep(self, scores: DevScores) -> None:
        """Remember the scores, and save the model if it is the best."""
        position = self.position
        position.evaluations_since_best += 1
        if scores.is_best:
            position.best_bleu, position.evaluations_since_best = scores.bleu, 0
            checkpoint.save(self._card(self.folder.best, scores.bleu), self.model)
        plain = dataclasses.asdict(scores)
        samples = [{"mr": s.mr, "text": s.text} for s in scores.samples]
        del plain["samples"]
        self.folder.append(self.folder.metrics, plain)
        self.folder.append(self.folder.samples, {"step": scores.step, "samples": samples})
        self.save(scores.bleu)

    # Saving

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


def _model(corpus: Corpus, config: TrainingConfig, start_from: Checkpoint | None) -> EdaCs:
    """A fresh model with the train split's alphabet, or the checkpoint's weights and alphabet."""
    chosen = device.choose(config.device).name
    if start_from is None:
        examples = corpus.train
        alphabet = Alphabet.from_texts(text for e in examples for text in (e.mr, e.reference))
        return EdaCs.seeded(config.model, alphabet, config.seed).placed(chosen)
    ours, theirs = config.model.to_mapping(), start_from.card.config.to_mapping()
    sizes = ("layers", "hidden_size", "attention_size", "embedding_size")
    misfits = [name for name in sizes if ours[name] != theirs[name]]
    if misfits:
        listed = "; ".join(f"{name} {theirs[name]}, not {ours[name]}" for name in misfits)
        msg = f"{start_from.card.name} has other sizes: {listed}."
        raise ConfigError(msg)
    model = EdaCs.seeded(config.model, start_from.card.alphabet, config.seed)
    model.load_state_dict(start_from.weights, strict=False)
    return model.placed(chosen)


def _sample(model: EdaCs, mr: str, control: TrainingControl) -> Sample:
    """The text of one MR with its trace."""
    config = DecodingConfig(max_length=evaluation.LONGEST)
    text, alignments, switches = "", [], []
    for record in steps(model, mr, Phase.TABLE_TO_TEXT, config, cancel=control.cancel):
        if isinstance(record, CharacterStep):
            alignments.append(record.alignment)
            switches.append(record.p_gen)
        elif isinstance(record, GenerationFinished):
            text = record.text
    p_gen = None if None in switches else np.array(switches, np.float32)
    alignment = np.array(alignments, np.float32).reshape(len(alignments), len(mr) + 2)
    return Sample(mr, text, alignment, p_gen)
