"""train(): a run from its first step to its last, as a generator of records."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from core import device, kernels
from core.alphabet import Alphabet
from core.cancellation import Cancelled
from core.checkpoint import Checkpoint
from core.config import TrainingConfig
from core.corpus.example import Corpus
from core.network.model import EdaCs
from core.records import Progress, TrainingRecord, Transfer
from core.runs import RunFolder
from core.training.control import TrainingControl
from core.training.session import Session
from core.training.transfer import joined, transferred


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
        evaluation, a Sample for every probe.

    Raises:
        ConfigError: the configuration does not fit corpus or checkpoint.
        RunError: there is nothing to resume, or it was another corpus.
        NotANumberError: the loss diverged.
        OSError: the folder cannot be written to.
    """
    try:
        with device.large_blocks_kept():
            yield from _trained(corpus, config, folder, start_from, resume, control, run)
    except Exception as error:
        with contextlib.suppress(OSError):  # The disk may be what failed.
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
    if start_from is not None:
        corpus = joined(corpus, start_from.card)
    session = Session(corpus, config, folder, model, control, run)
    if resume:
        session.restore()
    elif transfer is not None:
        session.position.provenance["fine_tuned_from"] = transfer.checkpoint
        yield transfer
    try:
        if session.model.device.type == "cpu":
            yield Progress(0, None, "kernels", "preparing the kernels")
            folder.note(kernels.prepare(session.control.cancel))
        folder.note(f"started at step {session.position.step} of {session.total_steps}")
        yield Progress(session.position.step, session.total_steps, "steps", "training")
        yield from _epochs(session)
        folder.note(f"ended at step {session.position.step}")
    except Cancelled:
        yield Progress(0, None, "checkpoint", "saving")
        session.save()
        folder.note(f"stopped at step {session.position.step}")


def _epochs(session: Session) -> Iterator[TrainingRecord]:
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


def _epoch(session: Session) -> Iterator[TrainingRecord]:
    """The rest of the current epoch; early stopping can end it sooner."""
    position, every = session.position, session.config.evaluate_every
    for pairs in session.remaining_batches():
        yield session.step(pairs)
        yield from session.probe()
        if every and position.step % every == 0:
            position.evaluation_due = True
            yield from session.evaluate()
            if session.is_done():
                return
        session.save_when_due()
    position.epoch, position.batch = position.epoch + 1, 0
    last = position.epoch == session.config.epochs
    position.evaluation_due = not every or (last and position.step % every > 0)


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
