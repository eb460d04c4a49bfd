"""Runs in the window: stopped, resumed, cut off and offered, compared, shown, thrown away."""

import dataclasses
import shutil
import time
from functools import partial

import pytest
from fake_training import tiny_corpus, trainer
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QLabel, QMessageBox
from runs_driver import LONG, SHORT, click, listed, real_window, visible
from window_driver import (
    ENDLESS,
    MR,
    TINY,
    losses,
    named,
    on_page,
    open_train_page,
    press,
    shown_window,
    status,
    the_run,
    wait_for_end,
    wait_for_steps,
)

from charcopy_gui.links import runs as runs_link
from charcopy_gui.pages.train.results import FILM, PROBE, RUNS
from charcopy_gui.plots.curves import CurvesPlot
from charcopy_gui.storage import paths
from charcopy_gui.storage.settings import Settings, TrainingChoices
from charcopy_gui.workers import trial as trials
from core.config import TrainingConfig
from core.runs import RunFolder, RunState, lock
from core.runs import status as statuses

pytestmark = pytest.mark.usefixtures("own_folders", "compiled_kernels")


def finish_one(qtbot, settings=SHORT):
    """A run of the real training that is there when a window opens."""
    with real_window(qtbot, settings) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert status(window) == "Finished"


def cut_off(qtbot, steps=5):
    """A run that was killed: it says that it is running, and nobody holds it."""
    with real_window(qtbot, LONG) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_steps(qtbot, window, steps)
        press(qtbot, window, "Stop")
        wait_for_end(qtbot, window)
    run = the_run()
    with lock.held(run.lock):
        statuses.write(run, RunState.RUNNING)
    assert statuses.read(run).state is RunState.INTERRUPTED
    return run


def test_escape_stops_and_a_bar_offers_at_once_to_go_on(qtbot):
    with real_window(qtbot, LONG) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_steps(qtbot, window, 5)
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        wait_for_end(qtbot, window)
        stopped_at = losses(window)[-1]
        bar = visible(window, "Run that can go on, in words", QLabel)
        assert bar.text() == "The run can go on where it stopped."
        click(qtbot, window, "Resume, as offered")
        wait_for_steps(qtbot, window, stopped_at + 3)
        steps = losses(window)
        assert steps == list(range(1, len(steps) + 1)), "it goes on as if it had never stopped"
        assert len(list(paths.runs_folder().iterdir())) == 1
        assert status(window) == "Running"
        press(qtbot, window, "Stop")
        wait_for_end(qtbot, window)


def test_a_run_that_was_cut_off_is_offered_at_the_next_start(qtbot):
    run = cut_off(qtbot)
    with real_window(qtbot, pages_ahead=True) as window:
        qtbot.waitUntil(lambda: bool(_offer(window)))
        words = _offer(window)
        assert words.startswith(f"The training {run.path.name} was cut off.")
        click(qtbot, window, "Resume, as offered")
        qtbot.waitUntil(lambda: status(window) == "Running")
        assert window.pages.visible is window.pages.train
        wait_for_steps(qtbot, window, 8)
        assert not _offer(window)
        press(qtbot, window, "Stop")
        wait_for_end(qtbot, window)
    assert statuses.read(run).state is RunState.STOPPED


def _offer(window):
    found = [
        label.text()
        for label in window.findChildren(QLabel)
        if label.accessibleName() == "Interrupted run, in words" and label.isVisible()
    ]
    return found[0] if found else ""


def test_who_does_not_want_it_is_not_asked_again(qtbot):
    run = cut_off(qtbot)
    with real_window(qtbot, pages_ahead=True) as window:
        qtbot.waitUntil(lambda: bool(_offer(window)))
        click(qtbot, window, "Not now")
        assert not _offer(window)
        qtbot.waitUntil(lambda: statuses.read(run).state is RunState.STOPPED)
    with real_window(qtbot) as window:
        open_train_page(qtbot, window)
        qtbot.waitUntil(lambda: bool(listed(window)))
        assert not _offer(window)
        assert listed(window)[0].can_resume


def test_the_list_has_runs_that_are_shown_resumed_and_compared(qtbot):
    finish_one(qtbot)
    other = dataclasses.replace(TINY, epochs=1, learning_rate=0.01)
    finish_one(qtbot, Settings(mr=MR, training=TrainingChoices(config=other)))
    with real_window(qtbot) as window:
        open_train_page(qtbot, window)
        results = window.pages.train.results
        results.show_view(RUNS)
        qtbot.waitUntil(lambda: len(listed(window)) == 2)
        assert {run.status.state for run in listed(window)} == {RunState.FINISHED}
        results.runs.list.mark([run.path for run in listed(window)])
        qtbot.waitUntil(lambda: len(results.runs._overlay._curves) == 2)
        table = named(window.pages.train, "Facts and differences")
        settings = {table.item(r, 0).text() for r in range(table.rowCount())}
        assert settings == {"Epochs", "Learning rate"}
        longer = next(run for run in listed(window) if run.config.epochs == 2)
        results.runs.list.mark([longer.path])
        click(qtbot, window, "Show the run")
        qtbot.waitUntil(lambda: losses(window) == [1, 2, 3, 4, 5, 6])
        results.show_view(FILM)
        assert visible(window, "Evaluation", QLabel).text().endswith("2/2")
        click(qtbot, window, "Evaluation back")
        assert visible(window, "Evaluation", QLabel).text().startswith("step 3 ")
        results.show_view(RUNS)
        click(qtbot, window, "Use in Generate")
        assert window.pages.visible is window.page


