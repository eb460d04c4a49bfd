import pytest
from PySide6.QtCore import QTimer

from charcopy_gui.pages.generate import live
from charcopy_gui.pages.generate.live import Live


class Driver:
    def __init__(self, qtbot, monkeypatch):
        self.qtbot = qtbot
        self.line, self.busy, self.runs = "a[b]", False, []
        self.live = Live(lambda: self.line, lambda: self.busy)
        self.live.due.connect(self.runs.append)
        self.timer = self.live.findChild(QTimer)

    def pause(self):
        """As long as people have to pause for a run to begin."""
        self.qtbot.waitUntil(lambda: not self.timer.isActive())


@pytest.fixture
def driver(qtbot, monkeypatch):
    return Driver(qtbot, monkeypatch)


def test_it_is_off_until_it_is_switched_on(driver):
    assert not driver.live.on
    driver.live.touch()
    assert not driver.timer.isActive()


def test_a_run_is_due_once_after_the_last_edit(driver):
    assert driver.timer.interval() == live.WAIT_MILLISECONDS == 300
    driver.live.switch(True)
    for line in ("a[b", "a[bc]", "a[bcd]"):
        driver.line = line
        driver.live.touch()
    driver.pause()
    assert driver.runs == ["a[bcd]"]


def test_what_ran_last_is_not_run_again_unless_it_is_asked_for(driver):
    driver.live.switch(True)
    driver.live.touch()
    driver.pause()
    assert driver.runs == []
    driver.live.run_soon()
    driver.pause()
    assert driver.runs == ["a[b]"]


def test_what_someone_else_runs_is_not_run_once_more(driver):
    driver.live.switch(True)
    driver.line = "c[d]"
    driver.live.touch()
    driver.live.settle("c[d]")
    assert not driver.timer.isActive()
    driver.line = "e[f]"
    driver.live.touch()
    driver.live.settle("c[d]")
    driver.pause()
    assert driver.runs == ["e[f]"], "what was edited since is another line"


def test_nothing_runs_where_there_is_nothing_that_can(driver):
    driver.live.switch(True)
    driver.line = ""
    driver.live.touch()
    driver.pause()
    assert driver.runs == []


def test_a_composition_is_waited_for(driver):
    driver.live.switch(True)
    driver.line, driver.busy = "c[d]", True
    driver.live.touch()
    driver.qtbot.wait(live.WAIT_MILLISECONDS + 100)
    assert driver.timer.isActive()
    assert driver.runs == []
    driver.busy = False
    driver.pause()
    assert driver.runs == ["c[d]"]


def test_switching_it_off_calls_off_what_was_due(driver):
    driver.live.switch(True)
    driver.line = "c[d]"
    driver.live.touch()
    driver.live.switch(False)
    assert not driver.timer.isActive()
