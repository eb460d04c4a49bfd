import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit

from charcopy_gui.pages.generate.slot_marks import Column
from charcopy_gui.pages.generate.slot_model import SlotModel
from charcopy_gui.pages.generate.slot_table import SlotTable
from charcopy_gui.pages.generate.slot_text import slots_of_text
from core.meaning_representation import MeaningRepresentation, Slot

LINE = "name[Zizzi Blue], eatType[pub], food[French]"


def line(model):
    return ", ".join(f"{slot.name}[{slot.value}]" for slot in model.mr().slots)


@pytest.fixture
def model(qapp):
    model = SlotModel()
    model.set_slots(MeaningRepresentation.parse(LINE).slots, "Start")
    return model


@pytest.fixture
def table(qtbot, model):
    table = SlotTable(model)
    qtbot.addWidget(table)
    table.resize(400, 300)
    with qtbot.waitExposed(table):
        table.show()
    return table


def select(table, *rows):
    table.clearSelection()
    table.setCurrentIndex(table.model().index(rows[0], 0))
    for row in rows[1:]:
        index = table.model().index(row, 0)
        flags = table.selectionModel().SelectionFlag
        table.selectionModel().select(index, flags.Select | flags.Rows)


def test_it_keeps_the_rules_of_item_models(qtmodeltester, model):
    qtmodeltester.check(model, force_py=True)
    model.insert(1, [Slot("near", "Café")])
    model.remove([0])
    qtmodeltester.check(model, force_py=True)


def test_a_double_click_and_typing_change_a_cell(qtbot, table, model):
    index = model.index(0, Column.VALUE)
    point = table.visualRect(index).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=point)
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=point)
    editor = table.viewport().findChild(QLineEdit)
    editor.selectAll()
    qtbot.keyClicks(editor, "<b>Bold</b>")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: line(model).startswith("name[<b>Bold</b>], "))


def test_typing_on_a_chosen_cell_starts_editing(qtbot, table, model):
    table.setCurrentIndex(model.index(1, Column.VALUE))
    qtbot.keyClicks(table, "b")
    editor = table.viewport().findChild(QLineEdit)
    qtbot.keyClicks(editor, "ar")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: model.mr().slots[1] == Slot("eatType", "bar"))


def test_a_new_slot_opens_for_its_name(qtbot, table, model):
    select(table, 0)
    table.add_row()
    editor = table.viewport().findChild(QLineEdit)
    qtbot.keyClicks(editor, "near")
    table.commit_open_editor()
    assert line(model) == "name[Zizzi Blue], near[], eatType[pub], food[French]"


def test_selected_slots_are_removed_by_the_delete_key(qtbot, table, model):
    select(table, 0, 2)
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    assert line(model) == "eatType[pub]"


@pytest.mark.parametrize(
    ("rows", "move", "after"),
    [
        ([2], "move_up", "name food eatType"),
        ([0], "move_down", "eatType name food"),
        ([1, 2], "move_up", "eatType food name"),
        ([0, 1], "move_down", "food name eatType"),
        ([0], "move_up", "name eatType food"),
        ([2], "move_down", "name eatType food"),
    ],
)
def test_slots_move_and_stay_selected(table, model, rows, move, after):
    select(table, *rows)
    names = [model.mr().slots[row].name for row in rows]
    getattr(table, move)()
    assert [slot.name for slot in model.mr().slots] == after.split()
    assert [model.mr().slots[row].name for row in table.selected_rows()] == names


def test_rows_dragged_onto_another_go_before_it(model):
    data = model.mimeData([model.index(2, 0), model.index(2, 1)])
    moved = model.dropMimeData(data, Qt.DropAction.MoveAction, -1, -1, model.index(0, 0))
    assert [slot.name for slot in model.mr().slots] == ["food", "name", "eatType"]
    assert not moved, "the view would remove the dragged row again"


def test_dragged_rows_are_a_line_for_other_programs(model):
    data = model.mimeData([model.index(2, 0), model.index(2, 1), model.index(0, 0)])
    slots = model.mr().slots
    assert slots_of_text(data.text()) == (slots[0], slots[2])


