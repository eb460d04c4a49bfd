import gc
import threading

import pytest
from PySide6.QtCore import QObject

from charcopy_gui.process.garbage import Sweeper


class Cycle:
    """Holds itself, and something of Qt's."""

    def __init__(self) -> None:
        self.self = self
        self.qt = QObject()


@pytest.fixture
def sweeper(qapp):
    was_enabled = gc.isenabled()
    with Sweeper() as sweeper:
        yield sweeper
    if not was_enabled:
        gc.disable()


def many_cycles() -> None:
    for _ in range(3 * gc.get_threshold()[0]):
        cycle: list[object] = []
        cycle.append(cycle)


def test_a_thread_that_asks_for_memory_sweeps_nothing(sweeper):
    held = Cycle().qt
    destroyed = []
    held.destroyed.connect(lambda: destroyed.append(threading.current_thread()))
    del held
    thread = threading.Thread(target=many_cycles)
    thread.start()
    thread.join()
    assert destroyed == []


def test_the_windows_thread_sweeps_what_is_unused(sweeper, qtbot):
    cycle = Cycle()
    qt = cycle.qt
    del cycle
    destroyed = []
    qt.destroyed.connect(lambda: destroyed.append(threading.current_thread()))
    del qt
    many_cycles()
    qtbot.waitUntil(lambda: destroyed == [threading.main_thread()])


def test_python_sweeps_by_itself_again_afterwards(qapp):
    was_enabled = gc.isenabled()
    with Sweeper():
        assert not gc.isenabled()
    assert gc.isenabled()
    if not was_enabled:
        gc.disable()


def test_what_is_left_at_the_end_is_searched_for_before_qt_ends(qapp):
    was_enabled = gc.isenabled()
    destroyed = []
    with Sweeper():
        cycle = Cycle()
        cycle.qt.destroyed.connect(lambda: destroyed.append(True))
        gc.freeze()
        del cycle
    assert destroyed == [True]
    if not was_enabled:
        gc.disable()
