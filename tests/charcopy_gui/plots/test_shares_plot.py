from PySide6.QtCore import QPoint, Qt

from charcopy_gui.appearance.theme import DARK, LIGHT
from charcopy_gui.plots.shares import ROW_HEIGHT, SharesPlot

SHARES = [("name", 40), ("area", 10), ("<b>food</b>", 0)]


def plot(qtbot, chosen=0):
    shown = SharesPlot("Slots", "copied")
    qtbot.addWidget(shown)
    shown.show_shares(SHARES, 40, chosen)
    shown.resize(400, shown.sizeHint().height())
    with qtbot.waitExposed(shown):
        shown.show()
    return shown


def coloured(shown, row, colour):
    """How many pixels of a row are in a colour."""
    image = shown.grab().toImage()
    y = int((row + 0.5) * ROW_HEIGHT)
    return sum(image.pixelColor(x, y) == colour for x in range(image.width()))


def test_bars_are_as_long_as_their_share_in_the_themes_colour(qtbot):
    shown = plot(qtbot)
    for theme in (LIGHT, DARK):
        shown.set_theme(theme)
        whole, quarter, none = (coloured(shown, row, theme.copied) for row in range(3))
        assert whole > 100
        assert abs(quarter - whole / 4) <= 2
        assert none == 0


def test_a_bar_is_chosen_by_mouse_and_by_keyboard(qtbot):
    shown = plot(qtbot)
    chosen = []
    shown.chosen.connect(chosen.append)
    qtbot.mouseClick(shown, Qt.MouseButton.LeftButton, pos=QPoint(20, 2 * ROW_HEIGHT + 5))
    qtbot.keyClick(shown, Qt.Key.Key_Up)
    qtbot.keyClick(shown, Qt.Key.Key_Down)
    qtbot.keyClick(shown, Qt.Key.Key_Down)
    assert chosen == [2, 1, 2], "there is nothing below the last"


def test_where_nothing_can_be_chosen_nothing_is(qtbot):
    shown = plot(qtbot, chosen=-1)
    with qtbot.assertNotEmitted(shown.chosen):
        qtbot.mouseClick(shown, Qt.MouseButton.LeftButton)
    assert shown.focusPolicy() is Qt.FocusPolicy.NoFocus
    assert shown.accessibleDescription() == "name 40; area 10; <b>food</b> 0"


def test_no_bars_are_no_trouble(qtbot):
    shown = plot(qtbot)
    shown.show_shares([], 0)
    assert not shown.grab().isNull()
