import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QToolButton, QVBoxLayout, QWidget

from charcopy_gui.pages.output.pin_row import PinRow
from charcopy_gui.pages.output.point_slider import PointSlider

LEFT = Qt.MouseButton.LeftButton


class Driver:
    def __init__(self, row):
        self.row = row
        self.holder = row.parentWidget()
        self.slider = row.findChild(PointSlider)
        self.free = row.findChild(QToolButton)
        self.pinned, self.waiting = [], []
        row.waiting.connect(self.waiting.append)
        row.pinned.connect(self.pinned.append)

    @property
    def number(self):
        return self.row.findChild(QLabel, "pinNumber").text()

    def at(self, share):
        return QPoint(7 + round(share * (self.slider.width() - 14)), 11)


@pytest.fixture
def driver(qtbot):
    holder = QWidget()
    row = PinRow()
    layout = QVBoxLayout(holder)
    layout.addWidget(row)
    layout.addWidget(QLineEdit())
    qtbot.addWidget(holder)
    holder.resize(340, 80)
    with qtbot.waitExposed(holder):
        holder.show()
    holder.activateWindow()
    row.show_value(0.25, pinned=False, movable=True)
    made = Driver(row)
    made.slider.setFocus()
    return made


def test_a_click_goes_to_its_value_and_counts_when_it_is_let_go(qtbot, driver):
    qtbot.mousePress(driver.slider, LEFT, pos=driver.at(0.8))
    assert driver.number == "0.80"
    assert driver.pinned == []
    qtbot.mouseRelease(driver.slider, LEFT, pos=driver.at(0.8))
    assert driver.pinned == [0.8]


def test_a_drag_counts_once_and_only_where_it_ends(qtbot, driver):
    qtbot.mousePress(driver.slider, LEFT, pos=driver.at(0.25))
    for share in (0.4, 0.9, 0.6):
        qtbot.mouseMove(driver.slider, driver.at(share))
    assert driver.pinned == []
    qtbot.mouseRelease(driver.slider, LEFT, pos=driver.at(0.6))
    assert driver.pinned == [0.6]


def test_a_drag_back_to_where_it_was_is_no_change(qtbot, driver):
    qtbot.mousePress(driver.slider, LEFT, pos=driver.at(0.25))
    qtbot.mouseMove(driver.slider, driver.at(0.9))
    qtbot.mouseMove(driver.slider, driver.at(0.25))
    qtbot.mouseRelease(driver.slider, LEFT, pos=driver.at(0.25))
    assert driver.pinned == []


def test_the_keyboard_chooses_and_return_takes_it(qtbot, driver):
    for _ in range(5):
        qtbot.keyClick(driver.slider, Qt.Key.Key_Right)
    assert driver.number == "0.30"
    assert driver.waiting[-1] == "Press Return to pin p_gen at 0.30."
    assert driver.pinned == []
    qtbot.keyClick(driver.slider, Qt.Key.Key_Return)
    assert driver.waiting[-1] == ""
    assert driver.pinned == [0.3]
    assert driver.number == "0.30"


def test_esc_and_leaving_take_the_value_back(qtbot, driver):
    qtbot.keyClick(driver.slider, Qt.Key.Key_End)
    qtbot.keyClick(driver.slider, Qt.Key.Key_Escape)
    assert (driver.number, driver.slider.value()) == ("0.25", 25)
    qtbot.keyClick(driver.slider, Qt.Key.Key_Home)
    driver.holder.findChild(QLineEdit).setFocus()
    assert (driver.number, driver.slider.value()) == ("0.25", 25)
    assert driver.pinned == []


def test_the_wheel_scrolls_the_page_and_not_the_value(driver):
    here, by = QPointF(driver.at(0.5)), QPoint(0, 120)
    buttons, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    wheel = QWheelEvent(
        here, here, QPoint(), by, buttons, keys, Qt.ScrollPhase.NoScrollPhase, False
    )
    driver.slider.wheelEvent(wheel)
    assert not wheel.isAccepted()
    assert driver.slider.value() == 25


def test_nothing_moves_whatever_the_value_and_whether_it_is_pinned(qtbot, driver):
    def places():
        driver.row.layout().activate()
        return [part.geometry() for part in driver.row.findChildren(QWidget)]

    before = places()
    driver.row.show_value(0.7, pinned=True, movable=True)
    assert driver.free.isEnabled()
    assert places() == before
    qtbot.keyClick(driver.slider, Qt.Key.Key_End)
    assert places() == before


def test_without_a_copy_switch_there_is_none(driver):
    driver.row.show_value(None, pinned=False, movable=True)
    assert not driver.row.isVisible()
