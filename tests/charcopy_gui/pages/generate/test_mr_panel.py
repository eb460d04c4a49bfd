from dataclasses import replace
from pathlib import Path

import pytest
from fake_generation import ALPHABET
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QToolButton

from charcopy_gui.pages.generate.examples import EXAMPLES
from charcopy_gui.pages.generate.live import WAIT_MILLISECONDS
from charcopy_gui.pages.generate.mr_panel import MrPanel
from charcopy_gui.pages.generate.slot_marks import Column
from core.config import ModelConfig
from core.meaning_representation import MeaningRepresentation, Slot
from core.model_card import ModelCard, Provenance

LINE = "name[Zizzi Blue], eatType[pub], food[French]"
CARD = ModelCard("toy", Path("toy"), ModelConfig(), ALPHABET, Provenance(corpus="E2E and E2E+"))


class Driver:
    def __init__(self, qtbot):
        self.qtbot = qtbot
        self.panel = MrPanel()
        self.panel.set_text(LINE)
        self.panel.model.history.clear()
        self.runs = []
        self.panel.run_due.connect(self.runs.append)
        qtbot.addWidget(self.panel)
        self.panel.resize(376, 500)
        with qtbot.waitActive(self.panel):
            self.panel.show()
        self.line = self.panel.findChild(QLineEdit, "line")
        self.remark = self.panel.findChild(QLabel, "tableRemark")
        self.live = self.panel.findChild(QCheckBox)

    def click(self, name):
        (button,) = (b for b in self.panel.findChildren(QToolButton) if b.accessibleName() == name)
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    def open_cell(self, row, column):
        table = self.panel.table
        point = table.visualRect(self.panel.model.index(row, column)).center()
        self.qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=point)
        self.qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=point)
        (editor,) = table.viewport().findChildren(QLineEdit)
        return editor


@pytest.fixture
def driver(qtbot):
    return Driver(qtbot)


def test_buttons_add_move_and_remove_slots_and_all_is_undone(driver):
    panel = driver.panel
    panel.commands.select_rows(0)
    driver.click("Move down")
    driver.click("Add slot")
    editor = panel.table.viewport().findChild(QLineEdit)
    driver.qtbot.keyClicks(editor, "near")
    driver.click("Move up")
    driver.click("Remove slot")
    assert panel.text() == "eatType[pub], name[Zizzi Blue], food[French]"
    titles = []
    while panel.model.history.canUndo():
        titles.append(panel.model.history.undoText())
        panel.model.history.undo()
    assert titles == ["Remove slot", "Move slot", "Edit slot", "Add slot", "Move slot"]
    assert panel.text() == LINE


def test_the_dice_takes_other_slots_of_the_models_corpus_each_time(driver):
    driver.panel.set_model(CARD)
    rolled = set()
    for _ in range(4):
        driver.click("Random slots")
        rolled.add(driver.panel.text())
    assert len(rolled) == 4
    for line in rolled:
        assert MeaningRepresentation.parse(line).slots[0].name == "name"
    assert driver.remark.text() == ""
    for _ in range(4):
        driver.panel.model.history.undo()
    assert driver.panel.text() == LINE


def test_slots_from_elsewhere_are_one_step_though_a_cell_is_open(driver):
    editor = driver.open_cell(0, Column.VALUE)
    driver.qtbot.keyClicks(editor, "!")
    assert driver.panel.set_text("name[Wok], food[Thai]", "Send to table")
    assert driver.panel.model.history.undoText() == "Send to table"
    driver.panel.model.history.undo()
    assert driver.panel.text().startswith("name[!]")
    assert not driver.panel.set_text("no slots")
    assert driver.panel.text().startswith("name[!]")


def test_an_open_cell_and_the_line_say_the_same(driver):
    editor = driver.open_cell(0, Column.VALUE)
    editor.selectAll()
    driver.qtbot.keyClicks(editor, "Wok")
    assert driver.line.text() == "name[Wok], eatType[pub], food[French]"
    assert driver.panel.text() == "name[Wok], eatType[pub], food[French]"


# Marks.


def test_a_model_marks_what_it_does_not_know(driver):
    driver.panel.set_text("name[東], title[Dune]")
    driver.panel.set_model(CARD)
    assert driver.panel.model.mark(0, Column.VALUE) == ("Never trained: 東. It can only be copied.")
    assert "it learnt from E2E" in driver.panel.model.mark(1, Column.NAME)
    driver.panel.set_model(replace(CARD, config=ModelConfig(copy=False)))
    assert "cannot write it" in driver.panel.model.mark(0, Column.VALUE)
    driver.panel.set_model(replace(CARD, provenance=Provenance(corpus="own.csv")))
    assert driver.panel.model.mark(1, Column.NAME) == ""
    driver.panel.learn("own.csv", {"name": ["x"]})
    driver.panel.set_model(replace(CARD, provenance=Provenance(corpus="own.csv")))
    assert "it learnt from own.csv" in driver.panel.model.mark(1, Column.NAME)


