import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel, QToolButton

from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.output.status_line import OUTDATED, StatusLine


def test_a_sample_of_the_marks_never_stands_without_its_words(qtbot):
    line = StatusLine()
    qtbot.addWidget(line)
    words, sample = line.findChild(QLabel, "comparison"), line._sample
    line.show_activity(Activity.IDLE)
    line.show_comparison("differs from “branch 1”", marked=True)
    assert not words.isHidden()
    assert not sample.isHidden()
    line.show_activity(Activity.WRITING)
    assert words.isHidden()
    assert sample.isHidden()
    line.show_end("")
    assert not words.isHidden()
    assert not sample.isHidden()
    line.show_comparison("")
    assert sample.isHidden()


def test_numbers_keep_to_one_line_beside_words_that_wrap(qtbot):
    line = StatusLine()
    qtbot.addWidget(line)
    line.resize(220, 60)
    with qtbot.waitExposed(line):
        line.show()
    line.show_numbers("0.126 nats/char · 57 chars · 812 chars/s")
    line.say("Stopped: the best text found so far.")
    words, numbers = line.findChild(QLabel, "status"), line.findChild(QLabel, "numbers")
    qtbot.waitUntil(lambda: words.height() >= 2 * line.fontMetrics().height())
    assert len(numbers.lines()) == 1


NUMBERS = "0.126 nats/char · 57 chars + end · 812 chars/s"


@pytest.fixture
def line(qtbot):
    line = StatusLine()
    qtbot.addWidget(line)
    line.add(QToolButton(text="Read back"))
    line.show_activity(Activity.IDLE)
    line.show_numbers(NUMBERS)
    line.set_outdated(True)
    line.resize(900, 60)
    with qtbot.waitExposed(line):
        line.show()
    return line


def part(line, name):
    return line.findChild(QLabel, name)


def test_what_is_said_stands_beside_whole_numbers(line):
    assert part(line, "status").text() == OUTDATED
    assert part(line, "numbers").lines() == [NUMBERS]
    assert part(line, "numbers").geometry().left() > part(line, "status").geometry().right()


def test_what_is_said_has_a_line_of_its_own_where_it_would_be_narrow(qtbot, line):
    line.resize(420, 60)
    words, numbers = part(line, "status"), part(line, "numbers")
    qtbot.waitUntil(lambda: words.width() > 380)
    assert words.heightForWidth(words.width()) < 2 * words.fontMetrics().height()
    assert words.mapTo(line, QPoint()).y() < numbers.mapTo(line, QPoint()).y()
    assert numbers.lines() == [NUMBERS]
    line.resize(900, 60)
    qtbot.waitUntil(lambda: numbers.mapTo(line, QPoint()).x() > words.width())


def test_numbers_are_left_out_whole(qtbot, line):
    line.resize(line.fontMetrics().horizontalAdvance(NUMBERS) + 40, 60)
    qtbot.waitUntil(lambda: part(line, "numbers").lines() == ["0.126 nats/char · 57 chars + end"])
    assert NUMBERS in part(line, "numbers").toolTip()


def test_a_doubt_is_said_with_a_picture_until_there_is_something_more_urgent(line):
    line.set_outdated(False)
    assert line._icon.isHidden()
    line.show_doubt("The model is unsure.")
    assert part(line, "status").text() == "The model is unsure."
    assert not line._icon.isHidden()
    line.set_outdated(True)
    assert part(line, "status").text() == OUTDATED
    line.set_outdated(False)
    line.show_activity(Activity.WRITING)
    assert part(line, "status").text() == "Writing…"
    assert line._icon.isHidden()
    line.say_error("Out of memory.")
    assert part(line, "status").text() == "Out of memory."
    assert not line._icon.isHidden()
