import time
from statistics import median

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import DARK, LIGHT
from charcopy_gui.pages.generate.badge import Standing
from charcopy_gui.pages.generate.badge_chip import BadgeChip
from charcopy_gui.pages.generate.slot_badges import INTERVAL_MILLISECONDS, SlotBadges
from core.meaning_representation import MeaningRepresentation

MR = "name[Old Brindle], eatType[pub], food[French], priceRange[cheap]"
TEXT = "Old Brindle is an inexpensive pub. Old Brindle is riverside."


class Driver:
    def __init__(self, qtbot):
        self.qtbot = qtbot
        self.window = QWidget()
        self.badges = SlotBadges()
        layout = QVBoxLayout(self.window)
        layout.addWidget(self.badges)
        layout.addStretch(1)
        qtbot.addWidget(self.window)
        self.window.resize(400, 300)
        with qtbot.waitActive(self.window):
            self.window.show()
        self.said, self.chosen = [], []
        self.badges.said_requested.connect(lambda *span: self.said.append(span))
        self.badges.slot_chosen.connect(lambda *slot: self.chosen.append(slot))

    @property
    def chips(self):
        return [chip for chip in self.badges.findChildren(BadgeChip) if chip.isVisible()]

    def words(self):
        return [(chip.badge.title, chip.badge.standing.value) for chip in self.chips]

    def press(self, index):
        self.qtbot.mouseClick(self.chips[index], Qt.MouseButton.LeftButton)


@pytest.fixture
def driver(qtbot):
    driver = Driver(qtbot)
    yield driver
    driver.badges.clear()


def test_there_are_none_before_a_text(driver):
    assert not driver.badges.isVisible()
    assert driver.badges.text() == ""


def test_badges_grow_with_the_text(driver):
    driver.badges.set_mr(MR)
    assert [word for _, word in driver.words()] == ["not yet"] * 4
    driver.badges.set_text(TEXT[:20], finished=False)
    driver.qtbot.waitUntil(lambda: driver.words()[0] == ("name", "verbatim"))
    driver.badges.set_text(TEXT, finished=True)
    assert driver.words() == [
        ("name", "verbatim"),
        ("eatType", "verbatim"),
        ("food", "missing"),
        ("priceRange", "in other words"),
        ("area: riverside", "invented"),
    ]
    driver.badges.set_mr("food[Thai]")
    assert driver.words() == [("food", "not yet")]


def test_a_finished_text_is_judged_at_once_and_nothing_goes_on(driver):
    driver.badges.set_mr(MR)
    driver.badges.set_text(TEXT[:30], finished=False)
    driver.badges.set_text(TEXT, finished=True)
    assert driver.badges.badges[2].standing is Standing.MISSING
    assert not driver.badges.findChild(QTimer).isActive()


def test_pressing_a_badge_asks_for_the_slot_and_for_each_place_in_turn(driver):
    driver.badges.set_mr(MR)
    driver.badges.set_text(TEXT, finished=True)
    driver.press(0)
    driver.press(0)
    driver.press(0)
    assert [TEXT[a:b] for a, b in driver.said] == ["Old Brindle"] * 3
    assert driver.said[0] == driver.said[2] == (0, 11)
    assert driver.said[1] == (35, 46)
    assert driver.chosen == [("name", "Old Brindle", 0)] * 3
    driver.press(2)
    assert driver.said[-1] == (0, 0), "what is not said is nowhere"
    driver.press(4)
    assert TEXT[slice(*driver.said[-1])] == "riverside"
    assert len(driver.chosen) == 4, "an invented value is no slot's"


def test_tab_comes_to_them_once_and_arrows_walk(driver):
    driver.badges.set_mr(MR)
    driver.badges.set_text(TEXT, finished=True)
    first, *others = driver.chips
    assert first.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert not any(chip.focusPolicy() & Qt.FocusPolicy.TabFocus for chip in others)
    first.setFocus()
    for key, focused in (
        (Qt.Key.Key_Left, 0),
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_Down, 2),
        (Qt.Key.Key_Up, 1),
    ):
        driver.qtbot.keyClick(QGuiApplication.focusObject(), key)
        assert driver.chips[focused].hasFocus()
    driver.qtbot.keyClick(driver.chips[1], Qt.Key.Key_Return)
    driver.qtbot.keyClick(driver.chips[1], Qt.Key.Key_Space)
    assert driver.chosen == [("eatType", "pub", 1)] * 2


