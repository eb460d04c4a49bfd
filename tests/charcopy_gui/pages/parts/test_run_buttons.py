import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from charcopy_gui.appearance.theme import DARK
from charcopy_gui.pages.parts.run_buttons import RunButtons


@pytest.fixture
def buttons(qtbot):
    buttons = RunButtons(QLabel("Example"), ("Run: count", "Counts"), ("Stop counting", "Ends it"))
    buttons.set_theme(DARK)
    qtbot.addWidget(buttons)
    with qtbot.waitExposed(buttons):
        buttons.show()
    return buttons


def named(buttons, name):
    (found,) = [b for b in buttons.findChildren(QPushButton) if b.accessibleName() == name]
    return found


@pytest.mark.parametrize("name", ["Run: count", "Stop counting"])
def test_only_what_can_be_asked_for_is(qtbot, buttons, name):
    runs = name.startswith("Run")
    wanted = buttons.run_requested if runs else buttons.stop_requested
    buttons.set_abilities(can_run=runs, can_stop=not runs)
    with qtbot.waitSignal(wanted):
        qtbot.mouseClick(named(buttons, name), Qt.MouseButton.LeftButton)
    buttons.set_abilities(can_run=not runs, can_stop=runs)
    with qtbot.assertNotEmitted(wanted):
        qtbot.mouseClick(named(buttons, name), Qt.MouseButton.LeftButton)


def test_run_is_the_last_and_the_lead_the_first(buttons):
    places = [buttons.findChild(QLabel).x(), *(named(buttons, n).x() for n in
              ("Stop counting", "Run: count"))]  # fmt: skip
    assert places == sorted(places)
