import dataclasses
import math

import pytest
from fake_training import NO_CUDA, STEPS, point, scores, write_card
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QProgressBar, QWidget

from charcopy_gui.appearance.theme import DARK, LIGHT
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.train.page import FIRST, TrainPage
from charcopy_gui.pages.train.results import FILM, PROBE
from charcopy_gui.pages.train.run_bar import Status
from charcopy_gui.plots.curves import CurvesPlot
from charcopy_gui.plots.overlay import OverlayPlot
from charcopy_gui.plots.timeline import Timeline
from charcopy_gui.plots.trace_view import TraceView
from charcopy_gui.storage.settings import TrainingChoices
from core.config import TrainingConfig
from core.estimates import Estimate
from core.records import DeviceInfo, Failure, FailureKind, Progress, Transfer
from core.runs import RunFolder

CPU = DeviceInfo("cpu", "CPU, 1 thread")
TOTAL = 10 * STEPS


@pytest.fixture
def page(qtbot):
    page = TrainPage()
    page.results.set_plots(CurvesPlot(), Timeline(), (TraceView(), TraceView()), OverlayPlot())
    page.set_theme(LIGHT)
    qtbot.addWidget(page)
    page.resize(1300, 820)
    with qtbot.waitExposed(page):
        page.show()
    return page


def named(page, name, kind=QWidget):
    found = [w for w in page.findChildren(kind) if w.accessibleName() == name]
    assert len(found) == 1, name
    return found[0]


def click(qtbot, page, name):
    qtbot.mouseClick(named(page, name, QAbstractButton), Qt.MouseButton.LeftButton)


def enabled(page):
    names = ("Start", "Pause", "Resume", "Stop", "Stop after this epoch")
    buttons = {b.accessibleName(): b for b in page.findChildren(QAbstractButton)}
    return {name for name in names if name in buttons and buttons[name].isEnabled()}


def shown(page, name):
    label = named(page, name, QLabel)
    return label.text() if label.isVisible() else ""


def details(page):
    return shown(page, "Progress in words")


def running(qtbot, page, folder, device=CPU, notices=()):
    click(qtbot, page, "Start")
    page.live.show_started(device, folder, notices)
    page.live.show_records([Progress(0, TOTAL, "steps", "training")])


def test_at_first_it_says_what_to_do(page):
    assert shown(page, "Status of the run") == "Idle"
    assert details(page) == FIRST
    assert enabled(page) == {"Start"}
    assert not named(page, "Use this model").isEnabled()


def test_start_asks_for_a_run_with_the_settings(qtbot, page):
    with qtbot.waitSignal(page.train_requested) as asked:
        click(qtbot, page, "Start")
    assert asked.args == [TrainingChoices()]
    assert shown(page, "Status of the run") == "Running"
    assert enabled(page) == {"Pause", "Stop", "Stop after this epoch"}


def test_start_twice_is_one_run(qtbot, page):
    asked = []
    page.train_requested.connect(asked.append)
    click(qtbot, page, "Start")
    click(qtbot, page, "Start")
    qtbot.keyClick(named(page, "Start"), Qt.Key.Key_Space)
    page.run()
    assert len(asked) == 1


def test_start_is_pressed_with_a_number_still_being_typed(qtbot, page):
    box = named(page, "Epochs")
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "3")
    with qtbot.waitSignal(page.train_requested) as asked:
        click(qtbot, page, "Start")
    assert asked.args[0].config.epochs == 3


def test_what_cannot_be_used_is_not_started_and_the_reason_stands_beside_start(qtbot, page):
    rate = named(page, "Learning rate")
    rate.selectAll()
    qtbot.keyClicks(rate, "fast")
    reason = "Learning rate must be a number above 0 and at most 10, not 'fast'."
    assert enabled(page) == set()
    assert shown(page, "Why Start waits") == reason
    assert named(page, "Start").toolTip() == plain(reason)
    assert not named(page, "Estimate").isEnabled()
    with qtbot.assertNotEmitted(page.train_requested):
        click(qtbot, page, "Start")
        named(page, "Epochs").setFocus()
        page.run()
    assert page.status is Status.IDLE
    assert not page.can_run
    assert rate.hasFocus(), "where it can be mended"
    rate.selectAll()
    qtbot.keyClicks(rate, "0.01")
    assert enabled(page) == {"Start"}
    assert shown(page, "Why Start waits") == ""


