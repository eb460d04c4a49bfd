"""Generation in its own thread: the model is loaded there, and stays there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.workers.loading import load_model
from charcopy_gui.workers.requests import (
    Load,
    LoadedModel,
    ModelReady,
    Prepare,
    WritingRequest,
)
from charcopy_gui.workers.worker import Worker
from core.config import DecodingConfig
from core.generation_tree import BranchRequest
from core.records import GenerationRecord, Phase, Progress


class Generation(QObject):
    """Loads models and writes texts, one at a time; the newest request wins."""

    loading = Signal(object)
    """A Progress, while a model is loaded."""
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

    def new_run(self) -> int:
        """A number that no other run of this object has, for a text that comes from elsewhere."""
        self._run += 1
        return self._run

    def pass_over(self, run: int) -> None:
        """Number later runs above one that comes from elsewhere."""
        self._run = max(self._run, run)

    def load(self, model: Path, device: str) -> None:
        """Have a model ready, without writing."""
        self._start(model, device, None)

    def generate(
        self,
        model: Path,
        device: str,
        source: str,
        config: DecodingConfig,
        phase: Phase = Phase.TABLE_TO_TEXT,
    ) -> None:
        """Write from a source, as a new run, loading the model first if another one is there."""
        self._start(model, device, WritingRequest(source, phase, config, self.new_run()))

    def branch(
        self,
        model: Path,
        device: str,
        source: str,
        config: DecodingConfig,
        phase: Phase,
        request: BranchRequest,
    ) -> None:
        """Write a branch of a run's text, from where it departs; only its own steps come.

        Of the newest run the states are kept, and a branch goes on from them. Of others, and where
        another model is there meanwhile, the beginning is written again, unheard.
        """
        self._start(model, device, WritingRequest(source, phase, config, request.run, request))

    def _start(self, model: Path, device: str, request: WritingRequest | None) -> None:
        desk = self._desk
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
        if isinstance(record, Progress):
            self.loading.emit(record)
        elif isinstance(record, ModelReady):
            self.model_ready.emit(record)
        else:
            self.record.emit(record)


class _Desk:
    """What the thread keeps between two jobs: the model it loaded last."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._key: tuple[Path, int, str] | None = None
        self._model: LoadedModel | None = None

    def work(
        self, path: Path, device: str, request: WritingRequest | None, cancel: Event
    ) -> Iterator[Progress | ModelReady | GenerationRecord]:
        """One job: have the model, then write if asked to."""
        key = path, _written(path), device
        if self._model is None or self._key != key:
            self._model = None
            for part in self._load(path, device, cancel):
                if isinstance(part, LoadedModel):
                    self._key, self._model = key, part
                else:
                    yield part
        if self._model is None:
            return
        yield self._model.ready
        if request is not None and not cancel.is_set():
            yield from self._model.write(request, cancel)


def _written(path: Path) -> int:
    """When the file was written last: a run that goes on writes its best checkpoint anew."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
