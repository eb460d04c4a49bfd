import numpy as np
import pytest
from trace_records import source, steps

from charcopy_gui.plots.alignment import FIRST_CAPACITY, AlignmentPlot, attended, slot_bands
from charcopy_gui.plots.columns import Columns
from charcopy_gui.theme import LIGHT
from core.records import END_LABEL, START_LABEL

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
    assert slot_bands(text) == []
    plot.start(text)
    assert attended(text, np.array([0, 1], np.float32)) == END_LABEL


def test_a_slots_band_reaches_to_the_next_slot():
    assert slot_bands(STARTED.source) == [("name", 1, 14), ("near", 14, 22)]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (0, START_LABEL),
        (2, "'a' in name"),
        (6, "'Z' in name"),
        (19, "'A' in near"),
        (22, END_LABEL),
    ],
)
def test_attention_in_words(row, words):
    alignment = np.full(ROWS, 0.01, np.float32)
    alignment[row] = 0.9
    assert attended(STARTED.source, alignment) == words
