from PySide6.QtCore import QTimer

from charcopy_gui.plots.throttle import INTERVAL_MILLISECONDS, Throttle


def test_at_most_thirty_batches_a_second():
    assert 1000 / INTERVAL_MILLISECONDS <= 31


def test_everything_arrives_once_and_in_order(qtbot):
    throttle = Throttle()
    batches = []
    throttle.drained.connect(batches.append)
    for i in range(1000):
        throttle.push(i)
    assert batches == []
    qtbot.waitUntil(lambda: bool(batches))
    throttle.push(1000)
    qtbot.waitUntil(lambda: len(batches) == 2)
    assert batches == [list(range(1000)), [1000]]


def test_the_timer_runs_only_while_something_waits(qtbot):
    throttle = Throttle()
    timer = throttle.findChild(QTimer)
    assert not timer.isActive()
    throttle.push("a")
    assert timer.isActive()
    with qtbot.waitSignal(throttle.drained):
        pass
    assert not timer.isActive()


def test_flush_hands_on_at_once_and_only_once(qtbot):
    throttle = Throttle()
    batches = []
    throttle.drained.connect(batches.append)
    throttle.flush()
    throttle.push("a")
    throttle.push("b")
    throttle.flush()
    throttle.flush()
    assert batches == [["a", "b"]]
    assert not throttle.findChild(QTimer).isActive()


def test_what_is_pushed_while_draining_is_not_lost(qtbot):
    throttle = Throttle()
    batches = []

    def answer(batch):
        batches.append(batch)
        if batch == ["a"]:
            throttle.push("b")

    throttle.drained.connect(answer)
    throttle.push("a")
    qtbot.waitUntil(lambda: len(batches) == 2)
    assert batches == [["a"], ["b"]]
