"""train(): a run from its first step to its last, as a generator of records."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator

from core import device, kernels
from core.alphabet import Alphabet
from core.cancellation import Cancelled
from core.checkpoint import Checkpoint
from core.config import TrainingConfig
from core.corpus.example import Corpus
from core.failures import failure_of
from core.network.model import EdaCs
from core.records import Progress, TrainingRecord, Transfer
from core.runs import RunError, RunFolder, RunState, lock, status
from core.training import origin, state
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
    it falls into, saves, and ends. The folder's status says what became of the run, whatever
    ends it.

    Yields:
        Transfer first when fine-tuning; Progress, a TrainingPoint a step, DevScores an
        evaluation, a Sample for every probe.

    Raises:
        ConfigError: the configuration does not fit corpus or checkpoint.
        RunError: there is nothing to resume, it was another corpus, or it is being trained.
        NotANumberError: the loss diverged.
        OSError: the folder cannot be written to.
    """
    with claimed(folder), device.large_blocks_kept():
        try:
            session, transfer = _session(corpus, config, folder, start_from, resume, control, run)
        except Exception as error:
            if not resume:  # A run that was there before stays what it was.
                fail(folder, error)
            raise
        try:
            if transfer is not None:
                yield transfer
            ended = yield from _trained(session, folder)
            status.write(folder, ended)
        except Exception as error:
            fail(folder, error)
            raise


@contextlib.contextmanager
def claimed(folder: RunFolder) -> Iterator[None]:
    """Hold the folder, so that no other trains in it and all can see that it is at work.

    Raises:
        RunError: another holds it, or it cannot be written to.
    """
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(lock.held(folder.lock))
        except lock.HeldError as error:
            msg = f"{folder.path} is being trained already, here or in another program."
            raise RunError(msg) from error
        except OSError as error:
            msg = f"{folder.path} cannot be written to: {error.strerror or error}."
            raise RunError(msg) from error
        yield


def fail(folder: RunFolder, error: Exception) -> None:
    """Set down why a run failed, as far as its folder can be written to."""
    failure = failure_of(error)
    with contextlib.suppress(OSError):  # The disk may be what failed.
        folder.note(f"failed: {failure.sentence}")
    with contextlib.suppress(OSError):
        status.write(folder, RunState.FAILED, failure.sentence)


def _session(
    corpus: Corpus,
    config: TrainingConfig,
    folder: RunFolder,
    start_from: Checkpoint | None,
    resume: bool,
    control: TrainingControl | None,
    run: int,
) -> tuple[Session, Transfer | None]:
    """The run as it begins or goes on, with its folder ready."""
    model, transfer = _model(corpus, config, start_from, folder if resume else None)
    if start_from is not None:
        corpus = joined(corpus, start_from.card)
    session = Session(corpus, config, folder, model, control or TrainingControl(), run)
    if resume:
        session.restore()
        folder.keep(config)
    elif transfer is not None:
        session.position.provenance["fine_tuned_from"] = transfer.checkpoint
    status.write(folder, RunState.RUNNING)
    fine_tuned_from = session.position.provenance.get("fine_tuned_from", "")
    made_from = origin.of_corpus(corpus, config.seed, fine_tuned_from)
    session.keeper.begin(session.position, made_from)
    return session, None if resume else transfer


def _trained(session: Session, folder: RunFolder) -> Generator[TrainingRecord, None, RunState]:
    position = session.position
    try:
        if session.model.device.type == "cpu":
            yield from kernels.preparing(session.control.cancel)
            folder.note(kernels.in_words())
            session.begin_to_count()
        folder.note(f"started at step {position.step} of {session.total_steps}")
        yield Progress(position.step, session.total_steps, "steps", "training")
        yield from _epochs(session)
        ended = RunState.FINISHED if session.is_done() else RunState.STOPPED
    except Cancelled:
        yield Progress(0, None, "checkpoint", "saving")
        ended = RunState.STOPPED
    session.keeper.save_unless_saved(position)
    folder.note(f"{ended.value} at step {position.step}")
    session.keeper.end(position)
    return ended


def _epochs(session: Session) -> Iterator[TrainingRecord]:
    position, asked_to_end = session.position, session.control.stop_after_epoch
    while True:
        if position.evaluation_due:
            yield from session.evaluate()
        if session.is_done():
            return
        yield from _epoch(session)
        if asked_to_end.is_set():
            if position.evaluation_due:
                yield from session.evaluate()
            return


def _epoch(session: Session) -> Iterator[TrainingRecord]:
    """The rest of the current epoch; early stopping can end it sooner."""
    position, every = session.position, session.config.evaluate_every
    for pairs in session.remaining_batches():
        yield from session.rest()
        yield session.step(pairs)
        if every and position.step % every == 0:
            position.evaluation_due = True
            yield from session.evaluate()
            if session.is_done():
                return
        session.keeper.save_when_due(position)
    session.end_epoch()


def _model(
    corpus: Corpus, config: TrainingConfig, start_from: Checkpoint | None, resumed: RunFolder | None
) -> tuple[EdaCs, Transfer | None]:
    """A fresh model with the train split's alphabet, or the checkpoint's weights and alphabet.

    A resumed run keeps its own alphabet, wherever that came from.
    """
    texts = [text for e in corpus.train for text in (e.mr, e.reference)]
    if resumed is not None:
        return EdaCs.seeded(config.model, state.alphabet(resumed), config.seed), None
    if start_from is not None:
        return transferred(start_from, config.model, config.seed, texts)
    return EdaCs.seeded(config.model, Alphabet.from_texts(texts), config.seed), None
