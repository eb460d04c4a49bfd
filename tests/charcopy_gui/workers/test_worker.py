import threading
import time

import pytest
from patience import AT_ONCE
from PySide6.QtCore import QCoreApplication, QObject, QThread, Slot

from charcopy_gui.workers.worker import Worker, failure_of
from core.cancellation import Cancelled
from core.config import ConfigError
from core.records import FailureKind
from core.training.step import NotANumberError


class Listener(QObject):
    def __init__(self, worker):
        super().__init__()
        self.records, self.failures, self.threads, self.ends = [], [], set(), 0
        worker.record.connect(self.take)
        worker.failed.connect(self.fail)
        worker.ended.connect(self.end)

    @Slot(object)
    def take(self, record):
        self.records.append(record)
        self.threads.add(QThread.currentThread())

    @Slot(object)
    def fail(self, failure):
        self.failures.append(failure)

    @Slot()
    def end(self):
        self.ends += 1


@pytest.fixture
def worker(qapp):
    worker = Worker("test")
    yield worker
    worker.close()
    worker.wait()


def test_five_thousand_records_arrive_in_order_on_the_main_thread(qtbot, worker):
    listener = Listener(worker)
    with qtbot.waitSignal(worker.ended):
        worker.start(lambda cancel: range(5000))
    assert listener.records == list(range(5000))
    assert listener.threads == {QCoreApplication.instance().thread()}


def test_large_numbers_are_not_cut_to_32_bits(qtbot, worker):
    listener = Listener(worker)
    with qtbot.waitSignal(worker.ended):
        worker.start(lambda cancel: [2_500_000_000])
    assert listener.records == [2_500_000_000]


def test_whatever_is_raised_becomes_a_failure_and_the_next_job_runs(qtbot, worker):
    listener = Listener(worker)

    def broken(cancel):
        yield 1
        raise KeyError("slot")

    with qtbot.waitSignal(worker.ended):
        worker.start(broken)
    assert listener.records == [1]
    assert [failure.kind for failure in listener.failures] == [FailureKind.BUG]
    assert "KeyError" in listener.failures[0].detail
    assert not worker.busy
    with qtbot.waitSignal(worker.ended):
        worker.start(lambda cancel: [2])
    assert listener.records == [1, 2]


def test_a_cancelled_job_is_no_failure(qtbot, worker):
    listener = Listener(worker)

    def cancelled(cancel):
        yield 1
        raise Cancelled

    with qtbot.waitSignal(worker.ended):
        worker.start(cancelled)
    assert listener.failures == []


def test_stop_reaches_a_busy_job_at_once(qtbot, worker):
    listener = Listener(worker)

    def long(cancel):
        yield "begun"
        assert cancel.wait(30)
        yield "stopped"

    with qtbot.waitSignal(worker.record):
        worker.start(long)
    began = time.perf_counter()
    with qtbot.waitSignal(worker.ended):
        worker.stop()
    assert time.perf_counter() - began < AT_ONCE
    assert listener.records == ["begun", "stopped"]


def test_the_newest_job_wins_and_nothing_is_heard_of_the_others(qtbot, worker):
    listener = Listener(worker)

    def job(name):
        def work(cancel):
            yield name
            if name == "first":
                cancel.wait(30)
                yield "late"

        return work

    with qtbot.waitSignal(worker.record):
        worker.start(job("first"))
    worker.start(job("second"))
    with qtbot.waitSignal(worker.ended):
        worker.start(job("third"))
    assert listener.records == ["first", "third"]
    assert listener.ends == 1


def test_close_ends_the_thread_at_once_and_silences_it(qtbot):
    worker = Worker("test")
    listener = Listener(worker)
    begun = threading.Event()

    def long(cancel):
        begun.set()
        cancel.wait(30)
        yield "late"

    worker.start(long)
    assert begun.wait(30)
    began = time.perf_counter()
    worker.close()
    worker.wait()
    assert time.perf_counter() - began < AT_ONCE
    QCoreApplication.processEvents()
    assert listener.records == []
    worker.start(lambda cancel: [1])
    assert not worker.busy


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (MemoryError(), FailureKind.OUT_OF_MEMORY, "not enough memory"),
        (
            RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried to"),
            FailureKind.OUT_OF_MEMORY,
            "not enough memory",
        ),
        (RuntimeError("CUDA error: out of memory"), FailureKind.OUT_OF_MEMORY, "not enough memory"),
        (NotANumberError(57), FailureKind.NOT_A_NUMBER, "no longer a number at step 57"),
        (OSError(28, "No space left on device", "a.bin"), FailureKind.DISK, "disk is full: a.bin"),
        (OSError(13, "Permission denied", "a.bin"), FailureKind.DISK, "Permission denied: a.bin"),
        (ConfigError("layers must be 1."), FailureKind.INPUT, "layers must be 1."),
        (ValueError("shapes"), FailureKind.BUG, "(shapes)"),
        (RuntimeError(""), FailureKind.BUG, "no reason given"),
    ],
)
def test_failures_are_named_for_people(error, kind, words):
    failure = failure_of(error)
    assert failure.kind is kind
    assert words in failure.sentence
    assert type(error).__name__ in failure.detail
