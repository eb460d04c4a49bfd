"""Whole programs beside one another in the folders of one person: no file they share is damaged."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from patience import LONG_SECONDS
from starting_driver import ROOT, Home

from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import Settings, TrainingChoices
from core import checkpoint
from core.config import ModelConfig, TrainingConfig
from core.runs import RunFolder, RunState, lock, status
from core.session import reading

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the folders are Linux' own"),
]
ENDLESS = TrainingConfig(
    ModelConfig(hidden_size=8, attention_size=4, embedding_size=4),
    epochs=100_000,
    batch_size=4,
    evaluate_every=2,
    device="cpu",
    threads=1,
)

PROGRAM = """
import dataclasses, json, sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from charcopy_gui import app
from charcopy_gui.storage import paths
from charcopy_gui.window.main_window import MainWindow
from charcopy_gui.links.model_list import models
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.generate.slot_marks import Column
from charcopy_gui.pages.parts.offer_bar import OfferBar
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.workers.training import Training, train
from core import kernels
from fake_generation import loader
from fake_training import tiny_corpus
from window_driver import losses

me, signs = sys.argv[1], Path(sys.argv[2])
kernels._chosen.append(None)  # Compiled ones are not worth their time here.
kernels._reason.append("it is a test")
app.load_model = loader()
app.prepare_kernels = lambda cancel: ()
app.make_training = lambda: Training(train_slowly)
MainWindow._make_next_page = lambda window: None  # The other pages only take time.
edits = list(range(8))

def few():
    whole = tiny_corpus()
    return dataclasses.replace(whole, dev=whole.dev[:1])

def train_slowly(request, control, run):
    for record in train(request, control, run, few):
        yield record
        time.sleep(0.2)  # Who trains takes little time from who starts beside it.

def sign(name, said=None):
    (signs / f"{me}.new").write_text(json.dumps(said))
    (signs / f"{me}.new").rename(signs / f"{me}.{name}")

def change(window, number):
    if me == "one":
        model = window.page.mr.model
        model.write(model.index(0, Column.VALUE), f"{me} {number}")
        window.page.run()
    else:
        window._look._choose(("dark", "light")[number % 2])
    window._memory.flush()

def begin(window):
    window.show_page(PAGES.index("Train"))
    sign("saw", {
        "offered": any(bar.isVisible() for bar in window.findChildren(OfferBar)),
        "models": [path.name for _, path in models() if path.is_relative_to(paths.runs_folder())],
    })
    window.pages.train.run()

def go_on():
    (window,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))
    if window.page.activity is not Activity.IDLE or not window.recovery._begun:
        return
    if edits:
        number = edits.pop()
        change(window, number)
        if number == 4:
            begin(window)
    elif len(losses(window)) >= 3:
        timer.stop()
        sign("learns")
        if me != "one":
            window.leave()

application = QApplication([])
timer = QTimer(interval=20)
timer.timeout.connect(go_on)
timer.start()
sys.exit(app.run_window())
"""
"""One trains until it is told to leave; any other leaves in the middle of its own training."""


@contextmanager
def program(home: Home, me: str) -> Iterator[subprocess.Popen]:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, me, str(home.path)],
        env=home.environment,
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for_sign(home: Home, process: subprocess.Popen, name: str) -> object:
    deadline = time.monotonic() + LONG_SECONDS
    while not (sign := home.path / name).exists():
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < deadline, name
        time.sleep(0.02)
    return json.loads(sign.read_text())


def end(process: subprocess.Popen) -> None:
    said = process.communicate(timeout=LONG_SECONDS)[1]
    assert process.returncode == 0, said
    assert "Traceback" not in said


def test_programs_that_write_and_train_beside_one_another_damage_nothing(tmp_path):
    home = Home(tmp_path)
    settings_file.save(Settings(training=TrainingChoices(config=ENDLESS)), home.settings)
    with program(home, "one") as one:
        with program(home, "other") as other:  # At once.
            assert not wait_for_sign(home, other, "other.saw")["offered"]
            end(other)
        wait_for_sign(home, one, "one.learns")
        with program(home, "late") as late:  # In the middle of one's training.
            seen = wait_for_sign(home, late, "late.saw")
            assert seen == {"offered": False, "models": 2 * ["best.safetensors"]}
            end(late)
        assert states(home) == [RunState.RUNNING, RunState.STOPPED, RunState.STOPPED]
        one.terminate()
        end(one)
    assert states(home) == 3 * [RunState.STOPPED]
    for run in runs(home):
        assert_is_whole(run)
    found, notice = settings_file.load(home.settings)
    assert notice == ""
    assert (found.theme, found.mr.partition("]")[0]) == ("dark", "name[one 0")
    assert found.training.config == ENDLESS
    assert reading.read(home.workspace).tree.text(0).startswith("one 0 is a ")
    log = (home.path / "state" / "CharCopy" / "log" / "charcopy.log").read_text()
    assert log.count("Started on Python") == 3
    assert "Traceback" not in log
    assert home.marks == []
    assert not [path for path in home.path.rglob("*") if ".broken" in path.name]


def runs(home: Home) -> list[RunFolder]:
    return [RunFolder(path) for path in (home.data / "runs").iterdir()]


def states(home: Home) -> list[RunState]:
    return sorted((status.read(run).state for run in runs(home)), key=lambda state: state.value)


def assert_is_whole(run: RunFolder) -> None:
    assert not lock.is_held(run.lock)
    steps = [line["step"] for line in run.lines(run.metrics) if "gradient_norm" in line]
    assert steps == list(range(1, len(steps) + 1))
    for path in (run.best, run.last):
        assert checkpoint.load(path).model().config == ENDLESS.model
