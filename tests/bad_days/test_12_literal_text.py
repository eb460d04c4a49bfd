"""Values that look like HTML, are very long, run right to left or are full of marks."""

import json
import os

import pytest
from data_driver import choose, listed, shown_page, shown_rows
from fake_evaluation import result
from fake_generation import loader, writer
from fake_training import scores, write_card
from models_driver import made, own_folder, shown_models
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QTextDocument
from PySide6.QtGui import Qt as QtText
from PySide6.QtWidgets import QAbstractItemView, QLabel, QMessageBox, QWidget
from window_driver import named, open_cell, shown_text, shown_window, wait_until_idle

from charcopy_gui.appearance.theme import LIGHT
from charcopy_gui.frame.memory import Places
from charcopy_gui.pages.evaluate.examples_model import Column
from charcopy_gui.pages.evaluate.results_area import ResultsArea
from charcopy_gui.storage import paths, settings_file
from charcopy_gui.storage.settings import Settings
from core.corpus import catalog
from core.corpus.example import Example
from core.corpus.formats import Choices
from core.corpus.formats.writing import write_csv
from core.corpus.own import OwnFile
from core.meaning_representation import MeaningRepresentation, Slot
from core.metrics import scoring
from core.metrics.task import Task

HARD = {
    "tags": '<b>x</b><img src="http://example.invalid/x.png">&amp;<script>',
    "long": "Llanfair " * 1111,
    "right to left": "\u202eabc\u202c מסעדה שלום عربي",
    "marks": "Z\u0351\u0316\u036b\u0357a\u0300\u0301 \u0e01\u0e34\u0e4c👩‍👩‍👧🏽",
    "signs": "&Ampersand & \\n %1 {0} $x ' \" ` ⟨end⟩",
}
"""A value each that somebody will type some day."""

TAGGED = "<b>R&D<b>" if os.name == "posix" else "R&D"
"""A file's name; Windows allows no tag in one."""

pytestmark = pytest.mark.usefixtures("own_folders")


def labels_that_guess(window: QWidget) -> list[str]:
    """Labels that decide by themselves whether what they show is markup, and show what looks it."""
    return [
        label.text()[:80]
        for label in window.findChildren(QLabel)
        if label.textFormat() is Qt.TextFormat.AutoText
        and (QtText.mightBeRichText(label.text()) or "<" in label.text())
    ]


def tips_that_are_markup(window: QWidget) -> list[str]:
    """Tooltips in which a tag that somebody wrote would be one."""
    tips = [widget.toolTip() for widget in window.findChildren(QWidget)]
    return [tip for tip in tips if "<b>" in tip or "<img" in tip]


def read_as_shown(tip: str) -> str:
    """A tooltip as a person reads it."""
    document = QTextDocument()
    document.setHtml(tip)
    return document.toPlainText()


@pytest.mark.parametrize("value", HARD.values(), ids=HARD)
def test_table_line_text_and_views_say_the_same(qtbot, tmp_path, value):
    value = value.strip()
    places = Places(tmp_path / "settings.toml")
    load = loader(writer(text=lambda _: f"{value[:200]}."))
    with shown_window(qtbot, load=load, settings=Settings(mr="name[Wok]"), places=places) as window:
        wait_until_idle(qtbot, window)
        editor = open_cell(qtbot, window, 0, 1)
        editor.selectAll()
        QGuiApplication.clipboard().setText(value)
        qtbot.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        qtbot.keyClick(editor, Qt.Key.Key_Return)
        state = window.page.mr.table.state
        qtbot.waitUntil(lambda: state() is QAbstractItemView.State.NoState)
        table, line = window.page.mr.model, named(window, "Meaning representation as a line")
        assert table.mr().slots == (Slot("name", value),)
        assert line.text() == f"name[{value}]" == window.page.mr.text()
        assert table.index(0, 1).data(Qt.ItemDataRole.EditRole) == value
        if len(value) < 1000:
            window.page.run()
            wait_until_idle(qtbot, window)
            assert "".join(window.page.tree.source.characters[1:-1]) == f"name[{value}]"
            assert shown_text(window) == f"{value[:200]}."
        window.grab()
        assert labels_that_guess(window) == []
        assert tips_that_are_markup(window) == []
        tip = table.index(0, 1).data(Qt.ItemDataRole.ToolTipRole)
        assert tip is None or not set("<>") & set(read_as_shown(tip)) - set(value)
        line.setFocus()
        line.setCursorPosition(len("name["))
        qtbot.keyClicks(line, "A")
        assert table.mr().slots == (Slot("name", f"A{value}"),), "a letter in the line"
    assert settings_file.load(places.settings)[0].mr == f"name[A{value}]"


