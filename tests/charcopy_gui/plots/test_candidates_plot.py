import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication
from trace_records import step

from charcopy_gui.appearance.theme import DARK, LIGHT
from charcopy_gui.plots.candidate_row import (
    BAR_HEIGHT,
    ROW_HEIGHT,
    candidate_label,
    probability_label,
)
from charcopy_gui.plots.candidates import EMPTY, MOST, TITLE_HEIGHT, CandidatesPlot
from core.records import END_LABEL, Candidate

ALIGNMENT = np.zeros(3, np.float32)
TWO = (Candidate("n", 0.75, 0.5, 0.25), Candidate(" ", 0.25, 0.0, 0.25))


@pytest.fixture
def plot(qtbot) -> CandidatesPlot:
    made = CandidatesPlot()
    qtbot.addWidget(made)
    made.setAutoFillBackground(True)
    made.set_theme(LIGHT)
    made.resize(400, 300)
    return made


def widths(plot, row, theme):
    """How many pixels of a row's bar are generated, and how many copied."""
    image = plot.grab().toImage()
    y = TITLE_HEIGHT + row * ROW_HEIGHT + ROW_HEIGHT // 2
    colours = [image.pixelColor(x, y) for x in range(image.width())]
    return colours.count(theme.generated), colours.count(theme.copied)


def test_bars_are_stacked_from_the_two_shares(plot):
    plot.show_step(step(36, "n", ALIGNMENT, candidates=TWO))
    generated, copied = widths(plot, 0, LIGHT)
    assert generated == pytest.approx(2 * copied, abs=2)
    assert widths(plot, 1, LIGHT)[0] == 0
    assert widths(plot, 1, LIGHT)[1] == pytest.approx(copied, abs=1)


def test_the_sign_for_a_space_stands_whole_in_its_row(plot):
    plot.show_step(step(36, "n", ALIGNMENT, candidates=TWO))
    image = plot._rows[1].grab().toImage()
    drawn = [
        (x, y)
        for x in range(40)
        for y in range(image.height())
        if image.pixelColor(x, y).lightness() < 160
    ]
    left, right = min(x for x, _ in drawn), max(x for x, _ in drawn)
    assert right - left >= 8
    assert left >= 4
    assert min(y for _, y in drawn) >= 4
    assert max(y for _, y in drawn) < image.height() - 4


def test_bars_leave_room_for_the_number(plot):
    certain = (Candidate("n", 1.0, 0.5, 0.5),)
    plot.show_step(step(0, "n", ALIGNMENT, candidates=certain))
    image = plot.grab().toImage()
    y = TITLE_HEIGHT + (ROW_HEIGHT - BAR_HEIGHT) // 2 + 1
    last = max(x for x in range(image.width()) if image.pixelColor(x, y) == LIGHT.copied)
    number = plot.fontMetrics().horizontalAdvance("1.000")
    assert last < plot.width() - number


def test_a_theme_changes_the_colours(plot):
    plot.show_step(step(0, "n", ALIGNMENT, candidates=TWO))
    plot.set_theme(DARK)
    assert widths(plot, 0, DARK)[0] > 0
    assert widths(plot, 0, LIGHT)[0] == 0


def test_a_step_is_told_in_words(plot):
    plot.show_step(step(36, "n", ALIGNMENT, candidates=TWO))
    assert plot.accessibleDescription() == (
        "Step 37: n 0.750 (generated 0.500, copied 0.250); ␣ 0.250 (generated 0.000, copied 0.250)"
    )


def test_no_step_says_how_to_choose_one(plot):
    plot.show_step(step(0, "n", ALIGNMENT, candidates=TWO))
    plot.show_step(None)
    assert plot.accessibleDescription() == EMPTY
    assert widths(plot, 0, LIGHT) == (0, 0)


