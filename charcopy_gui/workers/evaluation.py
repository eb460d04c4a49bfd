"""Evaluation in its own thread: corpus, model and outputs are read there, texts written, scored."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Signal

from charcopy_gui.storage.settings import EvaluationChoices
from charcopy_gui.workers.evaluation_set import EvaluationSet, read_set
from charcopy_gui.workers.worker import Worker
from core import cancellation
from core.cancellation import Cancelled
from core.config import ConfigError
from core.corpus.formats import Answers, CorpusError
from core.metrics.task import Protocol, TaskError
from core.model_card import ModelCardError
from core.records import DeviceInfo, Phase, Progress

if TYPE_CHECKING:  # Loaded in the thread: they take long.
    from core.metrics.report import Report, Written


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """One evaluation, as it was asked for."""

    choices: EvaluationChoices
    corpora: Path | None = None
    """A folder that known corpora are looked for in first."""
    answers: Answers = field(default_factory=dict)
    """How files are read, where someone has said so."""


@dataclass(frozen=True, slots=True)
class EvaluationStarted:
    """The first record of an evaluation: what is scored on what."""

    system: str
    corpus: str
    texts: int
    """How many there are to be."""
    published: str
    """Name of the known corpus whose test split it is; published figures belong to that alone."""
    device: DeviceInfo | None
    """Where a model writes; None for a file of outputs."""
    notices: tuple[str, ...]
    """Sentences about what is new to the model, and rows of the corpus' file that were left out."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing can be scored so: what was chosen for one of the two does not do."""

    about_system: bool
    """Whether it is the model or the file of outputs; else it is the corpus."""
    sentence: str


@dataclass(frozen=True, slots=True)
class Stops:
    """How an evaluation is told to end."""

    cancel: Event
    """Write no more; what was written is scored."""
    give_up: Event
    """Nor score."""


EvaluationRecord: TypeAlias = "EvaluationStarted | Refused | Progress | Report"
Evaluate: TypeAlias = Callable[[EvaluationRequest, Stops], Iterable[EvaluationRecord]]
"""Request, events -> the records of one evaluation. Called in the worker's thread only."""


def evaluate(request: EvaluationRequest, stops: Stops) -> Iterator[EvaluationRecord]:
    """One evaluation from reading its corpus to its report.

    Stopped early, it ends with the report of the texts that are there, if any.

    Raises:
        Cancelled: it was stopped before there was a text, or given up.
    """
    # What is there already need not be searched for unused cycles: each search halts the window.
    gc.freeze()
    choices = request.choices
    protocol = Protocol(choices.protocol)
    try:
        chosen = read_set(choices.corpus, choices.split, protocol, request.corpora, request.answers)
    except (CorpusError, TaskError) as error:
        yield Refused(about_system=False, sentence=str(error))
        return
    cancellation.check(stops.cancel)
    try:
        records, started = (_of_outputs if choices.outputs else _of_model)(choices, chosen, stops)
    except (ConfigError, CorpusError, TaskError, ModelCardError) as error:
        yield Refused(about_system=True, sentence=str(error))
        return
    gc.freeze()
    yield started
    yield from kept_when_stopped(records, chosen, started.system, stops)


_Begun: TypeAlias = "tuple[Iterable[Progress | Written | Report], EvaluationStarted]"


def _of_outputs(choices: EvaluationChoices, chosen: EvaluationSet, stops: Stops) -> _Begun:
    from core.metrics import outputs, scoring
    from core.metrics.report import Written

    path, task = Path(choices.outputs), chosen.task
    texts = outputs.read(path, task)

    def records() -> Iterator[Progress | Written | Report]:
        yield Written(dict(zip(task.mrs, texts, strict=True)))
        yield from scoring.score(task, texts, path.stem, stops.cancel)

    return records(), _started(path.stem, chosen, None)


def _of_model(choices: EvaluationChoices, chosen: EvaluationSet, stops: Stops) -> _Begun:
    from core import checkpoint, evaluation
    from core import device as devices
    from core.decoding import rerank
    from core.metrics.unfamiliar import unfamiliar

    devices.set_threads(1)  # A step of 64 texts is too little to share out, too: two are slower.
    device = devices.choose(choices.device)
    try:
        loaded = checkpoint.load(Path(choices.model), stops.cancel)
    except checkpoint.CheckpointError as error:
        raise ModelCardError(str(error)) from error
    cancellation.check(stops.cancel)
    model, name = loaded.model(device.name), loaded.card.name
    if choices.decoding.rerank:
        rerank.check(model, Phase.TABLE_TO_TEXT, choices.decoding)
    records = evaluation.evaluate(model, chosen.task, choices.decoding, name, stops.cancel)
    return records, _started(name, chosen, device, unfamiliar(loaded.card, chosen.task.mrs))


def _started(
    system: str, chosen: EvaluationSet, device: DeviceInfo | None, about: tuple[str, ...] = ()
) -> EvaluationStarted:
    count, notices = len(chosen.task.mrs), (*about, *chosen.notices)
    return EvaluationStarted(system, chosen.task.corpus, count, chosen.published, device, notices)


def kept_when_stopped(
    records: Iterable[Progress | Written | Report],
    chosen: EvaluationSet,
    system: str,
    stops: Stops,
) -> Iterator[EvaluationRecord]:
    """The records but for the texts; once cancelled, the report of the texts written so far."""
    from core.metrics import scoring
    from core.metrics.report import Written

    written: dict[str, str] = {}
    try:
        for record in records:
            if isinstance(record, Written):
                written.update(record.texts)
            else:
                yield record
    except Cancelled:
        if not written:
            raise
        part = chosen.task.only(written)
        texts = [written[mr] for mr in part.mrs]
        yield from scoring.score(part, texts, system, stops.give_up, with_meteor=False)


class Evaluation(QObject):
    """Evaluates one system at a time; a second start while one runs is passed over."""

    record = Signal(object)
    """EvaluationStarted or Refused first; then Progress, and a Report at the end."""
    failed = Signal(object)
    """A Failure."""
    ended = Signal()

    def __init__(self, evaluate: Evaluate = evaluate, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._evaluate = evaluate
        self._stopped = False
        self._give_up = Event()
        self._worker = Worker("evaluation", self)
        self._worker.record.connect(self.record)
        self._worker.failed.connect(self.failed)
        self._worker.ended.connect(self.ended)

    @property
    def busy(self) -> bool:
        """Whether an evaluation was started and has not ended."""
        return self._worker.busy

    def start(self, request: EvaluationRequest) -> None:
        """Begin an evaluation, unless one is going on."""
        if self.busy:
            return
        self._stopped, self._give_up = False, Event()
        evaluate, give_up = self._evaluate, self._give_up
        self._worker.start(lambda cancel: evaluate(request, Stops(cancel, give_up)))

    def stop(self) -> None:
        """Write no more, and score what is there; asked for again, end without figures."""
        if self._stopped:
            self._give_up.set()
        self._stopped = True
        self._worker.stop()

    def close(self) -> None:
        """Stop for good; nothing is heard of it afterwards."""
        self._give_up.set()
        self._worker.close()

    def wait(self) -> None:
        """Wait, once closed, for the thread's end."""
        self._worker.wait()
