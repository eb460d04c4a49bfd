import dataclasses
from pathlib import Path

import pytest
from fake_generation import ALPHABET, sentence_for, writer
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QTableView,
    QToolButton,
    QWidget,
)
from window_driver import MR

from charcopy_gui.appearance.theme import DARK
from charcopy_gui.pages.generate.examples import EXAMPLES
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.workers.requests import WritingRequest
from core.config import DecodingConfig, ModelConfig, Strategy
from core.meaning_representation import MeaningRepresentation
from core.model_card import ModelCard, Provenance
from core.records import DeviceInfo, Ending, Failure, FailureKind, Phase
from core.session import Session


class FakeTrace(QWidget):
    step_hovered = Signal(int)
    step_clicked = Signal(int)
    position_hovered = Signal(int)
    play_pressed = Signal()

    def __init__(self):
        super().__init__()
        self.key = QWidget(self)
        self.count, self.step, self.endings = 0, None, []
        self.shown, self.playing, self.copying, self.cividis = None, False, False, False

    def start(self, started):
        self.count = 0

    def append(self, steps):
        self.count += len(steps)

    def finish(self, finished):
        self.endings.append(finished.ending)

    def set_step(self, step):
        self.step = step

    def mark_position(self, position):
        self.position = position

    def set_shown(self, shown):
        self.shown = shown

    def set_playing(self, playing):
        self.playing = playing

    def set_copying(self, copying):
        self.copying = copying

    def set_cividis(self, cividis):
        self.cividis = cividis

    def set_theme(self, theme):
        self.theme = theme


class FakeCandidates(QWidget):
    chosen = Signal(str)
    step, choosable = None, False

    def show_step(self, step):
        self.step = step

    def set_choosable(self, choosable):
        self.choosable = choosable

    def set_theme(self, theme):
        self.theme = theme


class Driver(QObject):
    def __init__(self, qtbot):
        super().__init__()
        self.page = GeneratePage()
        self.trace, self.candidates = FakeTrace(), FakeCandidates()
        self.page.set_candidates(self.candidates)
        self.page.set_trace(self.trace)
        self.page.mr.set_text(MR)
        self.requests, self.runs = [], 0
        self.page.generate_requested.connect(lambda *request: self.requests.append(request))
        qtbot.addWidget(self.page)
        self.page.resize(1200, 800)
        with qtbot.waitExposed(self.page):
            self.page.show()

    def label(self, name):
        return self.page.findChild(QLabel, name)

    def write(self, ending=Ending.END, steps=None):
        class Never:
            def is_set(self):
                return False

        self.runs += 1
        request = WritingRequest(MR, Phase.TABLE_TO_TEXT, DecodingConfig(), self.runs)
        records = list(writer()(request, Never()))
        if steps is not None:
            records = [*records[: steps + 1], dataclasses.replace(records[-1], ending=ending)]
        self.page.begin(Activity.WRITING)
        self.page.show_records(records[:4])
        self.page.show_records(records[4:])
        self.page.end()


@pytest.fixture
def driver(qtbot):
    return Driver(qtbot)


def test_run_asks_for_the_line_and_the_settings(qtbot, driver):
    qtbot.mouseClick(driver.page.runs._run, Qt.MouseButton.LeftButton)
    assert driver.requests == [(MR, DecodingConfig())]


def test_a_line_that_cannot_be_read_is_not_run_and_gets_the_keyboard(qtbot, driver):
    line = driver.page.findChild(QLineEdit, "line")
    qtbot.keyClick(line, Qt.Key.Key_End)
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    driver.page.mr.table.setFocus()
    driver.page.run()
    assert driver.requests == []
    assert "under the line" in driver.label("status").text()
    assert "never closed" in driver.label("lineError").text()
    assert line.hasFocus()


def test_an_empty_table_is_not_run(driver):
    driver.page.mr.set_text("")
    driver.page.run()
    assert driver.requests == []
    assert "add a slot" in driver.label("status").text()


def test_a_refusal_is_no_longer_said_once_the_line_can_be_read(qtbot, driver):
    driver.write()
    line = driver.page.findChild(QLineEdit, "line")
    qtbot.keyClick(line, Qt.Key.Key_End)
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    driver.page.run()
    assert driver.label("status").property("error") is True
    qtbot.keyClicks(line, "]")
    assert driver.label("status").text() == ""
    assert driver.label("status").property("error") is False


def test_a_refusal_is_no_longer_said_once_the_table_has_a_slot(driver):
    driver.page.mr.set_text("")
    driver.page.run()
    driver.page.mr.set_text(MR)
    assert driver.label("status").text() == ""


