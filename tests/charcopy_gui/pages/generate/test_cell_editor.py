import time

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit

from charcopy_gui.pages.generate.completion import Completions
from charcopy_gui.pages.generate.slot_marks import Column
from charcopy_gui.pages.generate.slot_model import SlotModel
from charcopy_gui.pages.generate.slot_table import SlotTable
from charcopy_gui.pages.generate.vocabulary import Vocabulary
from core.meaning_representation import Slot

WORDS = Vocabulary("Toy", {"name": (), "food": ("French", "Thai", "Fast food"), "area": ("East",)})
HARD = 'Wok, "On" [a, b] <b>&amp; 東京 مطعم السلام e\u0301\u0301'


class Driver:
    def __init__(self, qtbot):
        self.qtbot = qtbot
        self.model = SlotModel()
        self.model.set_slots([Slot("name", "Wok"), Slot("food", "Thai")], "Start")
        self.model.history.clear()
        self.table = SlotTable(self.model, Completions((WORDS,)))
        qtbot.addWidget(self.table)
        self.table.resize(400, 300)
        with qtbot.waitActive(self.table):
            self.table.show()
        self.table.setFocus()

    def open(self, row, column):
        index = self.model.index(row, column)
        self.table.setCurrentIndex(index)
        self.table.edit(index)
        (editor,) = (e for e in self.table.viewport().findChildren(QLineEdit) if e.isVisible())
        return editor

    def press(self, widget, key, modifiers=Qt.KeyboardModifier.NoModifier):
        self.qtbot.keyClick(widget, key, modifiers)

    @property
    def slots(self):
        return self.model.mr().slots

    def wait_until_closed(self):
        self.qtbot.waitUntil(lambda: self.table.state() is SlotTable.State.NoState)


@pytest.fixture
def driver(qtbot):
    return Driver(qtbot)


def test_the_table_has_every_letter_at_once_and_the_word_is_one_step(qtbot, driver):
    editor = driver.open(0, Column.VALUE)
    editor.selectAll()
    for typed in ("E", "Ea", "Eas", "East"):
        qtbot.keyClicks(editor, typed[-1])
        assert driver.slots[0] == Slot("name", typed)
    driver.press(editor, Qt.Key.Key_Return)
    driver.wait_until_closed()
    assert driver.model.history.count() == 1
    driver.model.history.undo()
    assert driver.slots[0] == Slot("name", "Wok")


def test_two_cells_are_two_steps(qtbot, driver):
    for row in (0, 1):
        editor = driver.open(row, Column.VALUE)
        qtbot.keyClicks(editor, "x")
        driver.table.commit_open_editor()
    assert driver.model.history.count() == 2


def test_the_cursor_stays_where_people_type(qtbot, driver):
    editor = driver.open(0, Column.NAME)
    driver.press(editor, Qt.Key.Key_Home)
    qtbot.keyClicks(editor, " a ")
    assert editor.text() == " a name"
    assert editor.cursorPosition() == 3
    assert driver.slots[0].name == "a name"


def test_escape_takes_back_what_was_typed_and_leaves_no_step(qtbot, driver):
    editor = driver.open(0, Column.VALUE)
    qtbot.keyClicks(editor, "xyz")
    assert driver.slots[0].value == "xyz"
    driver.press(editor, Qt.Key.Key_Escape)
    driver.wait_until_closed()
    assert driver.slots[0] == Slot("name", "Wok")
    assert not driver.model.history.canUndo()


