from hypothesis import given
from hypothesis import strategies as st

from charcopy_gui.pages.parts.time_left import TimeLeft
from core.records import Progress


def mb(done, total=100, message="Downloading a.csv"):
    return Progress(done * 1_000_000, total and total * 1_000_000, "bytes", message)


def test_nothing_is_foretold_from_too_little():
    left = TimeLeft()
    assert left.add(mb(0), 0.0) is None
    assert left.add(mb(10), 0.9) is None
    assert left.add(mb(10), 1.0) == 9.0


def test_it_goes_by_the_speed_of_the_last_seconds():
    left = TimeLeft()
    for second in range(21):
        left.add(mb(second), float(second))
    for second in range(21, 30):
        foretold = left.add(mb(20 + (second - 20) * 5), float(second))
    assert foretold == 35 / 5


def test_a_file_has_a_pace_of_its_own():
    left = TimeLeft()
    left.add(mb(0), 0.0)
    assert left.add(mb(50), 10.0) == 10.0
    assert left.add(mb(0, message="Downloading b.csv"), 10.1) is None
    assert left.add(mb(1, message="Downloading b.csv"), 12.1) == 198


def test_where_the_end_is_not_known_nothing_is_foretold():
    left = TimeLeft()
    left.add(mb(0, None), 0.0)
    assert left.add(mb(50, None), 10.0) is None


@given(st.lists(st.tuples(st.integers(0, 10**9), st.floats(0, 9)), max_size=30), st.integers(1, 99))
def test_it_is_never_negative(steps, total):
    left, now = TimeLeft(), 0.0
    for done, seconds in steps:
        now += seconds
        foretold = left.add(Progress(done, total * 1_000_000, "bytes", "a"), now)
        assert foretold is None or foretold >= 0


@given(st.lists(st.tuples(st.integers(0, 200), st.floats(-1e6, 1e6)), max_size=20))
def test_whatever_the_clock_and_the_work_do_it_is_never_negative(moments):
    left = TimeLeft()
    for done, now in moments:
        foretold = left.add(mb(done), now)
        assert foretold is None or foretold >= 0
