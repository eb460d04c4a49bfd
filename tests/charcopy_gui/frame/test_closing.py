"""Closing the window while something goes on, and the end of the whole program."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from fake_generation import loader, sentence_for, writer
from fake_training import trainer
from patience import AT_ONCE, LONG_SECONDS
from PySide6.QtWidgets import QMessageBox
from window_driver import (
    ENDLESS,
    MR,
    answer,
    button,
    click,
    open_train_page,
    press,
    shown_text,
    shown_window,
    the_run,
    wait_for_characters,
    wait_for_steps,
    wait_until_idle,
)

from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.train.run_bar import Status
from core import cancellation, checkpoint

pytestmark = pytest.mark.usefixtures("own_folders")


def question_of(window):
    return window.findChildren(QMessageBox)


def test_closing_while_writing_asks_once_and_ends_at_once(qtbot):
    with shown_window(qtbot, writer(hold=threading.Event())) as window:
        wait_for_characters(qtbot, window)
        window.close()
        assert window.isVisible()
        window.close()
        assert len(question_of(window)) == 1
        began = time.perf_counter()
        answer(qtbot, question_of(window)[0], "Close")
        assert not window.isVisible()
        window.end_work()
        assert time.perf_counter() - began < AT_ONCE


def test_closing_can_be_thought_better_of(qtbot):
    go_on = threading.Event()
    with shown_window(qtbot, writer(hold=go_on)) as window:
        wait_for_characters(qtbot, window)
        window.close()
        answer(qtbot, question_of(window)[0], "Cancel")
        assert window.isVisible()
        go_on.set()
        wait_until_idle(qtbot, window)
        assert shown_text(window) == sentence_for(MR)


def test_closing_waits_for_nothing_that_cannot_be_stopped(qtbot):
    loading, go_on = threading.Event(), threading.Event()

    def load(path, device, cancel):
        loading.set()
        assert go_on.wait(30)
        cancellation.check(cancel)
        return loader()(path, device, cancel)

    with shown_window(qtbot, load=load) as window:
        qtbot.waitUntil(loading.is_set)
        began = time.perf_counter()
        window.close()
        assert time.perf_counter() - began < AT_ONCE
        assert not window.isVisible()
        assert question_of(window) == []
        go_on.set()
        window.end_work()
        assert not window.generation.busy


def test_closing_an_idle_window_asks_nothing(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        window.close()
        assert not window.isVisible()
        assert question_of(window) == []


def test_closing_while_both_go_on_asks_once_and_ends_at_once(qtbot):
    with shown_window(qtbot, train=trainer(0.002), settings=ENDLESS) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_steps(qtbot, window, 3)
        window.close()
        window.close()
        assert window.isVisible()
        (question,) = question_of(window)
        assert "A model is being trained" in question.text()
        answer(qtbot, question, "Cancel")
        assert window.pages.train.status is Status.RUNNING
        window.close()
        began = time.perf_counter()
        answer(qtbot, question, "Close")
        assert not window.isVisible()
        window.end_work()
        assert time.perf_counter() - began < AT_ONCE
        assert the_run().last.is_file()


def test_closing_while_a_text_and_a_model_are_in_the_making_names_both(qtbot):
    held = writer(hold=threading.Event())
    with shown_window(qtbot, held, train=trainer(0.002), settings=ENDLESS) as window:
        qtbot.waitUntil(lambda: len(shown_text(window)) > 2)
        window.pages.train.run()
        wait_for_steps(qtbot, window, 3)
        click(qtbot, button(window, "Run"))
        window.page.run()
        qtbot.waitUntil(lambda: window.page.activity is Activity.WRITING)
        window.close()
        (question,) = question_of(window)
        assert "A text is still being written. A model is being trained" in question.text()


LEFT_IN_MID_TRAINING = """
import sys, time
from functools import partial
from pathlib import Path

