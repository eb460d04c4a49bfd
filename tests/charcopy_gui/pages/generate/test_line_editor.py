import time

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QLabel, QLineEdit

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


def press(qtbot, driver, key):
    """As the window does: menus hear of the keys that the line leaves alone."""
    event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.ControlModifier)
    event.ignore()
    QCoreApplication.sendEvent(driver.line, event)
    qtbot.keyClick(driver.line, key, Qt.KeyboardModifier.ControlModifier)
    return event.isAccepted()


def test_undo_is_the_windows_unless_the_line_is_wrong(qtbot, driver):
    driver.line.setCursorPosition(8)
    qtbot.keyClicks(driver.line, "x")
    assert not press(qtbot, driver, Qt.Key.Key_Z)
    assert driver.line.text() == "name[Wokx], food[Thai]"
    qtbot.keyClick(driver.line, Qt.Key.Key_End)
    qtbot.keyClick(driver.line, Qt.Key.Key_Backspace)
    assert driver.editor.error
    assert press(qtbot, driver, Qt.Key.Key_Z), "what stands in the line is nowhere else"
    assert driver.line.text() == "name[Wokx], food[Thai]"
    assert driver.editor.error == ""


def test_typing_before_and_after_another_change_is_two_steps(qtbot, driver):
    driver.line.setCursorPosition(8)
    qtbot.keyClicks(driver.line, "x")
    driver.model.move([1], 0)
    driver.line.setCursorPosition(5)
    qtbot.keyClicks(driver.line, "y")
    assert driver.model.history.count() == 3
    driver.model.history.undo()
    assert driver.line.text() == "food[Thai], name[Wokx]"


def test_typing_before_and_after_leaving_the_line_is_two_steps(qtbot, driver):
    for _ in range(2):
        driver.line.setCursorPosition(8)
        qtbot.keyClicks(driver.line, "xy")
        qtbot.keyClick(driver.line, Qt.Key.Key_Return)
    assert driver.model.history.count() == 2


def test_a_very_long_line_is_whole_and_can_be_typed_in(qtbot, driver):
    value = "Ab 東[x] " * 5000
    driver.model.set_slots([Slot("name", value), Slot("food", "Thai")], "Long")
    assert driver.line.text() == f"name[{value}], food[Thai]"
    began = time.perf_counter()
    driver.line.setCursorPosition(5)
    qtbot.keyClicks(driver.line, "xyz")
    driver.line.grab()
    assert driver.model.mr().slots[0].value == f"xyz{value}"
    assert time.perf_counter() - began < 5.0


def test_a_name_is_completed_and_the_table_has_it(qtbot, driver):
    qtbot.keyClick(driver.line, Qt.Key.Key_End)
    qtbot.keyClicks(driver.line, ", eatT")
    popup = driver.line.findChild(QCompleter).popup()
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert driver.line.text() == "name[Wok], food[Thai], eatType["
    qtbot.keyClicks(driver.line, "pub]")
    assert driver.model.mr().slots[2] == Slot("eatType", "pub")


def test_undo_leaves_the_cursor_where_it_was(qtbot, driver):
    driver.line.setFocus()
    driver.line.setCursorPosition(8)
    qtbot.keyClicks(driver.line, "xy")
    driver.model.history.undo()
    assert driver.line.cursorPosition() == 10
    driver.line.clearFocus()
    driver.model.history.redo()
    assert driver.line.cursorPosition() == 0, "the beginning is seen"


def test_typing_in_the_line_keeps_all_that_other_values_hold(qtbot, driver):
    value = "a\nb\tc 🙂 e\u0301 \u200f\u05d0 <b>"
    driver.model.set_slots([Slot("name", value), Slot("food", "Thai")], "Test")
    qtbot.keyClick(driver.line, Qt.Key.Key_End)
    qtbot.keyClick(driver.line, Qt.Key.Key_Left)
    qtbot.keyClicks(driver.line, "!")
    assert driver.model.mr().slots == (Slot("name", value), Slot("food", "Thai!"))


def test_messages_are_plain_text(driver):
    assert driver.message.textFormat() is Qt.TextFormat.PlainText
