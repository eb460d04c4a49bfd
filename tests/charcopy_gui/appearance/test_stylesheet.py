import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QStyleFactory,
    QWidget,
)

from charcopy_gui.appearance.stylesheet import stylesheet
from charcopy_gui.appearance.theme import DARK, LIGHT

both = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def drawn(widget, theme, qtbot, size):
    qtbot.addWidget(widget)
    widget.setStyleSheet(stylesheet(theme))
    widget.resize(*size)
    return widget.grab().toImage()


@both
def test_no_placeholder_is_left(theme):
    sheet = stylesheet(theme)
    assert "$" not in sheet
    assert "@" not in sheet
    assert theme.accent.name() in sheet


@both
def test_it_applies(theme, qtbot):
    image = drawn(QComboBox(), theme, qtbot, (160, 32))
    assert image.pixelColor(40, 16) == theme.panel


@both
def test_a_checked_box_has_a_tick_in_the_accents_text_colour(theme, qtbot):
    def colours(checked):
        box = QCheckBox(checked=checked)
        image = drawn(box, theme, qtbot, (24, 24))
        return {image.pixelColor(x, y).rgb() for x in range(24) for y in range(24)}

    tick = QColor(theme.accent_text).rgb()
    assert theme.accent.rgb() in colours(True)
    assert tick in colours(True)
    assert theme.accent.rgb() not in colours(False)


@both
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_drop_down_shows_all_its_rows(theme, qtbot):
    page = QWidget()
    box = QComboBox(page)
    box.setStyle(QStyleFactory.create("Fusion"))
    box.addItems(["one", "two", "three", "four"])
    QHBoxLayout(page).addWidget(box)
    qtbot.addWidget(page)
    page.setStyleSheet(stylesheet(LIGHT))
    with qtbot.waitExposed(page):
        page.show()
    page.setStyleSheet(stylesheet(theme))
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton)
    view = box.view()
    qtbot.waitUntil(view.isVisible)
    last = view.model().index(3, 0)
    qtbot.waitUntil(lambda: view.viewport().rect().contains(view.visualRect(last)))
    assert view.verticalScrollBar().maximum() == 0
    box.hidePopup()


def test_fields_and_buttons_in_one_line_are_equally_high(qtbot):
    page = QWidget()
    line = QHBoxLayout(page)
    fields = [QLineEdit("1"), QSpinBox(), QDoubleSpinBox(), QComboBox(), QPushButton("Start")]
    for field in fields:
        line.addWidget(field)
    drawn(page, LIGHT, qtbot, (800, 120))
    assert len({field.height() for field in fields}) == 1
