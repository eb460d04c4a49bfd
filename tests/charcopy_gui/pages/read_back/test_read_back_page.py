import dataclasses
import threading
from pathlib import Path

import pytest
from fake_generation import ALPHABET, loader, writer
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QTableWidget, QToolButton
from window_driver import button, click, named

from charcopy_gui.appearance.theme import DARK, LIGHT
from charcopy_gui.links.read_back import ReadBackLink
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.read_back.examples import EXAMPLES
from charcopy_gui.pages.read_back.page import ReadBackPage
from charcopy_gui.pages.read_back.readable import LONGEST
from charcopy_gui.plots.candidates import CandidatesPlot
from charcopy_gui.plots.trace_view import TraceView
from charcopy_gui.workers.generation import Generation
from core.config import ModelConfig
from core.model_card import ModelCard
from core.records import Phase

SENTENCE = "The Otter is a French pub."
LINE = "name[The Otter], eatType[pub], food[French]"
CARD = ModelCard("toy", Path("toy.safetensors"), ModelConfig(), ALPHABET)
DEAF = dataclasses.replace(
    CARD, name="deaf", path=Path("deaf.safetensors"), config=ModelConfig(exchange=False)
)


class Driver:
    """A page with a worker of its own, whose model writes one line whatever it reads."""

    def __init__(self, qtbot, line=LINE, hold=None, card=CARD):
        self.qtbot = qtbot
        self.asked, self.loaded, self.sent = [], [], []
        write = writer(text=lambda _: line, hold=hold)

        def noting(request, cancel):
            self.asked.append(request)
            return write(request, cancel)

        def load(path, device, cancel):
            self.loaded.append((path, device))
            return loader(noting)(path, device, cancel)

        self.page, self.generation = ReadBackPage(), Generation(load)
        self.page.set_candidates(CandidatesPlot())
        self.page.set_trace(TraceView())
        self.link = ReadBackLink(self.page, self.generation)
        self.link.follow_model(card)
        self.page.set_theme(LIGHT)
        self.page.send_requested.connect(self.sent.append)
        qtbot.addWidget(self.page)
        self.page.resize(1200, 800)
        with qtbot.waitExposed(self.page):
            self.page.show()
        self.wait()

    def close(self):
        self.generation.close()
        self.generation.wait()

    @property
    def box(self):
        return self.page.findChild(QPlainTextEdit)

    def type(self, text):
        self.box.selectAll()
        self.qtbot.keyClicks(self.box, text)

    def press(self, name):
        click(self.qtbot, button(self.page, name))

    def wait(self):
        self.qtbot.waitUntil(lambda: self.page.activity is Activity.IDLE)

    def read(self, text=SENTENCE):
        self.type(text)
        self.press("Run: read back")
        self.wait()

    def rows(self):
        """Slots and values; and, where tables are compared, what became of each."""
        table = self.page.findChild(QTableWidget)
        columns = range(3 if table.horizontalHeaderItem(2).text() == "Round trip" else 2)
        return [[table.item(r, c).text() for c in columns] for r in range(table.rowCount())]

    def said(self, name):
        label = named(self.page, name)
        return label.text() if label.isVisible() else ""

    @property
    def status(self):
        return self.page.findChild(QLabel, "status").text()


@pytest.fixture
def make(qtbot):
    made = []

    def driver(**how):
        made.append(Driver(qtbot, **how))
        return made[-1]

    yield driver
    for one in made:
        one.close()


def test_a_typed_sentence_is_read_into_slots(make):
    driver = make()
    driver.read()
    assert [request.source for request in driver.asked] == [SENTENCE]
    assert driver.asked[0].phase is Phase.TEXT_TO_TABLE
    assert driver.page.output.reading.text() == LINE
    assert driver.rows() == [["name", "The Otter"], ["eatType", "pub"], ["food", "French"]]
    assert driver.said("What was read") == ""
    assert driver.said("What is odd about the table") == ""


