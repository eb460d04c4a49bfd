import time

import pytest
from fake_evaluation import MRS, TASK, TEXTS, report, result
from PySide6.QtCore import QPoint, Qt
from window_driver import click, named

from charcopy_gui.appearance.theme import DARK, LIGHT
from charcopy_gui.pages.evaluate.examples_model import Column, ExamplesModel, Kind
from core.metrics.task import Protocol, Task


def show_texts(qtbot, area):
    tabs = named(area, "Views of the results")
    (texts,) = [tab for tab in range(tabs.count()) if tabs.tabText(tab) == "Texts"]
    qtbot.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(texts).center())


def rows(area, what=Column.LINE):
    model = area.examples.model
    return [model.index(r, what).data() for r in range(model.rowCount())]


def test_worst_texts_come_first(qtbot, area):
    area.add(result(report()))
    show_texts(qtbot, area)
    assert rows(area) == ["2", "3", "1", "4"]
    assert rows(area, Column.ERRORS) == ["2", "1", "0", "0"]


def test_every_title_has_room_with_its_arrow(qtbot, area):
    area.add(result(report()))
    show_texts(qtbot, area)
    table = area.examples.table
    header = table.horizontalHeader()
    for column in range(5):
        table.sortByColumn(column, Qt.SortOrder.DescendingOrder)
        title = table.model().headerData(column, Qt.Orientation.Horizontal)
        assert title.startswith("↓ ")
        room = header.fontMetrics().horizontalAdvance(title)
        assert header.sectionSize(column) >= room + 8
        assert header.sectionSizeHint(column) <= header.sectionSize(column)


def test_texts_are_sorted_by_a_click_on_a_title(qtbot, area):
    area.add(result(report()))
    show_texts(qtbot, area)
    header = area.examples.table.horizontalHeader()
    at = header.sectionViewportPosition(Column.LINE) + 8
    for expected in (["1", "2", "3", "4"], ["4", "3", "2", "1"]):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at, 10))
        assert rows(area) == expected
    title = area.examples.model.headerData(Column.LINE, Qt.Orientation.Horizontal)
    assert title == "↓ Line"


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        (Kind.ALL, ["2", "3", "1", "4"]),
        (Kind.ERRORS, ["2", "3"]),
        (Kind.MISSING, ["2"]),
        (Kind.WRONG, ["2"]),
        (Kind.INVENTED, ["3"]),
        (Kind.REPEATED, []),
        (Kind.NEAR_COPY, ["3"]),
        (Kind.CLEAN, ["1", "4"]),
    ],
)
def test_texts_are_filtered_by_what_was_found(qtbot, area, kind, lines):
    area.add(result(report()))
    show_texts(qtbot, area)
    box = named(area, "Which texts are shown")
    box.setFocus()
    while box.currentData() is not kind:
        qtbot.keyClick(box, Qt.Key.Key_Down)
    assert rows(area) == lines
    count = named(area, "Texts shown").text()
    assert count == ("4 texts" if len(lines) == 4 else f"{len(lines)} of 4")


def test_words_are_found_in_tables_and_texts_and_the_choice_stays(qtbot, area):
    area.add(result(report()))
    show_texts(qtbot, area)
    area.examples.table.selectRow(1)
    find = named(area, "Find texts")
    find.setFocus()
    qtbot.keyClicks(find, "FAMILY")
    assert rows(area) == ["3"]
    assert "Ashmoth" in shown_text(area)
    qtbot.keyClicks(find, " nowhere")
    assert rows(area) == []
    assert shown_text(area) == ""
    assert not named(area, "Open in Generate").isEnabled()
    find.selectAll()
    qtbot.keyClick(find, Qt.Key.Key_Delete)
    assert len(rows(area)) == 4


def shown_text(area):
    return area.examples.detail._texts.toPlainText()


def formats(edit):
    """The text of an editor in its pieces of one look each."""
    found, block = [], edit.document().begin()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            piece = pieces.fragment()
            found.append((piece.text(), piece.charFormat()))
            pieces += 1
        block = block.next()
    return found