root, folder, way = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
sys.path[:0] = [str(root), str(root / "tests" / "charcopy_gui")]
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from charcopy_gui import app
from charcopy_gui.storage import paths, settings_file
paths.data_folder = lambda: folder
paths.model_folders = lambda: (folder / "models",)
paths.log_file = lambda: folder / "charcopy.log"
paths.settings_file = lambda: folder / "settings.toml"
paths.geometry_file = lambda: folder / "geometry.ini"
from charcopy_gui.window.main_window import MainWindow
from charcopy_gui.storage.settings import Settings, TrainingChoices
from charcopy_gui.workers.training import Training, train
from core.config import ModelConfig, TrainingConfig
from fake_training import tiny_corpus
from window_driver import losses

model = ModelConfig(hidden_size=8, attention_size=4, embedding_size=4)
config = TrainingConfig(model, epochs=5000, batch_size=4, device="cpu", threads=1)
choices = TrainingChoices(config=config)
settings_file.save(Settings(training=choices), paths.settings_file())
app.make_training = lambda: Training(partial(train, demo_corpus=tiny_corpus))
began = []

def look():
    (window,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))
    if not window.pages.train.status.busy:
        window.pages.train.run()
    elif len(losses(window)) >= 4:
        timer.stop()
        began.append(time.perf_counter())
        if way == "exit":
            QApplication.exit(0)
            return
        window.close()
        window.findChild(QMessageBox).button(QMessageBox.StandardButton.Close).click()

application = QApplication([])
timer = QTimer(interval=20)
timer.timeout.connect(look)
timer.start()
code = app.run_window()
print(time.perf_counter() - began[0])
sys.exit(code)
"""


@pytest.mark.usefixtures("compiled_kernels")
@pytest.mark.parametrize("way", ["close", "exit"])
def test_a_program_left_in_mid_training_ends_cleanly_and_keeps_the_checkpoint(tmp_path, way):
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", LEFT_IN_MID_TRAINING, str(root), str(tmp_path / "data"), way],
        capture_output=True,
        text=True,
        timeout=LONG_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    assert "QThread" not in done.stderr
    assert "Traceback" not in done.stderr
    assert float(done.stdout) < AT_ONCE
    assert checkpoint.load(the_run().last).model().config.hidden_size == 8


WINDOW = """
import gc, os, sys, time
from pathlib import Path
import shiboken6
from PySide6.QtCore import QTimer
from charcopy_gui import app
from charcopy_gui.storage import paths
from charcopy_gui.window.main_window import MainWindow
home, number, moment = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
for name in ("settings", "geometry", "log"):
    setattr(paths, f"{name}_file", lambda name=name: home / name)
paths.data_folder = lambda: home / "data"
def interrupt():
    print("interrupted", flush=True)
    os.kill(os.getpid(), number)
def first(method, then):
    def doing(*arguments):
        method(*arguments)
        setattr(MainWindow, method.__name__, method)
        then()
        sum(range(10_000))  # Python's own code, in which an exception would be raised.
    setattr(MainWindow, method.__name__, doing)
if moment == "painting":
    first(MainWindow.paintEvent, interrupt)
elif moment == "plots":
    first(MainWindow._make_plots, interrupt)
else:
    first(MainWindow._make_plots, lambda: QTimer.singleShot(3000, interrupt))
code = app.run_window()
gc.set_debug(gc.DEBUG_SAVEALL)
gc.collect()
print([type(left).__name__ for left in gc.garbage if isinstance(left, shiboken6.Object)])
sys.exit(code)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to a child alone")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("moment", ["painting", "plots", "idle"])
def test_an_interrupt_closes_the_window_in_peace(tmp_path, number, moment):
    command = [sys.executable, "-c", WINDOW, str(tmp_path), str(int(number)), moment]
    root = Path(__file__).parents[3]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=LONG_SECONDS)
    assert done.returncode == 0, done.stderr
    # Nothing of Qt's is left for Python's end, when it would be destroyed in any order.
    assert done.stdout == "interrupted\n[]\n"
    assert done.stderr == ""
