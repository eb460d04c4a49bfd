from threading import Event

import pytest

from core.cancellation import Cancelled
from core.training.control import TrainingControl


class Waited(Event):
    """Does something instead of waiting the third time."""

    def __init__(self, act):
        super().__init__()
        self.act, self.waits = act, 0

    def wait(self, timeout=None):
        assert timeout <= 0.1  # a click is answered within 200 ms
        self.waits += 1
        if self.waits == 3:
            self.act()
        return self.is_set()


def test_each_control_has_events_of_its_own():
    one, other = TrainingControl(), TrainingControl()
    one.cancel.set()
    assert not other.cancel.is_set()
    assert len({id(e) for e in (one.cancel, one.pause, one.stop_after_epoch)}) == 3


def test_it_goes_on_at_once_when_nothing_is_set():
    cancel = Waited(pytest.fail)
    TrainingControl(cancel).wait_while_paused()
    assert cancel.waits == 0


def test_it_waits_until_the_pause_is_over():
    pause = Event()
    pause.set()
    cancel = Waited(pause.clear)
    TrainingControl(cancel, pause).wait_while_paused()
    assert cancel.waits == 3


def test_cancelling_ends_a_pause():
    pause = Event()
    pause.set()
    control = TrainingControl(Waited(lambda: control.cancel.set()), pause)
    with pytest.raises(Cancelled):
        control.wait_while_paused()


def test_cancelled_is_seen_without_a_pause():
    control = TrainingControl()
    control.cancel.set()
    with pytest.raises(Cancelled):
        control.wait_while_paused()
