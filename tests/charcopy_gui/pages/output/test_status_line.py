from PySide6.QtWidgets import QLabel

from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.output.status_line import StatusLine


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
    line.say("Stopped: the best text found until then.")
    words, numbers = line.findChild(QLabel, "status"), line.findChild(QLabel, "numbers")
    qtbot.waitUntil(lambda: words.height() >= 2 * line.fontMetrics().height())
    assert len(numbers.lines()) == 1
