"""A text of 300 characters about a table of 300: every share is drawn where it belongs, at once."""

import time

import numpy as np
import pytest
from trace_records import source, steps

from charcopy_gui.plots.trace_view import TraceView
from tests.bench import trace_view

SIZE = 300


@pytest.fixture
def view(qtbot):
    view = TraceView()
    qtbot.addWidget(view)
    view.resize(960, 560)
    with qtbot.waitExposed(view):
        view.show()
    return view


def test_every_share_of_300_by_300_is_where_it_belongs(view):
    started, records = trace_view._records(SIZE, SIZE)
    view.start(started)
    for first in range(0, SIZE, 7):  # As they come from a thread: a few at a time.
        view.append(records[first : first + 7])
    view.grab()
    weights = view.canvas.alignment.weights
    assert weights.shape == (len(started.source.characters), SIZE)
    assert np.array_equal(weights, np.stack([r.alignment for r in records], axis=1))


def test_a_diagonal_of_300_is_seen_as_one(view):
    started = source((("name", "x" * (SIZE - 8)),))
    view.start(started)
    view.append(steps("x" * SIZE, started, row=lambda index: index))
    view.grab()
    found = view.canvas.alignment._image.image
    assert found.argmax(axis=0).tolist() == list(range(SIZE))


def test_it_is_on_screen_within_a_second(view):
    """Some hundredths of a second on a quiet machine, as tests/bench measures."""
    started, records = trace_view._records(SIZE, SIZE)
    began = time.process_time()
    view.start(started)
    view.append(records)
    view.grab()
    assert time.process_time() - began < 1
