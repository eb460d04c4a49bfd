"""Training in the window as a person meets it, by mouse and keyboard."""

import math
import threading
import time
from functools import partial
from itertools import combinations

import pytest
import shiboken6
from fake_generation import loader, writer
from fake_training import NO_CUDA, STEPS, trainer, write_card
from patience import AT_ONCE
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QThread
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel, QListWidget
from window_driver import (
    ENDLESS,
    MR,
    REAL,
    TINY,
    answer,
    button,
    click,
    losses,
    named,
    on_page,
    open_train_page,
    press,
    shown_text,
    shown_window,
    status,
    the_run,
    wait_for_end,
    wait_for_steps,
    wait_until_idle,
)

from charcopy_gui.frame.failure_dialog import FailureDialog
from charcopy_gui.frame.memory import Places
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.train.run_bar import Status
from charcopy_gui.plots.curves import CurvesPlot
from charcopy_gui.storage import paths, settings_file
from charcopy_gui.storage.settings import Settings, TrainingChoices
from charcopy_gui.window.main_window import MainWindow
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.loading import load_model
from charcopy_gui.workers.runs import Runs
from charcopy_gui.workers.training import Training, train
from core import checkpoint
from core.config import ModelConfig, TrainingConfig
from core.network.model import EdaCs
from core.runs import RunFolder, RunState

pytestmark = pytest.mark.usefixtures("own_folders", "compiled_kernels")


def choices(**changes):
    return Settings(mr=MR, training=TrainingChoices(config=TINY), **changes)


def listed_state(window):
    """Of the newest run, as the list of all runs has it."""
    runs = window.pages.train.results.runs.list.table.runs
    return runs[0].status.state if runs else None


def type_into(qtbot, window, name, text):
    box = on_page(window, name)
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, text)


def test_the_demo_corpus_is_trained_paused_resumed_stopped_fine_tuned_and_used(qtbot, tmp_path):
    places = Places(tmp_path / "settings.toml")
    with shown_window(
        qtbot, load=load_model, train=REAL, model=None, settings=choices(), places=places
    ) as window:
        open_train_page(qtbot, window)
        # Trained, paused and resumed.
        type_into(qtbot, window, "Epochs", "500")
        press(qtbot, window, "Start")
        wait_for_steps(qtbot, window, 2)
        press(qtbot, window, "Pause")
        assert status(window) == "Paused"
        qtbot.waitUntil(lambda: listed_state(window) is RunState.PAUSED)
        press(qtbot, window, "Resume")
        qtbot.waitUntil(lambda: listed_state(window) is RunState.RUNNING)
        seen = len(losses(window))
        wait_for_steps(qtbot, window, seen + 3)
        qtbot.waitUntil(on_page(window, "Use this model").isEnabled)
        # Stopped.
        began = time.perf_counter()
        press(qtbot, window, "Stop")
        assert status(window) == "Stopping"
        assert not on_page(window, "Start").isEnabled()
        wait_for_end(qtbot, window)
        assert time.perf_counter() - began < AT_ONCE
        assert status(window) == "Stopped"
        assert on_page(window, "Start").isEnabled()
        first = the_run()
        assert checkpoint.load(first.last).card.provenance.steps == losses(window)[-1]
        # Fine-tuned.
        start = on_page(window, "Start from")
        start.setFocus()
        qtbot.keyClick(start, Qt.Key.Key_Down)
        assert start.currentText() == f"Fine-tune {first.path.name}/best"
        type_into(qtbot, window, "Epochs", "1")
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert status(window) == "Finished"
        said = on_page(window, "What was transferred")
        assert said.isVisible()
        assert said.text().startswith(f"From {first.path.name}/best: character embeddings")
        second = RunFolder(paths.runs_folder() / f"{first.path.name} 2")
        assert checkpoint.load(second.best).card.provenance.fine_tuned_from == (
            f"{first.path.name}/best"
        )
        # Used.
        press(qtbot, window, "Use this model")
        assert window.pages.visible is window.page
        qtbot.waitUntil(lambda: window.page.activity is Activity.WRITING)
        qtbot.waitUntil(lambda: window.page.activity is Activity.IDLE)
        assert len(window.page.instrument.steps) > 0
        assert f"{second.path.name}/best" in [
            label.text() for label in window.findChildren(QLabel) if label.isVisible()
        ]
    remembered = settings_file.load(tmp_path / "settings.toml")[0]
    assert remembered.model == str(second.best)
    assert remembered.training.start_from == str(first.best)
    assert remembered.training.config.epochs == 1


def test_settings_of_the_form_come_back_at_the_next_start(qtbot, tmp_path):
    places = Places(tmp_path / "settings.toml")
    with shown_window(qtbot, settings=choices(), places=places) as window:
        open_train_page(qtbot, window)
        type_into(qtbot, window, "Hidden", "48")
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
    kept, notice = settings_file.load(tmp_path / "settings.toml")
    assert notice == ""
    with shown_window(qtbot, settings=kept) as window:
        open_train_page(qtbot, window)
        assert on_page(window, "Hidden").value() == 48
        assert on_page(window, "Epochs").value() == 2


