"""What holds for every test of the window: no Qt thread and no timer goes on after it."""

import gc
import weakref
from collections.abc import Iterator
from functools import partial

import pytest
import shiboken6
from patience import LONG
from PySide6.QtCore import QCoreApplication, QEvent, QThread, QTimer

from charcopy_gui.storage import paths

GRACE_MILLISECONDS = 20_000


@pytest.fixture
def qtbot(qtbot):
    """Waits long wherever a test does not say for how long."""
    for name in ("waitUntil", "waitSignal", "waitSignals", "waitExposed", "waitCallback"):
        setattr(qtbot, name, partial(getattr(qtbot, name), timeout=LONG))
    return qtbot


@pytest.fixture(autouse=True)
def _swept_in_this_thread() -> Iterator[None]:
    """No worker's thread destroys what is Qt's: see `charcopy_gui.process.garbage`.

    As there, what lives before the first of these tests is left alone: modules, most of all.
    """
    gc.disable()
    if not gc.get_freeze_count():
        gc.collect()
        gc.freeze()
    yield
    gc.collect(1)
    if gc.get_count()[2] > gc.get_threshold()[2]:
        gc.collect()
    gc.enable()


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path, monkeypatch) -> None:
    """Let no test see the runs and models of the person who runs it."""
    monkeypatch.setattr(paths, "data_folder", lambda: tmp_path / "data")


@pytest.fixture
def own_folders(tmp_path, monkeypatch) -> None:
    """Models and a log of the test's own."""
    monkeypatch.setattr(paths, "model_folders", lambda: (tmp_path / "models",))
    monkeypatch.setattr(paths, "log_file", lambda: tmp_path / "charcopy.log")


@pytest.fixture(autouse=True)
def _no_qt_left_running(monkeypatch) -> Iterator[None]:
    """Fail a test that leaves a QThread or a QTimer running."""
    started: weakref.WeakSet = weakref.WeakSet()

    def noted(start):
        def start_and_note(self, *args):
            started.add(self)
            return start(self, *args)

        return start_and_note

    for kind in (QThread, QTimer):
        monkeypatch.setattr(kind, "start", noted(kind.start))
    yield
    if QCoreApplication.instance() is not None:
        # What the test's widgets own goes with them.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    alive = [o for o in started if shiboken6.isValid(o)]
    threads = [o for o in alive if isinstance(o, QThread) and not o.wait(GRACE_MILLISECONDS)]
    timers = [o for o in alive if isinstance(o, QTimer) and o.isActive()]
    for thread in threads:
        thread.quit()
    for timer in timers:
        timer.stop()
    if threads or timers:
        pytest.fail(f"left running: {[*threads, *timers]}", pytrace=False)
