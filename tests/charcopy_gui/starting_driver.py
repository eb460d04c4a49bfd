"""Starts the whole program in a process of its own, in folders of the test's own."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from patience import LONG_SECONDS

HERE = Path(__file__).parent
ROOT = HERE.parent.parent

DRIVER = """
import json, sys, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
import main
from charcopy_gui import app
from charcopy_gui.documents.left_out import LeftOut
from charcopy_gui.frame.failure_dialog import FailureDialog
from charcopy_gui.window.main_window import MainWindow
from charcopy_gui.pages.output.activity import Activity
from core.session import reading
from fake_generation import loader

hang, again, arguments = sys.argv[1], sys.argv[2], sys.argv[3:]
loaded = []

def stay(where):
    print("loading", where, flush=True)
    time.sleep(600)

def load(path, device, cancel):
    loaded.append(str(path))
    if hang in ("model", "text"):
        writes = (stay(path) for _ in "x")
        if hang == "model":
            stay(path)
        return loader(lambda request, cancel: writes)(path, device, cancel)
    return loader()(path, device, cancel)

app.load_model = load
app.prepare_kernels = lambda cancel: ()
MainWindow._make_next_page = lambda window: None  # The other pages only take time.
if hang == "session":
    reading.read = lambda path, run: stay(path)

def look():
    (window,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))
    if (dialog := window.findChild(FailureDialog)) is not None:
        print(dialog.detailedText(), file=sys.stderr, flush=True)
        QApplication.exit(1)
    busy = window._workspace._worker.busy or window._documents.opening.busy
    if not window.recovery._begun or window.page.activity is not Activity.IDLE or busy:
        return
    offers = window.findChildren(LeftOut)
    if again == "again" and offers and offers[0].isVisible():
        offers[0].buttons()[0].click()
        return
    timer.stop()
    boxes = window.findChildren(QMessageBox)
    print(json.dumps({
        "loaded": loaded,
        "model": str(window._link.model),
        "table": window.page.mr.text(),
        "text": window.page.output.reading.text(),
        "theme": window._memory.settings.theme,
        "offered": [box.text() for box in boxes if isinstance(box, LeftOut)],
        "said": [box.text() for box in boxes if not isinstance(box, LeftOut)],
        "x": window.x(),
    }), flush=True)
    window.close()

application = QApplication([])
timer = QTimer(interval=20)
timer.timeout.connect(look)
timer.start()
sys.exit(main.main(arguments))
"""


@dataclass(frozen=True)
class Home:
    """Folders of a person who has the program for themselves."""

    path: Path

    @property
    def environment(self):
        kinds = ("CONFIG", "DATA", "STATE", "CACHE")
        folders = {f"XDG_{kind}_HOME": str(self.path / kind.lower()) for kind in kinds}
        where = f"{ROOT}{os.pathsep}{HERE}"
        return os.environ | folders | {"HOME": str(self.path), "PYTHONPATH": where}

    @property
    def settings(self):
        return self.path / "config" / "CharCopy" / "settings.toml"

    @property
    def geometry(self):
        return self.settings.with_name("geometry.ini")

    @property
    def data(self):
        return self.path / "data" / "CharCopy"

    @property
    def workspace(self):
        return self.data / "workspace.charcopy"

    @property
    def marks(self):
        return sorted(path.suffix for path in (self.data / "loading").glob("*"))

    def start(self, *arguments, again=False):
        """A start and its end; what was seen between."""
        how = ["-", "again" if again else "-", *map(str, arguments)]
        done = subprocess.run(
            [sys.executable, "-c", DRIVER, *how],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=LONG_SECONDS,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    def kill_while_loading(self, what, *arguments):
        """A start that is killed when it loads a model, a model's first text, or a session."""
        process = subprocess.Popen(
            [sys.executable, "-c", DRIVER, what, "-", *map(str, arguments)],
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        with process:
            assert process.stdout.readline().startswith("loading")
            process.kill()