@pytest.mark.parametrize("way", ["button", "ctrl+return", "f5"])
def test_start_pressed_twice_is_one_run(qtbot, way):
    runs, go_on = [], threading.Event()

    def counting(request, control, run):
        runs.append(request)
        yield from trainer(hold=go_on)(request, control, run)

    with shown_window(qtbot, train=counting, settings=choices()) as window:
        open_train_page(qtbot, window)
        for _ in range(2):
            if way == "button":
                press(qtbot, window, "Start")
            elif way == "f5":
                qtbot.keyClick(window, Qt.Key.Key_F5)
            else:
                qtbot.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        go_on.set()
        wait_for_end(qtbot, window)
        assert len(runs) == 1
        assert losses(window) == list(range(1, 2 * STEPS + 1))
        assert the_run().path.name.endswith(" demo EDA_CS")


def test_curves_are_drawn_on_the_main_thread_with_every_step_in_order(qtbot, monkeypatch):
    threads = set()
    append = CurvesPlot.append

    def noting(self, records):
        threads.add(QThread.currentThread())
        append(self, records)

    monkeypatch.setattr(CurvesPlot, "append", noting)
    many = TrainingChoices(config=TrainingConfig(TINY.model, epochs=1000))
    with shown_window(qtbot, train=trainer(), settings=Settings(mr=MR, training=many)) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert losses(window) == list(range(1, 1000 * STEPS + 1)), "5,000, none lost"
        assert threads == {QCoreApplication.instance().thread()}


def test_whatever_is_raised_the_status_is_failed_and_the_form_usable(qtbot, monkeypatch):
    opened = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()) or True
    )
    broken = [True]

    def fragile(request, control, run):
        error = partial(KeyError, "a gate fell off")
        yield from trainer(fails_at=3 if broken else 0, error=error)(request, control, run)

    with shown_window(qtbot, train=fragile, settings=choices()) as window:
        open_train_page(qtbot, window)
        type_into(qtbot, window, "Hidden", "48")
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert status(window) == "Failed"
        assert "a gate fell off" in on_page(window, "What went wrong").text()
        assert losses(window) == [1, 2]
        dialog = window.findChild(FailureDialog)
        assert dialog.isVisible()
        assert not dialog.isModal()
        assert "KeyError" in dialog.detailedText()
        paths.log_file().touch()
        answer(qtbot, dialog, "Open the log")
        assert opened == [str(paths.log_file())]
        answer(qtbot, dialog, "Close")
        assert window.page.activity is Activity.IDLE
        assert on_page(window, "Hidden").value() == 48
        assert on_page(window, "Hidden").isEnabled()
        broken.clear()
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert status(window) == "Finished"


def test_a_loss_that_turns_nan_stops_the_run_with_advice_and_a_gap(qtbot, monkeypatch):
    whole = EdaCs.teacher_forced
    calls = []

    def diverging(self, *arguments):
        calls.append(self.training)
        if self.training and sum(calls) > 8:
            self.output.bias.data.fill_(math.nan)
        return whole(self, *arguments)

    monkeypatch.setattr(EdaCs, "teacher_forced", diverging)
    with shown_window(qtbot, train=REAL, settings=choices()) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert status(window) == "Failed"
        curve = window.pages.train.findChild(CurvesPlot).curves.training[0]
        assert math.isnan(curve.values[-1])
        sentence = on_page(window, "What went wrong").text()
        assert f"no longer a number at step {curve.steps[-1]:.0f}" in sentence
        assert "learning rate" in sentence
        assert window.findChild(FailureDialog).windowTitle() == "The training diverged"
        assert not window.pages.train.live.offer.isVisible(), "it would come to that step again"
        assert the_run().best.is_file()
        assert on_page(window, "Use this model").isEnabled()


def test_after_memory_ran_out_a_smaller_run_works(qtbot):
    def hungry(request, control, run):
        if request.config.batch_size > 8:
            raise RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate")
        yield from trainer()(request, control, run)

    with shown_window(qtbot, train=hungry, settings=choices()) as window:
        open_train_page(qtbot, window)
        type_into(qtbot, window, "Batch", "64")
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert status(window) == "Failed"
        assert "smaller batch" in on_page(window, "What went wrong").text()
        assert window.findChild(FailureDialog).windowTitle() == "Not enough memory"
        type_into(qtbot, window, "Batch", "8")
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert status(window) == "Finished"


