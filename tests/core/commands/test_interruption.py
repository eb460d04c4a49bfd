import signal
from threading import Event

import pytest

from core.commands.interruption import interruption_sets


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_sets_the_event_once(number):
    event, before = Event(), signal.getsignal(number)
    with interruption_sets(event):
        assert signal.getsignal(number) != before
        signal.raise_signal(number)
        assert event.is_set()
        assert signal.getsignal(number) == before
    assert signal.getsignal(number) == before


@pytest.fixture
def heard():
    """Ctrl+C as Python takes it; what runs in the background inherits that it is passed over."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
def test_a_second_ctrl_c_ends_the_work():
    with interruption_sets(Event()):
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_handlers_come_back_after_an_error():
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(ZeroDivisionError), interruption_sets(Event()):
        _ = 1 / 0
    assert signal.getsignal(signal.SIGINT) == before