def test_a_value_of_ten_thousand_characters_is_typed_on_written_for_and_read_again(qtbot):
    value = HARD["long"].strip()
    assert len(value) > 9_900
    load = loader(writer(text=lambda _: f"{value[:90]}."))
    chosen = Settings(mr=f"name[{value}], food[Thai]")
    with shown_window(qtbot, load=load, settings=chosen) as window:
        wait_until_idle(qtbot, window)
        assert window.page.mr.model.mr().slots[0].value == value
        assert shown_text(window).startswith(value[:60])
        window.grab()


def test_a_corpus_of_them_is_shown_as_it_is(qtbot, tmp_path):
    path = tmp_path / f"{TAGGED} & co.csv"
    rows = [Example(f"name[{value.strip()}]", f"{value.strip()}!") for value in HARD.values()]
    write_csv(path, rows)
    own = (OwnFile(path, Choices()).to_mapping(),)
    with shown_page(qtbot, (catalog.DEMO,), Settings(own_files=own)) as page:
        (title,) = [title for title in listed(page) if TAGGED in title]
        choose(qtbot, page, title)
        qtbot.waitUntil(lambda: page.is_ready and len(shown_rows(page)) == len(rows))
        assert shown_rows(page) == [(row.mr, row.reference) for row in rows]
        table = named(page, "Rows")
        for row in range(len(rows)):
            table.selectRow(row)
            assert named(page, "Meaning representation of the row").toPlainText() == rows[row].mr
            assert named(page, "Reference of the row").toPlainText() == rows[row].reference
            tip = table.model().index(row, 0).data(Qt.ItemDataRole.ToolTipRole)
            assert tip is None or "<img" not in tip
        page.view._tabs.setCurrentIndex(1)
        page.grab()
        assert labels_that_guess(page) == []
        assert tips_that_are_markup(page) == []


def test_a_model_whose_card_holds_markup_is_shown_as_it_is(qtbot):
    tags = HARD["tags"]
    path = made(own_folder() / f"{TAGGED}.safetensors", corpus=tags)
    with shown_models(qtbot, path) as driven:
        assert driven.names() == [path.stem]
        assert tags in driven.cells(path.stem)
        assert tags in driven.text("About the model")
        assert labels_that_guess(driven.page) == []
        assert tips_that_are_markup(driven.page) == []
        assert driven.said("Name of the model") == path.stem


def test_texts_of_them_are_scored_and_shown_as_they_are(qtbot):
    values = [value.strip()[:300] for value in HARD.values()]
    mrs = tuple(f"name[{value}]" for value in values)
    task = Task("<b>toys</b>", mrs, tuple((f"{value}!",) for value in values))
    *_, found = scoring.score(task, [f"{value}?" for value in values], "<b>me</b>",
                              with_meteor=False)  # fmt: skip
    assert found.figures.to_mapping()["exact_copy"] == 1
    area = ResultsArea()
    qtbot.addWidget(area)
    area.set_theme(LIGHT)
    area.add(result(found))
    area._tabs.setCurrentIndex(1)
    rows = [area.examples.model.index(n, Column.MR).data() for n in range(len(mrs))]
    assert sorted(rows) == sorted(mrs)
    for number in range(len(mrs)):
        area.examples.table.selectRow(number)
        area.grab()
    assert labels_that_guess(area) == []
    assert tips_that_are_markup(area) == []


def test_no_label_of_any_page_takes_words_for_markup(qtbot):
    """Models, runs, texts and folders are called by tags, and every page is looked at."""
    model = write_card(paths.model_folders()[0] / f"{TAGGED}.safetensors")
    chosen = Settings(mr="<b>name<b>[<i>x</i>], food[<u>y</u>]", corpora="<b>here</b>")
    with shown_window(qtbot, settings=chosen, model=model) as window:
        wait_until_idle(qtbot, window)
        for page in range(7):
            window.show_page(page)
            qtbot.wait(10)
        window.pages.train.results._draw([scores(5)])
        window.say("<b>a notice</b>")
        assert [box.textFormat() for box in window.findChildren(QMessageBox)] in (
            [], [Qt.TextFormat.PlainText],
        )  # fmt: skip
        window.grab()
        assert labels_that_guess(window) == []
        assert tips_that_are_markup(window) == []
        titles = [action.text() for action in window.findChildren(QAction)]
        assert f"{model.stem.replace('&', '&&')}" in titles, "an ampersand is no shortcut"
        for box in window.findChildren(QMessageBox):
            box.close()


def test_json_of_such_a_trace_says_it_literally(command, terse):
    for value in HARD.values():
        mr = MeaningRepresentation((Slot("name", value.strip()[:400]),)).linearise()
        code, out, _ = command("generate", mr, "--model", terse, "--json")
        assert code == 0
        assert json.loads(out)["source"] == mr
