"""The whole program where nothing may open a socket: it starts, writes and trains all the same."""

import subprocess
import sys

import pytest
from patience import LONG_SECONDS
from starting_driver import ROOT, Home

from core.runs import RunFolder

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the folders are Linux' own"),
]

PROGRAM = """
import socket, sys

tried = []

def forbid(event, arguments):
    if event.startswith("socket.") or event == "urllib.Request":
        tried.append(event)
        raise OSError(f"no network: {event}")

class NoSocket:
    def __init__(self, *arguments, **options):
        raise OSError("no network")

sys.addaudithook(forbid)  # It sees those of libraries in C as well.
socket.socket.__init__ = NoSocket.__init__

import dataclasses
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
import main
from charcopy_gui import app
from charcopy_gui.storage import paths
from charcopy_gui.window.main_window import MainWindow
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.workers.training import Training, TrainingRequest
from core.records import TrainingPoint
from window_driver import TINY

app.prepare_kernels = lambda cancel: ()
points, failures = [], []

def look():
    (window,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))
    idle = window.page.activity is Activity.IDLE
    if len(window.pages.made) < len(PAGES) or not idle or window.page.tree is None:
        return
    if not points and not failures:
        if not training.busy:
            for index in range(len(PAGES)):
                window.show_page(index)
            training.start(TrainingRequest(TINY, paths.new_run("offline")))
        return
    if training.busy:
        training.stop()
        return
    timer.stop()
    print(window.page.output.reading.text())
    window.close()

application = QApplication([])
training = Training()
training.record.connect(lambda r: points.append(r) if isinstance(r, TrainingPoint) else None)
training.failed.connect(failures.append)
timer = QTimer(interval=20)
timer.timeout.connect(look)
timer.start()
code = main.main([])
training.close()
training.wait()
assert not failures, failures
assert not tried, tried
sys.exit(code)
"""


@pytest.mark.usefixtures("compiled_kernels")
def test_without_any_socket_it_starts_writes_and_trains(tmp_path):
    home = Home(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=home.environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LONG_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith(".")
    assert RunFolder(home.data / "runs" / "offline").metrics.read_text().count("\n") >= 1