def test_another_error_stays_when_the_line_is_mended(qtbot, driver):
    line = driver.page.findChild(QLineEdit, "line")
    qtbot.keyClick(line, Qt.Key.Key_End)
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    driver.page.run()
    driver.page.output.say_error("It broke.")
    qtbot.keyClicks(line, "]")
    assert driver.label("status").text() == "It broke."


def test_a_text_of_an_earlier_table_is_said_to_be_one(driver):
    status = driver.label("status")
    driver.page.mr.set_text("name[x]")
    assert "has changed" not in status.text(), "there is no text yet"
    driver.page.mr.set_text(MR)
    driver.write(Ending.LENGTH, steps=6)
    driver.page.mr.set_text("name[x]")
    assert status.text() == (
        "Cut off: the longest length was reached. The table has changed; press Run to update."
    )
    assert status.property("muted") is False
    driver.page.mr.model.history.undo()
    assert "has changed" not in status.text()
    driver.page.mr.model.history.redo()
    driver.page.begin(Activity.WRITING)
    assert status.text() == "Writing…"
    driver.page.end()
    assert "has changed" in status.text()
    driver.page.mr.set_text(MR)
    driver.write()
    assert status.text() == ""


def test_all_views_get_every_step_and_the_middle_is_chosen(driver):
    driver.write()
    text = sentence_for(MR)
    assert driver.page.output.reading.text() == text
    assert driver.trace.count == len(text) + 1
    assert driver.trace.endings == [Ending.END]
    assert driver.trace.step == driver.candidates.step.index == (len(text) + 1) // 2
    assert driver.label("numbers").text().startswith("0.10")
    assert f"{len(text)} chars" in driver.label("numbers").text()


def test_pointing_clicking_and_walking_link_all_views(driver):
    driver.write()
    middle = driver.trace.step
    driver.page.output.reading.step_hovered.emit(3)
    assert driver.trace.step == driver.candidates.step.index == 3
    driver.trace.step_hovered.emit(-1)
    assert driver.trace.step == middle
    driver.trace.step_clicked.emit(5)
    driver.page.move_step(1)
    assert driver.trace.step == driver.candidates.step.index == 6
    driver.page.move_step(-100)
    assert driver.trace.step == 0
    driver.page.move_step(1000)
    assert driver.trace.step == len(sentence_for(MR))
    driver.trace.step_hovered.emit(9999)
    assert driver.trace.step == len(sentence_for(MR))


def test_a_stopped_text_stays_and_is_marked(driver):
    driver.write(Ending.STOPPED, steps=6)
    assert driver.page.output.reading.text() == sentence_for(MR)[:6]
    assert driver.trace.endings == [Ending.STOPPED]
    assert "unfinished" in driver.label("status").text()
    assert driver.page.activity is Activity.IDLE


def test_a_cut_text_says_why(driver):
    driver.write(Ending.LENGTH, steps=6)
    assert "longest length" in driver.label("status").text()


def test_a_failure_is_said_and_run_comes_back(driver):
    driver.page.begin(Activity.WRITING)
    assert not driver.page.runs._run.isEnabled()
    driver.page.show_failure(Failure(FailureKind.BUG, "It broke."))
    driver.page.end()
    assert driver.label("status").text() == "It broke."
    assert driver.label("status").property("error") is True
    assert driver.page.runs._run.isEnabled()
    driver.page.begin(Activity.WRITING)
    assert driver.label("status").property("error") is False


def test_while_stopping_nothing_can_be_pressed(qtbot, driver):
    driver.page.begin(Activity.WRITING)
    with qtbot.waitSignal(driver.page.stop_requested):
        qtbot.mouseClick(driver.page.runs._stop, Qt.MouseButton.LeftButton)
    assert driver.page.activity is Activity.STOPPING
    assert not driver.page.runs._run.isEnabled()
    assert not driver.page.runs._stop.isEnabled()
    driver.page.run()
    assert driver.requests == []
    driver.page.end()
    assert driver.page.runs._run.isEnabled()


def test_a_model_marks_what_it_was_never_trained_on(driver):
    card = ModelCard("toy", Path("toy"), ModelConfig(), ALPHABET)
    driver.page.mr.set_text("name[Café 東京]")
    driver.page.set_model(card, "cuda", DeviceInfo("cpu", "CPU", "There is no CUDA."))
    assert "Never trained: 東 京." in driver.page.mr.model.mark(0, 1)
    assert driver.label("deviceReason").text() == "There is no CUDA."


