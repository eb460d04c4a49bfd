"""The key beside the plots: what it explains, and when."""

import pytest
from trace_records import source, steps

from charcopy_gui.appearance.theme import DARK, LIGHT
from charcopy_gui.plots.trace_view import TraceView


@pytest.fixture
def trace(qtbot) -> TraceView:
    view = TraceView()
    qtbot.addWidget(view)
    view.set_theme(LIGHT)
    return view


def words(trace):
    return trace.key.accessibleDescription()


def colours(trace, width):
    """What the key shows, where it is so wide."""
    trace.key.resize(width, 24)
    shot = trace.key.grab().toImage()
    return {shot.pixelColor(x, y).name() for x in range(shot.width()) for y in range(shot.height())}


def test_it_explains_what_is_drawn(trace):
    assert words(trace) == "", "nothing is"
    trace.start(source())
    trace.append(steps("ab"))
    assert words(trace) == "generated, copied, attention 0 to 1"
    trace.set_copying(True)
    assert words(trace) == "generated, copied, copying 0 to 1"
    trace.set_copying(False)
    trace.start(source())
    trace.append(steps("ab", p_gen=lambda _: None))
    assert words(trace) == "attention 0 to 1"
    trace.clear()
    assert words(trace) == ""


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_where_there_is_little_room_it_has_the_scale_alone(trace, theme):
    trace.set_theme(theme)
    trace.start(source())
    trace.append(steps("ab"))
    wide, narrow = trace.key.sizeHint().width(), trace.key.minimumSizeHint().width()
    assert narrow < wide
    assert theme.copied.name() in colours(trace, wide)
    assert theme.copied.name() not in colours(trace, narrow)


def test_its_scale_has_the_colours_of_the_map(trace):
    trace.start(source())
    trace.append(steps("ab"))
    hue = colours(trace, 400)
    trace.set_cividis(True)
    assert colours(trace, 400) != hue
