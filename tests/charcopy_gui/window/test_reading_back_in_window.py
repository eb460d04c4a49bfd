import json
import threading
import time

import pytest
from documents_driver import choose, command, saved
from fake_generation import MODEL, loader, sentence_for, writer
from fake_training import write_card
from patience import AT_ONCE
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QTableWidget
from window_driver import MR, button, click, named, shown_text, shown_window, wait_until_idle

from charcopy_gui.frame.failure_dialog import FailureDialog
from charcopy_gui.links.model_list import models
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.output.activity import Activity
from core.config import ModelConfig
from core.meaning_representation import MeaningRepresentation
from core.model_card import ModelCardError

CTRL = Qt.KeyboardModifier.ControlModifier
READ = "name[Zizzi Blue], eatType[pub], food[Thai]"

pytestmark = pytest.mark.usefixtures("own_folders")


@pytest.fixture(autouse=True)
def model(tmp_path):
    """A model with exchange, whose card can be read."""
    return write_card(tmp_path / "models" / "able.safetensors")


def reading(hold=None):
    return writer(text=lambda _: READ, hold=hold)


def open_page(qtbot, window):
    wait_until_idle(qtbot, window)
    qtbot.keyClick(window, Qt.Key.Key_2, CTRL)
    assert window.pages.visible is window.pages.read_back
    wait(qtbot, window)
    return window.pages.read_back.findChild(QPlainTextEdit)


def wait(qtbot, window):
    qtbot.waitUntil(lambda: window.pages.read_back.activity is Activity.IDLE)


def rows(window):
    table = window.pages.read_back.findChild(QTableWidget)
    columns = range(3 if table.horizontalHeaderItem(2).text() == "Round trip" else 2)
    return [[table.item(r, c).text() for c in columns] for r in range(table.rowCount())]


def test_a_sentence_is_typed_read_and_sent_to_the_table(qtbot, model):
    with shown_window(qtbot, read_back=reading(), model=model) as window:
        box = open_page(qtbot, window)
        qtbot.keyClicks(box, "Zizzi Blue serves pad thai.")
        qtbot.keyClick(box, Qt.Key.Key_Return, CTRL)
        wait(qtbot, window)
        assert rows(window) == [["name", "Zizzi Blue"], ["eatType", "pub"], ["food", "Thai"]]
        assert box.toPlainText() == "Zizzi Blue serves pad thai."
        click(qtbot, button(window.pages.read_back, "Send to table"))
        assert window.pages.visible is window.page
        assert window.page.mr.model.mr() == MeaningRepresentation.parse(READ)
        qtbot.keyClick(window.page.mr.table, Qt.Key.Key_Z, CTRL)
        assert window.page.mr.model.mr() == MeaningRepresentation.parse(MR)
        qtbot.waitUntil(lambda: shown_text(window) == sentence_for(MR))


def test_the_generated_text_is_read_back_beside_its_table(qtbot, model):
    with shown_window(qtbot, read_back=reading(), model=model) as window:
        wait_until_idle(qtbot, window)
        window.page.read_back_requested.emit(shown_text(window), MR)
        assert window.pages.visible is window.pages.read_back
        wait(qtbot, window)
        assert rows(window) == [
            ["name", "Zizzi Blue", "kept"],
            ["eatType", "pub", "kept"],
            ["food", "French → Thai", "changed, different"],
        ]


def test_escape_stops_the_reading_alone(qtbot, model):
    with shown_window(qtbot, read_back=reading(threading.Event()), model=model) as window:
        box = open_page(qtbot, window)
        qtbot.keyClicks(box, "Zizzi.")
        window._menus.run.trigger()
        qtbot.waitUntil(lambda: window.pages.read_back.output.reading.text() == READ[:5])
        assert window._menus.stop.isEnabled()
        began = time.perf_counter()
        qtbot.keyClick(box, Qt.Key.Key_Escape)
        wait(qtbot, window)
        assert time.perf_counter() - began < AT_ONCE
        assert "unfinished" in window.pages.read_back.output.status._status.text()
        assert shown_text(window) == sentence_for(MR)