def test_rows_dragged_from_another_window_are_text(model):
    data = QMimeData()
    data.setData("application/x-charcopy-rows", b"1:7,8")
    data.setText("area[riverside], near[Qwyx]")
    before = model.mr().slots
    model.dropMimeData(data, Qt.DropAction.MoveAction, 1, 0, model.index(-1, -1))
    dropped = (Slot("area", "riverside"), Slot("near", "Qwyx"))
    assert model.mr().slots == (before[0], *dropped, *before[1:])


def test_text_dropped_from_elsewhere_becomes_slots(model):
    data = QMimeData()
    data.setText("area[riverside]")
    model.dropMimeData(data, Qt.DropAction.CopyAction, 1, 0, model.index(-1, -1))
    assert model.mr().slots[1] == Slot("area", "riverside")


@pytest.mark.parametrize(
    "text",
    ["area[riverside], near[Wok, On]", "area\triverside\nnear\tWok, On\n"],
)
def test_lines_and_two_columns_are_pasted_below_the_current_row(qtbot, table, model, text):
    select(table, 0)
    QGuiApplication.clipboard().setText(text)
    qtbot.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert line(model) == (
        "name[Zizzi Blue], area[riverside], near[Wok, On], eatType[pub], food[French]"
    )


def test_pasting_over_everything_replaces_it(qtbot, table, model):
    table.selectAll()
    QGuiApplication.clipboard().setText("name[Wok On]")
    assert table.paste()
    assert line(model) == "name[Wok On]"


def test_what_is_no_table_is_not_pasted(table, model):
    QGuiApplication.clipboard().setText("just words")
    assert not table.paste()
    assert line(model) == LINE


def test_selected_slots_or_all_are_copied_as_a_line(qtbot, table):
    select(table, 1)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "eatType[pub]"
    table.clearSelection()
    table.copy()
    assert QGuiApplication.clipboard().text() == LINE


def test_everything_can_be_undone_and_done_again(table, model):
    states = [line(model)]
    select(table, 1)
    for act in (table.move_up, table.remove_rows, lambda: model.insert(0, [Slot("a", "b")])):
        act()
        states.append(line(model))
    for state in reversed(states[:-1]):
        model.history.undo()
        assert line(model) == state
    for state in states[1:]:
        model.history.redo()
        assert line(model) == state


def test_odd_slots_are_marked_and_not_refused(model):
    model.set_alphabet(frozenset(map(chr, range(32, 127))))
    slots = [Slot("name", "Café 東京"), Slot("name", "x"), Slot("food", ""), Slot("", "]")]
    model.set_slots(slots, "Test")
    assert model.mr().slots == tuple(slots)
    assert model.mark(0, Column.VALUE) == (
        "Never trained: é 東 京. They can only be copied, if the model copies."
    )
    assert "name of an earlier slot" in model.mark(1, Column.NAME)
    assert "has no value" in model.mark(2, Column.VALUE)
    assert "does not open" in model.mark(3, Column.VALUE)
    assert "has no name" in model.mark(3, Column.NAME)
    for row, column in ((0, Column.VALUE), (1, Column.NAME)):
        assert not model.data(model.index(row, column), Qt.ItemDataRole.DecorationRole).isNull()


def test_one_character_that_was_never_trained_is_spoken_of_as_one(model):
    model.set_alphabet(frozenset(map(chr, range(32, 127))))
    model.set_slots([Slot("name", "Café")], "Test")
    assert model.mark(0, Column.VALUE) == (
        "Never trained: é. It can only be copied, if the model copies."
    )


def test_tooltips_show_tags_as_they_were_typed(model):
    model.set_slots([Slot("<i>", "")], "Test")
    tip = model.data(model.index(0, Column.VALUE), Qt.ItemDataRole.ToolTipRole)
    assert "&lt;i&gt;" in tip
    assert "<i>" not in tip


def test_a_short_table_has_no_scroll_bar(table, model):
    table.resize(table.sizeHint())
    assert table.verticalScrollBar().maximum() == 0
    model.insert(3, [Slot("near", "x")] * 3)
    table.resize(table.sizeHint())
    assert table.verticalScrollBar().maximum() == 0
