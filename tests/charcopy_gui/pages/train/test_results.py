from pathlib import Path

import pytest
from fake_training import point, sample

from charcopy_gui.pages.train.page import FIRST, TrainPage
from charcopy_gui.pages.train.results import CURVES, FILM, RUNS
from charcopy_gui.plots.curves import CurvesPlot
from charcopy_gui.plots.overlay import OverlayPlot
from charcopy_gui.plots.timeline import Timeline
from charcopy_gui.plots.trace_view import TraceView
from core.records import DeviceInfo
from core.runs import RunFolder, curves, listing
from core.runs.folds import FoldStarted

CPU = DeviceInfo("cpu", "CPU, 1 thread")
MR = "name[Tin Otter]"


@pytest.fixture
def page(qtbot):
    page = TrainPage()
    page.results.set_plots(CurvesPlot(), Timeline(), (TraceView(), TraceView()), OverlayPlot())
    qtbot.addWidget(page)
    return page


@pytest.fixture
def older(page, tmp_path):
    """A run that was, to be shown."""
    folder = RunFolder.create(tmp_path / "older", page.form.config)
    run = listing.summary(folder.path)
    return lambda: page.show_run(run, folder.path, curves.read(folder))


def shown(page) -> list[int]:
    return page.findChild(CurvesPlot).curves.training[0].steps.tolist()


def view(page) -> int:
    return page.results._tabs.currentIndex()


def folds(page, tmp_path):
    """A cross-validation whose first fold goes on."""
    page.run()
    page.live.show_started(CPU, tmp_path / "run", ())
    page.live.show_records([FoldStarted(1, 2, tmp_path / "run" / "fold 1"), point(1), point(2)])
    return FoldStarted(2, 2, tmp_path / "run" / "fold 2")


def test_whoever_starts_a_run_sees_it(page, older):
    older()
    page.results.show_view(RUNS)
    page.run()
    assert view(page) == CURVES
    page.live.show_started(CPU, Path("/runs/new"), ())
    page.live.show_records([point(1)])
    assert shown(page) == [1]


def test_a_run_that_gets_under_way_tears_nobody_away(page, older):
    page.run()
    older()
    page.results.show_view(RUNS)
    page.live.show_started(CPU, Path("/runs/new"), ())
    page.live.show_records([point(1)])
    assert view(page) == RUNS
    assert shown(page) == []
    assert page.results._shown_name.text() == "older"
    assert not page.results._return.isHidden()


def said(page) -> tuple[str, str, bool]:
    bar = page.bar
    return bar._word.text(), bar._details.text(), bar._use.isEnabled()


def test_a_run_that_was_is_spoken_of_and_its_model_can_be_used(page, older, tmp_path):
    assert said(page) == ("Idle", FIRST, False)
    best = RunFolder(tmp_path / "older").best
    best.write_bytes(b"")
    older()
    assert said(page) == ("older", "Stopped before its first step was saved.", True)
    assert page.results._shown_name.text() == "", "it is said once"
    used = []
    page.use_requested.connect(used.append)
    page.bar._use.click()
    assert used == [best]
    page.follow_run(tmp_path / "older", tmp_path / "new")
    assert said(page)[0] == "new"
    page.follow_run(tmp_path / "other", None)
    assert said(page)[0] == "new"
    page.follow_run(tmp_path / "new", None)
    assert said(page) == ("Idle", FIRST, False)


def test_a_run_that_begins_is_spoken_of_and_no_other(page, older, tmp_path):
    RunFolder(tmp_path / "older").best.write_bytes(b"")
    older()
    page.run()
    assert said(page)[0] == "Running"
    older()
    assert said(page)[0] == "Running"
    page.live.end()
    assert said(page)[0] == "Finished"
    assert not said(page)[2]
    assert page.results._shown_name.text() == "older", "it is not the one that has finished"


@pytest.mark.parametrize("place", [FILM, RUNS])
def test_the_next_fold_is_drawn_and_no_view_comes_to_the_front(page, tmp_path, place):
    second = folds(page, tmp_path)
    assert shown(page) == [1, 2]
    page.results.show_view(place)
    page.live.show_records([second, point(1)])
    assert shown(page) == [1]
    assert view(page) == place


def test_the_next_fold_leaves_an_older_run_that_is_looked_at(page, older, tmp_path):
    second = folds(page, tmp_path)
    older()
    page.live.show_records([second, point(1)])
    assert shown(page) == []
    assert page.results._shown_name.text() == "older"
    asked = []
    page.results.return_requested.connect(asked.append)
    page.results._return.click()
    assert asked == [second.folder], "back to the fold that goes on"


def test_a_fold_that_goes_on_keeps_its_curves(page, tmp_path):
    folds(page, tmp_path)
    page.live.show_records([FoldStarted(1, 2, tmp_path / "run" / "fold 1"), point(3)])
    assert shown(page) == [1, 2, 3]


def test_answers_of_the_folds_before_stay_and_say_whose_they_are(page, tmp_path):
    second = folds(page, tmp_path)
    page.live.show_records([sample(MR, "one")])
    page.live.show_records([second, point(1), sample(MR, "two")])
    words = [label for _, label in page.results.probe._answers]
    assert words == [f"after step 1 of fold 2: {MR}", f"after step 2 of fold 1: {MR}"]
    page.live.end()
    page.run()
    assert not page.results.probe._answers
