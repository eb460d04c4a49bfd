from threading import Event

import pytest
from fake_training import point

from charcopy_gui.workers.runs import CurvesRead, Listed, Opened, Runs, curves_of, listed, opened
from core.cancellation import Cancelled
from core.config import TrainingConfig
from core.runs import RunError, RunFolder, folds


def run_at(path, steps=3):
    folder = RunFolder.create(path, TrainingConfig())
    for step in range(1, steps + 1):
        made = point(step, float(step))
        plain = {name: getattr(made, name) for name in type(made).__slots__}
        folder.append(folder.metrics, plain)
    return folder


def test_all_runs_of_a_folder_are_listed(tmp_path):
    run_at(tmp_path / "one")
    (tmp_path / "no run").mkdir()
    (found,) = listed(tmp_path, Event())
    assert [run.name for run in found.runs] == ["one"]
    (none,) = listed(tmp_path / "nowhere", Event())
    assert none.runs == ()


def test_curves_are_read_by_name_and_of_folds_each(tmp_path):
    run_at(tmp_path / "one")
    whole = folds.create(tmp_path / "cv", TrainingConfig(), 3)
    run_at(whole.path / "fold-01")
    run_at(whole.path / "fold-02", 5)
    (read,) = curves_of((tmp_path / "one", whole.path), Event())
    assert [name for name, _ in read.curves] == ["one", "cv, fold 1", "cv, fold 2"]
    assert [curves.step.size for _, curves in read.curves] == [3, 3, 5]


def test_reading_is_given_up_when_others_are_marked(tmp_path):
    run_at(tmp_path / "one")
    cancel = Event()
    cancel.set()
    with pytest.raises(Cancelled):
        list(curves_of((tmp_path / "one",), cancel))


def test_a_cross_validation_is_opened_at_its_latest_fold(tmp_path):
    whole = folds.create(tmp_path / "cv", TrainingConfig(), 3)
    run_at(whole.path / "fold-01")
    run_at(whole.path / "fold-02", 5)
    (found,) = opened(whole.path, True, Event())
    assert found.folder == whole.path / "fold-02"
    assert found.run.path == whole.path
    assert found.resumes
    assert found.curves.step.size == 5


def test_what_is_no_run_is_refused(tmp_path):
    with pytest.raises(RunError):
        list(opened(tmp_path, False, Event()))


def test_it_works_in_threads_of_its_own(qtbot, tmp_path):
    run_at(tmp_path / "one")
    runs, records = Runs(), []
    for worker in (runs.listing, runs.reading, runs.opening):
        worker.record.connect(records.append)
    runs.list_runs(tmp_path)
    runs.read([tmp_path / "one"])
    runs.open(tmp_path / "one", resumes=False)
    qtbot.waitUntil(lambda: {type(r) for r in records} == {Listed, CurvesRead, Opened})
    assert not runs.busy
    runs.close()
    runs.wait()
