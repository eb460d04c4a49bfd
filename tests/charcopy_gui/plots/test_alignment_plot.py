import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from trace_records import source, steps

from charcopy_gui.appearance.theme import LIGHT
from charcopy_gui.plots.alignment import FIRST_CAPACITY, AlignmentPlot
from charcopy_gui.plots.columns import Columns
from charcopy_gui.plots.trace_view import TraceView

STARTED = source()
ROWS = len(STARTED.source.characters)


@pytest.fixture
def plot(qapp) -> AlignmentPlot:
    made = AlignmentPlot(Columns(10), LIGHT)
    made.start(STARTED.source)
    return made


def test_a_weight_stands_in_its_row_and_column(plot):
    first, second = np.linspace(0, 1, ROWS, dtype=np.float32), np.zeros(ROWS, np.float32)
    second[7] = 0.25
    plot.append([first, second])
    assert plot.weights.shape == (ROWS, 2)
    np.testing.assert_array_equal(plot.weights[:, 0], first)
    assert plot.weights[7, 1] == 0.25
    assert plot.weights[:, 1].sum() == 0.25


def test_growing_by_chunks_equals_all_at_once(plot, qapp):
    alignments = [s.alignment for s in steps("x" * (3 * FIRST_CAPACITY), row=lambda i: 5 * i)]
    other = AlignmentPlot(Columns(10), LIGHT)
    other.start(STARTED.source)
    other.append(alignments)
    for start in range(0, len(alignments), 7):
        plot.append(alignments[start : start + 7])
    np.testing.assert_array_equal(plot.weights, other.weights)


def test_a_new_start_forgets_the_last_generation(plot):
    plot.append([s.alignment for s in steps("abc")])
    plot.start(source([("a", "b")]).source)
    assert plot.weights.shape == (6, 0)


def test_what_is_drawn_does_not_follow_the_senders_array(plot):
    alignment = np.ones(ROWS, np.float32)
    plot.append([alignment])
    alignment[:] = 0
    assert plot.weights.all()


def test_a_text_has_no_bands(plot):
    text = source([]).source
    plot.start(text)
    plot.append([np.array([0, 1], np.float32)])
    assert plot.weights.shape == (2, 1)


def test_no_share_is_lost_where_rows_are_lower_than_a_pixel(qtbot):
    long = source([("name", "x" * 393)])
    rows = len(long.source.characters)
    trace = TraceView()
    qtbot.addWidget(trace)
    trace.set_theme(LIGHT)
    trace.resize(900, 0)
    with qtbot.waitExposed(trace):
        trace.show()
    trace.start(long)
    trace.append(steps("x" * 100, long, row=lambda i: 100 + i))
    QApplication.processEvents()
    plot = trace.canvas.alignment
    assert plot.height() < rows / 2
    place = plot.sceneBoundingRect().toRect()
    shot = trace.canvas.grab().toImage()
    for column in range(100):
        x = place.left() + trace._columns.left(column) + 3
        drawn = [
            y for y in range(place.top(), place.bottom()) if shot.pixelColor(x, y) == LIGHT.heat
        ]
        assert drawn, column
        assert drawn[0] - place.top() == pytest.approx(
            (100 + column) * plot.height() / rows, abs=2.5
        )
