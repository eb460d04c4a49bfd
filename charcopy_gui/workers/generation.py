"""Generation in its own thread: the model is loaded there, and stays there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.workers.worker import Worker
from core import cancellation
from core.config import DecodingConfig
from core.model_card import ModelCard
from core.records import DeviceInfo, GenerationRecord, Phase

Write: TypeAlias = Callable[[str, DecodingConfig, int, threading.Event], Iterable[GenerationRecord]]
"""Source line, configuration, number of the run, cancel -> the records of one generation."""


@dataclass(frozen=True, slots=True)
class ModelReady:
    """The model that writes from now on, and where it runs."""

    card: ModelCard
    device: DeviceInfo


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model in memory, as a function that writes."""

    ready: ModelReady
    write: Write


Load: TypeAlias = Callable[[Path, str, threading.Event], LoadedModel]
"""A checkpoint, device asked for, cancel -> the model. Called in the worker's thread only."""


def load_model(path: Path, device: str, cancel: threading.Event) -> LoadedModel:
    """Load a checkpoint onto the device asked for, or the one that can stand in for it.

    Raises:
        Cancelled: nobody waits for it any more.
        ModelCardError: it is no checkpoint that can be read.
    """
    from core import checkpoint
    from core import device as devices
    from core.decoding.steps import steps

    cancellation.check(cancel)
    devices.set_threads(1)  # One character at a time is too little to share out.
    chosen = devices.choose(device)
    read = checkpoint.load(path)
    cancellation.check(cancel)
    model = read.model(chosen.name)

    def write(
        mr: str, config: DecodingConfig, run: int, cancel: threading.Event
    ) -> Iterator[GenerationRecord]:
        return steps(model, mr, Phase.TABLE_TO_TEXT, config, run=run, cancel=cancel)

    return LoadedModel(ModelReady(read.card, chosen), write)


Prepare: TypeAlias = Callable[[threading.Event], Iterable[object]]
"""Cancel -> work that makes later texts come faster."""


def prepare_kernels(cancel: threading.Event) -> Iterator[str]:
    """Have compiled kernels ready for the next text; says which there are.

    Raises:
        Cancelled: they are not wanted any more.
    """
    from core import kernels

    yield kernels.prepare(cancel)


class Generation(QObject):
    """Loads models and writes texts, one at a time; the newest request wins."""

    model_ready = Signal(object)
    """A ModelReady, at the start of every job."""
    record = Signal(object)
    """A GenerationRecord."""
    failed = Signal(object)
    """A Failure."""
    ended = Signal()

    def __init__(
        self,
        load: Load = load_model,
        prepare: Prepare | None = None,
        parent: QObject | None = None,
    ) -> None:
        """What `prepare` does begins after the first text, in a thread of its own."""
        super().__init__(parent)
        self._desk = _Desk(load)
        self._run = 0
        self._prepare = prepare
        self._preparation = Worker("kernels", self)
        self._worker = Worker("generation", self)
        self._worker.record.connect(self._sort)
        self._worker.failed.connect(self.failed)
        self._worker.ended.connect(self._make_ready)
        self._worker.ended.connect(self.ended)

    @property
    def busy(self) -> bool:
        """Whether a model is being loaded or a text written."""
        return self._worker.busy

    def load(self, model: Path, device: str) -> None:
        """Have a model ready, without writing."""
        desk = self._desk
        self._worker.start(lambda cancel: desk.work(model, device, None, cancel))

    def generate(self, model: Path, device: str, mr: str, config: DecodingConfig) -> None:
        """Write a text for an MR, loading the model first if another one is there."""
        self._run += 1
        desk, request = self._desk, (mr, config, self._run)
        self._worker.start(lambda cancel: desk.work(model, device, request, cancel))

    def stop(self) -> None:
        """End the writing; what was written stays."""
        self._worker.stop()

    def close(self) -> None:
        """Stop for good; nothing is heard of it afterwards."""
        self._worker.close()
        self._preparation.close()

    def wait(self) -> None:
        """Wait, once closed, for the threads' end."""
        self._worker.wait()
        self._preparation.wait()

    @Slot()
    def _make_ready(self) -> None:
        if self._prepare is not None:
            self._preparation.start(self._prepare)
            self._prepare = None

    @Slot(object)
    def _sort(self, record: object) -> None:
        (self.model_ready if isinstance(record, ModelReady) else self.record).emit(record)


class _Desk:
    """What the thread keeps between two jobs: the model it loaded last."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._key: tuple[Path, int, str] | None = None
        self._model: LoadedModel | None = None

    def work(
        self,
        path: Path,
        device: str,
        request: tuple[str, DecodingConfig, int] | None,
        cancel: threading.Event,
    ) -> Iterator[ModelReady | GenerationRecord]:
        """One job: have the model, then write if asked to."""
        model = self._model_of(path, device, cancel)
        yield model.ready
        if request is not None and not cancel.is_set():
            mr, config, run = request
            yield from model.write(mr, config, run, cancel)

    def _model_of(self, path: Path, device: str, cancel: threading.Event) -> LoadedModel:
        key = path, _written(path), device
        if self._model is None or self._key != key:
            self._model = None
            self._model = self._load(path, device, cancel)
            self._key = key
        return self._model


def _written(path: Path) -> int:
    """When the file was written last: a run that goes on writes its best checkpoint anew."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
