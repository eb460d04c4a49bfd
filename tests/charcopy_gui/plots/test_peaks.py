import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from charcopy_gui.plots.peaks import Peaks

heights = st.floats(-1e6, 1e6) | st.just(math.nan)


def filled(values, sizes=(7,)):
    """Points at 1, 2, 3, …, added in parts of these sizes."""
    peaks, start, turn = Peaks(), 0, 0
    while start < len(values):
        part = values[start : start + sizes[turn % len(sizes)]]
        peaks.extend(range(start + 1, start + 1 + len(part)), part)
        peaks.seen(0, start, 40)  # Whoever looked meanwhile changes nothing.
        start, turn = start + len(part), turn + 1
    return peaks


@given(st.lists(heights, min_size=1, max_size=600), st.lists(st.integers(1, 90), min_size=1))
def test_the_few_points_that_are_drawn_have_every_high_and_low(values, sizes):
    peaks = filled(values, sizes)
    np.testing.assert_array_equal(peaks.y, values)
    x, y = peaks.seen(0, len(values) + 1, 40)
    assert len(x) == len(y) <= 40
    assert (np.diff(x) >= 0).all()
    if not np.isnan(values).any():
        assert (y.min(), y.max()) == (min(values), max(values))


@given(st.lists(heights, min_size=2, max_size=300), st.data())
def test_a_stretch_is_drawn_with_what_lies_in_it_and_just_beyond(values, data):
    first = data.draw(st.integers(1, len(values)))
    last = data.draw(st.integers(first, len(values)))
    x, y = filled(values).seen(first, last, 1000)
    inside = (x >= first) & (x <= last)
    np.testing.assert_array_equal(x[inside], np.arange(first, last + 1))
    np.testing.assert_array_equal(y[inside], values[first - 1 : last])
    assert (~inside).sum() <= 2


@given(st.lists(st.floats(-9, 9), min_size=2, max_size=400), st.data())
def test_points_from_an_earlier_one_on_take_the_place_of_those_that_were_there(values, data):
    again = data.draw(st.integers(1, len(values)))
    more = data.draw(st.lists(st.floats(-9, 9), min_size=1, max_size=50))
    peaks = filled(values)
    peaks.extend(range(again, again + len(more)), more)
    wanted = [*values[: again - 1], *more]
    np.testing.assert_array_equal(peaks.y, wanted)
    _, y = peaks.seen(0, 10_000, 24)
    assert (y.min(), y.max()) == (min(wanted), max(wanted))


def test_one_value_that_is_none_is_a_gap_among_a_hundred_thousand():
    values = np.sin(np.arange(100_000.0))
    values[70_000] = math.nan
    peaks = Peaks()
    peaks.extend(np.arange(100_000.0), values)
    x, y = peaks.seen(0, 1e9, 2000)
    gap = x[np.isnan(y)]
    assert gap.size
    assert gap.min() <= 70_000 <= gap.max() + 128


def test_nothing_is_drawn_of_nothing():
    peaks = Peaks()
    assert [part.size for part in peaks.seen(0, 100, 40)] == [0, 0]
    peaks.extend([3], [1.0])
    peaks.clear()
    assert [part.size for part in peaks.seen(0, 100, 40)] == [0, 0]
