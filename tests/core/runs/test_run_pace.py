import pytest

from core.records import DevScores, Progress, Sample, TrainingPoint
from core.runs.pace import Pace, evaluations_left


def point(step, seconds, rate=10.0):
    return TrainingPoint(1, step, 0, 1.0, 1.0, 1.0, rate, seconds, 1e-3, None)


def started(total=100, done=0):
    pace = Pace()
    pace.add(Progress(done, total, "steps", "training"))
    return pace


def test_two_steps_tell_what_is_left():
    pace = started()
    pace.add(point(1, 5.0))
    assert pace.seconds_left() is None
    pace.add(point(2, 7.0))
    assert (pace.step, pace.total) == (2, 100)
    assert pace.seconds_left() == pytest.approx(98 * 2.0)
    assert pace.examples_per_second == 10


def test_a_resumed_run_counts_from_its_own_steps():
    """Its first 90 steps were made by another session, at another speed."""
    pace = started(done=90)
    for index in range(3):
        pace.add(point(91 + index, 1000 + 3.0 * index))
    assert pace.seconds_left() == pytest.approx(7 * 3.0)


def test_evaluations_to_come_take_their_time():
    pace = started()
    pace.add(point(1, 1.0))
    pace.add(point(2, 2.0))
    pace.add(DevScores(1, 2, 1, 1.0, None, 0.5, (), True))
    pace.add(point(3, 13.0))
    assert pace.seconds_left(evaluations=4) == pytest.approx(97 + 4 * 10)


@pytest.mark.parametrize("jump", [1e6, -1e6])
def test_a_clock_that_jumps_leads_nobody_astray(jump):
    """The computer slept, or someone set the clock."""
    pace, seconds = started(), 0.0
    for step in range(1, 12):
        seconds += 2.0 + (jump if step == 6 else 0.0)
        pace.add(point(step, seconds))
        left = pace.seconds_left()
        assert left is None or left >= 0
    assert pace.seconds_left() == pytest.approx(89 * 2.0)


def test_nothing_is_left_beyond_the_end():
    pace = started(total=2)
    for step in (1, 2, 3):
        pace.add(point(step, float(step)))
    assert pace.seconds_left(evaluations=-1) == 0


def test_a_text_on_request_is_no_step():
    pace = started()
    pace.add(point(1, 1.0))
    pace.add(point(2, 2.0))
    pace.add(Sample("a[b]", "", None, None))
    pace.add(point(3, 50.0))
    assert pace.seconds_left() == pytest.approx(97.0)


def test_evaluations_left():
    assert evaluations_left(0, 100, 10, 0) == 10
    assert evaluations_left(50, 100, 10, 0) == 5
    assert evaluations_left(50, 100, 10, 25) == 2
    assert evaluations_left(120, 100, 10, 25) == 0
