import dataclasses
import time

import pytest
from fake_evaluation import MODEL, MRS, TASK, TEXTS, report, result
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QTabBar

from charcopy_gui.pages.evaluate.examples_model import Column, ExamplesModel, Kind
from charcopy_gui.theme import DARK, LIGHT
from core.metrics.task import Protocol, Task


def named(area, name, kind):
    found = [w for w in area.findChildren(kind) if w.accessibleName() == name]
    assert len(found) == 1, name
    return found[0]


def click(qtbot, area, name):
    qtbot.mouseClick(named(area, name, QAbstractButton), Qt.MouseButton.LeftButton)


def show_texts(qtbot, area):
    tabs = named(area, "Views of the results", QTabBar)
    (texts,) = [tab for tab in range(tabs.count()) if tabs.tabText(tab) == "Texts"]
    qtbot.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(texts).center())


def headers(area):
    """Titles and what they are, without the day of our own."""
    table = area.figures.table
    lines = (table.horizontalHeaderItem(c).text() for c in range(table.columnCount()))
    return ["\n".join(line.split("\n")[:2]) for line in lines]


def column(area, number):
    table = area.figures.table
    return {
        table.verticalHeaderItem(r).text(): table.item(r, number).text()
        for r in range(table.rowCount())
    }


# Figures.


def test_figures_are_a_column_rounded_as_published_ones_are(area):
    figures = report().figures
    area.add(result(report()))
    shown = column(area, 0)
    assert headers(area) == ["toy\ngreedy, full"]
    assert shown["BLEU"] == f"{figures.bleu:.4f}"
    assert shown["METEOR"] == "–"
    assert shown["Slot error rate"] == f"{figures.slot_errors.rate:.2%}"
    assert shown["Exact copies"] == "80.00%"
    assert shown["Texts"] == "4"


def test_why_there_is_no_meteor_is_said(area):
    area.add(result(report()))
    label = named(area, "Why there is no METEOR", QLabel)
    assert label.isVisible()
    assert label.text().startswith("METEOR was left out")


def test_published_figures_stand_beside_ours_on_their_corpus_only(qtbot, area):
    area.add(result(report()))
    assert len(headers(area)) == 1
    assert not named(area, "Published figures beside ours", QComboBox).isVisible()
    area.add(result(report(system="other"), published="e2e"))
    assert headers(area)[:2] == ["toy\ngreedy, full", "other\ngreedy, full"]
    assert "EDA_CS\npaper" in headers(area)
    assert "Slug2Slug\nE2E challenge" in headers(area)
    assert column(area, headers(area).index("EDA_CS\npaper"))["BLEU"] == "0.6705"
    assert "Roberti" in named(area, "How to read the figures", QLabel).text()


def test_which_published_figures_is_chosen(qtbot, area):
    area.add(result(report(), published="e2e"))
    box = named(area, "Published figures beside ours", QComboBox)
    counts = {}
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    for _ in range(box.count()):
        counts[box.currentText().partition(": ")[2]] = len(headers(area)) - 1
        qtbot.keyClick(box, Qt.Key.Key_Down)
    assert counts == {
        "paper and main challenge systems": 6 + 22,
        "paper": 6,
        "all that was published": 6 + 22 + 35,
        "nothing": 0,
    }


def test_the_best_of_a_row_is_bold_and_said_and_a_part_is_never_the_best(area):
    area.add(result(report()))
    area.add(result(report(TEXTS[::-1], system="worse")))
    part = TASK.only(MRS[:1])
    area.add(result(report(TEXTS[:1], "part", part), expected=4))
    table = area.figures.table
    bold = [table.item(0, c).font().bold() for c in range(3)]
    assert bold == [True, False, False]
    said = table.item(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith("the best shown of its protocol")
    errors = [table.item(5, c).font().bold() for c in range(3)]
    assert errors[0]
    assert column(area, 2)["Texts"] == "1 of 4"


def test_the_figures_are_copied_as_a_table_for_a_spreadsheet(qtbot, area):
    area.add(result(report()))
    area.add(result(report(system="worse")))
    table = area.figures.table
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().split("\n")]
    assert {len(line) for line in lines} == {3}
    assert [line[0] for line in lines[:2]] == ["", "BLEU"]
    assert lines[0][2].startswith("worse, greedy, full, ")
    assert lines[1][1] == table.item(0, 0).text()


def test_bold_is_spoken_of_where_something_is_bold(area):
    area.add(result(report()))
    reading = named(area, "How to read the figures", QLabel)
    assert "Bold" not in reading.text(), "there is nothing beside it"
    area.add(result(report(system="worse")))
    assert "Bold" in reading.text()


