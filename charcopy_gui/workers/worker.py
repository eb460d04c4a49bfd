"""One long-lived thread that runs generators and sends what they yield to the window's thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from PySide6.QtCore import QObject, QThread, Signal, Slot

from core.cancellation import Cancelled
from core.failures import failure_of

_log = logging.getLogger(__name__)

Work: TypeAlias = Callable[[threading.Event], Iterable[object]]
"""What a job does: yields records, and ends soon after the event is set."""


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    work: Work
    cancel: threading.Event = field(default_factory=threading.Event)


class Worker(QObject):
    """Runs one job at a time in its own thread; its signals arrive in the window's thread.

    The newest job wins: asking for one cancels those before it, and nothing more is heard of
    them. Every job that was not overtaken ends with `ended`, after `failed` if it raised.
    """

    record = Signal(object)
    """What the newest job yielded, in order."""
    failed = Signal(object)
    """A Failure."""
    ended = Signal()

    _asked = Signal(object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._newest: _Job | None = None
        self._closed = False
        self._thread = QThread()
        self._thread.setObjectName(name)
        self._runner = _Runner()
        self._runner.moveToThread(self._thread)
        self._asked.connect(self._runner.run)
        self._runner.record.connect(self._pass_record)
        self._runner.failed.connect(self._pass_failure)
        self._runner.ended.connect(self._pass_end)

    @property
    def busy(self) -> bool:
        """Whether a job was asked for and has not ended."""
        return self._newest is not None

    def start(self, work: Work) -> None:
        """Run a job as soon as the thread is free of those before it."""
        if self._closed:
            return
        self.stop()
        self._newest = _Job(work)
        if not self._thread.isRunning():
            self._thread.start()
        self._asked.emit(self._newest)

    def stop(self) -> None:
        """Let the job end early. It is told directly: a busy thread takes no messages."""
        if self._newest is not None:
            self._newest.cancel.set()

    def close(self) -> None:
        """Stop for good; nothing is heard of it afterwards. The thread ends when its job does."""
        self._closed = True
        self.stop()
        self._newest = None
        self._thread.quit()

    def wait(self) -> None:
        """Wait, once closed, until the thread has ended: one that runs must not be destroyed."""
        self._thread.wait()

    @Slot(object, object)
    def _pass_record(self, job: object, record: object) -> None:
        if job is self._newest:
            self.record.emit(record)

    @Slot(object, object)
    def _pass_failure(self, job: object, failure: object) -> None:
        if job is self._newest:
            self.failed.emit(failure)

    @Slot(object)
    def _pass_end(self, job: object) -> None:
        if job is self._newest:
            self._newest = None
            self.ended.emit()


class _Runner(QObject):
    """The half of a worker that lives in the thread."""

    record = Signal(object, object)
    failed = Signal(object, object)
    ended = Signal(object)

    @Slot(object)
    def run(self, job: _Job) -> None:
        """Run a job to its end, whatever it raises: else the window would wait for it forever."""
        try:
            if not job.cancel.is_set():
                for record in job.work(job.cancel):
                    self.record.emit(job, record)
        except Cancelled:
            _log.info("%s: stopped", self.thread().objectName())
        except BaseException as error:
            failure = failure_of(error)
            _log.error("%s: %s\n%s", self.thread().objectName(), failure.sentence, failure.detail)
            self.failed.emit(job, failure)
        finally:
            self.ended.emit(job)
