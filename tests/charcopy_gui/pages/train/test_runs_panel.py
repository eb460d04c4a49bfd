from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QTableView,
    QTableWidget,
    QWidget,
)

from charcopy_gui.pages.parts.name_dialog import NameDialog
from charcopy_gui.pages.train.run_facts import RunFacts, told_apart
from charcopy_gui.pages.train.run_table import Column, RunTable, outcome_in_words
from charcopy_gui.pages.train.runs_panel import EMPTY, RunsPanel
from charcopy_gui.plots.overlay import OverlayPlot
from core.config import ModelConfig, TrainingConfig
from core.runs import RunState, RunStatus
from core.runs.listing import RunSummary


def summary(name, state=RunState.FINISHED, **more):
    given = {"status": RunStatus(state), "config": TrainingConfig(), "can_resume": False} | more
    return RunSummary(Path("/runs") / name, **given)


RUNS = (
    summary("newest", RunState.RUNNING, started="2026-11-30T10:00:00+00:00", step=1234),
    summary("stopped", RunState.STOPPED, best_bleu=0.25, can_resume=True),
    summary("folds", best_bleu=0.5, spread=0.0125, folds=5),
    summary(
        "broken",
        RunState.FAILED,
        status=RunStatus(RunState.FAILED, "The disk is full."),
        config=TrainingConfig(ModelConfig(copy=False), epochs=3),
    ),
)


@pytest.fixture
def panel(qtbot):
    panel = RunsPanel()
    panel.set_overlay(OverlayPlot())
    qtbot.addWidget(panel)
    panel.resize(900, 620)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.set_runs(RUNS)
    return panel


def named(panel, name, kind=QWidget):
    found = [w for w in panel.findChildren(kind) if w.accessibleName() == name]
    assert len(found) == 1, name
    return found[0]


def row(panel, name):
    """A click marks a row, with Ctrl one more."""
    view = named(panel, "Runs", QTableView)
    names = [view.model().index(r, 0).data() for r in range(view.model().rowCount())]
    return view, view.model().index(names.index(name), Column.STATUS)


def mark(qtbot, panel, name, modifier=Qt.KeyboardModifier.NoModifier):
    view, index = row(panel, name)
    where = view.visualRect(index).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, where)


def press(qtbot, panel, name):
    qtbot.mouseClick(named(panel, name, QAbstractButton), Qt.MouseButton.LeftButton)


def table(panel):
    found = named(panel, "Facts and differences", QTableWidget)
    return [
        [found.item(r, c).text() for c in range(found.columnCount())]
        for r in range(found.rowCount())
    ]


def test_the_model_keeps_qts_rules(qtmodeltester):
    model = RunTable()
    model.set_runs(RUNS)
    qtmodeltester.check(model)


def test_each_run_has_its_status_in_words_and_its_figures(panel):
    model = panel.list.table
    rows = [[model.index(r, c).data() for c in Column] for r in range(len(RUNS))]
    assert [cells[:4] for cells in rows] == [
        ["newest", "running", "", "1,234"],
        ["stopped", "stopped", "0.250", ""],
        ["folds", "finished", "0.500 ± 0.013", ""],
        ["broken", "failed", "", ""],
    ]
    role = Qt.ItemDataRole.DecorationRole
    assert all(not model.index(r, Column.STATUS).data(role).isNull() for r in range(len(RUNS)))
    assert "The disk is full." in model.index(3, 0).data(Qt.ItemDataRole.ToolTipRole)
    words = model.index(1, 0).data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert words == "Name stopped, Status stopped, Dev BLEU 0.250"


def test_without_runs_it_says_what_will_be_here(panel):
    panel.set_runs(())
    assert named(panel, "About the list of runs", QLabel).text() == EMPTY
    assert not named(panel, "Runs", QTableView).isVisible()


def test_what_can_be_done_depends_on_the_run(qtbot, panel):
    assert not named(panel, "Show the run").isEnabled()
    mark(qtbot, panel, "stopped")
    assert named(panel, "Show the run").isEnabled()
    assert named(panel, "Resume the run").isEnabled()
    assert not named(panel, "Use in Generate").isEnabled(), "it has no checkpoint"
    panel.set_training(True)
    assert not named(panel, "Resume the run").isEnabled()
    panel.set_training(False)
    mark(qtbot, panel, "folds")
    assert not named(panel, "Resume the run").isEnabled()


def test_of_several_runs_none_is_taken_for_the_one_that_is_meant(qtbot, panel):
    mark(qtbot, panel, "broken")
    tip = named(panel, "Show the run").toolTip()
    mark(qtbot, panel, "stopped", Qt.KeyboardModifier.ControlModifier)
    buttons = ("Show the run", "Resume the run", "Use in Generate", "More to do with the run")
    for name in buttons:
        assert not named(panel, name).isEnabled()
        assert "select one alone" in named(panel, name).toolTip()
    view, _ = row(panel, "stopped")
    with qtbot.assertNotEmitted(panel.show_requested), qtbot.assertNotEmitted(panel.trash_wanted):
        qtbot.keyClick(view, Qt.Key.Key_Return)
        qtbot.keyClick(view, Qt.Key.Key_Delete)
    mark(qtbot, panel, "stopped")
    assert named(panel, "Show the run").isEnabled()
    assert named(panel, "Show the run").toolTip() == tip
    assert named(panel, "Resume the run").isEnabled()


