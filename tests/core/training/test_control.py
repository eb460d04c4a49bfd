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


def test_waiting_takes_a_moment_only():
    cancel = Waited(lambda: None)
    TrainingControl(cancel).wait()
    assert cancel.waits == 1


def test_cancelling_ends_a_wait():
    control = TrainingControl(Waited(lambda: control.cancel.set()))
    control.wait()
    control.wait()
    with pytest.raises(Cancelled):
        control.wait()


def test_every_probe_is_handed_out_once():
    control = TrainingControl()
    for mr in ("a[b]", "c[d]"):
        control.probes.put(mr)
    assert list(control.waiting_probes()) == ["a[b]", "c[d]"]
    assert list(control.waiting_probes()) == []