def test_differences_are_marked_alike_in_both_texts_without_calling_either_right(qtbot, area):
    area.add(result(report()))
    show_texts(qtbot, area)
    pieces = formats(area.examples.detail._texts)
    marked = [(text, look) for text, look in pieces if look.fontUnderline()]
    assert [text for text, _ in marked] == ["Japanese", "Chinese", "by the river"]
    assert {look.foreground().color().name() for _, look in marked} == {LIGHT.text.name()}
    assert {look.background().color().name() for _, look in marked} == {LIGHT.selection.name()}
    assert "Underlined" in named(area, "What the marks mean").text()


def test_what_was_found_of_each_slot_is_said(qtbot, area):
    area.add(result(report()))
    show_texts(qtbot, area)
    slots = area.examples.detail._slots
    assert slots.toPlainText().split("\n")[1:] == [
        "✓ name  Wok 7  verbatim",
        "✓ eatType  restaurant  verbatim",
        "✗ food  Chinese  wrong “Japanese”",
        "✗ area  riverside  missing",
    ]
    area.examples.table.selectRow(1)
    said = slots.toPlainText()
    assert "≈ name  Ashmouth Inn  copied with 1 character wrong “Ashmoth Inn”" in said
    assert "✓ familyFriendly  yes  in other words “family friendly”" in said
    assert "+ area  city centre  invented “city centre”" in said


def test_tags_in_a_text_show_as_they_are(qtbot, area):
    area.add(result(report()))
    area.examples.table.selectRow(3)
    assert "The <b>Quill</b> is a cheap coffee shop." in shown_text(area)


def test_a_text_is_opened_by_button_and_by_return(qtbot, area):
    mine = result(report())
    area.add(mine)
    show_texts(qtbot, area)
    with qtbot.waitSignal(area.open_requested) as asked:
        click(qtbot, named(area, "Open in Generate"))
    assert asked.args == [MRS[1], mine]
    table = area.examples.table
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Down)
    with qtbot.waitSignal(area.open_requested) as asked:
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert asked.args == [MRS[2], mine]


def test_under_the_papers_protocol_the_corpus_own_table_is_opened(qtbot, area):
    task = Task(TASK.corpus, MRS, TASK.references, Protocol.PAPER)
    area.add(result(report(task=task)))
    area.examples.table.selectRow(rows(area).index("1"))
    with qtbot.waitSignal(area.open_requested) as asked:
        area.examples.detail.open_requested.emit()
    assert asked.args[0] == MRS[0]


def test_the_texts_of_each_result_can_be_chosen(qtbot, area):
    area.add(result(report(system="one")))
    area.add(result(report(TEXTS[:1], "two", TASK.only(MRS[:1]))))
    show_texts(qtbot, area)
    assert rows(area) == ["1"]
    box = named(area, "Result whose texts are shown")
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    assert len(rows(area)) == 4


def test_the_model_keeps_its_promises(qtmodeltester):
    model = ExamplesModel()
    model.set_report(report())
    qtmodeltester.check(model)


def test_thousands_of_texts_are_sorted_and_filtered_without_lag(qtbot, area):
    area.add(result(report(repeat=1200)))
    model, took = area.examples.model, []
    for act in (
        lambda: model.sort(Column.TEXT),
        lambda: model.sort(Column.ROUGE_L, Qt.SortOrder.DescendingOrder),
        lambda: model.set_filter(Kind.ERRORS, "otter"),
        lambda: model.set_filter(Kind.ALL, ""),
    ):
        began = time.process_time()
        act()
        took.append(time.process_time() - began)
    assert model.rowCount() == 4800
    assert max(took) < 1.0  # Hundredths of a second on a quiet machine.


def test_dark_colours_are_taken(area):
    area.add(result(report()))
    area.set_theme(DARK)
    colours = {look.foreground().color().name() for _, look in formats(area.examples.detail._slots)}
    assert DARK.error.name() in colours
