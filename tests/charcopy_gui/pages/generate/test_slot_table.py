import json

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
)
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QVBoxLayout, QWidget

from charcopy_gui.pages.generate.slot_marks import Column, Trained
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


def open_editor(table, row, column):
    index = table.model().index(row, column)
    table.setCurrentIndex(index)
    table.edit(index)
    (editor,) = table.viewport().findChildren(QLineEdit)
    return editor


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
    table.commands.add_row()
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
    getattr(table.commands, move)()
    assert [slot.name for slot in model.mr().slots] == after.split()
    assert [model.mr().slots[row].name for row in table.commands.selected_rows()] == names


BOTH = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction


def drop(table, data, row, *, below=False, action=BOTH):
    """Drag something in and let it go on a row; on the empty room under all rows for -1."""
    rect = table.visualRect(table.model().index(row, 1)) if row >= 0 else table.viewport().rect()
    at = QPoint(rect.center().x(), rect.bottom() - 2 if below or row < 0 else rect.top() + 2)
    where = at, action, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for event in (QDragEnterEvent(*where), QDragMoveEvent(*where)):
        QApplication.sendEvent(table.viewport(), event)
        assert event.isAccepted()
    event = QDropEvent(QPointF(at), *where[1:])
    QApplication.sendEvent(table.viewport(), event)
    assert event.dropAction() is Qt.DropAction.CopyAction, "whoever dragged it would remove it"


def text_data(text):
    data = QMimeData()
    data.setText(text)
    return data


@pytest.mark.parametrize(
    ("rows", "onto", "below", "after"),
    [
        ([2], 0, False, "food name eatType"),
        ([0], 2, True, "eatType food name"),
        ([0], 1, False, "name eatType food"),
        ([0, 1], -1, False, "food name eatType"),
        ([0, 2], 1, True, "eatType name food"),
    ],
)
def test_dragged_rows_go_into_the_nearest_gap_and_stay_selected(
    table, model, rows, onto, below, after
):
    data = model.mimeData([model.index(row, 0) for row in rows])
    names = [model.mr().slots[row].name for row in rows]
    drop(table, data, onto, below=below)
    assert [slot.name for slot in model.mr().slots] == after.split()
    assert [model.mr().slots[row].name for row in table.commands.selected_rows()] == names
    assert table.state() is table.State.NoState


def test_dragged_rows_are_a_line_for_other_programs(model):
    data = model.mimeData([model.index(2, 0), model.index(2, 1), model.index(0, 0)])
    slots = model.mr().slots
    assert slots_of_text(data.text()) == (slots[0], slots[2])


def test_rows_dragged_from_another_window_are_text(table, model):
    data = text_data("area[riverside], near[Qwyx]")
    data.setData("application/x-charcopy-rows", b"1:7,8")
    before = model.mr().slots
    drop(table, data, 1)
    dropped = (Slot("area", "riverside"), Slot("near", "Qwyx"))
    assert model.mr().slots == (before[0], *dropped, *before[1:])
    assert table.commands.selected_rows() == [1, 2]
    model.history.undo()
    assert model.mr().slots == before


def test_what_is_dropped_and_holds_no_slots_is_refused_in_words(qtbot, table, model):
    with qtbot.waitSignal(table.refused) as refused:
        drop(table, text_data("just words"), 0, action=Qt.DropAction.CopyAction)
    assert refused.args == ["What was dropped holds no slots."]
    assert line(model) == LINE