def bold(area, metric, systems):
    """Of a metric's figures by these systems, whose is bold."""
    table = area.figures.table
    titles = [table.verticalHeaderItem(r).text() for r in range(table.rowCount())]
    row, columns = titles.index(metric), [h.partition("\n")[0] for h in headers(area)]
    return {s for s in systems if table.item(row, columns.index(s)).font().bold()}


def test_figures_compete_within_their_protocol_only(area):
    ascii_task = dataclasses.replace(TASK, protocol=Protocol.PAPER)
    area.add(result(report(TEXTS, "perfect"), published="e2e"))
    area.add(result(report(TEXTS[::-1], "worse", ascii_task), published="e2e"))
    # The paper's best in BLEU is above the second of ours, and is not the first's rival.
    assert bold(area, "BLEU", ("perfect", "worse", "EDA_CS")) == {"perfect", "EDA_CS"}


def test_files_of_one_name_are_different_sets(qtbot, area):
    for folder in ("a", "b"):
        choices = dataclasses.replace(MODEL, corpus=f"/{folder}/toys", split="")
        area.add(result(report(system=folder), choices=choices))
    box = named(area, "Corpus of the figures", QComboBox)
    assert headers(area) == ["b\ngreedy, full"]
    assert [box.itemText(i) for i in range(box.count())] == ["/a/toys", "/b/toys"]
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    assert headers(area) == ["a\ngreedy, full"]


def test_a_column_is_removed_by_button_and_by_key(qtbot, area):
    for system in ("one", "two", "three"):
        area.add(result(report(system=system), published="hotel"))
    table = area.figures.table
    assert not named(area, "Remove column", QAbstractButton).isEnabled()
    table.setCurrentCell(0, 1)
    click(qtbot, area, "Remove column")
    assert [h.partition("\n")[0] for h in headers(area)[:2]] == ["one", "three"]
    table.setCurrentCell(0, 3)
    assert not named(area, "Remove column", QAbstractButton).isEnabled()
    table.setCurrentCell(0, 0)
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    assert headers(area)[0].startswith("three")
    table.setCurrentCell(0, 0)
    with qtbot.waitSignal(area.emptied):
        qtbot.keyClick(table, Qt.Key.Key_Delete)


def test_corpora_are_not_mixed(qtbot, area):
    other = dataclasses.replace(TASK, corpus="other toys")
    area.add(result(report(system="one")))
    area.add(result(report(system="two", task=other)))
    assert headers(area) == ["two\ngreedy, full"]
    box = named(area, "Corpus of the figures", QComboBox)
    assert box.isVisible()
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    assert headers(area) == ["one\ngreedy, full"]


def test_removing_a_column_does_not_turn_to_another_corpus_or_result(qtbot, area):
    other = dataclasses.replace(TASK, corpus="other toys")
    for system in ("one", "two"):
        area.add(result(report(system=system)))
    area.add(result(report(system="three", task=other)))
    for name in ("Corpus of the figures", "Result whose texts are shown"):
        box = named(area, name, QComboBox)
        box.setCurrentIndex(0)
    area.figures.table.setCurrentCell(0, 1)
    click(qtbot, area, "Remove column")
    assert headers(area) == ["one\ngreedy, full"]
    assert area.examples.chosen.report.system == "one"


# Texts.


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
    box = named(area, "Which texts are shown", QComboBox)
    box.setFocus()
    while box.currentData() is not kind:
        qtbot.keyClick(box, Qt.Key.Key_Down)
    assert rows(area) == lines
    count = named(area, "Texts shown", QLabel).text()
    assert count == ("4 texts" if len(lines) == 4 else f"{len(lines)} of 4")


def test_words_are_found_in_tables_and_texts_and_the_choice_stays(qtbot, area):
    area.add(result(report()))
    show_texts(qtbot, area)
    area.examples.table.selectRow(1)
    find = named(area, "Find texts", QLineEdit)
    find.setFocus()
    qtbot.keyClicks(find, "FAMILY")
    assert rows(area) == ["3"]
    assert "Ashmoth" in shown_text(area)
    qtbot.keyClicks(find, " nowhere")
    assert rows(area) == []
    assert shown_text(area) == ""
    assert not named(area, "Open in Generate", QAbstractButton).isEnabled()
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
    assert "Underlined" in named(area, "What the marks mean", QLabel).text()


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
        click(qtbot, area, "Open in Generate")
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
    box = named(area, "Result whose texts are shown", QComboBox)
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