def test_they_are_copied_and_described_as_plain_text(driver):
    driver.badges.set_mr(MR)
    driver.badges.set_text(TEXT, finished=True)
    expected = (
        "name[Old Brindle]: verbatim\n"
        "eatType[pub]: verbatim\n"
        "food[French]: missing\n"
        "priceRange[cheap]: in other words\n"
        "area[riverside]: invented"
    )
    driver.chips[1].setFocus()
    driver.qtbot.keyClick(driver.chips[1], Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == expected
    assert driver.badges.accessibleDescription() == expected
    assert driver.chips[2].accessibleName() == "food: missing"
    assert driver.chips[2].accessibleDescription() == "food[French]: missing"
    QGuiApplication.clipboard().clear()
    driver.badges.copy()
    assert QGuiApplication.clipboard().text() == expected


def test_the_context_menu_copies_too(driver):
    driver.badges.set_mr(MR)
    driver.badges.set_text(TEXT, finished=True)
    at = driver.chips[0].rect().center()
    where = at, driver.chips[0].mapToGlobal(at)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, *where)
    QApplication.sendEvent(driver.chips[0], event)
    (menu,) = driver.badges.findChildren(QMenu)
    QGuiApplication.clipboard().clear()
    menu.actions()[0].trigger()
    assert QGuiApplication.clipboard().text() == driver.badges.text()
    menu.close()


def test_tags_in_a_value_stay_as_they_were_typed(driver):
    driver.badges.set_mr("name[<b>x</b>]")
    driver.badges.set_text("<b>x</b> is here.", finished=True)
    assert "&lt;b&gt;" in driver.chips[0].toolTip()


def test_they_wrap_in_a_narrow_window(driver):
    driver.badges.set_mr(MR)
    driver.badges.set_text(TEXT, finished=True)
    driver.window.resize(900, 300)
    assert len({chip.y() for chip in driver.chips}) == 1
    driver.window.resize(300, 300)
    assert len({chip.y() for chip in driver.chips}) > 1
    last = driver.chips[-1]
    assert driver.badges.rect().contains(last.geometry())


def test_what_lies_below_does_not_move_up_while_a_text_is_written(driver):
    driver.window.resize(300, 300)
    driver.badges.set_mr(MR)
    driver.badges.set_text(TEXT, finished=True)
    QApplication.processEvents()
    height = driver.badges.height()
    driver.badges.set_mr(MR)
    QApplication.processEvents()
    assert driver.badges.height() == height
    driver.badges.set_mr("a[b]")
    QApplication.processEvents()
    assert driver.badges.height() < height
    driver.badges.set_mr(MR)
    driver.badges.set_text(TEXT, finished=True)
    driver.window.resize(900, 300)
    QApplication.processEvents()
    assert driver.badges.height() < height


def test_a_badge_stays_where_it_is_while_its_slot_comes_to_be_said(driver):
    driver.window.resize(300, 300)
    driver.badges.set_mr(MR)
    QApplication.processEvents()
    before = [chip.geometry() for chip in driver.chips]
    driver.badges.set_text(TEXT, finished=True)
    QApplication.processEvents()
    said = [chip.badge.standing for chip in driver.chips[: len(before)]]
    usual = {Standing.VERBATIM, Standing.OTHER_WORDS, Standing.MISSING}
    kept = next((at for at, standing in enumerate(said) if standing not in usual), len(before))
    assert kept >= 2
    assert [chip.geometry() for chip in driver.chips[:kept]] == before[:kept]


def test_icons_and_colours_differ_by_standing_and_theme(driver):
    driver.badges.set_mr(MR)
    driver.badges.set_text(TEXT, finished=True)
    pictures = set()
    for theme in (LIGHT, DARK):
        driver.badges.set_theme(theme)
        pictures |= {
            bytes(driver.badges.grab(chip.geometry()).toImage().constBits())
            for chip in driver.chips
        }
    assert len(pictures) == 10


def test_slots_that_can_only_be_made_out_have_badges_too(driver):
    driver.badges.set_mr("name[Old Brindle] food[French")
    assert [title for title, _ in driver.words()] == ["name", "food"]
    driver.badges.set_mr(MeaningRepresentation.parse("a[b]"))
    assert [title for title, _ in driver.words()] == ["a"]


def test_an_update_costs_milliseconds(driver):
    """A text that grows is judged at most so often, and each time quickly."""
    text = TEXT * 7
    driver.badges.set_mr(MR)
    seconds = []
    for end in range(0, len(text), 20):
        began = time.perf_counter()
        driver.badges.set_text(text[:end], finished=False)
        driver.badges._look()
        seconds.append(time.perf_counter() - began)
    assert median(seconds) < 0.02
    assert INTERVAL_MILLISECONDS >= 50
