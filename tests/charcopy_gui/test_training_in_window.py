"""Training in the window as a person meets it, by mouse and keyboard."""

import math
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
import shiboken6
from fake_generation import loader, writer
from fake_training import NO_CUDA, STEPS, tiny_corpus, trainer
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QThread
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel, QListWidget, QMessageBox, QPushButton, QWidget
from window_driver import MR, button, click, shown_text, shown_window, wait_until_idle

from charcopy_gui import paths, settings
from charcopy_gui.failure_dialog import FailureDialog
from charcopy_gui.main_window import MainWindow, Memory
from charcopy_gui.pages.generate.run_panel import Activity
from charcopy_gui.pages.train.run_bar import Status
from charcopy_gui.plots.curves import CurvesPlot
from charcopy_gui.settings import Settings, TrainingChoices
from charcopy_gui.workers.generation import Generation, load_model
from charcopy_gui.workers.training import Training, train
from core import checkpoint
from core.config import ModelConfig, TrainingConfig
from core.runs import RunFolder
from core.training.step import NotANumberError

LONG = 60_000
"""Milliseconds: torch takes seconds to load, and this machine may be busy."""

TINY = TrainingConfig(
    ModelConfig(hidden_size=8, attention_size=4, embedding_size=4, dropout=0.0),
    epochs=2,
    batch_size=4,
    device="cpu",
    threads=1,
)
ENDLESS = Settings(mr=MR, training=TrainingChoices(config=TrainingConfig(TINY.model, 5000)))
REAL = partial(train, demo_corpus=tiny_corpus)


@pytest.fixture(autouse=True)
def _own_folders(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "model_folders", lambda: (tmp_path / "models",))
    monkeypatch.setattr(paths, "log_file", lambda: tmp_path / "charcopy.log")


def choices(**changes):
    return Settings(mr=MR, training=TrainingChoices(config=TINY), **changes)


def open_train_page(qtbot, window):
    wait_until_idle(qtbot, window)
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert window._stack.currentWidget() is window.train


def named(window, name):
    found = [w for w in window.train.findChildren(QWidget) if w.accessibleName() == name]
    assert len(found) == 1, name
    return found[0]


def press(qtbot, window, name):
    click(qtbot, named(window, name))


def type_into(qtbot, window, name, text):
    box = named(window, name)
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, text)


def status(window):
    return named(window, "Status of the run").text()


def losses(window):
    return window.train.findChild(CurvesPlot)._training[0].steps.tolist()


def wait_for_steps(qtbot, window, count, timeout=5000):
    qtbot.waitUntil(lambda: len(losses(window)) >= count, timeout=timeout)


def wait_for_end(qtbot, window, timeout=5000):
    qtbot.waitUntil(lambda: not window.train.status.busy, timeout=timeout)


def the_run():
    (folder,) = paths.runs_folder().iterdir()
    return RunFolder(folder)


def answer(qtbot, dialog, text):
    found = [b for b in dialog.findChildren(QPushButton) if b.text().replace("&", "") == text]
    assert len(found) == 1
    click(qtbot, found[0])


def test_the_demo_corpus_is_trained_paused_resumed_stopped_fine_tuned_and_used(qtbot, tmp_path):
    memory = Memory(tmp_path / "settings.toml")
    with shown_window(
        qtbot, load=load_model, train=REAL, model=None, settings=choices(), memory=memory
    ) as window:
        open_train_page(qtbot, window)
        # Trained, paused and resumed.
        type_into(qtbot, window, "Epochs", "500")
        press(qtbot, window, "Start")
        wait_for_steps(qtbot, window, 2, LONG)
        press(qtbot, window, "Pause")
        assert status(window) == "Paused"
        press(qtbot, window, "Resume")
        seen = len(losses(window))
        wait_for_steps(qtbot, window, seen + 3, LONG)
        qtbot.waitUntil(named(window, "Use this model").isEnabled, timeout=LONG)
        # Stopped.
        began = time.perf_counter()
        press(qtbot, window, "Stop")
        assert status(window) == "Stopping"
        assert not named(window, "Start").isEnabled()
        wait_for_end(qtbot, window)
        assert time.perf_counter() - began < 1
        assert status(window) == "Stopped"
        assert named(window, "Start").isEnabled()
        first = the_run()
        assert checkpoint.load(first.last).card.provenance.steps == losses(window)[-1]
        # Fine-tuned.
        start = named(window, "Start from")
        start.setFocus()
        qtbot.keyClick(start, Qt.Key.Key_Down)
        assert start.currentText() == f"Fine-tune {first.path.name}/best"
        type_into(qtbot, window, "Epochs", "1")
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window, LONG)
        assert status(window) == "Finished"
        said = named(window, "What was transferred")
        assert said.isVisible()
        assert said.text().startswith(f"From {first.path.name}/best: character embeddings")
        second = RunFolder(paths.runs_folder() / f"{first.path.name} 2")
        assert checkpoint.load(second.best).card.provenance.fine_tuned_from == (
            f"{first.path.name}/best"
        )
        # Used.
        press(qtbot, window, "Use this model")
        assert window._stack.currentWidget() is window.page
        qtbot.waitUntil(lambda: window.page.activity is Activity.WRITING, timeout=LONG)
        qtbot.waitUntil(lambda: window.page.activity is Activity.IDLE, timeout=LONG)
        assert len(window.page._steps) > 0
        assert f"{second.path.name}/best" in [
            label.text() for label in window.findChildren(QLabel) if label.isVisible()
        ]
    remembered = settings.load(tmp_path / "settings.toml")[0]
    assert remembered.model == str(second.best)
    assert remembered.training.start_from == str(first.best)
    assert remembered.training.config.epochs == 1


