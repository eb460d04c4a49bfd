import pytest
from fake_training import sample
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from charcopy_gui.pages.train.probe import ProbePanel
from charcopy_gui.plots.trace_view import TraceView

MR = "name[Tin Otter], food[Thai]"


@pytest.fixture
def panel(qtbot):
    panel = ProbePanel()
    panel.set_trace(TraceView())
    qtbot.addWidget(panel)
    panel.resize(800, 600)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def named(panel, name, kind=QWidget):
    found = [w for w in panel.findChildren(kind) if w.accessibleName() == name]
    assert len(found) == 1, name
    return found[0]


def test_without_a_training_there_is_nobody_to_ask(panel):
    panel.set_text(MR)
    assert not named(panel, "Try it now").isEnabled()
    assert "no training" in named(panel, "Try it now").toolTip()


def test_a_table_is_typed_and_written_for(qtbot, panel):
    panel.set_possible(True)
    line = named(panel, "Table to try")
    qtbot.keyClicks(line, " name[Tin Otter],food[Thai] ")
    with qtbot.waitSignal(panel.probe_requested) as asked:
        qtbot.keyClick(line, Qt.Key.Key_Return)
    assert asked.args == [MR]
    assert not named(panel, "Try it now").isEnabled(), "one answer at a time"
    panel.show_answer(sample(MR, "Tin Otter is Thai."), "after step 120")
    assert named(panel, "Try it now").isEnabled()
    assert named(panel, f"Text for {MR}").toPlainText() == "Tin Otter is Thai."
    assert named(panel, f"after step 120: {MR}").isChecked()


def test_a_table_of_the_corpus_stands_there_until_someone_types_another(qtbot, panel):
    panel.set_possible(True)
    assert "Type a table" in named(panel, "Try it now").toolTip()
    panel.offer(MR)
    assert panel.text == MR
    panel.offer("name[Inn], area[Soho]")
    assert panel.text == "name[Inn], area[Soho]", "another run is of another corpus"
    line = named(panel, "Table to try")
    assert line.cursorPosition() == 0, "its beginning is seen"
    qtbot.keyClick(line, Qt.Key.Key_End)
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    own = panel.text
    panel.offer(MR)
    assert panel.text == own
    assert "never closed" in named(panel, "Try it now").toolTip()


def test_answers_stay_the_newest_first(panel):
    panel.set_possible(True)
    for step in (10, 20):
        panel.show_answer(sample(MR, f"text {step}"), f"after step {step}")
    texts = [view.sample.text for view in panel._samples._views]
    assert texts == ["text 20", "text 10"]
    panel.clear()
    assert panel._samples.samples == ()


def test_what_is_no_table_is_said_and_not_asked_for(qtbot, panel):
    panel.set_possible(True)
    panel.set_text("name[Tin Otter")
    said = named(panel, "What is wrong with the table", QLabel)
    assert said.isVisible()
    assert "at character" in said.text()
    with qtbot.assertNotEmitted(panel.probe_requested):
        qtbot.keyClick(named(panel, "Table to try"), Qt.Key.Key_Return)


def test_a_table_that_would_hold_the_training_up_is_refused(qtbot, panel):
    panel.set_possible(True)
    panel.set_text(f"name[{'x' * 5000}]")
    said = named(panel, "What is wrong with the table", QLabel)
    assert said.text() == "A table to try has at most 2,000 characters; this one has 5,006."
    assert not named(panel, "Try it now").isEnabled()
    with qtbot.assertNotEmitted(panel.probe_requested):
        qtbot.keyClick(named(panel, "Table to try"), Qt.Key.Key_Return)
    panel.set_text(f"name[{'x' * 1994}]")
    assert named(panel, "Try it now").isEnabled()


def test_a_training_that_ends_without_an_answer_does_not_keep_one_waiting(qtbot, panel):
    panel.set_possible(True)
    panel.set_text(MR)
    qtbot.keyClick(named(panel, "Table to try"), Qt.Key.Key_Return)
    panel.set_possible(False)
    panel.set_possible(True)
    assert named(panel, "Try it now").isEnabled()


def test_the_table_of_generate_is_asked_for(qtbot, panel):
    with qtbot.waitSignal(panel.table_wanted):
        qtbot.mouseClick(named(panel, "Take the table from Generate"), Qt.MouseButton.LeftButton)


def test_a_table_of_generate_that_cannot_be_read_is_said_and_the_line_stays(panel):
    panel.set_text(MR)
    said = named(panel, "What is wrong with the table", QLabel)
    panel.take(None)
    assert said.text() == (
        "The table on Generate cannot be read: the message under its line says why."
    )
    assert said.isVisible()
    assert panel.text == MR
    panel.take(MR)
    assert not said.isVisible()
    assert panel.text == MR
