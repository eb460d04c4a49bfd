import dataclasses
from functools import partial
from threading import Event

import pytest
from fake_training import tiny_corpus
from window_driver import TINY

from charcopy_gui.workers.training import TrainingRequest
from charcopy_gui.workers.trial import Trial, trial
from core.estimates import Estimate
from core.records import FailureKind, Progress

pytestmark = pytest.mark.usefixtures("compiled_kernels")
REAL = partial(trial, demo_corpus=tiny_corpus)


def estimate(request):
    return list(REAL(request, Event()))[-1]


def test_progress_comes_first_and_the_estimate_last(tmp_path):
    records = list(REAL(TrainingRequest(TINY, tmp_path / "run"), Event()))
    assert {type(record) for record in records[:-1]} == {Progress}
    found = records[-1]
    assert isinstance(found, Estimate)
    assert found.steps == 6, "three batches of four in each of two epochs"
    assert found.seconds > 0
    assert not (tmp_path / "run").exists(), "nothing of it is kept"


def test_of_folds_all_are_counted(tmp_path):
    one = estimate(TrainingRequest(dataclasses.replace(TINY, epochs=1), tmp_path / "run"))
    many = estimate(TrainingRequest(dataclasses.replace(TINY, epochs=1), tmp_path / "cv", folds=3))
    assert many.steps % 3 == 0
    assert many.steps > one.steps


def test_a_corpus_that_is_not_there_is_a_failure_in_words(qtbot, tmp_path):
    worker, failures = Trial(), []
    worker.failed.connect(failures.append)
    gone = tmp_path / "gone.csv"
    with qtbot.waitSignal(worker.ended):
        worker.start(TrainingRequest(TINY, tmp_path / "run", files=(gone, gone)))
    assert failures[0].kind in (FailureKind.INPUT, FailureKind.DISK)
    assert "gone.csv" in failures[0].sentence
    worker.close()
    worker.wait()


def test_it_is_stopped(qtbot, tmp_path):
    waiting = Event()

    def endless(request, cancel):
        waiting.set()
        cancel.wait()
        yield from ()

    worker, records = Trial(endless), []
    worker.record.connect(records.append)
    with qtbot.waitSignal(worker.ended):
        worker.start(TrainingRequest(TINY, tmp_path / "run"))
        qtbot.waitUntil(waiting.is_set)
        assert worker.busy
        worker.stop()
    assert records == []
    worker.close()
    worker.wait()