def test_both_pages_write_at_the_same_time(qtbot, model):
    hold = threading.Event()
    both = {"read_back": reading(hold), "model": model}
    with shown_window(qtbot, writer(hold=hold), **both) as window:
        qtbot.waitUntil(lambda: window.page.activity is Activity.WRITING)
        window.show_page(PAGES.index("Read back"))
        window.pages.read_back.sentence.set_sentence("Zizzi.")
        qtbot.waitUntil(lambda: window.pages.read_back.can_run)
        window.pages.read_back.run()
        qtbot.waitUntil(lambda: window.pages.read_back.activity is Activity.WRITING)
        hold.set()
        wait(qtbot, window)
        wait_until_idle(qtbot, window)
        assert shown_text(window) == sentence_for(MR)
        assert len(rows(window)) == 3


def test_another_model_in_use_reads_or_says_why_it_cannot(qtbot, tmp_path, model):
    deaf = write_card(tmp_path / "models" / "deaf.safetensors", ModelConfig(exchange=False))
    with shown_window(qtbot, read_back=reading(), model=model) as window:
        box = open_page(qtbot, window)
        assert [path for _, path in models()] == [model, deaf]
        window._link.choose_model(deaf)
        why = named(window.pages.read_back, "Why nothing can be read")
        assert "deaf" in why.text()
        assert why.isVisible()
        assert not window._menus.run.isEnabled()
        qtbot.keyClicks(box, "Zizzi.")
        qtbot.keyClick(box, Qt.Key.Key_Return, CTRL)
        assert rows(window) == []
        wait_until_idle(qtbot, window)
        assert shown_text(window) == sentence_for(MR), "nothing else breaks"
        window._link.choose_model(model)
        assert not why.isVisible()
        assert window._menus.run.isEnabled()


def test_a_model_that_cannot_be_loaded_is_said_and_generate_goes_on(qtbot, model):
    loaded = []

    def load(path, device, cancel):
        loaded.append(path)
        if len(loaded) > 1:
            raise ModelCardError("able.safetensors is damaged.")
        return loader(writer())(path, device, cancel)

    with shown_window(qtbot, load=load, model=model) as window:
        open_page(qtbot, window)
        dialog = window.findChild(FailureDialog)
        assert "able.safetensors is damaged." in dialog.text()
        dialog.close()
        assert "is damaged" in window.pages.read_back.output.status._status.text()
        window.show_page(PAGES.index("Generate"))
        window.page.run()
        wait_until_idle(qtbot, window)
        assert shown_text(window) == sentence_for(MR)