def test_what_the_sentence_does_not_say_is_marked_in_words(make):
    driver = make(line="name[The Otter], food[Thai], familyFriendly[yes], dogs[yes]")
    driver.read()
    table = driver.page.findChild(QTableWidget)
    assert table.horizontalHeaderItem(2).text() == "In the sentence"
    standing = [table.item(row, 2) for row in range(4)]
    assert [item.text() for item in standing] == ["said", "different", "not said", "not checked"]
    assert [item.icon().isNull() for item in standing] == [True, False, False, True]
    assert "“French”" in standing[1].toolTip()
    assert "probability of" in standing[2].toolTip()
    assert driver.said("What was read") == "2 of 4 slots read are not what the sentence says."
    assert "not said: familyFriendly: yes" in table.accessibleDescription()
    assert "not checked" not in table.accessibleDescription()
    driver.type("Once more, families are welcome.")
    assert standing[2].text() == "not said", "it is about the sentence that was read"


def test_the_views_share_the_chosen_step(make):
    driver = make()
    driver.read()
    source = named(driver.page, "What the network reads")
    assert SENTENCE in source.accessibleDescription()
    driver.page.move_step(-1)
    candidates = named(driver.page, "Candidates for the next character")
    chosen = driver.page.instrument.stepping.step
    assert candidates.accessibleDescription().startswith(f"Step {chosen + 1}:")


def test_the_model_is_loaded_when_the_page_is_seen(make):
    driver = make()
    assert driver.loaded == [(CARD.path, "auto")]
    driver.link.follow_device("cpu")
    driver.read()
    assert driver.loaded == [(CARD.path, "auto"), (CARD.path, "cpu")]


def test_lines_are_read_as_one(make):
    driver = make()
    driver.page.sentence.set_sentence("  The Otter is\r\n a French pub.\n\n")
    driver.press("Run: read back")
    driver.wait()
    assert driver.asked[0].source == "The Otter is a French pub."


def test_an_example_is_one_click_away(make, qtbot):
    driver = make()
    menu = named(driver.page, "Example sentence").menu()
    assert isinstance(named(driver.page, "Example sentence"), QToolButton)
    assert menu.toolTipsVisible()
    menu.actions()[1].trigger()
    driver.press("Run: read back")
    driver.wait()
    assert driver.asked[0].source == EXAMPLES[1][1]
    qtbot.keyClick(driver.box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert driver.box.toPlainText() == "", "what was typed before comes back"


def test_nothing_is_no_sentence(make):
    driver = make()
    driver.press("Run: read back")
    assert "nothing to read" in driver.said("Why it was not run")
    assert driver.asked == []
    driver.type("The")
    assert driver.said("Why it was not run") == ""


def test_a_book_is_refused_and_not_cut(make):
    driver = make()
    driver.page.sentence.set_sentence("a" * (LONGEST + 1))
    driver.press("Run: read back")
    assert "2,001 characters" in driver.said("Why it was not run")
    assert driver.asked == []


def test_tags_stay_as_they_are(make):
    driver = make(line="name[<b>Otter</b>], food[<i>]")
    driver.read("The <b>Otter</b> is good.")
    assert driver.asked[0].source == "The <b>Otter</b> is good."
    assert driver.rows() == [["name", "<b>Otter</b>"], ["food", "<i>"]]


def test_a_line_that_is_no_table_is_shown_and_said(make):
    driver = make(line="name[Otter] food[Thai")
    driver.read()
    assert driver.page.output.reading.text() == "name[Otter] food[Thai"
    assert driver.rows() == [["name", "Otter"], ["food", "Thai"]]
    assert "not well formed" in driver.said("What is odd about the table")
    driver.press("Send to table")
    assert driver.sent == ["name[Otter], food[Thai]"]


def test_a_line_without_slots_cannot_be_sent(make):
    driver = make(line="The Otter.")
    driver.read()
    assert driver.rows() == []
    assert "No slot" in driver.said("What is odd about the table")
    assert not button(driver.page, "Send to table").isEnabled()
    assert not button(driver.page, "Copy").isEnabled()


def test_the_table_grows_with_the_line_and_can_be_stopped(make, qtbot):
    hold = threading.Event()
    driver = make(hold=hold)
    driver.type(SENTENCE)
    driver.press("Run: read back")
    qtbot.waitUntil(lambda: driver.page.output.reading.text() == LINE[:5])
    assert driver.page.activity is Activity.WRITING
    assert driver.rows() == [["name", ""]]
    assert not button(driver.page, "Send to table").isEnabled()
    driver.press("Stop reading")
    driver.wait()
    assert "unfinished" in driver.status
    assert driver.rows() == [["name", ""]]


def test_send_and_copy(make, qtbot):
    driver = make()
    driver.read()
    driver.press("Send to table")
    assert driver.sent == [LINE]
    driver.press("Copy")
    assert QGuiApplication.clipboard().text() == "name: The Otter\neatType: pub\nfood: French"
    table = driver.page.findChild(QTableWidget)
    at = table.visualItemRect(table.item(1, 1)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at))
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "eatType: pub"


