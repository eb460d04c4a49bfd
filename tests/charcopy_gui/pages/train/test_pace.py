import pytest
from fake_training import point

from charcopy_gui.pages.train.pace import Pace


def test_nothing_is_foretold_from_one_step():
    pace = Pace()
    assert pace.examples_per_second is None
    pace.add(point(1))
    assert pace.examples_per_second == 24
    assert pace.seconds_left(1, 100) is None


def test_the_rest_takes_as_long_as_what_was():
    pace = Pace()
    for step in range(1, 12):
        pace.add(point(step))
    assert pace.seconds_left(11, 100) == pytest.approx(89 * 2.0)


def test_it_is_never_negative():
    pace = Pace()
    for step in (1, 2, 3):
        pace.add(point(step))
    assert pace.seconds_left(3, 3) == 0
    assert pace.seconds_left(3, 2) == 0


def test_time_spent_paused_does_not_count():
    pace = Pace()
    pace.add(point(1))
    pace.add(point(2))
    pace.rest()
    for step in (1000, 1001):
        pace.add(point(step))
    assert pace.seconds_left(1001, 1011) == pytest.approx(20)
