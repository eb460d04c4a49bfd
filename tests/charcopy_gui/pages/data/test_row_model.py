from PySide6.QtCore import Qt

from charcopy_gui.pages.data.row_model import Column, RowModel
from core.corpus.browsing import Rows
from core.corpus.example import Example

ROWS = Rows.of(
    {"train": (Example("name[<b>A</b>]", "A is."), Example("name[Łódź]", "It is not Lodz."))}
)
ASCII = frozenset(map(chr, range(32, 127)))


def shown(model, row, column, role=Qt.ItemDataRole.DisplayRole):
    return model.data(model.index(row, column), role)


def test_it_is_a_proper_model_whatever_is_shown(qtmodeltester):
    model = RowModel()
    model.set_rows(ROWS)
    qtmodeltester.check(model)
    model.begin([1])
    model.extend([0])
    model.set_alphabet(ASCII)
    qtmodeltester.check(model)
    model.set_rows(None)
    qtmodeltester.check(model)


def test_rows_are_shown_as_they_stand():
    model = RowModel()
    model.set_rows(ROWS)
    model.begin([1])
    model.extend([0])
    assert [shown(model, row, Column.NUMBER) for row in range(2)] == ["2", "1"]
    assert shown(model, 1, Column.MR) == "name[<b>A</b>]"
    assert shown(model, 0, Column.SPLIT) == "train"
    assert model.row(0).example.reference == "It is not Lodz."
    assert model.row(2) is None


def test_unknown_characters_are_marked_and_named():
    model = RowModel()
    model.set_rows(ROWS)
    model.begin([0, 1])
    decoration, tip = Qt.ItemDataRole.DecorationRole, Qt.ItemDataRole.ToolTipRole
    assert shown(model, 1, Column.MR, decoration) is None
    model.set_alphabet(ASCII)
    assert not shown(model, 1, Column.MR, decoration).isNull()
    assert shown(model, 1, Column.REFERENCE, decoration) is None
    assert "can only be copied: Ł ó ź" in shown(model, 1, Column.MR, tip)
    assert "&lt;b&gt;" in shown(model, 0, Column.MR, tip), "a tooltip is no markup"
    words = shown(model, 1, Column.MR, Qt.ItemDataRole.AccessibleDescriptionRole)
    assert words == "train 2. name[Łódź]. It is not Lodz."