def test_settings_of_the_form_come_back_at_the_next_start(qtbot, tmp_path):
    memory = Memory(tmp_path / "settings.toml")
    with shown_window(qtbot, settings=choices(), memory=memory) as window:
        open_train_page(qtbot, window)
        type_into(qtbot, window, "Hidden", "48")
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
    kept, notice = settings.load(tmp_path / "settings.toml")
    assert notice == ""
    with shown_window(qtbot, settings=kept) as window:
        open_train_page(qtbot, window)
        assert named(window, "Hidden").value() == 48
        assert named(window, "Epochs").value() == 2


@pytest.mark.parametrize("way", ["button", "ctrl+return", "f5"])
def test_start_pressed_twice_is_one_run(qtbot, way):
    runs = []

    def counting(request, control, run):
        runs.append(request)
        yield from trainer(0.01)(request, control, run)

    with shown_window(qtbot, train=counting, settings=choices()) as window:
        open_train_page(qtbot, window)
        for _ in range(2):
            if way == "button":
                press(qtbot, window, "Start")
            elif way == "f5":
                qtbot.keyClick(window, Qt.Key.Key_F5)
            else:
                qtbot.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
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
    many = settings.TrainingChoices(config=TrainingConfig(TINY.model, epochs=1000))
    with shown_window(qtbot, train=trainer(), settings=Settings(mr=MR, training=many)) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window, LONG)
        assert losses(window) == list(range(1, 1000 * STEPS + 1)), "5,000, none lost"
        assert threads == {QCoreApplication.instance().thread()}