def test_files_are_left_to_the_window(table):
    data = text_data("name[x]")
    data.setUrls([QUrl.fromLocalFile("/a.charcopy")])
    where = QPoint(40, 40), Qt.DropAction.CopyAction, data
    event = QDragEnterEvent(*where, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(table.viewport(), event)
    assert not event.isAccepted()


@pytest.mark.parametrize(
    "text",
    [
        "area[riverside], near[Wok, On]",
        "area\triverside\nnear\tWok, On\n",
        'area,riverside\nnear,"Wok, On"\n',
        '{"area": "riverside", "near": "Wok, On"}',
    ],
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
    assert table.commands.paste()
    assert line(model) == "name[Wok On]"


def test_what_is_no_table_is_not_pasted_and_it_is_said_why(qtbot, table, model):
    QGuiApplication.clipboard().setText("just words")
    with qtbot.waitSignal(table.refused) as refused:
        qtbot.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert "holds no slots" in refused.args[0]
    assert line(model) == LINE


def test_several_slots_pasted_into_an_open_cell_go_into_the_table(qtbot, table, model):
    editor = open_editor(table, 0, Column.VALUE)
    QGuiApplication.clipboard().setText("area[riverside], near[Qwyx]")
    qtbot.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert line(model) == (
        "name[Zizzi Blue], area[riverside], near[Qwyx], eatType[pub], food[French]"
    )


def test_one_slot_or_words_pasted_into_an_open_cell_stay_there(qtbot, table, model):
    editor = open_editor(table, 0, Column.VALUE)
    editor.selectAll()
    QGuiApplication.clipboard().setText("Wok[On]")
    qtbot.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert model.mr().slots[0] == Slot("name", "Wok[On]")


def test_slots_are_copied_as_columns_and_as_json(table):
    select(table, 0, 2)
    table.commands.copy_columns()
    assert QGuiApplication.clipboard().text() == "name\tZizzi Blue\nfood\tFrench\n"
    table.commands.copy_json()
    assert json.loads(QGuiApplication.clipboard().text()) == {
        "name": "Zizzi Blue",
        "food": "French",
    }


def test_cut_slots_can_be_pasted_elsewhere(qtbot, table, model):
    select(table, 0)
    qtbot.keyClick(table, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier)
    assert line(model) == "eatType[pub], food[French]"
    select(table, 1)
    qtbot.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert line(model) == "eatType[pub], food[French], name[Zizzi Blue]"


def test_selected_slots_are_duplicated_below(table, model):
    select(table, 0, 1)
    table.commands.duplicate()
    assert [slot.name for slot in model.mr().slots] == ["name", "eatType"] * 2 + ["food"]
    assert table.commands.selected_rows() == [2, 3]
    assert model.history.undoText() == "Duplicate slot"


def test_the_context_menu_has_every_command(qtbot, table, model):
    select(table, 1)
    menu = table.commands.menu()
    by_title = {action.text().split("\t")[0].replace("&", ""): action for action in menu.actions()}
    assert all(action.isEnabled() for action in by_title.values())
    by_title["Move down"].trigger()
    assert [slot.name for slot in model.mr().slots] == ["name", "food", "eatType"]
    table.clearSelection()
    disabled = [a.text() for a in table.commands.menu().actions() if not a.isEnabled()]
    assert len(disabled) == 5
    at = table.visualRect(model.index(0, 0)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, table.mapToGlobal(at))
    QApplication.sendEvent(table.viewport(), event)
    popups = [menu for menu in table.findChildren(QMenu) if menu.isVisible()]
    assert len(popups) == 1
    popups[0].close()


def test_tab_walks_along_the_cells_and_out_of_the_table(qtbot, model):
    around, other, table = QWidget(), QLineEdit(), SlotTable(model)
    qtbot.addWidget(around)
    layout = QVBoxLayout(around)
    layout.addWidget(table)
    layout.addWidget(other)
    with qtbot.waitActive(around):
        around.show()
    table.setFocus()
    table.setCurrentIndex(model.index(2, Column.NAME))
    qtbot.keyClick(table, Qt.Key.Key_Tab)
    assert table.currentIndex() == model.index(2, Column.VALUE)
    qtbot.keyClick(table, Qt.Key.Key_Tab)
    assert other.hasFocus(), "it would go round for ever"
    qtbot.keyClick(other, Qt.Key.Key_Backtab)
    assert table.hasFocus()


def test_an_empty_table_says_what_to_do(table, model):
    full = table.grab().toImage()
    model.set_slots([], "Test")
    assert table.grab().toImage() != full
    assert table.commands.selected_rows() == []
    table.commands.move_up()
    table.commands.duplicate()
    table.commands.remove_rows()
    assert line(model) == ""


def test_selected_slots_or_all_are_copied_as_a_line(qtbot, table):
    select(table, 1)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "eatType[pub]"
    table.clearSelection()
    table.commands.copy()
    assert QGuiApplication.clipboard().text() == LINE


def test_everything_can_be_undone_and_done_again(table, model):
    states = [line(model)]
    select(table, 1)
    for act in (
        table.commands.move_up,
        table.commands.remove_rows,
        lambda: model.insert(0, [Slot("a", "b")]),
    ):
        act()
        states.append(line(model))
    for state in reversed(states[:-1]):
        model.history.undo()
        assert line(model) == state
    for state in states[1:]:
        model.history.redo()
        assert line(model) == state


def test_odd_slots_are_marked_and_not_refused(model):
    model.set_trained(Trained(frozenset(map(chr, range(32, 127)))))
    slots = [Slot("name", "Café 東京"), Slot("name", "x"), Slot("food", ""), Slot("", "]")]
    model.set_slots(slots, "Test")
    assert model.mr().slots == tuple(slots)
    assert model.mark(0, Column.VALUE) == ("Never trained: é 東 京. They can only be copied.")
    assert "name of an earlier slot" in model.mark(1, Column.NAME)
    assert "has no value" in model.mark(2, Column.VALUE)
    assert "does not open" in model.mark(3, Column.VALUE)
    assert "has no name" in model.mark(3, Column.NAME)
    for row, column in ((0, Column.VALUE), (1, Column.NAME)):
        assert not model.data(model.index(row, column), Qt.ItemDataRole.DecorationRole).isNull()


def test_one_character_that_was_never_trained_is_spoken_of_as_one(model):
    model.set_trained(Trained(frozenset(map(chr, range(32, 127)))))
    model.set_slots([Slot("name", "Café")], "Test")
    assert model.mark(0, Column.VALUE) == "Never trained: é. It can only be copied."


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
