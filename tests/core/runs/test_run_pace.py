import pytest

from core.records import DevScores, Progress, Sample, TrainingPoint
from core.runs.pace import Pace, evaluations_left


def point(step, seconds, rate=10.0, back=1.0):
    return TrainingPoint(1, step, 0, 1.0, back, 1.0, rate, seconds, 1e-3, None)


def started(total=100, done=0):
    pace = Pace()
    pace.add(Progress(done, total, "steps", "training"))
    return pace


def test_some_steps_tell_what_is_left_and_an_odd_one_does_not():
    """Before the first of all, kernels may be compiled; the next may still warm up."""
    pace = started()
    for step, seconds in enumerate((300.0, 320.0, 322.0), 1):
        pace.add(point(step, seconds))
        assert pace.seconds_left() is None
    pace.add(point(4, 324.0))
    assert (pace.step, pace.total) == (4, 100)
    assert pace.seconds_left() == pytest.approx(96 * 2.0)
    assert pace.examples_per_second == 10


def test_a_resumed_run_counts_from_its_own_steps():
    """Its first 90 steps were made by another session, at another speed."""
    pace = started(done=90)
    for index in range(4):
        pace.add(point(91 + index, 1000 + 3.0 * index))
    assert pace.seconds_left() == pytest.approx(6 * 3.0)


def test_evaluations_to_come_take_their_time():
    pace = started()
    for step in range(1, 5):
        pace.add(point(step, float(step)))
    assert not pace.knows_evaluations
    pace.add(DevScores(1, 4, 1, 1.0, None, 0.5, (), True))
    pace.add(point(5, 15.0))
    assert pace.knows_evaluations
    assert pace.seconds_left(evaluations=4) == pytest.approx(95 + 4 * 10)


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


def test_steps_with_and_without_a_second_phase_each_count():
    """Three steps of a second, then one of three, over and over."""
    pace, seconds = started(total=1040), 0.0
    for step in range(1, 42):
        both = step % 4 == 0
        seconds += 3.0 if both else 1.0
        pace.add(point(step, seconds, back=1.0 if both else None))
    assert pace.seconds_left() == pytest.approx(999 * 1.5)


def test_nothing_is_left_beyond_the_end():
    pace = started(total=4)
    for step in range(1, 6):
        pace.add(point(step, float(step)))
    assert pace.seconds_left(evaluations=-1) == 0


def test_a_text_on_request_is_no_step():
    pace = started()
    for step in range(1, 5):
        pace.add(point(step, float(step)))
    pace.add(Sample("a[b]", "", None, None))
    pace.add(point(5, 50.0))
    assert pace.seconds_left() == pytest.approx(95.0)


def test_evaluations_left():
    assert evaluations_left(0, 100, 10, 0) == 10
    assert evaluations_left(50, 100, 10, 0) == 5
    assert evaluations_left(50, 100, 10, 25) == 2
    assert evaluations_left(120, 100, 10, 25) == 0