def test_whatever_is_raised_the_status_is_failed_and_the_form_usable(qtbot, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
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
        assert "a gate fell off" in named(window, "What went wrong").text()
        assert losses(window) == [1, 2]
        dialog = window.findChild(FailureDialog)
        assert dialog.isVisible()
        assert not dialog.isModal()
        assert "KeyError" in dialog.detailedText()
        answer(qtbot, dialog, "Open the log")
        assert opened == [str(paths.log_file())]
        answer(qtbot, dialog, "Close")
        assert window.page.activity is Activity.IDLE
        assert named(window, "Hidden").value() == 48
        assert named(window, "Hidden").isEnabled()
        broken.clear()
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert status(window) == "Finished"


def test_a_loss_that_turns_nan_stops_the_run_with_advice_and_a_gap(qtbot):
    def diverging(request, control, run):
        from charcopy_gui.workers.training import _gap

        error = partial(NotANumberError, STEPS + 2)
        try:
            yield from trainer(fails_at=STEPS + 2, error=error)(request, control, run)
        except NotANumberError:
            yield _gap(run, STEPS + 2, 1)
            raise

    with shown_window(qtbot, train=diverging, settings=choices()) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        curve = window.train.findChild(CurvesPlot)._training[0]
        assert math.isnan(curve.values[-1])
        assert curve.steps[-1] == STEPS + 2
        sentence = named(window, "What went wrong").text()
        assert "no longer a number at step 7" in sentence
        assert "learning rate" in sentence
        assert window.findChild(FailureDialog).windowTitle() == "The training diverged"
        assert the_run().best.is_file()
        assert named(window, "Use this model").isEnabled()


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
        assert "smaller batch" in named(window, "What went wrong").text()
        assert window.findChild(FailureDialog).windowTitle() == "Not enough memory"
        type_into(qtbot, window, "Batch", "8")
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert status(window) == "Finished"


def test_cuda_asked_for_in_vain_is_said_where_it_is_seen(qtbot):
    with shown_window(qtbot, settings=choices()) as window:
        open_train_page(qtbot, window)
        device = named(window, "Device to train on")
        device.setFocus()
        while device.currentText() != "CUDA GPU":
            qtbot.keyClick(device, Qt.Key.Key_Down)
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert status(window) == "Finished"
        assert named(window, "Device of the run").text().startswith("CPU, 1 thread")
        assert named(window, "Why this device").text() == NO_CUDA
        assert named(window, "Why this device").isVisible()


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
        assert window.train.status is Status.RUNNING
        entry = window.findChild(QListWidget, "navigation").item(2)
        assert entry.text().startswith("Train  ")
        assert entry.text().endswith("%")
        window.training.stop()
        wait_for_end(qtbot, window)
        assert entry.text() == "Train"


def test_closing_while_both_go_on_asks_once_and_ends_within_a_second(qtbot):
    with shown_window(qtbot, train=trainer(0.002), settings=ENDLESS) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_steps(qtbot, window, 3)
        window.close()
        window.close()
        assert window.isVisible()
        (question,) = window.findChildren(QMessageBox)
        assert "A model is being trained" in question.text()
        answer(qtbot, question, "Cancel")
        assert window.train.status is Status.RUNNING
        window.close()
        began = time.perf_counter()
        answer(qtbot, question, "Close")
        qtbot.waitUntil(lambda: not window.isVisible())
        assert time.perf_counter() - began < 1
        assert not window.training.busy
        assert the_run().last.is_file()


def test_closing_while_a_text_and_a_model_are_in_the_making_names_both(qtbot):
    with shown_window(qtbot, writer(0.02), train=trainer(0.002), settings=ENDLESS) as window:
        qtbot.waitUntil(lambda: len(shown_text(window)) > 2)
        window.train.start()
        wait_for_steps(qtbot, window, 3)
        click(qtbot, button(window, "Run"))
        window.page.run()
        qtbot.waitUntil(lambda: window.page.activity is Activity.WRITING)
        window.close()
        (question,) = window.findChildren(QMessageBox)
        assert "A text is still being written. A model is being trained" in question.text()


def test_a_run_that_ends_after_its_window_is_gone_says_nothing(qtbot):
    training = Training(trainer(0.005))
    generation = Generation(loader())
    window = MainWindow(generation, ENDLESS, None, None, training)
    with qtbot.waitExposed(window):
        window.show()
    window.train.start()
    with qtbot.waitSignal(training.record):
        pass
    window.hide()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not shiboken6.isValid(window)
    with qtbot.waitSignal(training.ended):
        training.stop()
    training.close()
    generation.close()


CLOSED_IN_MID_TRAINING = """
import sys, time
from functools import partial
from pathlib import Path

root, folder = Path(sys.argv[1]), Path(sys.argv[2])
sys.path[:0] = [str(root), str(root / "tests" / "charcopy_gui")]
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from charcopy_gui import paths
paths.data_folder = lambda: folder
paths.model_folders = lambda: ()
from charcopy_gui.main_window import MainWindow
from charcopy_gui.settings import Settings, TrainingChoices
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.training import Training, train
from core.config import ModelConfig, TrainingConfig
from fake_training import tiny_corpus

application = QApplication([])
model = ModelConfig(hidden_size=8, attention_size=4, embedding_size=4)
config = TrainingConfig(model, epochs=5000, batch_size=4, device="cpu", threads=1)
training = Training(partial(train, demo_corpus=tiny_corpus))
settings = Settings(training=TrainingChoices(config=config))
window = MainWindow(Generation(), settings, None, None, training)
window.show()
asked, began = [], []

def look():
    if window.train._point is None or window.train._point.step < 4:
        return
    timer.stop()
    window.close()
    asked.append(window.findChild(QMessageBox))
    began.append(time.perf_counter())
    asked[0].button(QMessageBox.StandardButton.Close).click()

timer = QTimer(interval=20)
timer.timeout.connect(look)
QTimer.singleShot(0, window.train.start)
timer.start()
code = application.exec()
print(len(asked), time.perf_counter() - began[0])
sys.exit(code)
"""


def test_a_program_closed_in_mid_training_ends_cleanly_and_keeps_the_checkpoint(tmp_path):
    root = Path(__file__).parent.parent.parent
    done = subprocess.run(
        [sys.executable, "-c", CLOSED_IN_MID_TRAINING, str(root), str(tmp_path / "data")],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "QThread" not in done.stderr
    assert "Traceback" not in done.stderr
    asked, seconds = done.stdout.split()
    assert asked == "1"
    assert float(seconds) < 1
    assert checkpoint.load(the_run().last).model().config.hidden_size == 8
