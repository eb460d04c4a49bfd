import dataclasses

from fake_evaluation import MODEL, MRS, TASK, TEXTS, report, result
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from window_driver import click, named

from core.metrics.task import Protocol


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
    label = named(area, "Why there is no METEOR")
    assert label.isVisible()
    assert label.text().startswith("METEOR was left out")


def test_published_figures_stand_beside_ours_on_their_corpus_only(qtbot, area):
    area.add(result(report()))
    assert len(headers(area)) == 1
    assert not named(area, "Published figures beside ours").isVisible()
    area.add(result(report(system="other"), published="e2e"))
    assert headers(area)[:2] == ["toy\ngreedy, full", "other\ngreedy, full"]
    assert "EDA_CS\npaper" in headers(area)
    assert "Slug2Slug\nE2E challenge" in headers(area)
    assert column(area, headers(area).index("EDA_CS\npaper"))["BLEU"] == "0.6705"
    assert "Roberti" in named(area, "How to read the figures").text()


def test_which_published_figures_is_chosen(qtbot, area):
    area.add(result(report(), published="e2e"))
    box = named(area, "Published figures beside ours")
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
    reading = named(area, "How to read the figures")
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
    box = named(area, "Corpus of the figures")
    assert headers(area) == ["b\ngreedy, full"]
    assert [box.itemText(i) for i in range(box.count())] == ["/a/toys", "/b/toys"]
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    assert headers(area) == ["a\ngreedy, full"]


def test_a_column_is_removed_by_button_and_by_key(qtbot, area):
    for system in ("one", "two", "three"):
        area.add(result(report(system=system), published="hotel"))
    table = area.figures.table
    assert not named(area, "Remove column").isEnabled()
    table.setCurrentCell(0, 1)
    click(qtbot, named(area, "Remove column"))
    assert [h.partition("\n")[0] for h in headers(area)[:2]] == ["one", "three"]
    table.setCurrentCell(0, 3)
    assert not named(area, "Remove column").isEnabled()
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
    box = named(area, "Corpus of the figures")
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
        box = named(area, name)
        box.setCurrentIndex(0)
    area.figures.table.setCurrentCell(0, 1)
    click(qtbot, named(area, "Remove column"))
    assert headers(area) == ["one\ngreedy, full"]
    assert area.examples.chosen.report.system == "one"