def test_progress_is_said_in_words_and_drawn(qtbot, page, tmp_path):
    shares = []
    page.progress_changed.connect(shares.append)
    running(qtbot, page, tmp_path / "2026-11-29 demo EDA_CS")
    page.live.show_records([point(step) for step in range(1, 11)])
    assert details(page) == (
        "Epoch 2 of 10 · step 10 of 50 · 24 examples/s · about 1 min left, plus evaluations"
    )
    assert page.findChild(QProgressBar).value() == page.findChild(QProgressBar).maximum() / 5
    assert shares[-1] == 0.2
    page.live.show_records([Progress(20, 85, "MRs", "writing texts")])
    assert details(page).endswith("writing texts 20 of 85")
    assert shown(page, "Device of the run") == "CPU, 1 thread · kept as 2026-11-29 demo EDA_CS"


def test_a_device_that_was_asked_for_in_vain_is_said_with_the_reason(qtbot, page, tmp_path):
    running(qtbot, page, tmp_path, DeviceInfo("cpu", "CPU, 1 thread", NO_CUDA))
    assert shown(page, "Why this device") == NO_CUDA
    page.live.end()
    running(qtbot, page, tmp_path)
    assert shown(page, "Why this device") == ""


def test_pause_and_resume(qtbot, page, tmp_path):
    running(qtbot, page, tmp_path)
    with qtbot.waitSignal(page.pause_requested) as asked:
        click(qtbot, page, "Pause")
    assert asked.args == [True]
    assert shown(page, "Status of the run") == "Paused"
    assert enabled(page) == {"Resume", "Stop", "Stop after this epoch"}
    with qtbot.waitSignal(page.pause_requested) as asked:
        click(qtbot, page, "Resume")
    assert asked.args == [False]
    assert shown(page, "Status of the run") == "Running"


def test_while_stopping_nothing_can_be_pressed_and_afterwards_start(qtbot, page, tmp_path):
    running(qtbot, page, tmp_path)
    page.live.show_records([point(1)])
    write_card(tmp_path / "last.safetensors")
    with qtbot.waitSignal(page.stop_requested):
        click(qtbot, page, "Stop")
    assert shown(page, "Status of the run") == "Stopping"
    assert enabled(page) == set()
    page.live.end()
    assert shown(page, "Status of the run") == "Stopped"
    assert details(page) == "Stopped at step 1; the last checkpoint is kept."
    assert enabled(page) == {"Start"}


def test_stop_after_this_epoch_is_asked_for_and_taken_back(qtbot, page, tmp_path):
    running(qtbot, page, tmp_path)
    for wanted in (True, False, True):
        with qtbot.waitSignal(page.stop_after_epoch_requested) as asked:
            click(qtbot, page, "Stop after this epoch")
        assert asked.args == [wanted]
    page.live.show_records([point(step) for step in range(1, STEPS + 1)])
    page.live.end()
    assert page.status is Status.STOPPED
    assert not named(page, "Stop after this epoch").isChecked()


def test_a_run_that_went_to_its_end_is_finished(qtbot, page, tmp_path):
    shares = []
    page.progress_changed.connect(shares.append)
    running(qtbot, page, tmp_path)
    page.live.show_records([point(step) for step in range(1, TOTAL + 1)])
    page.live.show_records([scores(25, 0.5), scores(50, 0.25, best=False)])
    page.live.end()
    assert page.status is Status.FINISHED
    assert details(page) == "Finished after 50 steps; the best dev BLEU is 0.500."
    assert shares[-1] is None


def test_what_ends_before_its_first_step_says_so(qtbot, page, tmp_path):
    folder = RunFolder.create(tmp_path / "run", TrainingConfig())
    folder.state.touch()
    write_card(folder.last)
    running(qtbot, page, folder.path)
    click(qtbot, page, "Stop")
    page.live.end()
    assert details(page) == "Stopped before the first step."
    assert shown(page, "Run that can go on, in words") == "The run can go on where it stopped."


