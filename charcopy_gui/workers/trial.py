"""What a training will take, found out by a few of its steps in a thread of their own."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from threading import Event
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from charcopy_gui.workers.training import TrainingRequest
from charcopy_gui.workers.worker import Worker
from core.corpus import demo
from core.corpus.example import Corpus
from core.estimates import Estimate
from core.records import Progress

Try: TypeAlias = Callable[[TrainingRequest, Event], Iterable[Progress | Estimate]]
"""Request, cancel -> progress, and at last the estimate. Called in the worker's thread only."""


def trial(
    request: TrainingRequest, cancel: Event, demo_corpus: Callable[[], Corpus] = demo.corpus
) -> Iterator[Progress | Estimate]:
    """Time a few steps of what was asked for.

    Raises:
        Cancelled: the event was set.
        ValueError: corpus or configuration cannot be used.
    """
    from core.training.cross_validation import split
    from core.training.trial import trial as timed

    where = request.source
    corpus, _ = (demo_corpus(), ()) if where.is_demo else where.load()
    if request.folds:
        corpus = split(corpus, request.folds, request.config.seed)[0]
    for record in timed(corpus, request.config, cancel):
        yield _of_all_folds(record, request.folds) if isinstance(record, Estimate) else record


def _of_all_folds(estimate: Estimate, folds: int) -> Estimate:
    times = max(1, folds)
    return dataclasses.replace(
        estimate, steps=times * estimate.steps, seconds=times * estimate.seconds
    )


class Trial(QObject):
    """Times one training at a time; the newest request wins."""

    record = Signal(object)
    """Progress, and at last an Estimate."""
    failed = Signal(object)
    """A Failure."""
    ended = Signal()

    def __init__(self, attempt: Try = trial, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._attempt = attempt
        self._worker = Worker("trial", self)
        self._worker.record.connect(self.record)
        self._worker.failed.connect(self.failed)
        self._worker.ended.connect(self.ended)

    @property
    def busy(self) -> bool:
        """Whether steps are being timed."""
        return self._worker.busy

    def start(self, request: TrainingRequest) -> None:
        """Begin to time."""
        attempt = self._attempt
        self._worker.start(lambda cancel: attempt(request, cancel))

    def stop(self) -> None:
        """End it; nothing comes of it."""
        self._worker.stop()

    def close(self) -> None:
        """Stop for good; nothing is heard of it afterwards."""
        self._worker.close()

    def wait(self) -> None:
        """Wait, once closed, for the thread's end."""
        self._worker.wait()
