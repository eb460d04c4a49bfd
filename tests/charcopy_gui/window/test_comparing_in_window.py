import threading

import pytest
from fake_generation import loader, sentence_for, writer
from fake_training import write_card
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from window_driver import MR, answer, button, click, named, shown_window, wait_until_idle

from charcopy_gui.pages.output.activity import Activity
from core.config import Strategy

CTRL = Qt.KeyboardModifier.ControlModifier

pytestmark = pytest.mark.usefixtures("own_folders")


@pytest.fixture(autouse=True)
def cards(tmp_path):
    return [write_card(tmp_path / "models" / f"{name}.safetensors") for name in ("one", "two")]


def open_page(qtbot, window):
    wait_until_idle(qtbot, window)
    qtbot.keyClick(window, Qt.Key.Key_7, CTRL)
    assert window.pages.visible is window.pages.compare
    return window.pages.compare


def test_the_same_table_through_two_models(qtbot, cards):
    with shown_window(qtbot, model=cards[0]) as window:
        page = open_page(qtbot, window)
        assert [entrant.name for entrant in page.models.entrants()] == ["one", "two"]
        qtbot.keyClick(page, Qt.Key.Key_Return, CTRL)
        assert not window._menus.run.isEnabled()
        qtbot.waitUntil(lambda: page.can_run)
        assert named(page, "Text of two").text() == sentence_for(MR)
        window.page.mr.set_text("name[Quill]")
        click(qtbot, button(page, "Open in Generate with two"))
        assert window.pages.visible is window.page
        assert window.page.mr.text() == MR
        assert window._link.model == cards[1]
        qtbot.waitUntil(lambda: window.page.activity is Activity.IDLE)


def test_the_choice_of_models_comes_back(qtbot, cards):
    with shown_window(qtbot, model=cards[0]) as window:
        page = open_page(qtbot, window)
        qtbot.keyClick(named(page, "Models to compare"), Qt.Key.Key_Space)
        chosen = window._memory.settings
        assert chosen.compared == (str(cards[1]),)
    with shown_window(qtbot, model=cards[0], settings=chosen) as window:
        page = open_page(qtbot, window)
        assert [entrant.path for entrant in page.models.entrants()] == cards[1:]


def test_escape_stops_and_closing_asks(qtbot, cards):
    hold = threading.Event()
    with shown_window(qtbot, writer(hold=hold), model=cards[0]) as window:
        qtbot.waitUntil(lambda: window.page.activity is Activity.WRITING)
        hold.set()
        page = open_page(qtbot, window)
        hold.clear()
        click(qtbot, button(page, "Run: compare"))
        assert window._navigation._pages.item(6).text() == "Compare  0%"
        window.close()
        box = window.findChild(QMessageBox)
        assert "Models are still being compared." in box.text()
        answer(qtbot, box, "Cancel")
        qtbot.keyClick(page, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: page.can_run)
        assert "Stopped" in named(page, "Status of the comparison").text()
        assert window._navigation._pages.item(6).text() == "Compare"


def test_the_table_is_edited_on_generate(qtbot, cards):
    with shown_window(qtbot, model=cards[0]) as window:
        page = open_page(qtbot, window)
        click(qtbot, button(page, "Edit table"))
        assert window.pages.visible is window.page
        window.page.mr.set_text("name[Quill]")
        open_page(qtbot, window)
        assert named(page, "Table to write for").text() == "name[Quill]"


def test_generate_has_its_table_compared(qtbot, cards):
    with shown_window(qtbot, model=cards[1]) as window:
        wait_until_idle(qtbot, window)
        window.page.mr.set_text("name[Quill], food[Thai]")
        click(qtbot, named(window.page, "Compare models"))
        page = window.pages.compare
        assert window.pages.visible is page
        qtbot.waitUntil(lambda: page.can_run)
        assert page.outcomes.mr == "name[Quill], food[Thai]"
        assert named(page, "Compared with").currentText() == "two", "the model in use"
        views = page.outcomes.views
        window.show_page(0)
        click(qtbot, named(window.page, "Compare models"))
        assert page.outcomes.views == views, "nothing is written twice"


def test_looking_at_the_page_leaves_what_is_being_written_as_it_was_asked_for(qtbot):
    hold = threading.Event()

    def load(path, device, cancel):
        while not hold.wait(0.01) and not cancel.is_set():
            pass
        yield from loader(writer())(path, device, cancel)

    with shown_window(qtbot, load=load) as window:
        qtbot.waitUntil(lambda: window.page.activity is Activity.LOADING)
        box = named(window.page.runs, "How the next character is chosen")
        box.setCurrentIndex(box.findData(Strategy.BEAM))
        qtbot.keyClick(window, Qt.Key.Key_7, CTRL)
        assert window.pages.visible is window.pages.compare
        hold.set()
        wait_until_idle(qtbot, window)
        assert window.page.tree.text(0) == sentence_for(MR)
        assert window.page.tree.config.strategy is Strategy.GREEDY