def test_a_table_unlike_the_corpus_gets_a_quiet_remark(driver):
    driver.panel.set_model(CARD)
    assert not driver.remark.isVisible()
    driver.panel.set_text("title[Dune], author[Herbert], name[x]")
    assert driver.remark.isVisible()
    assert driver.remark.text().startswith("New to this model: title, author. It may leave them")
    driver.panel.model.history.undo()
    assert not driver.remark.isVisible()


def test_what_cannot_be_pasted_is_said_until_the_next_edit(driver):
    driver.panel.table.refused.emit("No slots.")
    assert driver.remark.text() == "No slots."
    assert driver.remark.textFormat() is Qt.TextFormat.PlainText
    driver.panel.model.insert(0, [Slot("a", "b")])
    assert driver.remark.text() == ""


# Live mode.


def test_live_is_off_and_switched_on_by_hand(driver):
    panel = driver.panel
    assert not driver.live.isChecked()
    driver.qtbot.keyClick(driver.line, Qt.Key.Key_End)
    driver.qtbot.keyClicks(driver.line, ", a[b]")
    driver.qtbot.wait(WAIT_MILLISECONDS + 50)
    assert driver.runs == []
    switched = []
    panel.live_changed.connect(switched.append)
    with driver.qtbot.waitSignal(panel.run_due):
        driver.qtbot.mouseClick(
            driver.live, Qt.MouseButton.LeftButton, pos=driver.live.rect().center()
        )
    assert switched == [True]
    assert driver.runs == [f"{LINE}, a[b]"]


def test_typing_runs_once_and_the_cell_stays_open(driver):
    driver.panel.set_live(True)
    editor = driver.open_cell(0, Column.VALUE)
    editor.selectAll()
    with driver.qtbot.waitSignal(driver.panel.run_due):
        driver.qtbot.keyClicks(editor, "Wok")
    assert driver.runs == ["name[Wok], eatType[pub], food[French]"]
    assert editor.isVisible()
    assert driver.panel.model.history.count() == 1


def test_nothing_runs_while_the_line_is_wrong_or_a_slot_was_only_just_added(driver):
    driver.panel.set_live(True)
    driver.line.setFocus()
    driver.qtbot.keyClick(driver.line, Qt.Key.Key_End)
    driver.qtbot.keyClick(driver.line, Qt.Key.Key_Backspace)
    driver.panel.live.touch()
    driver.qtbot.wait(WAIT_MILLISECONDS + 50)
    driver.qtbot.keyClicks(driver.line, "]")
    driver.click("Add slot")
    driver.qtbot.wait(WAIT_MILLISECONDS + 50)
    assert driver.runs == []


def test_a_line_that_is_mended_after_live_was_switched_on_runs(driver):
    driver.qtbot.keyClick(driver.line, Qt.Key.Key_End)
    driver.qtbot.keyClick(driver.line, Qt.Key.Key_Backspace)
    driver.qtbot.mouseClick(driver.live, Qt.MouseButton.LeftButton, pos=driver.live.rect().center())
    driver.qtbot.wait(WAIT_MILLISECONDS + 50)
    assert driver.runs == []
    with driver.qtbot.waitSignal(driver.panel.run_due):
        driver.qtbot.keyClicks(driver.line, "]")
    assert driver.runs == [LINE]


def test_nothing_runs_while_a_composition_is_open(driver):
    driver.panel.set_live(True)
    driver.line.setFocus()
    driver.qtbot.keyClick(driver.line, Qt.Key.Key_End)
    driver.qtbot.keyClicks(driver.line, ", a[b]")
    QCoreApplication.sendEvent(driver.line, QInputMethodEvent("と", []))
    driver.qtbot.wait(WAIT_MILLISECONDS + 50)
    assert driver.runs == []
    with driver.qtbot.waitSignal(driver.panel.run_due):
        QCoreApplication.sendEvent(driver.line, QInputMethodEvent("", []))
    assert driver.runs == [f"{LINE}, a[b]"]


def test_live_as_it_was_remembered_runs_nothing_before_an_edit(driver):
    driver.panel.set_live(True)
    assert driver.live.isChecked()
    driver.qtbot.wait(WAIT_MILLISECONDS + 50)
    assert driver.runs == []


# Badges speak of a slot.


def test_a_slot_is_selected_where_it_is_now(driver):
    panel = driver.panel
    panel.set_text("food[French], name[Zizzi Blue], food[Thai], food[French]")
    panel.select_slot("name", "Zizzi Blue", 0)
    assert panel.commands.selected_rows() == [1]
    panel.select_slot("food", "French", 3)
    assert panel.commands.selected_rows() == [3]
    panel.select_slot("near", "x", 0)
    assert panel.commands.selected_rows() == [3]


def test_every_example_can_be_taken(driver):
    assert all(driver.panel.set_text(line) for _, line in EXAMPLES)
