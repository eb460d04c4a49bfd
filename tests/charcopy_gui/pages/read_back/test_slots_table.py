import pytest

from charcopy_gui.pages.read_back.slots_read import Fate, SlotRead
from charcopy_gui.pages.read_back.slots_table import SlotsTable
from core.metrics.slots.evidence import Evidence, Said

ROWS = (
    SlotRead("name", "Old Brindle", Fate.KEPT),
    SlotRead("customer rating", "average", Fate.LOST),
)


@pytest.fixture
def table(qtbot):
    table = SlotsTable()
    qtbot.addWidget(table)
    table.resize(700, 200)
    with qtbot.waitExposed(table):
        table.show()
    return table


def whole(table, column):
    """Whether what stands in a column is seen whole."""
    return table.columnWidth(column) >= table.sizeHintForColumn(column)


def standings(table):
    return [table.item(row, 2).text() for row in range(table.rowCount())]


def test_where_there_is_room_all_is_seen_whole(table):
    table.show_rows(ROWS)
    assert all(whole(table, column) for column in range(3))
    assert standings(table) == ["kept", "lost"]
    assert table.horizontalHeaderItem(2).text() == "Round trip"


def test_where_room_is_scarce_fates_are_pictures_and_values_are_whole(table):
    table.show_rows(ROWS)
    needed = table.sizeHintForColumn(0) + table.sizeHintForColumn(1)
    table.resize(needed + 60, 200)
    assert whole(table, 0)
    assert whole(table, 1)
    assert standings(table) == ["", ""]
    assert not table.item(0, 2).icon().isNull()
    assert "Read back as it was written" in table.item(0, 2).toolTip()
    table.resize(700, 200)
    assert standings(table) == ["kept", "lost"]


def test_values_have_as_much_room_as_names_however_little_there_is(table):
    table.show_rows(ROWS)
    table.resize(160, 200)
    assert table.columnWidth(1) >= table.columnWidth(0)
    assert sum(map(table.columnWidth, range(3))) == table.viewport().width()


def test_without_a_comparison_the_words_stay(table):
    table.resize(160, 200)
    table.show_rows([SlotRead("name", "Old Brindle", Fate.READ)])
    assert table.isColumnHidden(2)
    assert table.columnWidth(0) + table.columnWidth(1) == table.viewport().width()


def test_the_head_of_the_last_column_is_seen_whole(table):
    table.show_rows([SlotRead("name", "Old Brindle", Fate.READ, evidence=Evidence(Said.YES))])
    head = table.horizontalHeader()
    assert table.horizontalHeaderItem(2).text() == "In the sentence"
    assert table.columnWidth(2) >= head.sectionSizeHint(2)