def test_show_and_resume_are_asked_for(qtbot, panel):
    mark(qtbot, panel, "stopped")
    with qtbot.waitSignal(panel.resume_requested) as asked:
        press(qtbot, panel, "Resume the run")
    assert asked.args == [RUNS[1]]
    view, index = row(panel, "broken")
    with qtbot.waitSignal(panel.show_requested) as asked:
        where = view.visualRect(index).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where)
        qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert asked.args == [RUNS[3]]
    with qtbot.waitSignal(panel.show_requested):
        qtbot.keyClick(view, Qt.Key.Key_Return)


def test_of_one_run_its_facts_are_said_and_why_it_failed(qtbot, panel):
    mark(qtbot, panel, "broken")
    assert ["Status", "failed. The disk is full"] in table(panel)
    assert ["Variant", "EDA_S"] in table(panel)


def test_of_folds_all_epochs_count(qtbot, panel):
    panel.set_runs([summary("folds", folds=5, step=70, epoch=32)])
    mark(qtbot, panel, "folds")
    assert ["Steps", "70 in 32 of 50 epochs"] in table(panel)


def test_of_two_runs_what_their_settings_differ_in(qtbot, panel):
    mark(qtbot, panel, "stopped")
    mark(qtbot, panel, "broken", Qt.KeyboardModifier.ControlModifier)
    assert table(panel) == [["Copy", "on", "off"], ["Epochs", "10", "3"]]
    mark(qtbot, panel, "stopped")
    mark(qtbot, panel, "folds", Qt.KeyboardModifier.ControlModifier)
    note = named(panel, "About the selected runs", QLabel)
    assert note.text() == "Their settings are the same."


def test_corpus_and_start_head_what_two_runs_differ_in(qtbot, panel):
    often = TrainingConfig(evaluate_every=100)
    panel.set_runs(
        (
            summary("one", corpus="demo"),
            summary("two", corpus="hotel", fine_tuned_from="e2eplus-edacs", config=often),
        )
    )
    mark(qtbot, panel, "one")
    mark(qtbot, panel, "two", Qt.KeyboardModifier.ControlModifier)
    assert table(panel) == [
        ["Corpus", "demo", "hotel"],
        ["Started from", "scratch", "e2eplus-edacs"],
        ["Evaluate every", "every epoch", "100"],
    ]


def test_two_runs_are_headed_by_what_tells_them_apart():
    names = ["2026-11-30 hotel EDA_CS", "2026-11-30 demo EDA_CS"]
    assert told_apart(names) == ["hotel", "demo"]
    assert told_apart(["demo", "demo 2"]) == ["demo", "demo 2"], "nothing would be left of one"
    assert told_apart(["a b", "c d"]) == ["a b", "c d"]


def test_runs_that_are_compared_are_told_apart_where_there_is_little_room(qtbot, panel):
    panel.resize(520, 620)
    slower = TrainingConfig(learning_rate_decay=0.5)
    panel.set_runs([summary("hotel copy"), summary("demo copy", config=slower)])
    panel.list.mark([run.path for run in panel.list.table.runs])
    found = named(panel, "Facts and differences", QTableWidget)
    found.setFixedWidth(200)
    head = found.horizontalHeader()
    qtbot.waitUntil(lambda: found.viewport().width() <= 200)
    qtbot.waitUntil(lambda: all(head.sectionSize(c) >= head.sectionSizeHint(c) for c in (1, 2)))
    assert head.textElideMode() is Qt.TextElideMode.ElideMiddle


def test_where_there_is_little_room_the_dates_give_way(qtbot, panel):
    panel.resize(1200, 600)
    assert not panel.list.isColumnHidden(Column.STARTED)
    panel.resize(500, 600)
    assert panel.list.isColumnHidden(Column.STARTED)
    qtbot.waitUntil(lambda: panel.list.horizontalScrollBar().maximum() == 0)
    panel.resize(1200, 600)
    assert not panel.list.isColumnHidden(Column.STARTED)


def test_the_curves_of_all_that_are_marked_are_asked_for(qtbot, panel):
    asked = []
    panel.marked.connect(asked.append)
    mark(qtbot, panel, "stopped")
    mark(qtbot, panel, "folds", Qt.KeyboardModifier.ControlModifier)
    assert asked[-1] == (RUNS[1].path, RUNS[2].path)


def test_what_is_marked_stays_so_when_the_list_changes(qtbot, panel):
    mark(qtbot, panel, "stopped")
    panel.set_runs((summary("newer still"), *RUNS))
    assert [run.name for run in panel.list.runs] == ["stopped"]
    panel.set_runs(RUNS[2:])
    assert panel.list.runs == ()
    assert not named(panel, "Show the run").isEnabled()