TRIP = "name[The Otter], food[Italian], area[riverside]"


def test_a_round_trip_says_what_survived(make):
    driver = make()
    driver.page.read_back(SENTENCE, TRIP)
    driver.wait()
    assert driver.asked[0].source == SENTENCE
    assert driver.box.toPlainText() == SENTENCE
    assert driver.rows() == [
        ["name", "The Otter", "kept"],
        ["food", "Italian → French", "changed"],
        ["area", "riverside", "lost"],
        ["eatType", "pub", "invented"],
    ]
    assert driver.said("What was read") == "1 kept, 1 changed, 1 lost, 1 invented"
    table = driver.page.findChild(QTableWidget)
    assert "changed: food: Italian → French" in table.accessibleDescription()
    assert all(not table.item(row, 2).icon().isNull() for row in range(4))
    driver.press("Copy")
    assert QGuiApplication.clipboard().text().splitlines()[:2] == [
        "1 kept, 1 changed, 1 lost, 1 invented",
        "kept: name: The Otter",
    ]


def test_another_sentence_is_not_compared(make, qtbot):
    driver = make()
    driver.page.read_back(SENTENCE, TRIP)
    driver.wait()
    qtbot.keyClicks(driver.box, "Once: ")
    assert driver.rows() == [["name", "The Otter"], ["eatType", "pub"], ["food", "French"]]
    assert "Not compared" in driver.said("What was read")
    assert "sentence has changed" in driver.status
    qtbot.keyClick(driver.box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert driver.box.toPlainText() == SENTENCE
    assert len(driver.rows()) == 4, "the same sentence again is compared again"
    assert "sentence has changed" not in driver.status
    driver.read("French fries at a pub, The Otter.")
    assert driver.rows() == [["name", "The Otter"], ["eatType", "pub"], ["food", "French"]]
    assert driver.said("What was read") == ""


def test_a_second_round_trip_overtakes_the_first(make, qtbot):
    hold = threading.Event()
    driver = make(hold=hold)
    driver.page.read_back(SENTENCE, TRIP)
    qtbot.waitUntil(lambda: driver.page.activity is Activity.WRITING)
    hold.set()
    driver.page.read_back("Another.", "name[The Otter]")
    driver.wait()
    assert driver.asked[-1].source == "Another."
    assert [row[2] for row in driver.rows()] == [
        "kept, not said",
        "invented, not said",
        "invented, not said",
    ]


def test_a_model_without_exchange_says_why_it_cannot_read(make):
    driver = make(card=DEAF)
    why = driver.said("Why nothing can be read")
    assert "deaf" in why
    assert "without exchange" in why
    assert "File, Model" in why
    assert not driver.page.can_run
    assert not button(driver.page, "Run: read back").isEnabled()
    assert driver.loaded == []
    driver.page.read_back(SENTENCE, TRIP)
    assert driver.box.toPlainText() == SENTENCE
    assert driver.asked == []
    driver.link.follow_model(CARD)
    assert driver.said("Why nothing can be read") == ""
    driver.press("Run: read back")
    driver.wait()
    assert len(driver.rows()) == 4, "the round trip goes on with a model that can"


def test_without_a_model_it_says_how_to_get_one(make):
    driver = make(card=None)
    assert "No model is in use" in driver.said("Why nothing can be read")
    assert not driver.page.can_run


def test_what_is_seen_is_read_again_by_another_model(make, qtbot):
    driver = make()
    driver.read()
    other = dataclasses.replace(CARD, name="other", path=Path("other.safetensors"))
    driver.link.follow_model(other)
    driver.wait()
    assert [request.source for request in driver.asked] == [SENTENCE, SENTENCE]
    assert driver.loaded[-1][0] == other.path
    driver.page.hide()
    driver.link.follow_model(CARD)
    assert len(driver.asked) == 2, "nobody looks"
    driver.page.show()
    qtbot.waitUntil(lambda: len(driver.asked) == 3)
    driver.wait()
    driver.type("Something else.")
    driver.link.follow_model(other)
    driver.wait()
    assert len(driver.asked) == 3, "what was read is gone already"


def test_reading_stops_when_the_model_becomes_one_that_cannot(make, qtbot):
    driver = make(hold=threading.Event())
    driver.type(SENTENCE)
    driver.press("Run: read back")
    qtbot.waitUntil(lambda: driver.page.output.reading.text() == LINE[:5])
    driver.link.follow_model(DEAF)
    driver.wait()
    assert not driver.page.can_run
    assert len(driver.asked) == 1


def test_it_can_be_read_in_the_dark(make):
    driver = make()
    driver.page.read_back(SENTENCE, TRIP)
    driver.wait()
    driver.page.set_theme(DARK)
    table = driver.page.findChild(QTableWidget)
    assert table.item(0, 2).foreground().color() == DARK.success
    assert table.item(2, 2).foreground().color() == DARK.error


def test_a_what_if_is_written_on_and_can_be_undone(make, qtbot):
    driver = make()
    driver.read()
    instrument = driver.page.instrument
    driver.page.instrument.choose_step(LINE.index("The") + 2)
    candidates = named(driver.page, "Candidates for the next character")
    candidates.chosen.emit("o")
    driver.wait()
    assert driver.asked[-1].phase is Phase.TEXT_TO_TABLE
    assert driver.asked[-1].branch is not None
    assert driver.rows()[0] == ["name", "Tho Otter"]
    assert len(instrument.tree) == 2
    driver.page.history.undo()
    assert driver.rows()[0] == ["name", "The Otter"]


def test_the_table_shows_what_the_text_shows(make, qtbot):
    driver = make()
    driver.read()
    click(qtbot, named(driver.page, "To the start"))
    assert driver.rows()[0] == ["name", "The Otter"], "going back hides nothing"
    driver.page.instrument.stepping.playback.set_speed(2)
    click(qtbot, named(driver.page, "Play"))
    qtbot.waitUntil(lambda: driver.rows() == [["name", ""]] or len(driver.rows()) < 2)
    assert not button(driver.page, "Send to table").isEnabled()
    click(qtbot, named(driver.page, "To the end"))
    assert len(driver.rows()) == 3
    assert button(driver.page, "Send to table").isEnabled()


def test_a_slot_leads_to_where_the_line_has_it(make, qtbot):
    driver = make()
    driver.read()
    table, shown = driver.page.findChild(QTableWidget), driver.page.instrument
    line = shown.text
    place = table.visualItemRect(table.item(1, 0)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    name, value = driver.rows()[1][:2]
    framed = driver.page.output.reading._place
    assert line[framed.start : framed.stop] == f"{name}[{value}]"
    assert shown.stepping.step == framed.start
    qtbot.keyClick(table, Qt.Key.Key_Up)
    assert driver.page.output.reading._place.start == 0
