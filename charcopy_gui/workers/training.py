"""Training in its own thread: corpus, checkpoint and model are read there, and stay there."""

from __future__ import annotations

import contextlib
import dataclasses
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.storage import paths
from charcopy_gui.workers.worker import Worker
from core import cancellation
from core.config import TrainingConfig
from core.corpus import demo
from core.corpus.example import Corpus
from core.corpus.formats import Answers, Choices
from core.meaning_representation import MeaningRepresentation, ParseError
from core.records import (
    DeviceInfo,
    Failure,
    FailureKind,
    TrainingPoint,
    TrainingRecord,
)
from core.runs import RunFolder, folds, source
from core.runs.folds import FoldStarted, Outcome
from core.runs.source import CorpusSource
from core.training.control import TrainingControl

_SMALLER_BATCH = (
    "There is not enough memory for this training. Try a smaller batch first, then smaller sizes."
)


@dataclass(frozen=True, slots=True)
class TrainingRequest:
    """One run, as it was asked for."""

    config: TrainingConfig
    folder: Path
    """Where the run is to be kept; it is made when training begins."""
    files: tuple[Path, Path] | None = None
    """To train on, and to choose the model by; None for a known corpus."""
    readings: tuple[Choices | None, Choices | None] = (None, None)
    """How each of them is to be read; None where that is to be found out."""
    known: str = ""
    """Name of a known corpus, where there are no files; empty for the demo corpus."""
    corpora: Path | None = None
    """A folder of corpora that the user has set."""
    answers: Answers = field(default_factory=dict)
    """How files of known corpora are read that leave something open."""
    start_from: Path | None = None
    """The checkpoint that is fine-tuned; None to start from scratch."""
    resume: bool = False
    """Whether the run in the folder is to go on, on the corpus that it began with."""
    folds: int = 0
    """Of a cross-validation; 0 for a single run."""

    @property
    def source(self) -> CorpusSource:
        """Where the corpus of a run that begins lies."""
        known = "" if self.files else self.known
        return CorpusSource(known, self.corpora, self.files, self.readings, self.answers)


@dataclass(frozen=True, slots=True)
class TrainingStarted:
    """The first record of a run."""

    device: DeviceInfo
    folder: Path
    notices: tuple[str, ...]
    """Sentences about rows of the corpus' files that could not be used."""
    example: str = ""
    """A meaning representation of the corpus, not trained on, to be tried; empty for none."""


Yielded: TypeAlias = TrainingStarted | TrainingRecord | FoldStarted | Outcome
"""FoldStarted and Outcome come of a cross-validation."""

Train: TypeAlias = Callable[[TrainingRequest, TrainingControl, int], Iterable[Yielded]]
"""Request, control, number of the run -> its records. Called in the worker's thread only."""


def train(
    request: TrainingRequest,
    control: TrainingControl,
    run: int,
    demo_corpus: Callable[[], Corpus] = demo.corpus,
) -> Iterator[Yielded]:
    """One run, or a cross-validation, from reading its corpus to its last record.

    Raises:
        Cancelled: training was to stop before it began.
        ValueError: corpus, checkpoint, configuration or run cannot be used.
        NotANumberError: the loss diverged; a point without numbers comes before it.
        OSError: the run's folder cannot be written to.
    """
    from core import checkpoint
    from core import device as devices
    from core.training.cross_validation import cross_validate
    from core.training.step import NotANumberError
    from core.training.trainer import train as train_one
    from core.training.transfer import check_sizes

    cancellation.check(control.cancel)
    devices.set_threads(request.config.threads)
    chosen = devices.choose(request.config.device)
    where = source.find(RunFolder.open(request.folder)) if request.resume else request.source
    corpus, notices = (demo_corpus(), ()) if where.is_demo else where.load()
    cancellation.check(control.cancel)
    start = None
    if request.start_from is not None:
        start = checkpoint.load(request.start_from)
        check_sizes(start, request.config.model)
    cancellation.check(control.cancel)
    folder = _folder(request)
    yield TrainingStarted(chosen, folder.path, notices, _example(corpus))
    config, epoch = request.config, 0
    records: Iterable[Yielded]
    if folder.folds.exists():
        records = cross_validate(corpus, config, folder, start_from=start, control=control, run=run)
    else:
        records = train_one(corpus, config, folder, start_from=start, resume=request.resume,
                            control=control, run=run)  # fmt: skip
    try:
        for record in records:
            epoch = record.epoch if isinstance(record, TrainingPoint) else epoch
            yield record
    except NotANumberError as error:
        yield _gap(run, error.step, epoch)
        raise


def _example(corpus: Corpus) -> str:
    """The first regular one of the dev split; a corpus may hold others."""
    for example in corpus.dev:
        with contextlib.suppress(ParseError):
            MeaningRepresentation.parse(example.mr)
            return example.mr
    return ""


def _folder(request: TrainingRequest) -> RunFolder:
    """The folder of the run: one that is there, or one that is made now."""
    if request.resume:
        return RunFolder.open(request.folder)
    path, config = request.folder, request.config
    with contextlib.suppress(OSError):  # Whoever writes into it says why.
        path = paths.claim(path)
    many = request.folds
    made = folds.create(path, config, many) if many else RunFolder.create(path, config)
    source.keep(made, request.source)
    return made


def _gap(run: int, step: int, epoch: int) -> TrainingPoint:
    """The step whose loss is no number, so that the curves can show where it was."""
    nan = math.nan
    return TrainingPoint(run, step, epoch, nan, nan, nan, 0.0, nan, nan, None)


class Training(QObject):
    """Trains one model at a time; a second start while one runs is passed over."""

    record = Signal(object)
    """TrainingStarted first, then every TrainingRecord."""
    failed = Signal(object)
    """A Failure."""
    ended = Signal()

    def __init__(self, train: Train = train, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._train = train
        self._run = 0
        self._control = TrainingControl()
        self._worker = Worker("training", self)
        self._worker.record.connect(self.record)
        self._worker.failed.connect(self._advise)
        self._worker.ended.connect(self.ended)

    @property
    def busy(self) -> bool:
        """Whether a run was started and has not ended."""
        return self._worker.busy

    def start(self, request: TrainingRequest) -> None:
        """Begin a run, unless one is going on."""
        if self.busy:
            return
        self._run += 1
        train, run, control = self._train, self._run, TrainingControl()
        self._control = control
        self._worker.start(
            lambda cancel: train(request, dataclasses.replace(control, cancel=cancel), run)
        )

    # Events are set from here directly: a busy thread takes no messages.

    def pause(self, paused: bool) -> None:
        """Pause before the next step, or go on."""
        _set(self._control.pause, paused)

    def stop_after_epoch(self, wanted: bool) -> None:
        """End when the epoch does, or after all do not."""
        _set(self._control.stop_after_epoch, wanted)

    def probe(self, mr: str) -> None:
        """Have a text written with the weights as they are; it comes as a Sample."""
        self._control.probes.put(mr)

    def stop(self) -> None:
        """End now: the step at hand is dropped, what came before is saved."""
        self._worker.stop()

    def close(self) -> None:
        """Stop for good; nothing is heard of it afterwards."""
        self._worker.close()

    def wait(self) -> None:
        """Wait, once closed, for the thread's end."""
        self._worker.wait()

    @Slot(object)
    def _advise(self, failure: Failure) -> None:
        if failure.kind is FailureKind.OUT_OF_MEMORY:
            failure = dataclasses.replace(failure, sentence=_SMALLER_BATCH)
        self.failed.emit(failure)


def _set(event: Event, wanted: bool) -> None:
    if wanted:
        event.set()
    else:
        event.clear()