def test_examples_can_be_read_and_are_varied(driver):
    parsed = [MeaningRepresentation.parse(line) for _, line in EXAMPLES]
    assert len({mr.linearise() for mr in parsed}) == 6
    names = {slot.name for mr in parsed for slot in mr.slots}
    assert names == {
        "name", "eatType", "food", "priceRange", "customer rating", "area", "familyFriendly",
        "near",
    }  # fmt: skip


def test_an_example_is_taken_from_its_menu_and_can_be_undone(driver):
    (button,) = [
        b for b in driver.page.findChildren(QToolButton) if b.accessibleName() == "Example"
    ]
    menu = button.menu()
    menu.actions()[2].trigger()
    assert driver.page.mr.text() == EXAMPLES[2][1]
    driver.page.mr.model.history.undo()
    assert driver.page.mr.text() == MR


def test_a_theme_reaches_every_view(driver):
    driver.page.set_theme(DARK)
    assert driver.trace.theme is DARK
    assert driver.candidates.theme is DARK


def test_every_control_has_a_name_and_a_tooltip(driver):
    for kind in (QAbstractButton, QComboBox, QLineEdit, QTableView):
        for widget in driver.page.findChildren(kind):
            if widget.isVisible() and widget.objectName() != "qt_spinbox_lineedit":
                assert widget.accessibleName(), widget
                assert widget.toolTip(), widget.accessibleName()


def test_texts_of_users_are_never_rich(driver):
    learnt = Provenance(corpus="E2E and E2E+")
    card = ModelCard("toy", Path("toy"), ModelConfig(), ALPHABET, learnt)
    driver.page.set_model(card, "cpu", DeviceInfo("cpu", "CPU"))
    driver.page.mr.set_text("name[Wok], <i>dogs</i>[yes]")
    labels = driver.page.findChildren(QLabel)
    theirs = [label for label in labels if "<i>" in label.text()]
    assert theirs
    for label in (*theirs, *(label for label in labels if label.objectName())):
        assert label.textFormat() is Qt.TextFormat.PlainText, label.text()


def named(page, name):
    (found,) = [w for w in page.findChildren(QWidget) if w.accessibleName() == name]
    return found


def test_a_badge_leads_to_where_the_text_says_its_slot(driver):
    driver.write()
    assert "verbatim" in driver.page.badges.text()
    start = sentence_for(MR).index("French")
    driver.page.badges.said_requested.emit(start, start + 6)
    assert driver.trace.step == start
    assert driver.page.output.reading._place == range(start, start + 6)
    driver.page.badges.said_requested.emit(0, 0)
    assert driver.trace.step == start


def test_live_mode_runs_also_while_a_text_is_written(driver):
    driver.page.begin(Activity.WRITING)
    driver.page.mr.run_due.emit("name[x]")
    assert driver.requests == [("name[x]", DecodingConfig())]


def test_live_mode_waits_for_a_text_to_be_stopped(qtbot, driver):
    driver.page.mr.set_live(True)
    driver.page.begin(Activity.STOPPING)
    with qtbot.waitSignal(driver.page.mr.run_due):
        driver.page.mr.set_text("name[x]")
    assert driver.requests == []
    driver.page.end()
    qtbot.waitUntil(lambda: driver.requests == [("name[x]", DecodingConfig())])


def test_a_text_is_read_back_by_a_button(qtbot, driver):
    button = named(driver.page, "Read this text back")
    assert not button.isEnabled()
    driver.write()
    with qtbot.waitSignal(driver.page.read_back_requested) as asked:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked.args == [sentence_for(MR), MR]


def test_a_model_without_exchange_reads_nothing_back_and_it_is_said_why(driver):
    driver.write()
    card = ModelCard("toy", Path("toy"), ModelConfig(exchange=False), ALPHABET)
    driver.page.set_model(card, "cpu", DeviceInfo("cpu", "CPU"))
    button = named(driver.page, "Read this text back")
    assert not button.isEnabled()
    assert "without exchange" in button.toolTip()


def test_a_session_is_shown_as_it_was(driver):
    driver.write()
    tree = driver.page.tree
    driver.page.mr.set_text("name[x]")
    config = DecodingConfig(Strategy.SAMPLED, seed=7)
    driver.page.show_session(Session(MR, tree, branch=0, step=5))
    assert driver.page.mr.text() == MR
    assert driver.page.runs.config() == tree.config
    assert driver.trace.step == 5
    kept = tree.copy()
    kept.config = config
    driver.page.show_session(Session(MR, kept, branch=0, step=None))
    assert driver.page.runs.config() == config
    assert driver.trace.step == len(sentence_for(MR))
