import time

import pytest
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from tests.bench.frame_delay import Pulse, wait


@pytest.fixture
def window(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def test_the_pulse_sees_the_window_blocked(window):
    pulse = Pulse(window)
    free = pulse.during(0.2)
    QTimer.singleShot(50, lambda: time.sleep(0.1))
    blocked = pulse.during(0.2)
    assert free["p50_ms"] < 50
    assert blocked["max_ms"] >= 80
    assert blocked["max_ms"] > free["max_ms"]


def test_the_window_is_drawn_once_a_redraw(window):
    redraw = QTimer(window, interval=20)
    redraw.timeout.connect(window.update)
    redraw.start()
    found = Pulse(window).during(0.3)
    assert 0 < found["drawings_per_second"] <= 50
    redraw.stop()
    assert Pulse(window).during(0.1)["drawings_per_second"] == 0


class _Work(QObject):
    record = Signal(object)
    ended = Signal()


def test_waiting_is_for_a_kind_of_record(qtbot):
    work, seen = _Work(), []
    for delay, record in ((1, "first"), (20, 2)):
        QTimer.singleShot(
            delay, lambda record=record: (seen.append(record), work.record.emit(record))
        )
    wait(work.record, int)
    assert seen == ["first", 2]
    QTimer.singleShot(1, work.ended.emit)
    wait(work.ended)
