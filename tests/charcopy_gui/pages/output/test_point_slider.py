import pytest
from PySide6.QtCore import QPoint, Qt

from charcopy_gui.pages.output.point_slider import PointSlider

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def slider(qtbot):
    made = PointSlider()
    qtbot.addWidget(made)
    made.setRange(0, 100)
    made.resize(214, 22)  # Two pixels a step, and the handle's own width.
    with qtbot.waitExposed(made):
        made.show()
    return made


def at(value):
    return QPoint(7 + 2 * value, 11)


def test_it_comes_to_where_it_is_pressed_and_says_so_once(qtbot, slider):
    released = []
    slider.sliderReleased.connect(lambda: released.append(slider.value()))
    qtbot.mousePress(slider, LEFT, pos=at(70))
    assert slider.value() == 70
    assert released == []
    qtbot.mouseRelease(slider, LEFT, pos=at(70))
    assert released == [70]


def test_it_is_dragged_from_there_and_not_past_its_ends(qtbot, slider):
    qtbot.mousePress(slider, LEFT, pos=at(70))
    for value, expected in ((40, 40), (-30, 0), (300, 100)):
        qtbot.mouseMove(slider, at(value))
        assert slider.value() == expected
    qtbot.mouseRelease(slider, LEFT, pos=at(300))
    qtbot.mouseMove(slider, at(10))
    assert slider.value() == 100, "nobody holds it any more"


def test_a_handle_that_is_taken_does_not_jump(qtbot, slider):
    slider.setValue(50)
    qtbot.mousePress(slider, LEFT, pos=at(50) + QPoint(5, 0))
    assert slider.value() == 50
    qtbot.mouseMove(slider, at(60) + QPoint(5, 0))
    assert slider.value() == 60
    qtbot.mouseRelease(slider, LEFT, pos=at(60) + QPoint(5, 0))


def test_other_buttons_leave_it_alone(qtbot, slider):
    qtbot.mouseClick(slider, Qt.MouseButton.RightButton, pos=at(70))
    assert slider.value() == 0
