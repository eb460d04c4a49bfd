"""Two whole programs at once, in the folders of one person: no file that they share is damaged."""

import subprocess
import sys

import pytest
from patience import LONG_SECONDS
from starting_driver import ROOT, Home

from charcopy_gui import settings_file
from core import checkpoint
from core.runs import RunFolder
from core.session import reading

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the folders are Linux' own"),
]

PROGRAM = """
import sys
from functools import partial
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from charcopy_gui import app, paths
from charcopy_gui.main_window import MainWindow
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.generate.slot_marks import Column
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.workers.training import Training, TrainingRequest, train
from fake_generation import loader
from fake_training import tiny_corpus
from window_driver import TINY

me = sys.argv[1]
app.load_model = loader()
app.prepare_kernels = lambda cancel: ()
edits = list(range(20))
failures = []

def go_on():
    (window,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))
    if len(window.pages.made) < len(PAGES) or window.page.activity is not Activity.IDLE:
        return
    if edits:
        number = edits.pop()
        if me == "one":
            model = window.page.mr.model
            model.write(model.index(0, Column.VALUE), f"{me} {number}")
            window.page.run()
        else:
            window._look._choose(("dark", "light")[number % 2])
        window._memory.flush()
        if number == 10:
            training.start(TrainingRequest(TINY, paths.new_run("the same name")))
    elif not training.busy:
        timer.stop()
        window.close()

application = QApplication([])
training = Training(partial(train, demo_corpus=tiny_corpus))
training.failed.connect(failures.append)
timer = QTimer(interval=20)
timer.timeout.connect(go_on)
timer.start()
code = app.run_window()
training.close()
training.wait()
sys.exit(f"{failures}" if failures else code)
"""


@pytest.mark.usefixtures("compiled_kernels")
def test_two_programs_that_write_and_train_at_once_damage_nothing(tmp_path):
    home = Home(tmp_path)
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, me],
            env=home.environment,
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
        )
        for me in ("one", "other")
    ]
    for program in programs:
        _, said = program.communicate(timeout=LONG_SECONDS)
        assert program.returncode == 0, said
    found, notice = settings_file.load(home.settings)
    assert notice == ""
    assert (found.theme, found.mr.partition("]")[0]) == ("dark", "name[one 0")
    assert reading.read(home.workspace).tree.text(0).startswith("one 0 is a ")
    runs = sorted((home.data / "runs").iterdir())
    assert [run.name for run in runs] == ["the same name", "the same name 2"]
    for run in runs:
        assert checkpoint.load(RunFolder(run).last).model().config.hidden_size == 8
    log = home.path / "state" / "CharCopy" / "log" / "charcopy.log"
    assert log.read_text().count("Started on Python") == 2
    assert home.marks == []
    assert not [path for path in home.path.rglob("*") if ".broken" in path.name]