def test_no_more_than_eight_and_all_in_view(plot):
    many = tuple(Candidate(c, 0.1, 0.0, 0.1) for c in "abcdefghij")
    plot.show_step(step(0, "a", ALIGNMENT, candidates=many))
    plot.resize(320, plot.maximumHeight())
    assert widths(plot, MOST - 1, LIGHT)[1] > 0
    assert len([row for row in plot._rows if row.candidate]) == MOST


def test_where_there_is_little_room_the_likeliest_are_shown(plot):
    many = tuple(Candidate(c, 0.1, 0.0, 0.1) for c in "abcdefgh")
    plot.show_step(step(0, "a", ALIGNMENT, candidates=many))
    plot.resize(plot.minimumSizeHint())
    plot.grab()
    assert [row.candidate.character for row in plot._rows if row.candidate] == list("abcd")


def row_of(plot, name):
    (found,) = [row for row in plot._rows if row.accessibleName() == name]
    return found


@pytest.fixture
def choosable(plot, qtbot):
    plot.set_choosable(True)
    plot.show_step(step(36, "n", ALIGNMENT, candidates=TWO))
    with qtbot.waitExposed(plot):
        plot.show()
    return plot


def test_a_click_on_a_row_chooses_its_character(choosable, qtbot):
    with qtbot.waitSignal(choosable.chosen) as told:
        qtbot.mouseClick(row_of(choosable, "␣"), Qt.MouseButton.LeftButton)
    assert told.args == [" "]


def test_what_was_written_already_cannot_be_chosen(choosable, qtbot):
    with qtbot.assertNotEmitted(choosable.chosen):
        qtbot.mouseClick(row_of(choosable, "n, written"), Qt.MouseButton.LeftButton)
    choosable.set_choosable(False)
    with qtbot.assertNotEmitted(choosable.chosen):
        qtbot.mouseClick(row_of(choosable, "␣"), Qt.MouseButton.LeftButton)


def test_the_rows_are_one_stop_of_the_tab_key_and_arrows_walk_along_them(choosable, qtbot):
    first, second = row_of(choosable, "n, written"), row_of(choosable, "␣")
    first.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(first, Qt.Key.Key_Up)
    assert first.hasFocus()
    qtbot.keyClick(first, Qt.Key.Key_Down)
    assert second.hasFocus()
    assert second.focusPolicy() is Qt.FocusPolicy.TabFocus
    assert first.focusPolicy() is Qt.FocusPolicy.NoFocus
    with qtbot.waitSignal(choosable.chosen) as told:
        qtbot.keyClick(second, Qt.Key.Key_Return)
    assert told.args == [" "]


def test_a_row_tells_its_numbers_and_what_a_click_does(choosable):
    row = row_of(choosable, "␣")
    numbers = "␣ 0.250 (generated 0.000, copied 0.250)"
    assert row.accessibleDescription() == numbers
    assert numbers in row.toolTip()
    assert "continue with it" in row.toolTip()


def test_the_row_under_the_pointer_is_seen(choosable, qtbot):
    row = row_of(choosable, "␣")
    before = row.grab().toImage()
    QApplication.sendEvent(row, QEnterEvent(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5)))
    assert row.grab().toImage() != before
    QApplication.sendEvent(row, QEvent(QEvent.Type.Leave))
    assert row.grab().toImage() == before


@pytest.mark.parametrize(
    ("character", "label"),
    [
        ("n", "n"),
        (" ", "␣"),
        (END_LABEL, END_LABEL),
        ("\t", "U+0009"),
        ("\u200f", "U+200F"),
        ("\u0301", "◌\u0301"),
        ("<", "<"),
        ("日", "日"),
    ],
)
def test_every_character_has_something_to_see(character, label):
    assert candidate_label(character) == label


@pytest.mark.parametrize(
    ("probability", "label"),
    [(1.0, "1.000"), (0.93, ".930"), (0.0004, "<.001"), (0.0, ".000")],
)
def test_probabilities_in_three_digits(probability, label):
    assert probability_label(probability) == label