def test_cuda_asked_for_in_vain_is_said_where_it_is_seen(qtbot):
    with shown_window(qtbot, settings=choices()) as window:
        open_train_page(qtbot, window)
        device = on_page(window, "Device")
        device.setFocus()
        while device.currentText() != "CUDA GPU":
            before = device.currentIndex()
            qtbot.keyClick(device, Qt.Key.Key_Down)
            assert device.currentIndex() > before
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert status(window) == "Finished"
        assert on_page(window, "Device of the run").text().startswith("CPU, 1 thread")
        assert on_page(window, "Why this device").text() == NO_CUDA
        assert on_page(window, "Why this device").isVisible()


def test_a_training_of_some_size_is_stopped_at_once(qtbot):
    model = ModelConfig(layers=2, hidden_size=64, dropout=0.0)
    config = TrainingConfig(model, batch_size=64, device="cpu", threads=1)
    asked = Settings(mr=MR, training=TrainingChoices(config=config))
    with shown_window(qtbot, train=train, settings=asked) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_steps(qtbot, window, 2)
        began = time.perf_counter()
        press(qtbot, window, "Stop")
        qtbot.waitUntil(lambda: status(window).startswith("Stopped"))
        assert time.perf_counter() - began < AT_ONCE
        wait_for_end(qtbot, window)
        assert status(window) == "Stopped"
        assert checkpoint.load(the_run().last).model().config.layers == 2


def test_escape_and_ctrl_return_are_the_trainings_on_its_page(qtbot):
    held = writer(hold=threading.Event())
    with shown_window(qtbot, held, train=trainer(0.002), settings=ENDLESS) as window:
        qtbot.waitUntil(lambda: len(shown_text(window)) > 2)
        window.show_page(PAGES.index("Train"))
        qtbot.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert status(window) == "Running"
        wait_for_steps(qtbot, window, 3)
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        wait_for_end(qtbot, window)
        assert status(window) == "Stopped"
        assert window.page.activity is Activity.WRITING


def test_a_training_that_ends_leaves_the_name_of_the_model_that_writes(qtbot, tmp_path):
    first = write_card(tmp_path / "a run" / "best.safetensors")
    with shown_window(qtbot, settings=choices(), model=first) as window:
        open_train_page(qtbot, window)
        label = named(window, "Model")
        before = label.text(), label.toolTip()
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert (label.text(), label.toolTip()) == before


def test_the_page_is_seen_at_start_in_mid_run_finished_and_failed(qtbot, tmp_path):
    fails, go_on = [], threading.Event()

    def training(request, control, run):
        held = trainer(fails_at=7 if fails else 0, hold=go_on, held_at=4)
        return held(request, control, run)

    pictures = {}

    def take(window, moment):
        for theme in ("light", "dark"):
            window._menus.theme_chosen.emit(theme)
            picture = window.pages.train.grab().toImage()
            assert picture.save(str(tmp_path / f"train-{moment}-{theme}.png"))
            pictures[moment, theme] = picture

    with shown_window(qtbot, train=training, settings=choices()) as window:
        open_train_page(qtbot, window)
        take(window, "start")
        press(qtbot, window, "Start")
        wait_for_steps(qtbot, window, 3)
        take(window, "mid-run")
        go_on.set()
        wait_for_end(qtbot, window)
        take(window, "finished")
        fails.append(True)
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        take(window, "failed")
    for one, other in combinations(pictures, 2):
        assert pictures[one] != pictures[other], (one, other)
    for moment, picture in pictures.items():
        places = [(x, y) for x in range(0, picture.width(), 3) for y in range(0, 300, 3)]
        assert len({picture.pixel(x, y) for x, y in places}) > 30, moment


def test_a_text_is_written_while_a_model_is_trained(qtbot):
    with shown_window(qtbot, train=trainer(0.002), settings=ENDLESS) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_steps(qtbot, window, 3)
        qtbot.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
        before = len(losses(window))
        with qtbot.waitSignal(window.generation.ended):
            click(qtbot, button(window, "Run"))
        wait_until_idle(qtbot, window)
        assert shown_text(window).startswith("Zizzi Blue")
        wait_for_steps(qtbot, window, before + 3)
        assert window.pages.train.status is Status.RUNNING
        entry = window.findChild(QListWidget, "navigation").item(2)
        assert entry.text().startswith("Train  ")
        assert entry.text().endswith("%")
        window.pages.train.stop()
        wait_for_end(qtbot, window)
        assert entry.text() == "Train"


def test_a_run_that_ends_after_its_window_is_gone_says_nothing(qtbot):
    training = Training(trainer(0.005))
    generation = Generation(loader())
    window = MainWindow(generation, lambda: training, ENDLESS)
    with qtbot.waitExposed(window):
        window.show()
    window.pages.train.run()
    with qtbot.waitSignal(training.record):
        pass
    window.hide()
    for runs in window.findChildren(Runs):
        runs.close()
        runs.wait()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not shiboken6.isValid(window)
    with qtbot.waitSignal(training.ended):
        training.stop()
    for worker in (training, generation):
        worker.close()
        worker.wait()
