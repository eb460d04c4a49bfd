import pytest

from charcopy_gui.pages.train.expectation import Course, Expectation
from core.estimates import Estimate
from core.records import Progress

FOUND = Estimate(1200, 60.0, 720.0, 310_000_000, 412_345)
WORDS = "Estimate: about 12 min for 1,200 steps · 310 MB of memory · 412,345 weights"


@pytest.fixture
def line(qtbot):
    line = Expectation()
    qtbot.addWidget(line)
    line.show()
    return line


def said(line):
    return line._words.text()


def test_an_estimate_is_asked_for_and_can_be_cancelled(qtbot, line):
    with qtbot.waitSignal(line.requested):
        line.button.click()
    line.set_trying(True)
    assert line.button.accessibleName() == "Cancel estimate"
    line.show_progress(Progress(1, 5, "steps", "timing"))
    assert said(line) == "Estimate: timing 1 of 5"
    with qtbot.waitSignal(line.cancel_requested):
        line.button.click()
    line.set_trying(False)
    assert said(line) == ""
    assert line.button.text() == "Estimate"


def test_what_was_found_stays_and_says_when_the_settings_have_changed(line):
    line.set_trying(True)
    line.show_estimate(FOUND)
    line.set_trying(False)
    assert said(line) == WORDS
    line.set_outdated(True)
    assert said(line) == f"{WORDS} · for settings that have changed since"
    line.set_outdated(False)
    assert said(line) == WORDS


def test_it_stands_beside_what_then_happens(line):
    line.show_estimate(FOUND)
    line.begin()
    assert said(line) == WORDS
    line.compare(180.0, 290_400_000, Course.GOING_ON)
    assert said(line) == "Estimated: 12 min and 310 MB. So far: 3 min and 290 MB."
    line.compare(660.0, 320_000_000, Course.WHOLE)
    assert said(line) == "Estimated: 12 min and 310 MB. It took: 11 min and 320 MB."
    line.compare(660.0, 0, Course.WHOLE)
    assert said(line) == "Estimated: 12 min. It took: 11 min.", "not every system tells"


def test_what_was_cut_short_took_less_for_another_reason(line):
    line.show_estimate(FOUND)
    line.begin()
    line.compare(12.0, 290_400_000, Course.STOPPED)
    assert said(line) == "Estimated: 12 min; stopped after 12 s."
    line.compare(12.0, 290_400_000, Course.FAILED)
    assert said(line) == "Estimated: 12 min; failed after 12 s."
    line.compare(0.0, 0, Course.STOPPED)
    assert said(line) == "Estimated: 12 min."


def test_an_estimate_for_other_settings_says_nothing_of_a_run(line):
    line.show_estimate(FOUND)
    line.set_outdated(True)
    line.begin()
    line.compare(660.0, 1, Course.WHOLE)
    assert said(line) == ""


def test_why_there_is_none_is_said(line):
    line.set_trying(True)
    line.show_problem("There is no file x.csv.")
    assert said(line) == "No estimate: There is no file x.csv."
