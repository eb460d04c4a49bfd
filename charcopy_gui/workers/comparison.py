"""Comparison in its own thread: several models write for one table, one after another."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from charcopy_gui.workers.loading import load_model
from charcopy_gui.workers.requests import Load, LoadedModel, WritingRequest
from charcopy_gui.workers.worker import Worker
from core.cancellation import Cancelled
from core.config import DecodingConfig
from core.failures import failure_of
from core.records import CharacterStep, GenerationFinished, Phase

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ComparisonRequest:
    """One table, and the models that are to write for it."""

    mr: str
    config: DecodingConfig
    device: str
    models: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class ModelBegun:
    """A model is loaded and writes next."""

    model: Path


@dataclass(frozen=True, slots=True)
class ModelWrote:
    """The text of a model; the best one, where there are several."""

    model: Path
    steps: tuple[CharacterStep, ...]
    finished: GenerationFinished


@dataclass(frozen=True, slots=True)
class ModelFailed:
    """A model that wrote nothing; those after it do."""

    model: Path
    sentence: str


ComparisonRecord: TypeAlias = ModelBegun | ModelWrote | ModelFailed


def compare(request: ComparisonRequest, load: Load, cancel: Event) -> Iterator[ComparisonRecord]:
    """Load each model, let it write, and let go of it before the next.

    Raises:
        Cancelled: the event was set before a model had a text.
    """
    for run, path in enumerate(request.models, 1):
        if cancel.is_set():
            return
        yield ModelBegun(path)
        try:
            wrote = _write(request, path, run, load, cancel)
        except Cancelled:
            raise
        except Exception as error:
            failure = failure_of(error)
            _log.warning("comparison: %s: %s\n%s", path, failure.sentence, failure.detail)
            yield ModelFailed(path, failure.sentence)
        else:
            yield wrote


def _write(
    request: ComparisonRequest, path: Path, run: int, load: Load, cancel: Event
) -> ModelWrote:
    for part in load(path, request.device, cancel):
        if isinstance(part, LoadedModel):
            return _best(request, part, path, run, cancel)
    raise Cancelled


def _best(
    request: ComparisonRequest, model: LoadedModel, path: Path, run: int, cancel: Event
) -> ModelWrote:
    """What branch 0 holds: the text, or the best of several."""
    writing = WritingRequest(request.mr, Phase.TABLE_TO_TEXT, request.config, run)
    steps: list[CharacterStep] = []
    for record in model.write(writing, cancel):
        if isinstance(record, CharacterStep) and record.branch == 0:
            steps.append(record)
        elif isinstance(record, GenerationFinished) and record.branch == 0:
            return ModelWrote(path, tuple(steps), record)
    raise Cancelled


class Comparison(QObject):
    """Makes one comparison at a time; the newest request wins."""

    record = Signal(object)
    """A ComparisonRecord."""
    failed = Signal(object)
    """A Failure of the comparison as a whole."""
    ended = Signal()

    def __init__(self, load: Load = load_model, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._load = load
        self._worker = Worker("comparison", self)
        self._worker.record.connect(self.record)
        self._worker.failed.connect(self.failed)
        self._worker.ended.connect(self.ended)

    @property
    def busy(self) -> bool:
        """Whether models are being loaded or write."""
        return self._worker.busy

    def start(self, request: ComparisonRequest) -> None:
        """Begin a comparison; one that goes on ends."""
        load = self._load
        self._worker.start(lambda cancel: compare(request, load, cancel))

    def stop(self) -> None:
        """Write no more; the texts that are there stay."""
        self._worker.stop()

    def close(self) -> None:
        """Stop for good; nothing is heard of it afterwards."""
        self._worker.close()

    def wait(self) -> None:
        """Wait, once closed, for the thread's end."""
        self._worker.wait()