def test_what_is_stopped_or_fails_is_not_held_against_the_estimate_of_the_whole(
    qtbot, page, tmp_path
):
    for failure in (None, Failure(FailureKind.BUG, "A gate fell off.")):
        page._estimated = page.form.choices()
        page.bar.expectation.show_estimate(Estimate(50, 60.0, 720.0, 310_000_000, 4))
        running(qtbot, page, tmp_path)
        page.live.show_records([point(1)])
        if failure is None:
            click(qtbot, page, "Stop")
        else:
            page.live.show_failure(failure)
        page.live.end()
        how = "stopped" if failure is None else "failed"
        assert f"Estimated: 12 min; {how} after " in shown(page, "Estimate in words")


def test_a_failure_is_said_and_the_form_keeps_its_settings(qtbot, page, tmp_path):
    box = named(page, "Hidden")
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "96")
    RunFolder(tmp_path).state.touch()
    running(qtbot, page, tmp_path)
    page.live.show_records([point(1)])
    page.live.show_failure(Failure(FailureKind.BUG, "A gate fell off."))
    page.live.end()
    assert shown(page, "Status of the run") == "Failed"
    assert shown(page, "What went wrong") == "A gate fell off."
    said = shown(page, "Run that can go on, in words")
    assert said == "The run can go on from where it last saved."
    assert enabled(page) == {"Start"}
    assert named(page, "Hidden").isEnabled()
    assert named(page, "Hidden").value() == 96
    with qtbot.waitSignal(page.train_requested) as asked:
        click(qtbot, page, "Start")
    assert asked.args[0].config.model.hidden_size == 96
    assert shown(page, "What went wrong") == ""


def test_the_latest_texts_are_shown_as_they_are(qtbot, page, tmp_path):
    running(qtbot, page, tmp_path)
    page.results.show_view(FILM)
    page.live.show_records([scores(5, 0.1), scores(1200, 0.25)])
    texts = {
        mr: named(page, f"Text for {mr}").toPlainText()
        for mr in ("name[Tin Otter]", "name[<b>Ashmouth</b>]")
    }
    assert texts == {
        "name[Tin Otter]": "Tin Otter after 1200 steps",
        "name[<b>Ashmouth</b>]": "<b>Ashmouth</b> after 1200 steps",
    }
    assert shown(page, "Evaluation") == "step 1,200 · dev BLEU 0.250 · 2/2"


def test_the_best_checkpoint_is_used_once_it_is_there(qtbot, page, tmp_path):
    running(qtbot, page, tmp_path)
    assert not named(page, "Use this model").isEnabled()
    assert "after the first evaluation" in named(page, "Use this model").toolTip()
    write_card(tmp_path / "best.safetensors")
    page.live.show_records([scores(5)])
    with qtbot.waitSignal(page.use_requested) as asked:
        click(qtbot, page, "Use this model")
    assert asked.args == [tmp_path / "best.safetensors"]


def test_the_wait_for_kernels_is_said_and_can_be_stopped(qtbot, page, tmp_path):
    click(qtbot, page, "Start")
    page.live.show_started(CPU, tmp_path, ())
    waits = Progress(0, None, "kernels", "preparing the kernels for this machine, once only")
    page.live.show_records([waits])
    assert details(page) == "Preparing the kernels for this machine, once only"
    with qtbot.waitSignal(page.stop_requested):
        click(qtbot, page, "Stop")


def test_what_was_transferred_is_said_in_plain_words(qtbot, page, tmp_path):
    running(qtbot, page, tmp_path)
    transfer = Transfer(
        "e2e-first",
        ("embedding", "table_gru", "attention"),
        ("switch",),
        ("attention.coverage",),
        ("é", " ", "東"),
    )
    page.live.show_records([transfer])
    assert shown(page, "What was transferred") == (
        "From e2e-first: character embeddings, table GRU, attention. "
        "Starting afresh: copy switch. Not used: attention's coverage."
    )
    said = shown(page, "Characters that can only be copied")
    assert said == "Outside its alphabet, so that they can only be copied: é U+0020 東"
    page.live.show_records(
        [dataclasses.replace(transfer, only_copied=tuple(map(chr, range(200, 260))))]
    )
    assert shown(page, "Characters that can only be copied").endswith("and 20 more")
    page.live.end()
    assert shown(page, "What was transferred")
    click(qtbot, page, "Start")
    assert shown(page, "What was transferred") == ""


