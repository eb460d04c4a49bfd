import pytest

from charcopy_gui.pages.output.elided_label import ElidedLabel

WORDS = "Step 37 looks at '[' in area; copying takes 'r'"


@pytest.fixture
def label(qtbot) -> ElidedLabel:
    made = ElidedLabel()
    qtbot.addWidget(made)
    made.setText(WORDS)
    return made


def sized(label, share, lines):
    """The label with room for a share of its words in each of so many lines."""
    metrics = label.fontMetrics()
    label.resize(round(metrics.horizontalAdvance(WORDS) * share), lines * metrics.lineSpacing() + 3)
    return label.lines()


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_where_there_is_room_it_is_one_line(label, lines):
    assert sized(label, 1.1, lines) == [WORDS]


def test_what_does_not_fit_is_cut_with_dots_and_stands_in_the_tooltip(label):
    (line,) = sized(label, 0.5, 1)
    assert line.endswith("…")
    assert WORDS.startswith(line[:-1])
    assert "copying takes" in label.toolTip()


def test_a_second_line_is_used_where_it_is_high_enough(label):
    lines = sized(label, 0.65, 2)
    assert " ".join(lines) == WORDS
    assert len(lines) == 2


def test_the_last_line_is_cut(label):
    lines = sized(label, 0.3, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert WORDS.startswith(lines[0])


@pytest.mark.parametrize(
    "words", ["", "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"]
)
def test_no_word_is_broken(label, words):
    label.setText(words)
    label.resize(60, 100)
    (line,) = label.lines()
    assert len(line) <= len(words)
