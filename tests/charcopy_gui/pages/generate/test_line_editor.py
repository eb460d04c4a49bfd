import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit

from charcopy_gui.pages.generate.line_editor import LineEditor
from charcopy_gui.pages.generate.slot_marks import Column
from charcopy_gui.pages.generate.slot_model import SlotModel
from core.meaning_representation import Slot


class Driver:
    def __init__(self, qtbot):
        self.model = SlotModel()
        self.model.set_slots([Slot("name", "Wok"), Slot("food", "Thai")], "Start")
        self.model.history.clear()
        self.editor = LineEditor(self.model)
        qtbot.addWidget(self.editor)
        with qtbot.waitExposed(self.editor):
            self.editor.show()
        self.line = self.editor.findChild(QLineEdit)
        self.message = self.editor.findChild(QLabel)


@pytest.fixture
def driver(qtbot):
    return Driver(qtbot)


def test_the_line_follows_the_table(driver):
    assert driver.line.text() == "name[Wok], food[Thai]"
    driver.model.setData(driver.model.index(1, Column.VALUE), 'a, [b] "c" 東')
    assert driver.line.text() == 'name[Wok], food[a, [b] "c" 東]'
    assert not driver.message.isVisible()


def test_the_table_follows_the_line_letter_by_letter(qtbot, driver):
    driver.line.setCursorPosition(8)
    qtbot.keyClicks(driver.line, " On")
    assert driver.model.mr().slots[0] == Slot("name", "Wok On")
    assert driver.line.cursorPosition() == 11, "the table's answer must not move the cursor"


def test_an_error_says_what_and_where_and_the_table_stays(qtbot, driver):
    qtbot.keyClick(driver.line, Qt.Key.Key_End)
    qtbot.keyClick(driver.line, Qt.Key.Key_Backspace)
    assert driver.message.isVisible()
    assert driver.message.text() == (
        "The value of the slot 'food' is never closed with ] (at character 16)."
    )
    assert driver.editor.error
    assert driver.model.mr().slots[1] == Slot("food", "Thai")
    qtbot.keyClicks(driver.line, "!]")
    assert not driver.message.isVisible()
    assert driver.editor.error == ""
    assert driver.model.mr().slots[1] == Slot("food", "Thai!")


def test_a_change_in_the_table_puts_a_broken_line_right(qtbot, driver):
    qtbot.keyClick(driver.line, Qt.Key.Key_End)
    qtbot.keyClick(driver.line, Qt.Key.Key_Backspace)
    driver.model.remove([0])
    assert driver.line.text() == "food[Thai]"
    assert driver.editor.error == ""


def test_a_slot_that_cannot_be_written_is_named(driver):
    driver.model.setData(driver.model.index(1, Column.VALUE), "Th]ai")
    assert driver.line.text() == "name[Wok], food[Th]ai]"
    assert "Slot 2 ('food') cannot be written" in driver.message.text()


def test_a_word_typed_in_the_line_is_undone_at_once(qtbot, driver):
    driver.line.setCursorPosition(8)
    qtbot.keyClicks(driver.line, " On")
    driver.model.history.undo()
    assert driver.line.text() == "name[Wok], food[Thai]"
    assert not driver.model.history.canUndo()


def test_messages_are_plain_text(driver):
    assert driver.message.textFormat() is Qt.TextFormat.PlainText
