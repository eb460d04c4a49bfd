"""The p_gen plot, seen through the trace that it is a part of."""

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from trace_records import source, steps

from charcopy_gui.appearance.theme import DARK, LIGHT, blend
from charcopy_gui.plots.switch import AREA_STRENGTH, TALLEST
from charcopy_gui.plots.trace_view import NO_SWITCH, TraceView


@pytest.fixture
def trace(qtbot) -> TraceView:
    view = TraceView()
    qtbot.addWidget(view)
    view.set_theme(LIGHT)
    view.resize(900, 600)
    with qtbot.waitExposed(view):
        view.show()
    view.start(source())
    return view


def image(trace):
    return trace.canvas.grab().toImage()


def middle(trace, column):
    return trace.canvas.gutter + column * 11 + 5


def area(theme, name):
    return blend(theme.background, getattr(theme, name), AREA_STRENGTH)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_generated_lies_below_p_gen_and_copied_above(trace, theme):
    trace.append(steps("ab", p_gen=lambda i: (0.25, 0.75)[i]))
    trace.set_theme(theme)
    shot = image(trace)
    for column, p_gen in enumerate((0.25, 0.75)):
        for height in (0.05, 0.2, 0.3, 0.7, 0.8, 0.95):
            expected = area(theme, "generated" if height < p_gen else "copied")
            y = round(TALLEST * (1 - height))
            assert shot.pixelColor(middle(trace, column), y) == expected


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_line_tells_the_areas_apart_without_their_colours(trace, theme):
    trace.append(steps("ab", p_gen=lambda _: 0.5))
    trace.set_theme(theme)
    shot, x = image(trace), middle(trace, 1)
    column = [shot.pixelColor(x, y) for y in range(TALLEST)]
    assert column.count(theme.text) == 1
    at = column.index(theme.text)
    assert {c.name() for c in column[1 : at - 1]} == {area(theme, "copied").name()}
    assert {c.name() for c in column[at + 2 : -1]} == {area(theme, "generated").name()}


def test_nothing_is_drawn_behind_the_last_column(trace):
    trace.append(steps("ab"))
    assert image(trace).pixelColor(middle(trace, 3), 60) == LIGHT.background


def test_without_a_copy_switch_there_is_a_note_and_no_plot(trace):
    note = next(label for label in trace.findChildren(QLabel) if label.text() == NO_SWITCH)
    trace.append(steps("ab", p_gen=lambda _: None))
    QApplication.processEvents()
    shot = image(trace)
    column = {shot.pixelColor(middle(trace, 0), y).name() for y in range(shot.height())}
    assert note.isVisible()
    assert area(LIGHT, "generated").name() not in column
    assert LIGHT.heat.name() in column
    trace.start(source())
    trace.append(steps("ab"))
    QApplication.processEvents()
    assert not note.isVisible()
    assert image(trace).pixelColor(middle(trace, 0), 60) == area(LIGHT, "generated")
