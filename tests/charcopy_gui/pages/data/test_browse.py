import threading
import time
from unittest.mock import Mock

import pytest
from data_driver import choose, named, pick, press, said, shown_page, shown_rows, wait_until_read
from PySide6.QtCore import Qt, QTimer

from charcopy_gui.pages.data.corpus_view import CorpusView
from charcopy_gui.storage.settings import Settings
from core.alphabet import Alphabet
from core.config import ModelConfig
from core.corpus import catalog, opened
from core.corpus.browsing import Rows
from core.corpus.example import Example
from core.model_card import ModelCard

TRAIN = """"name[Aromi], area[riverside]",Aromi is by the river.
"name[Cotto], area[city]",Cotto is in the city.
"name[Łódź], area[riverside]",Łódź is by the RIVER.
"""
DEV = """mr,ref
"name[Aromi], area[city]",Now it moved.
"area[x[, b[y]",Odd.
"""


@pytest.fixture(autouse=True)
def _no_downloads(tmp_path, monkeypatch):
    monkeypatch.delenv("CHARCOPY_DATA", raising=False)
    monkeypatch.setattr("core.corpus.folders.downloads", lambda: tmp_path / "downloads")


@pytest.fixture
def page(qtbot, tmp_path):
    folder = tmp_path / "hotel"
    folder.mkdir()
    (folder / "train.csv").write_text(TRAIN, encoding="utf-8")
    (folder / "dev.csv").write_text(DEV, encoding="utf-8")
    with shown_page(qtbot, (catalog.HOTEL,), Settings(corpora=str(tmp_path))) as page:
        qtbot.waitUntil(lambda: page.view.browse.model.rowCount() == 5)
        yield page


def found(page):
    return [reference for _, reference in shown_rows(page)]


def test_rows_are_searched_as_one_types(qtbot, page):
    field = named(page, "Search")
    qtbot.keyClick(page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "river")
    qtbot.waitUntil(lambda: found(page) == ["Aromi is by the river.", "Łódź is by the RIVER."])
    assert said(page, "Rows found") == "2 of 5 rows"
    qtbot.keyClicks(field, "!")
    qtbot.waitUntil(lambda: said(page, "Nothing found").startswith("Nothing matches."))
    assert found(page) == []
    assert not page.view.browse.table.isVisible()
    field.setText("river łódź")
    qtbot.waitUntil(lambda: found(page) == ["Łódź is by the RIVER."])
    assert said(page, "Nothing found") == ""
    assert page.view.browse.table.isVisible()
    field.clear()
    qtbot.waitUntil(lambda: len(found(page)) == 5)


def test_what_was_read_of_another_corpus_is_never_shown(qtbot, tmp_path, monkeypatch):
    (tmp_path / "hotel").mkdir()
    (tmp_path / "hotel" / "train.csv").write_text(TRAIN, encoding="utf-8")
    known = (catalog.DEMO, catalog.HOTEL, catalog.RESTAURANT)
    going_on, let_go = threading.Event(), threading.Event()

    def slowly(*args):
        going_on.set()
        assert let_go.wait(5)
        return opened.open_known(*args)

    with shown_page(qtbot, known, Settings(corpora=str(tmp_path))) as page:
        monkeypatch.setattr("charcopy_gui.workers.corpora.opened", Mock(open_known=slowly))
        choose(qtbot, page, "Hotel")
        qtbot.waitUntil(going_on.is_set)
        choose(qtbot, page, "Restaurant")
        come = []
        take = page.reports.show_corpus
        reports = page.reports
        monkeypatch.setattr(reports, "show_corpus", lambda c: come.append(take(c)))
        let_go.set()
        qtbot.waitUntil(lambda: len(come) == 1)
        assert said(page, "Nothing to show").startswith("Download it")
        assert not page.view.browse.isVisible()
        assert page.view.corpus is None


def test_rows_are_filtered_by_split_slot_and_value(qtbot, page):
    pick(qtbot, page, "Split", "dev")
    qtbot.waitUntil(lambda: found(page) == ["Now it moved.", "Odd."])
    pick(qtbot, page, "Split", "All")
    assert not named(page, "Value").isEnabled()
    pick(qtbot, page, "Slot", "area")
    pick(qtbot, page, "Value", "city  (2)")
    qtbot.waitUntil(lambda: found(page) == ["Cotto is in the city.", "Now it moved."])