def test_the_keys_of_undo_are_left_to_the_window(qtbot, driver):
    editor = driver.open(0, Column.VALUE)
    qtbot.keyClicks(editor, "x")
    for key in (Qt.Key.Key_Z, Qt.Key.Key_Y):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.ControlModifier)
        event.ignore()
        QCoreApplication.sendEvent(editor, event)
        assert not event.isAccepted()
    driver.press(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editor.text() == "x"


def test_undo_in_mid_word_is_followed_and_what_comes_then_is_another_step(qtbot, driver):
    driver.model.set_slots([Slot("name", "Wok"), Slot("food", "French")], "Before")
    editor = driver.open(1, Column.VALUE)
    qtbot.keyClicks(editor, "x")
    driver.model.history.undo()
    assert editor.text() == "French"
    driver.model.history.undo()
    assert editor.text() == "Thai"
    qtbot.keyClicks(editor, "!")
    assert driver.slots[1].value == "Thai!"
    driver.press(editor, Qt.Key.Key_Escape)
    driver.wait_until_closed()
    assert driver.slots[1].value == "Thai"


def test_any_text_is_taken_exactly_as_it_was_typed(driver):
    editor = driver.open(0, Column.VALUE)
    QGuiApplication.clipboard().setText(HARD)
    editor.selectAll()
    driver.press(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    driver.press(editor, Qt.Key.Key_Return)
    driver.wait_until_closed()
    assert driver.slots[0] == Slot("name", HARD)
    assert driver.model.mr().linearise() == f"name[{HARD}], food[Thai]"


# Input methods.


def compose(widget, preedit="", commit=""):
    event = QInputMethodEvent(preedit, [])
    if commit:
        event.setCommitString(commit)
    QCoreApplication.sendEvent(widget, event)


def test_a_composition_is_no_text_until_it_is_committed(driver):
    editor = driver.open(0, Column.VALUE)
    editor.selectAll()
    compose(editor, "とう")
    assert driver.table.composing
    compose(editor, "とうきょう")
    assert driver.slots[0].value in ("", "Wok"), "half a composition is no value"
    compose(editor, commit="東京")
    assert not driver.table.composing
    assert driver.slots[0] == Slot("name", "東京")
    driver.press(editor, Qt.Key.Key_Return)
    driver.wait_until_closed()
    assert driver.slots[0] == Slot("name", "東京")
    driver.model.history.undo()
    assert driver.slots[0] == Slot("name", "Wok")


def test_a_composition_begun_on_a_cell_opens_it(driver):
    driver.table.setCurrentIndex(driver.model.index(0, Column.VALUE))
    compose(driver.table, "か")
    (editor,) = driver.table.viewport().findChildren(QLineEdit)
    compose(editor, commit="か\u3099")
    assert driver.slots[0].value.endswith("か\u3099"), "not made one character of"


def test_a_composition_ends_with_the_focus(driver):
    editor = driver.open(0, Column.VALUE)
    compose(editor, "とう")
    editor.clearFocus()
    assert not driver.table.composing


# Completion.


def popup(editor):
    return editor.completer().popup()


def listed(editor):
    model = editor.completer().completionModel()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_values_of_the_slot_are_offered_while_they_are_typed(qtbot, driver):
    editor = driver.open(1, Column.VALUE)
    editor.selectAll()
    qtbot.keyClicks(editor, "f")
    assert popup(editor).isVisible()
    assert listed(editor) == ["French", "Fast food"]
    driver.press(popup(editor), Qt.Key.Key_Down)
    driver.press(popup(editor), Qt.Key.Key_Return)
    assert editor.text() == "French"
    assert driver.slots[1].value == "French"
    driver.press(editor, Qt.Key.Key_Return)
    driver.wait_until_closed()
    assert driver.model.history.count() == 1


def test_slots_that_are_there_already_are_not_offered(qtbot, driver):
    editor = driver.open(1, Column.NAME)
    editor.selectAll()
    qtbot.keyClicks(editor, "a")
    assert listed(editor) == ["area"]


def test_return_ends_editing_though_the_list_is_open(qtbot, driver):
    editor = driver.open(1, Column.VALUE)
    editor.selectAll()
    qtbot.keyClicks(editor, "fre")
    assert popup(editor).isVisible()
    driver.press(popup(editor), Qt.Key.Key_Return)
    driver.wait_until_closed()
    assert driver.slots[1].value == "fre"


def test_tab_takes_what_is_chosen_in_the_list_and_goes_on(qtbot, driver):
    editor = driver.open(0, Column.NAME)
    editor.selectAll()
    qtbot.keyClicks(editor, "ar")
    driver.press(popup(editor), Qt.Key.Key_Down)
    driver.press(popup(editor), Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: driver.table.currentIndex() == driver.model.index(0, Column.VALUE))
    assert driver.slots[0] == Slot("area", "Wok")


def test_down_lists_all_that_is_known(driver):
    editor = driver.open(1, Column.VALUE)
    driver.press(editor, Qt.Key.Key_Down)
    assert popup(editor).isVisible()
    assert listed(editor) == ["French", "Thai", "Fast food"]
    driver.press(popup(editor), Qt.Key.Key_Escape)
    assert not popup(editor).isVisible()
    assert editor.isVisible()


# Long values.


def test_ten_thousand_characters_do_not_freeze_the_table(qtbot, driver):
    value = "Ab 東[x] " * 1250
    began = time.perf_counter()
    driver.model.set_slots([Slot("name", value), Slot("food", "Thai")], "Long")
    driver.table.grab()
    editor = driver.open(0, Column.VALUE)
    driver.press(editor, Qt.Key.Key_End)
    qtbot.keyClicks(editor, "xyz")
    driver.table.grab()
    assert driver.slots[0].value == value + "xyz"
    driver.press(editor, Qt.Key.Key_Return)
    driver.wait_until_closed()
    assert time.perf_counter() - began < 5.0


def test_line_ends_and_tabs_in_a_value_are_shown_in_one_line(driver):
    driver.model.set_slots([Slot("name", "a\nb\tc")], "Test")
    option = driver.table.itemDelegate()
    shown = _style_option(option, driver.model.index(0, Column.VALUE))
    assert shown.text == "a↵b→c"


def _style_option(delegate, index):
    from PySide6.QtWidgets import QStyleOptionViewItem

    option = QStyleOptionViewItem()
    delegate.initStyleOption(option, index)
    return option