def test_the_keys_walk_along_the_line(qtbot, model):
    with shown_window(qtbot, read_back=reading(), model=model) as window:
        box = open_page(qtbot, window)
        qtbot.keyClicks(box, "Zizzi.")
        qtbot.keyClick(box, Qt.Key.Key_Return, CTRL)
        wait(qtbot, window)
        before = window.pages.read_back.instrument.stepping.step
        on_generate = window.page.instrument.stepping.step
        qtbot.keyClick(box, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
        assert window.pages.read_back.instrument.stepping.step == before + 1
        assert window.page.instrument.stepping.step == on_generate


def test_without_a_card_to_read_it_says_so(qtbot):
    def made_before_a_model_is_loaded(window):
        assert window.pages.read_back

    before = made_before_a_model_is_loaded
    with shown_window(qtbot, read_back=reading(), model=MODEL, before=before) as window:
        wait_until_idle(qtbot, window)
        window.show_page(PAGES.index("Read back"))
        why = named(window.pages.read_back, "Why nothing can be read")
        assert "No model is in use" in why.text()


def test_closing_waits_for_the_reading(qtbot, model):
    with shown_window(qtbot, read_back=reading(threading.Event()), model=model) as window:
        box = open_page(qtbot, window)
        qtbot.keyClicks(box, "Zizzi.")
        qtbot.keyClick(box, Qt.Key.Key_Return, CTRL)
        qtbot.waitUntil(lambda: window.pages.read_back.activity is Activity.WRITING)
        window.close()
        assert not window.isVisible()


def test_undo_acts_on_the_page_that_is_seen(qtbot, model):
    with shown_window(qtbot, read_back=reading(), model=model) as window:
        box = open_page(qtbot, window)
        qtbot.keyClicks(box, "Zizzi.")
        qtbot.keyClick(box, Qt.Key.Key_Return, CTRL)
        wait(qtbot, window)
        undo = next(a for a in window._menus._edit.actions() if a.data() == "Undo")
        assert not undo.isEnabled()
        window.pages.read_back.instrument.choose_step(READ.index("Zizzi"))
        named(window.pages.read_back, "Candidates for the next character").chosen.emit("D")
        wait(qtbot, window)
        assert rows(window)[0] == ["name", "Dizzi Blue"]
        undo.trigger()
        assert rows(window)[0] == ["name", "Zizzi Blue"]
        window.show_page(PAGES.index("Generate"))
        assert not undo.isEnabled(), "nothing was done there"


def test_a_round_trip_is_compared_again_when_its_session_is_opened(qtbot, model, tmp_path):
    path, compared = tmp_path / "trip.charcopy", []
    with shown_window(qtbot, read_back=reading(), model=model) as window:
        wait_until_idle(qtbot, window)
        window.page.read_back_requested.emit(shown_text(window), MR)
        wait(qtbot, window)
        compared = rows(window)
        assert compared[2] == ["food", "French → Thai", "changed, different"]
        saved(qtbot, window, "Save session…", path)
    assert json.loads(path.read_text())["table"] == MR
    with shown_window(qtbot, read_back=reading(), model=model) as window:
        wait_until_idle(qtbot, window)
        window.open_file(path)
        qtbot.waitUntil(lambda: window.pages.visible is window.pages.read_back)
        qtbot.waitUntil(lambda: rows(window) == compared)
        wait(qtbot, window)
        window.pages.read_back.sentence.set_sentence("Another one.")
        assert len(rows(window)[0]) == 2, "another sentence is not compared"


def test_the_title_names_the_session_of_the_page_that_is_seen(qtbot, model, tmp_path):
    path = tmp_path / "reading.charcopy"
    with shown_window(qtbot, read_back=reading(), model=model) as window:
        box = open_page(qtbot, window)
        for sentence, title in (("Zizzi.", "reading.charcopy – CharCopy"), ("Wok.", "CharCopy")):
            box.setPlainText(sentence)
            click(qtbot, button(window.pages.read_back, "Run: read back"))
            wait(qtbot, window)
            if not path.exists():
                command(window, "Save session…").trigger()
                choose(qtbot, window, path)
            window.show_page(PAGES.index("Generate"))
            qtbot.waitUntil(lambda: path.exists() and not window._documents.saving.busy)
            assert window.windowTitle() == "CharCopy"
            assert window._workspace._file is None
            window.show_page(PAGES.index("Read back"))
            assert window.windowTitle() == title


def test_what_was_read_is_saved_and_opened_again_on_its_own_page(qtbot, model, tmp_path):
    path = tmp_path / "Gelesen ✓.charcopy"
    sentence = "Zizzi Blue serves pad thai."
    with shown_window(qtbot, read_back=reading(), model=model) as window:
        box = open_page(qtbot, window)
        assert not command(window, "Save session…").isEnabled(), "nothing was read yet"
        qtbot.keyClicks(box, sentence)
        qtbot.keyClick(box, Qt.Key.Key_Return, CTRL)
        wait(qtbot, window)
        window.pages.read_back.instrument.choose_step(7)
        saved(qtbot, window, "Save session…", path)
        saved(qtbot, window, "Trace as JSON…", tmp_path / "t.json")
        saved(qtbot, window, "Trace as CSV…", tmp_path / "t.csv")
        saved(qtbot, window, "Plots as PNG…", tmp_path / "p.png")
        saved(qtbot, window, "Plots as SVG…", tmp_path / "p.svg")
        table = shown_text(window)
    trace = json.loads((tmp_path / "t.json").read_text())
    assert trace["source"] == sentence
    with shown_window(qtbot, read_back=reading(), model=model) as window:
        wait_until_idle(qtbot, window)
        window.open_file(path)
        qtbot.waitUntil(lambda: window.pages.visible is window.pages.read_back)
        qtbot.waitUntil(lambda: window.pages.read_back.instrument.stepping.step == 7)
        wait(qtbot, window)
        assert window.pages.read_back.line() == sentence
        assert rows(window) == [["name", "Zizzi Blue"], ["eatType", "pub"], ["food", "Thai"]]
        assert "table" not in json.loads(path.read_text()), "no table is compared with"
        assert shown_text(window) == table, "the text on Generate is as it was"
        window.pages.read_back.run()
        wait(qtbot, window)
        assert window.pages.read_back.instrument.tree.run > 1, "later runs are shown"