def test_what_was_transferred_is_not_said_of_other_settings(qtbot, page, tmp_path):
    running(qtbot, page, tmp_path)
    page.live.show_records([Transfer("e2e-first", ("embedding",), (), (), ())])
    page.live.end()
    page.form.set_models(())
    assert shown(page, "What was transferred"), "nothing else was chosen"
    click(qtbot, page, "Quick look")
    assert shown(page, "What was transferred") == ""


def test_rows_left_out_are_told(qtbot, page, tmp_path):
    running(qtbot, page, tmp_path, notices=("a.csv: 1 row was left out.",))
    assert shown(page, "Rows left out") == "a.csv: 1 row was left out."


def test_a_step_without_a_number_is_drawn_and_not_counted(qtbot, page, tmp_path):
    running(qtbot, page, tmp_path)
    page.live.show_records(
        [point(1), point(2), dataclasses.replace(point(3, math.nan), seconds=math.nan)]
    )
    assert "step 2 of 50" in details(page)
    assert "nan" not in details(page)


def test_it_fits_a_small_window_and_its_form_scrolls(qtbot, page):
    page.resize(888, 520)
    assert (page.width(), page.height()) == (888, 520)
    form, bar = page.form, page.bar
    assert bar.mapTo(page, bar.rect().bottomRight()).x() < 888
    assert form.width() < 400
    page.resize(888, 400)
    assert form.mapTo(page, form.rect().bottomLeft()).y() > 400


def test_themes_reach_everything(page):
    curves = page.findChild(CurvesPlot)
    for theme in (DARK, LIGHT):
        page.set_theme(theme)
        assert curves._losses.backgroundBrush().color() == theme.background


def test_a_view_that_is_left_hands_the_keyboard_to_its_tab(page):
    page.results.show_view(PROBE)
    line = named(page, "Table to try")
    line.setFocus()
    page.results.show_view(FILM)
    assert named(page, "Views of runs").hasFocus()
    named(page, "Epochs").setFocus()
    page.results.show_view(PROBE)
    assert named(page, "Epochs").hasFocus(), "it was not in a view"


def test_every_button_has_a_name_and_a_tooltip(page):
    for widget in page.bar.findChildren(QAbstractButton):
        assert widget.accessibleName(), widget
        assert widget.toolTip(), widget


def test_while_the_checkpoint_is_saved_it_is_stopped_and_nothing_can_be_pressed(
    qtbot, page, tmp_path
):
    running(qtbot, page, tmp_path)
    page.live.show_records([point(1)])
    click(qtbot, page, "Stop")
    page.live.show_records([Progress(0, None, "checkpoint", "saving")])
    assert shown(page, "Status of the run") == "Stopped · saving"
    assert enabled(page) == set()
    assert not page.can_run
    assert not page.can_stop
    assert not named(page, "Hidden").isEnabled()
    write_card(tmp_path / "last.safetensors")
    page.live.end()
    assert shown(page, "Status of the run") == "Stopped"
    assert enabled(page) == {"Start"}


def test_a_run_stopped_before_its_folder_was_made_keeps_nothing_and_says_so(qtbot, page):
    click(qtbot, page, "Start")
    click(qtbot, page, "Stop")
    page.live.end()
    assert details(page) == "Stopped before the first checkpoint; nothing is kept."


def test_more_steps_than_were_told_are_no_more_than_all(qtbot, page, tmp_path):
    shares = []
    page.progress_changed.connect(shares.append)
    running(qtbot, page, tmp_path)
    page.live.show_records([point(step) for step in range(1, TOTAL + 3)])
    assert "step 52 of 52" in details(page)
    assert shares[-1] == 1.0
    bar = page.findChild(QProgressBar)
    assert bar.value() == bar.maximum()
    assert details(page).endswith("about 0 s left")


def test_a_last_epoch_that_is_shorter_was_not_stopped_early(qtbot, page, tmp_path):
    running(qtbot, page, tmp_path)
    click(qtbot, page, "Stop after this epoch")
    page.live.show_records([point(step) for step in range(1, TOTAL)])
    page.live.end()
    assert page.status is Status.FINISHED


def test_what_can_be_run_and_stopped_is_told_when_it_changes(qtbot, page, tmp_path):
    told = []
    page.abilities_changed.connect(lambda: told.append((page.can_run, page.can_stop)))
    running(qtbot, page, tmp_path)
    page.stop()
    page.stop()
    page.live.end()
    assert list(dict.fromkeys(told)) == [(False, True), (False, False), (True, False)]