def test_a_row_is_read_whole_and_sent_to_generate(qtbot, page):
    field, table = named(page, "Search"), named(page, "Rows")
    assert not named(page, "Send to Generate").isEnabled()
    field.setFocus()
    qtbot.keyClicks(field, "cotto")
    qtbot.waitUntil(lambda: len(found(page)) == 1)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert table.hasFocus()
    assert named(page, "Reference of the row").toPlainText() == "Cotto is in the city."
    with qtbot.waitSignal(page.generate_requested) as sent:
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert sent.args == ["name[Cotto], area[city]", None]
    with qtbot.waitSignal(page.generate_requested) as sent:
        press(qtbot, page, "Send to Generate")
    assert sent.args[0] == "name[Cotto], area[city]"


def test_how_many_rows_there_are_is_never_cut_off(qtbot, page):
    count = named(page, "Rows found")
    for words in ("", "river"):
        named(page, "Search").setText(words)
        wanted = "2 of 5" if words else "5 of 5"
        qtbot.waitUntil(lambda wanted=wanted: said(page, "Rows found") == f"{wanted} rows")
        assert count.width() >= count.sizeHint().width()
    page.view.browse.set_rows(Rows.of({"train": [Example("a[x]", "One.")] * 2000}))
    page.view.browse.filter.set_count(2000, 2000, True)
    assert count.minimumWidth() >= count.sizeHint().width()


def test_what_a_model_never_met_is_marked_and_named(qtbot, page, tmp_path):
    letters = Alphabet(tuple(map(chr, range(32, 127))))
    page.set_model(ModelCard("ascii", tmp_path / "ascii", ModelConfig(), letters))
    page.view.browse.table.selectRow(2)
    assert said(page, "About the row") == "Never trained, can only be copied: Ł ó ź"
    marked = named(page, "Meaning representation of the row").extraSelections()
    assert [selection.cursor.selectedText() for selection in marked] == ["Ł", "ó", "ź"]
    page.set_model(None)
    assert said(page, "About the row") == ""


def test_statistics_are_counted_when_they_are_looked_at(qtbot, page):
    page.view._tabs.setFocus()
    qtbot.keyClick(page.view._tabs, Qt.Key.Key_Right)
    view = page.view.statistics
    qtbot.waitUntil(lambda: view.shown is not None and said(view, "rows") == "5")
    assert "Train and dev share no tables." in said(view, "What the splits share")
    slots, values = named(view, "Slots"), named(view, "Values")
    assert slots.accessibleDescription().startswith("area 5")
    qtbot.keyClick(slots, Qt.Key.Key_Down)
    assert values.accessibleDescription().startswith("Aromi 2")
    pick(qtbot, view, "Split that is counted", "train")
    assert said(view, "rows") == "3"
    assert named(view, "Lengths").accessibleDescription().startswith("The longest table has 28")
    press(qtbot, view, "Show rows with this slot")
    qtbot.waitUntil(lambda: len(found(page)) == 4)
    assert named(page, "Slot").currentText() == "name"


def test_a_corpus_that_cannot_be_read_says_why(qtbot, tmp_path):
    (tmp_path / "hotel").mkdir()
    (tmp_path / "hotel" / "train.csv").write_bytes(b"")
    known = (catalog.DEMO, catalog.HOTEL)
    with shown_page(qtbot, known, Settings(corpora=str(tmp_path))) as page:
        choose(qtbot, page, "Hotel")
        qtbot.waitUntil(lambda: said(page, "What went wrong") == "train.csv is empty.")
        assert not named(page, "Use for training").isEnabled()
        choose(qtbot, page, "Demo corpus")
        wait_until_read(qtbot, page)
        assert said(page, "What went wrong") == ""
        assert page.view.browse.model.rowCount() > 1000


def test_many_rows_are_listed_and_searched_without_holding_the_window_up(qtbot):
    """Slices of the search are short; a picture of the stalls is a matter of benchmarks."""
    examples = tuple(Example(f"name[Inn {i}], area[x]", f"Inn {i} is near.") for i in range(60_000))
    view = CorpusView()
    qtbot.addWidget(view)
    view.resize(900, 700)
    with qtbot.waitExposed(view):
        view.show()
    turns = []
    clock = QTimer(interval=0)
    clock.timeout.connect(lambda: turns.append(time.perf_counter()))
    clock.start()
    browse = view.browse
    browse.set_rows(Rows.of({"train": examples}))
    seen = len(turns)
    qtbot.waitUntil(lambda: browse.model.rowCount() == 60_000)
    assert len(turns) - seen > 3, "the window had its turns between slices"
    clock.stop()
    browse.filter._words.setText("inn 59999")
    qtbot.waitUntil(lambda: browse.model.rowCount() == 1)
