import json
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from fake_generation import loader, writer
from patience import LONG_SECONDS
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from charcopy_gui import app
from charcopy_gui.frame.failure_dialog import FailureDialog
from charcopy_gui.process.log import Reporter, start_log
from charcopy_gui.storage import paths, settings_file
from charcopy_gui.storage.settings import Settings
from charcopy_gui.window.main_window import MainWindow
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.training import Training
from core.alphabet import Alphabet
from core.config import ModelConfig
from core.model_card import ModelCard, ModelCardError


@pytest.fixture(autouse=True)
def folders(tmp_path, monkeypatch, qapp):
    """Folders of the test's own, with a checkpoint's header in the one for models."""
    models = tmp_path / "models"
    models.mkdir()
    monkeypatch.setattr(paths, "model_folders", lambda: (models,))
    for name, file in (("log", "charcopy.log"), ("settings", "s.toml"), ("geometry", "g.ini")):
        monkeypatch.setattr(paths, f"{name}_file", lambda file=file: tmp_path / "own" / file)
    card = ModelCard("toy", models / "toy.safetensors", ModelConfig(), Alphabet(("a",)))
    write_header(card)
    return tmp_path


def write_header(card):
    header = json.dumps({"__metadata__": card.metadata()}).encode()
    card.path.write_bytes(len(header).to_bytes(8, "little") + header)


@pytest.fixture
def root_log():
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield root
    for handler in [h for h in root.handlers if h not in before]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_screenshot_shows_the_example_written(tmp_path, theme):
    out = tmp_path / "window.png"
    assert app.take_screenshot(out, "generate", theme, "toy", (1200, 700), loader()) == 0
    image = QImage(str(out))
    assert (image.width(), image.height()) == (1200, 700)
    # The reading view holds more than the page's background: there is a text in it.
    colours = {image.pixel(x, y) for x in range(560, 1190, 3) for y in range(40, 80, 2)}
    assert len(colours) > 20
    assert (image.pixelColor(150, 690).lightness() < 60) is (theme == "dark")


def test_a_screenshot_of_another_page(tmp_path):
    one, other = tmp_path / "one.png", tmp_path / "other.png"
    assert app.take_screenshot(one, "read_back", "light", "toy", load=loader()) == 0
    assert app.take_screenshot(other, "train", "light", "toy", load=loader()) == 0
    assert one.read_bytes() != other.read_bytes()


def test_an_unknown_page_or_model_is_refused_with_the_names_there_are(tmp_path):
    with pytest.raises(ValueError, match="generate, read_back, train"):
        app.take_screenshot(tmp_path / "x.png", "paint")
    with pytest.raises(ModelCardError, match="toy"):
        app.take_screenshot(tmp_path / "x.png", "generate", "light", "nobody")


def test_a_screenshot_whose_text_fails_is_no_success(tmp_path):
    def broken(path, device, cancel):
        raise MemoryError

    assert app.take_screenshot(tmp_path / "x.png", model="toy", load=broken) == 1
    assert not (tmp_path / "x.png").exists()


def test_a_screenshot_that_cannot_be_written_is_no_success(tmp_path):
    out = tmp_path / "nowhere" / "x.png"
    assert app.take_screenshot(out, model="toy", load=loader()) == 1


def test_the_window_runs_until_it_is_closed_and_remembers(monkeypatch, folders, root_log):
    def exec_once():
        window = next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))
        assert window.isVisible()
        window.close()
        return 0

    monkeypatch.setattr(app, "Generation", lambda **_: Generation(loader(writer())))
    monkeypatch.setattr(QApplication, "exec", staticmethod(exec_once))
    (folders / "own").mkdir()
    (folders / "own" / "s.toml").write_text("theme = 5")
    hooks = sys.excepthook, threading.excepthook
    assert app.run_window("toy") == 0
    assert (sys.excepthook, threading.excepthook) == hooks
    assert (folders / "own" / "s.broken.toml").exists()
    assert (folders / "own" / "g.ini").exists()
    assert "Started on Python" in (folders / "own" / "charcopy.log").read_text()


def test_what_nobody_caught_reaches_window_and_log(qtbot, tmp_path, root_log):
    start_log(tmp_path / "own" / "charcopy.log")
    window = MainWindow(Generation(loader()), Training)
    qtbot.addWidget(window)
    reporter = Reporter()
    reporter.reported.connect(window.show_failure)
    with reporter:
        try:
            raise ZeroDivisionError("by nought")
        except ZeroDivisionError as error:
            sys.excepthook(type(error), error, error.__traceback__)
        thread = threading.Thread(target=lambda: [][1])
        thread.start()
        thread.join()
        qtbot.waitUntil(lambda: window.findChild(FailureDialog) is not None)
    assert "by nought" in window.findChild(FailureDialog).text()
    log = (tmp_path / "own" / "charcopy.log").read_text()
    assert "ZeroDivisionError" in log
    assert "IndexError" in log
    window.findChild(FailureDialog).close()


CLOSED_WHILE_WRITING = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMessageBox
from charcopy_gui import app
from charcopy_gui.window import main_window
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.training import Training
from fake_generation import loader, writer

app.Generation = lambda **_: Generation(loader(writer(0.05)))
make_plots = main_window.MainWindow._make_plots


def make_plots_and_leave(window):
    make_plots(window)
    window.generation.record.connect(window.close)
    window.generation.record.connect(lambda _: answer(window))


def answer(window):
    for box in window.findChildren(QMessageBox):
        QTimer.singleShot(0, box.button(QMessageBox.StandardButton.Close).click)


main_window.MainWindow._make_plots = make_plots_and_leave
sys.exit(app.run_window(sys.argv[1]))
"""


def test_a_window_closed_while_writing_ends_its_process_in_peace(tmp_path):
    here = Path(__file__).parent
    folders = {"PYTHONPATH": f"{here.parent.parent}{os.pathsep}{here}", "HOME": str(tmp_path)}
    folders |= {f"XDG_{kind}_HOME": str(tmp_path) for kind in ("CONFIG", "STATE", "DATA", "CACHE")}
    done = subprocess.run(
        [sys.executable, "-c", CLOSED_WHILE_WRITING, str(tmp_path / "models" / "toy.safetensors")],
        env=os.environ | folders | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=LONG_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.replace("This plugin does not support propagateSizeHints()\n", "") == ""


def test_settings_of_a_screenshot_are_not_remembered(tmp_path):
    app.take_screenshot(tmp_path / "x.png", model="toy", load=loader())
    assert settings_file.load(paths.settings_file()) == (Settings(), "")