def test_columns_sort(panel):
    view = named(panel, "Runs", QTableView)
    view.sortByColumn(Column.BLEU, Qt.SortOrder.DescendingOrder)
    names = [view.model().index(r, 0).data() for r in range(4)]
    assert names[:2] == ["folds", "stopped"]
    flag = QItemSelectionModel.SelectionFlag
    view.selectionModel().select(view.model().index(0, 0), flag.ClearAndSelect | flag.Rows)
    assert [run.name for run in panel.list.runs] == ["folds"]


def test_a_name_that_cannot_be_had_is_refused_while_it_is_typed(qtbot, panel, tmp_path):
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    panel.set_runs((RunSummary(tmp_path / "first", RunStatus(RunState.STOPPED), TrainingConfig()),))
    mark(qtbot, panel, "first")
    view = named(panel, "Runs", QTableView)
    qtbot.keyClick(view, Qt.Key.Key_F2)
    dialog = panel.findChild(NameDialog)
    line = dialog.findChild(QLineEdit)
    line.setText("second")
    ok = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Rename")
    assert not ok.isEnabled()
    line.setText("third")
    with qtbot.waitSignal(panel.rename_requested) as asked:
        qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)
    assert asked.args == [tmp_path / "first", "third"]


@pytest.mark.parametrize("button", ["Cancel", "Move to trash"])
def test_nothing_goes_to_the_trash_unasked(qtbot, panel, button):
    asked = []
    panel.trash_wanted.connect(lambda path: panel.ask_for_trash(path, False, False))
    panel.trash_requested.connect(asked.append)
    mark(qtbot, panel, "stopped")
    qtbot.keyClick(named(panel, "Runs", QTableView), Qt.Key.Key_Delete)
    box = panel.findChild(QMessageBox)
    chosen = next(b for b in box.buttons() if b.text().replace("&", "") == button)
    qtbot.mouseClick(chosen, Qt.MouseButton.LeftButton)
    assert asked == ([RUNS[1].path] if button == "Move to trash" else [])


@pytest.mark.parametrize("writes", [True, False])
@pytest.mark.parametrize("is_default", [True, False])
def test_whoever_deletes_a_run_is_told_what_its_models_are_used_for(panel, writes, is_default):
    panel.ask_for_trash(RUNS[1].path, writes, is_default)
    words = panel.findChild(QMessageBox).informativeText()
    assert ("The model in use is one of them" in words) == writes
    assert ("The default is one of them" in words) == is_default


@pytest.mark.parametrize(("width", "beside"), [(900, True), (480, False)])
def test_facts_stand_beside_the_plot_or_below_it(qtbot, panel, width, beside):
    panel.resize(width, 620)
    mark(qtbot, panel, "stopped")
    plot, facts = panel.findChild(OverlayPlot), panel.findChild(RunFacts)
    qtbot.waitUntil(lambda: (facts.x() > plot.x()) == beside and (facts.y() > plot.y()) != beside)
    assert panel.width() == width, "the panel asks for no more room than there is"
    size = (plot.width(), facts.width()) if beside else (plot.height(), facts.height())
    assert size[0] > size[1]


def test_the_list_is_as_high_as_its_rows_and_facts_are_seen_of_two_runs_at_most(qtbot, panel):
    runs, facts = named(panel, "Runs", QTableView), panel.findChild(RunFacts)
    qtbot.waitUntil(lambda: runs.height() == runs.needed_height())
    panel.set_runs(RUNS[:2])
    qtbot.waitUntil(lambda: runs.height() == runs.needed_height())
    panel.set_runs(RUNS)
    panel.list.mark([run.path for run in RUNS[1:]])
    assert not facts.isVisible()
    assert named(panel, "How runs are compared").isVisible()
    panel.list.mark([run.path for run in RUNS[2:]])
    assert facts.isVisible()
    assert not named(panel, "How runs are compared").isVisible()


def test_what_became_of_a_run_is_said_in_a_sentence():
    said = [outcome_in_words(run) for run in RUNS]
    assert said == [
        "Running at step 1,234.",
        "Stopped before its first step was saved; best dev BLEU 0.250.",
        "Finished after 0 steps in 5 folds; mean dev BLEU 0.500 ± 0.013.",
        "Failed before its first step was saved.",
    ]
    finished = summary("one", step=1, best_bleu=0.125)
    assert outcome_in_words(finished) == "Finished after 1 step; best dev BLEU 0.125."


def test_a_running_run_is_neither_renamed_nor_deleted(qtbot, panel):
    mark(qtbot, panel, "newest")
    view = named(panel, "Runs", QTableView)
    qtbot.keyClick(view, Qt.Key.Key_F2)
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert panel.findChild(NameDialog) is None
    assert panel.findChild(QMessageBox) is None