def test_a_run_is_renamed_and_goes_to_the_trash(qtbot, monkeypatch):
    finish_one(qtbot)
    gone = []
    monkeypatch.setattr(runs_link, "move_to_trash", lambda path: gone.append(path) or True)
    with real_window(qtbot) as window:
        open_train_page(qtbot, window)
        panel = window.pages.train.results.runs
        window.pages.train.results.show_view(RUNS)
        qtbot.waitUntil(lambda: bool(listed(window)))
        panel.list.mark([listed(window)[0].path])
        panel.rename_requested.emit(listed(window)[0].path, "my best")
        qtbot.waitUntil(lambda: [run.name for run in listed(window)] == ["my best"])
        panel.list.mark([listed(window)[0].path])
        panel.list.setFocus()
        qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
        box = panel.findChild(QMessageBox)
        agree = next(b for b in box.buttons() if b.text() == "Move to trash")
        qtbot.mouseClick(agree, Qt.MouseButton.LeftButton)
        assert gone == [paths.runs_folder() / "my best"]


def test_the_model_in_use_and_the_default_follow_their_run_to_another_name_and_to_the_trash(
    qtbot, monkeypatch
):
    finish_one(qtbot)
    monkeypatch.setattr(runs_link, "move_to_trash", lambda path: shutil.rmtree(path) or True)
    with real_window(qtbot) as window:
        open_train_page(qtbot, window)
        panel = window.pages.train.results.runs
        window.pages.train.results.show_view(RUNS)
        qtbot.waitUntil(lambda: bool(listed(window)))
        panel.list.mark([listed(window)[0].path])
        panel.use_requested.emit(the_run().best)
        qtbot.waitUntil(lambda: not window.generation.busy, timeout=60_000)
        window._memory.keep_default_model(the_run().last)
        panel.rename_requested.emit(listed(window)[0].path, "my best")
        now = paths.runs_folder() / "my best" / "best.safetensors"
        assert window._link.model == now
        assert window._memory.settings.default_model == str(now.with_name("last.safetensors"))
        qtbot.waitUntil(lambda: [run.name for run in listed(window)] == ["my best"])
        panel.trash_requested.emit(now.parent)
        assert window._link.model is None
        assert window._memory.settings.default_model == ""
        qtbot.waitUntil(lambda: not window.generation.busy, timeout=60_000)


def test_a_table_of_ones_own_is_written_for_without_stopping(qtbot):
    with real_window(qtbot, LONG) as window:
        open_train_page(qtbot, window)
        window.pages.train.results.show_view(PROBE)
        press(qtbot, window, "Take the table from Generate")
        assert on_page(window, "Table to try").text() == MR
        press(qtbot, window, "Start")
        wait_for_steps(qtbot, window, 3)
        press(qtbot, window, "Try it now")
        qtbot.waitUntil(lambda: bool(window.pages.train.results.probe._samples.samples))
        seen = len(losses(window))
        wait_for_steps(qtbot, window, seen + 3)
        assert status(window) == "Running"
        (answer,) = window.pages.train.results.probe._samples.samples
        assert answer.mr == MR
        press(qtbot, window, "Stop")
        wait_for_end(qtbot, window)


def test_the_film_of_a_run_that_goes_on_is_opened_from_its_curve(qtbot):
    with shown_window(qtbot, train=trainer(0.005), settings=ENDLESS) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_steps(qtbot, window, 12)
        plot = window.pages.train.findChild(CurvesPlot)
        window.pages.train._pause(True)
        plot.grab()
        box = plot._scores.getPlotItem().getViewBox()
        where = plot._scores.mapFromScene(box.mapViewToScene(QPointF(5, 0.25)))
        qtbot.mouseClick(plot._scores.viewport(), Qt.MouseButton.LeftButton, pos=where)
        assert visible(window, "Evaluation", QLabel).text().startswith("step 5 ")
        text = named(window.pages.train, "Text for name[Tin Otter]")
        assert text.toPlainText() == "Tin Otter after 5 steps"
        window.pages.train._pause(False)
        press(qtbot, window, "Stop")
        wait_for_end(qtbot, window)


