"""The three plots and their axes on one canvas, seen through the trace that they are a part of."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import QApplication
from trace_records import source, steps

from charcopy_gui.appearance.text_size import set_text_size
from charcopy_gui.appearance.theme import DARK, LIGHT
from charcopy_gui.plots.trace_plots import FRAME, LETTERS
from charcopy_gui.plots.trace_view import TraceView
from core.records import END_LABEL, START_LABEL, GenerationStarted, SourceView

COLUMNS = 65
LONG = source([("customer rating", "Zizzi"), ("near", "Aa")])


@pytest.fixture
def trace(qtbot) -> Iterator[TraceView]:
    view = TraceView()
    qtbot.addWidget(view)
    view.set_theme(LIGHT)
    view.resize(760, 560)
    with qtbot.waitExposed(view):
        view.show()
    view.start(source())
    view.append(steps("x" * COLUMNS, p_gen=lambda i: i % 2))
    QApplication.processEvents()
    yield view
    set_text_size(100)


def given(view: TraceView, change: Callable[..., object], *values: int) -> None:
    change(*values)
    QApplication.processEvents()
    QApplication.processEvents()


def places(view: TraceView, column: int) -> list[float]:
    """The scene's pixel at which a column starts: in p_gen, in the strip and in the alignment."""
    canvas, columns = view.canvas, view.canvas._shared
    first, at = canvas._strip.scenePos().x(), QPointF(column, 0)
    in_strip = first + columns.left(column)
    assert first == canvas.gutter, "where the pointer is taken to be"
    assert canvas._ruler.scenePos().x() == first
    return [
        canvas._switch.mapViewToScene(at).x(),
        in_strip,
        canvas.alignment.mapViewToScene(at).x(),
    ]


def assert_shared(view: TraceView) -> None:
    for column in (0, 1, COLUMNS // 2, COLUMNS):
        in_switch, in_strip, in_map = places(view, column)
        assert in_switch == pytest.approx(in_strip, abs=0.01)
        assert in_map == pytest.approx(in_strip, abs=0.01)


@pytest.mark.parametrize("percents", [(150, 200), (200, 100), (125, 150, 175, 200, 150, 100)])
def test_in_text_of_any_size_a_column_is_at_one_place_in_all_three(trace, percents):
    for percent in percents:
        given(trace, set_text_size, percent)
        assert_shared(trace)


def test_in_a_window_of_any_width_as_well(trace):
    for width in (500, 520, 1200, 1201, 760):
        given(trace, trace.resize, width, 560)
        assert_shared(trace)


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_the_gutter_has_room_for_its_names_in_text_of_any_size(trace, percent):
    trace.start(LONG)
    trace.append(steps("abc", LONG))
    given(trace, set_text_size, percent)
    metrics = QFontMetrics(trace.canvas.font())
    for name in ("p_gen 0 ", "customer rating"):
        assert metrics.horizontalAdvance(name) + 8 <= trace.canvas.gutter


def test_the_longest_word_of_a_sentence_is_whole_beside_its_letters(trace):
    characters = (START_LABEL, *"is riverside", END_LABEL)
    sentence = GenerationStarted(1, 0, SourceView(characters, (), frozenset()), "toy")
    trace.start(sentence)
    room = trace.canvas.gutter - LETTERS
    metrics = QFontMetricsF(trace.canvas.font())
    assert metrics.elidedText("riverside", Qt.TextElideMode.ElideMiddle, room) == "riverside"


def test_the_slots_lines_end_with_the_last_column(trace):
    trace.start(LONG)
    trace.append(steps("abc", LONG))
    QApplication.processEvents()
    canvas = trace.canvas
    shot, alignment = canvas.grab().toImage(), canvas.alignment
    row = LONG.source.slot_spans[1].name[0]
    height = alignment.height() / len(LONG.source.characters)
    line = round(alignment.sceneBoundingRect().top() + row * height)
    left, cell = canvas.gutter, canvas._shared.cell

    def coloured(x: int) -> bool:
        return any(shot.pixelColor(x, line + y) == LIGHT.border for y in (-1, 0, 1))

    assert coloured(left + 2)
    assert coloured(left + 3 * cell - 2)
    assert not coloured(left + 3 * cell + 2)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_chosen_step_at_the_right_edge_is_wholly_in_view_with_its_frame(trace, theme):
    trace.set_theme(theme)
    trace.append(steps("x" * 300))
    for width in range(760, 768):
        given(trace, trace.resize, width, 560)
        trace.set_step(0)
        trace.set_step(200)
        columns = trace.canvas._shared
        right = trace.canvas.gutter + columns.left(200) + columns.cell
        shot = trace.canvas.grab().toImage()
        assert right + FRAME <= shot.width()
        assert shot.pixelColor(right, 300) == theme.muted
