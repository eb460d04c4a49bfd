"""What the window is painted with, what comes after, and that nothing moves by it."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from fake_generation import loader
from patience import LONG_SECONDS
from PySide6.QtCore import QEvent, QPoint, QRect
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
)
from window_driver import has_plots, shown_window, wait_until_idle

from charcopy_gui.page_names import PAGES

pytestmark = pytest.mark.usefixtures("own_folders")

LATER = ("torch", "numpy", "pyqtgraph", "core.corpus", "charcopy_gui.pages.train")

PAINTED = f"""
import sys
from pathlib import Path
from charcopy_gui import app
from charcopy_gui.storage import paths
from charcopy_gui.window.main_window import MainWindow
home = Path(sys.argv[1])
paths.data_folder = lambda: home
for name in ("settings", "geometry", "log"):
    setattr(paths, f"{{name}}_file", lambda name=name: home / name)
paint = MainWindow.paintEvent
def painted(window, event):
    paint(window, event)
    MainWindow.paintEvent = paint
    print([name for name in {LATER} if name in sys.modules], len(window.pages.made))
    window.close()
MainWindow.paintEvent = painted
sys.exit(app.run_window())
"""


def test_the_window_is_painted_before_what_takes_long_is_loaded(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", PAINTED, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=LONG_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[] 1"


def places(window):
    """Where every button, field and label of the Generate page is that can be seen."""
    kinds = (QPushButton, QToolButton, QLineEdit, QComboBox, QLabel)
    seen = [w for kind in kinds for w in window.page.findChildren(kind) if w.isVisible()]
    return {w: QRect(w.mapTo(window, QPoint()), w.size()) for w in seen}


@pytest.mark.parametrize("size", [(1024, 640), (1440, 880)])
def test_nothing_moves_when_plots_and_pages_arrive(qtbot, size):
    go_on = threading.Event()

    def load(path, device, cancel):
        assert go_on.wait(LONG_SECONDS)
        return loader()(path, device, cancel)

    with shown_window(qtbot, load=load, pages_ahead=True) as window:
        window.resize(*size)
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # As before the first paint.
        before = places(window)
        try:
            assert not has_plots(window)
            qtbot.waitUntil(lambda: len(window.pages.made) == len(PAGES))
            after = places(window)
            assert (window.width(), window.height()) == size
            assert {w: after[w] for w in before} == before
        finally:
            go_on.set()
        wait_until_idle(qtbot, window)


def test_every_page_is_there_soon_and_the_first_one_stays(qtbot):
    with shown_window(qtbot, pages_ahead=True) as window:
        assert len(window.pages.made) == 1
        qtbot.waitUntil(lambda: len(window.pages.made) == len(PAGES))
        assert window.pages.visible is window.page
        wait_until_idle(qtbot, window)
