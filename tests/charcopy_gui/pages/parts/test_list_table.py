import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from charcopy_gui.pages.parts.list_table import ListTable


@pytest.fixture
def table(qtbot):
    model = QStandardItemModel()
    for name in "abc":
        model.appendRow([QStandardItem(name), QStandardItem(name.upper())])
    table = ListTable("Letters")
    table.setModel(model)
    qtbot.addWidget(table)
    table.resize(300, 200)
    with qtbot.waitExposed(table):
        table.show()
    yield table
    table.setModel(None)


def click(qtbot, table, row, held=Qt.KeyboardModifier.NoModifier):
    place = table.visualRect(table.model().index(row, 1)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, held, place)


def test_the_row_with_the_keyboard_is_the_one(qtbot, table):
    assert (table.chosen_rows(), table.current_row()) == ([], -1)
    click(qtbot, table, 2)
    assert (table.chosen_rows(), table.current_row()) == ([2], 2)
    click(qtbot, table, 0, Qt.KeyboardModifier.ControlModifier)
    assert (table.chosen_rows(), table.current_row()) == ([0, 2], 0)


def test_of_several_without_the_keyboard_it_is_the_first(table):
    flag = QItemSelectionModel.SelectionFlag
    selection = table.selectionModel()
    for row in (1, 2):
        selection.select(table.model().index(row, 0), flag.Select | flag.Rows)
    assert table.current_row() == 1


def test_tab_leaves_the_list(qtbot, table):
    click(qtbot, table, 1)
    qtbot.keyClick(table, Qt.Key.Key_Tab)
    assert table.current_row() == 1