def test_another_run_is_looked_at_while_one_goes_on_and_nothing_is_lost(qtbot):
    finish_one(qtbot)
    first = the_run().path
    with shown_window(qtbot, train=trainer(0.002), settings=ENDLESS) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_steps(qtbot, window, 3)
        results = window.pages.train.results
        qtbot.waitUntil(lambda: any(run.path == first for run in listed(window)))
        old = next(run for run in listed(window) if run.path == first)
        results.runs.show_requested.emit(old)
        qtbot.waitUntil(lambda: losses(window) == [1, 2, 3, 4, 5, 6])
        click(qtbot, window, "Back to the run that goes on")
        wait_for_steps(qtbot, window, 30)
        steps = losses(window)
        assert steps == list(range(1, len(steps) + 1))
        press(qtbot, window, "Stop")
        wait_for_end(qtbot, window)


def test_an_estimate_comes_before_start_and_what_happened_beside_it(qtbot, monkeypatch):
    monkeypatch.setattr(trials.trial, "__defaults__", (tiny_corpus,), raising=False)
    with real_window(qtbot) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Estimate")
        words = on_page(window, "Estimate in words")
        qtbot.waitUntil(lambda: "weights" in words.text())
        assert words.text().startswith("Estimate: about ")
        assert "6 steps" in words.text()
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert words.text().startswith("Estimated: ")
        assert "It took" in words.text()


def test_an_estimate_is_cancelled_with_escape(qtbot):
    with real_window(qtbot) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Estimate")
        assert on_page(window, "Cancel estimate").isEnabled()
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: not window.pages.train.bar.expectation.trying)
        assert status(window) == "Idle"


def test_folds_are_trained_one_after_the_other_and_their_mean_is_said(qtbot):
    asked = Settings(
        mr=MR, training=TrainingChoices(config=dataclasses.replace(TINY, epochs=1), folds=2)
    )
    with real_window(qtbot, asked) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert status(window) == "Finished"
        assert "over 2 folds" in on_page(window, "Progress in words").text()
        qtbot.waitUntil(lambda: any(run.spread is not None for run in listed(window)))
        assert listed(window)[0].folds == 2
        results = window.pages.train.results
        results.show_view(RUNS)
        results.runs.list.mark([listed(window)[0].path])
        qtbot.waitUntil(lambda: len(results.runs._overlay._curves) == 2)


def test_settings_are_saved_opened_and_copied_as_a_command(qtbot, tmp_path):
    with real_window(qtbot) as window:
        open_train_page(qtbot, window)
        menu = on_page(window, "Settings as a whole").menu()
        actions = {action.text().replace("&", ""): action for action in menu.actions()}
        actions["Save settings…"].trigger()
        dialog = window.pages.train.findChild(QFileDialog)
        dialog.fileSelected.emit(str(tmp_path / "mine.toml"))
        dialog.close()
        kept = TrainingConfig.from_toml((tmp_path / "mine.toml").read_text())
        assert kept == TINY
        actions["Back to the defaults"].trigger()
        assert on_page(window, "Hidden").value() == 128
        window.pages.train.form.menu.file_chosen.emit(str(tmp_path / "mine.toml"))
        assert on_page(window, "Hidden").value() == 8
        actions["Copy as command"].trigger()
        line = QGuiApplication.clipboard().text()
        assert " train --corpus demo " in line
        assert " --hidden 8 " in line
        (tmp_path / "bad.toml").write_text("epochs = 'many'")
        window.pages.train.form.menu.file_chosen.emit(str(tmp_path / "bad.toml"))
        assert "bad.toml" in on_page(window, "What went wrong").text()
        assert on_page(window, "Hidden").value() == 8


def test_the_settings_of_a_run_are_taken_over(qtbot):
    finish_one(qtbot)
    with shown_window(qtbot, settings=Settings(mr=MR)) as window:
        open_train_page(qtbot, window)
        results = window.pages.train.results
        results.show_view(RUNS)
        qtbot.waitUntil(lambda: bool(listed(window)))
        assert on_page(window, "Hidden").value() == 128
        results.runs.settings_requested.emit(listed(window)[0])
        assert on_page(window, "Hidden").value() == TINY.model.hidden_size


def test_curves_keep_up_with_a_fast_training_over_a_hundred_thousand_steps(qtbot):
    with shown_window(qtbot, train=partial(_after, 100_000), settings=ENDLESS) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_steps(qtbot, window, 100_020)
        began = time.process_time()
        seen = len(losses(window))
        wait_for_steps(qtbot, window, seen + 200)
        assert time.process_time() - began < 10
        press(qtbot, window, "Stop")
        wait_for_end(qtbot, window)


def _after(steps, request, control, run):
    """A training whose first steps come all at once."""
    from fake_training import point

    from charcopy_gui.workers.training import TrainingStarted
    from core.records import DeviceInfo, Progress

    folder = RunFolder.create(request.folder, request.config)
    yield TrainingStarted(DeviceInfo("cpu", "CPU, 1 thread"), folder.path, ())
    yield Progress(0, 10 * steps, "steps", "training")
    for step in range(1, 10 * steps):
        if step > steps and control.cancel.wait(0.005):
            return
        yield point(step, run=run)
