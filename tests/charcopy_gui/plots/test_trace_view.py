from time import process_time

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QTextDocument, QWheelEvent
from PySide6.QtWidgets import QApplication, QScrollBar, QToolTip
from trace_records import finished, source, steps

from charcopy_gui.appearance.source_words import describe_step
from charcopy_gui.appearance.text_size import scaled
from charcopy_gui.appearance.theme import DARK, LIGHT, blend
from charcopy_gui.plots.strip import STRIP_HEIGHT, cell_label
from charcopy_gui.plots.switch import TALLEST
from charcopy_gui.plots.trace_view import TraceView
from core.records import END_LABEL, Ending

STARTED = source()
ROWS = len(STARTED.source.characters)
GAP = 4


@pytest.fixture
def trace(qtbot) -> TraceView:
    view = TraceView()
    qtbot.addWidget(view)
    view.set_theme(LIGHT)
    view.resize(900, 600)
    with qtbot.waitExposed(view):
        view.show()
    view.start(STARTED)
    return view


def image(trace):
    QApplication.processEvents()
    return trace.canvas.grab().toImage()


def bar(trace):
    return trace.findChild(QScrollBar)


def at(trace, column, cell=11):
    """The middle of a column, in the canvas."""
    return QPointF(trace.canvas.gutter + (column + 0.5) * cell, 300)


def send(trace, kind, where, button=Qt.MouseButton.NoButton, held=Qt.MouseButton.NoButton):
    viewport = trace.canvas.viewport()
    place = viewport.mapToGlobal(where)
    event = QMouseEvent(kind, where, place, button, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(viewport, event)


def click(trace, where):
    left = Qt.MouseButton.LeftButton
    send(trace, QEvent.Type.MouseButtonPress, where, left, left)
    send(trace, QEvent.Type.MouseButtonRelease, where, left)


def turn(trace, notches, modifier=Qt.KeyboardModifier.NoModifier):
    where = at(trace, 10)
    event = QWheelEvent(
        where,
        trace.canvas.viewport().mapToGlobal(where),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        modifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(trace.canvas.viewport(), event)
    return event.isAccepted()


def edges(shot, y):
    """The pixels of a line at which the colour changes."""
    line = [shot.pixelColor(x, y).rgb() for x in range(shot.width())]
    return [x for x in range(1, shot.width()) if line[x] != line[x - 1]]


@pytest.mark.parametrize(("count", "cell"), [(20, 11), (76, 10), (150, 5), (300, 7)])
def test_the_three_views_share_their_columns_to_the_pixel(trace, count, cell):
    copied = {"p_gen": lambda i: float(i % 2), "row": lambda i: ROWS // 2 if i % 2 else 0}
    trace.append(steps("x" * count, **copied))
    shot = image(trace)
    left, top = trace.canvas.gutter, TALLEST + 2 * GAP + STRIP_HEIGHT
    shown = min(count, (shot.width() - left) // cell)
    expected = [left + i * cell for i in range(1, shown)]
    in_switch = edges(shot, TALLEST // 4)
    in_strip = edges(shot, TALLEST + GAP + STRIP_HEIGHT - 1)
    in_map = edges(shot, top + 2)
    for found in (in_strip, in_map):
        assert [x for x in found if left < x < left + shown * cell] == expected
    found = [x for x in in_switch if left + 1 < x < left + shown * cell]
    assert found == [x + i for x in expected for i in (0, 1)], "the areas and their boundary"


def test_a_weight_is_drawn_in_its_cell_with_its_strength(trace):
    made = steps("abc", row=lambda i: 5 * i)
    made[1].alignment[:] = 0
    made[1].alignment[9] = 0.5
    trace.append(made)
    shot = image(trace)
    top = TALLEST + 2 * GAP + STRIP_HEIGHT
    height = (shot.height() - 20 - top) / ROWS

    def pixel(row, column):
        return shot.pixelColor(round(at(trace, column).x()), round(top + (row + 0.5) * height))

    # The attention itself: the copy alignment would be one row further down.
    assert made[0].copy_alignment[1] == 1
    assert pixel(0, 0) == LIGHT.heat
    assert pixel(10, 2) == LIGHT.heat
    half = blend(LIGHT.background, LIGHT.heat, 0.5)
    assert pixel(9, 1).red() == pytest.approx(half.red(), abs=2)
    assert pixel(9, 0) == pixel(9, 2) == LIGHT.background


def test_growing_by_chunks_equals_all_at_once(trace):
    made = steps("The Zizzi Blue is a pub" * 3, p_gen=lambda i: i % 5 / 4, row=lambda i: i)
    trace.append(made)
    whole = image(trace)
    trace.start(STARTED)
    for start in range(0, len(made), 5):
        trace.append(made[start : start + 5])
    assert image(trace) == whole


def test_clear_says_what_will_be_here(trace):
    trace.append(steps("abc"))
    trace.set_step(1)
    trace.clear()
    assert not trace.canvas.isVisible()
    assert trace.canvas.accessibleDescription() == ""
    trace.start(STARTED)
    assert len(set(edges(image(trace), TALLEST // 2))) <= 40, "only the axis is left"


def test_a_theme_changes_every_colour(trace):
    trace.append(steps("abc"))
    trace.set_theme(DARK)
    shot = image(trace)
    assert shot.pixelColor(shot.width() - 2, 300) == DARK.background
    assert shot.pixelColor(round(at(trace, 0).x()), 128) == DARK.heat


def test_pointing_tells_the_step_and_leaving_tells_none(trace):
    trace.append(steps("x" * 20))
    told = []
    trace.step_hovered.connect(told.append)
    for column in (0, 7, 7, 19, 20):
        send(trace, QEvent.Type.MouseMove, at(trace, column))
    assert told == [0, 7, 19, -1]
    send(trace, QEvent.Type.MouseMove, at(trace, 3))
    QApplication.sendEvent(trace.canvas, QEvent(QEvent.Type.Leave))
    assert told[-2:] == [3, -1]


def test_a_click_chooses_the_step_under_it(trace, qtbot):
    trace.append(steps("x" * 20))
    with qtbot.waitSignal(trace.step_clicked) as told:
        click(trace, at(trace, 12))
    assert told.args == [12]
    with qtbot.assertNotEmitted(trace.step_clicked):
        click(trace, QPointF(10, 300))


def row_place(trace, row):
    """The middle of a row's left end in the alignment, and of its place in the axis."""
    place = trace.canvas.alignment.sceneBoundingRect()
    y = place.top() + (row + 0.5) * place.height() / ROWS
    return QPointF(trace.canvas.gutter + 200, y), QPointF(4, y)


def test_pointing_at_a_row_or_its_name_marks_the_row_and_tells_the_position(trace):
    trace.append(steps("x" * 20))
    before = image(trace)
    told = []
    trace.position_hovered.connect(told.append)
    for row in (0, 7, ROWS - 1):
        for where in row_place(trace, row):
            send(trace, QEvent.Type.MouseMove, where)
        shot = image(trace)
        plot, axis = (point.toPoint() for point in row_place(trace, row))
        assert shot.pixelColor(plot) != LIGHT.background
        assert shot.pixelColor(axis) != LIGHT.background
    send(trace, QEvent.Type.MouseMove, QPointF(300, 20))
    assert told == [0, 7, ROWS - 1, -1]
    assert image(trace) == before


def test_a_position_that_is_pointed_at_elsewhere_has_its_row_marked(trace):
    trace.append(steps("x" * 20))
    before = image(trace)
    trace.mark_position(7)
    assert image(trace).pixelColor(row_place(trace, 7)[0].toPoint()) != LIGHT.background
    trace.resize(900, 400)
    assert image(trace).pixelColor(row_place(trace, 7)[0].toPoint()) != LIGHT.background
    trace.resize(900, 600)
    trace.mark_position(-1)
    assert image(trace) == before
    trace.mark_position(7)
    trace.start(STARTED)
    trace.append(steps("x" * 20))
    assert image(trace) == before, "another text begins"


def test_the_keyboard_walks_through_the_steps(trace, qtbot):
    trace.append(steps("x" * 20))
    told = []
    trace.step_clicked.connect(told.append)
    trace.step_clicked.connect(trace.set_step)
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_End):
        qtbot.keyClick(trace, key)
    assert told == [0, 0, 1, 19]


def test_the_chosen_step_is_marked_through_all_three(trace):
    trace.append(steps("x" * 20, row=lambda _: ROWS - 1))
    before = image(trace)
    trace.set_step(4)
    after = image(trace)
    x = trace.canvas.gutter + 4 * 11 - 1
    for y in (20, TALLEST + GAP + 3, 200, 400):
        assert after.pixelColor(x, y) == LIGHT.muted
        assert before.pixelColor(x, y) != LIGHT.muted
    trace.set_step(None)
    assert image(trace) == before


def test_a_step_in_words(trace):
    made = steps("n", p_gen=lambda _: 0.03, row=lambda _: 20)[0]
    assert describe_step(made, STARTED.source) == "step 1: 'n', p_gen 0.03, attends to 'a' in near"
    trace.append([made])
    trace.set_step(0)
    assert trace.canvas.accessibleDescription() == describe_step(made, STARTED.source)
    last = steps([END_LABEL], p_gen=lambda _: None, row=lambda _: 0)[0]
    assert describe_step(last, STARTED.source) == "step 1: ⟨end⟩, attends to ⟨start⟩"


def test_a_tooltip_tells_the_step_as_plain_text(trace, monkeypatch):
    told = []
    monkeypatch.setattr(QToolTip, "showText", lambda _where, text, _widget: told.append(text))
    trace.start(source([("<b>", "x")]))
    trace.append(steps("<", source([("<b>", "x")]), row=lambda _: 2))
    for where in (at(trace, 0).toPoint(), QPoint(3, 3)):
        place = trace.canvas.viewport().mapToGlobal(where)
        event = QHelpEvent(QEvent.Type.ToolTip, where, place)
        QApplication.sendEvent(trace.canvas.viewport(), event)
    shown = QTextDocument()
    shown.setHtml(told[0])
    assert shown.toPlainText() == "step 1: '<', p_gen 0.75, attends to 'b' in <b>"
    assert told[1] == ""


def test_a_long_text_scrolls_and_follows_until_someone_scrolls(trace):
    trace.append(steps("x" * 300))
    assert bar(trace).isVisible()
    assert bar(trace).value() == bar(trace).maximum() > 0
    assert turn(trace, 5)
    there = bar(trace).value()
    assert there < bar(trace).maximum()
    trace.append(steps("x" * 50))
    trace.set_step(349)
    assert bar(trace).value() == there
    trace.finish(finished("x" * 350))
    assert bar(trace).value() == there
    trace.set_step(349)
    assert bar(trace).value() == bar(trace).maximum()


def test_a_text_that_was_seen_as_it_came_is_seen_from_its_beginning_at_last(trace):
    trace.append(steps("x" * 300))
    trace.set_step(299)
    trace.finish(finished("x" * 300))
    trace.set_playing(False)
    trace.set_shown(None)
    assert bar(trace).value() == 0
    trace.set_step(150)
    assert bar(trace).value() > 0, "brought into view"


@pytest.mark.parametrize(("ending", "shown"), [(Ending.STOPPED, None), (Ending.END, 290)])
def test_one_that_was_stopped_or_is_played_stays_where_it_came_to(trace, ending, shown):
    trace.set_playing(True)
    trace.append(steps("x" * 300))
    trace.set_shown(shown)
    there = bar(trace).value()
    assert there > 0
    trace.finish(finished("x" * 300, ending))
    trace.set_playing(False)
    trace.set_shown(None)
    assert bar(trace).value() == there


def test_a_drag_pans_and_is_no_click(trace, qtbot):
    trace.append(steps("x" * 300))
    before = bar(trace).value()
    left = Qt.MouseButton.LeftButton
    with qtbot.assertNotEmitted(trace.step_clicked):
        send(trace, QEvent.Type.MouseButtonPress, QPointF(300, 300), left, left)
        send(trace, QEvent.Type.MouseMove, QPointF(370, 300), held=left)
        send(trace, QEvent.Type.MouseButtonRelease, QPointF(370, 300), left)
    assert bar(trace).value() == before - 10


def test_ctrl_and_wheel_zoom_and_a_double_click_fits(trace):
    trace.append(steps("x" * 60))
    assert not turn(trace, 1), "nothing to scroll: the page may have it"
    assert turn(trace, 4, Qt.KeyboardModifier.ControlModifier)
    assert bar(trace).isVisible()
    send(trace, QEvent.Type.MouseButtonDblClick, QPointF(300, 300), Qt.MouseButton.LeftButton)
    assert not bar(trace).isVisible()


def test_any_code_point_can_be_drawn(trace):
    odd = [*"<b>שלום日\u0301\u200f\t\n", "😀", "\ud800", "", END_LABEL]
    trace.append(steps(odd))
    image(trace)
    assert [cell_label(c) for c in (" ", "\n", "\u0301", "", END_LABEL, "<")] == [
        *("·", "▯", "◌\u0301", "▯", "⊣", "<")
    ]


def test_six_hundred_characters_of_two_hundred_rows_are_drawn_in_time(trace):
    long = source([("name", "x" * 190)])
    made = steps("x" * 600, long, row=lambda i: i)
    trace.start(long)
    began = process_time()
    for start in range(0, 600, 20):
        trace.append(made[start : start + 20])
        QApplication.processEvents()
    assert (process_time() - began) / 30 < 0.25, "seconds of work an update; a tenth is usual"


def test_everything_has_a_name_for_screen_readers(trace):
    for widget in (trace, trace.canvas, bar(trace)):
        assert widget.accessibleName()


@pytest.mark.parametrize("percent", [100, 200])
def test_the_alignment_stays_readable_in_little_room(trace, percent):
    font = trace.font()
    font.setPointSizeF(font.pointSizeF() * percent / 100)
    trace.setFont(font)
    trace.append(steps("x" * 400))
    trace.resize(600, 0)
    QApplication.processEvents()
    assert bar(trace).isVisible()
    assert trace.canvas.alignment.height() >= scaled(120, font) >= 120


def test_where_there_is_little_room_p_gen_gives_way(trace):
    trace.append(steps("abc"))
    trace.resize(900, 280)
    QApplication.processEvents()
    heights = [plot.height() for plot in (trace.canvas._switch, trace.canvas.alignment)]
    assert heights[0] < TALLEST / 1.5
    assert heights[1] > 150


def test_what_is_not_shown_yet_has_its_room_and_is_not_drawn(trace):
    made = steps("x" * 60, p_gen=lambda _: 0.0, row=lambda _: ROWS - 1)
    trace.append(made[:20])
    part = image(trace)
    trace.append(made[20:])
    trace.set_shown(20)
    assert image(trace).copy(0, 0, 700, 560) == part.copy(0, 0, 700, 560)
    trace.set_shown(None)
    assert image(trace) != part


def test_space_asks_to_play(trace, qtbot):
    trace.append(steps("x" * 20))
    with qtbot.waitSignal(trace.play_pressed):
        qtbot.keyClick(trace, Qt.Key.Key_Space)


def test_a_text_that_is_played_follows_until_someone_scrolls(trace):
    trace.append(steps("x" * 300))
    trace.finish(finished("x" * 300))
    trace.set_playing(True)
    trace.set_shown(10)
    trace.set_step(9)
    assert bar(trace).value() == 0
    trace.set_shown(250)
    trace.set_step(249)
    there = bar(trace).value()
    assert there > 0
    assert turn(trace, 3)
    scrolled = bar(trace).value()
    assert scrolled < there
    trace.set_shown(260)
    trace.set_step(259)
    assert bar(trace).value() == scrolled


def test_another_text_of_the_same_source_stays_where_one_scrolled(trace):
    trace.append(steps("x" * 300))
    assert turn(trace, 5)
    there = bar(trace).value()
    trace.start(STARTED)
    trace.append(steps("y" * 290))
    assert bar(trace).value() == there
    trace.start(source())
    trace.append(steps("y" * 290))
    assert bar(trace).value() == bar(trace).maximum(), "a new run is followed"


def test_the_copy_alignment_can_be_drawn_instead(trace):
    made = steps("abc", row=lambda i: 5 * i)
    trace.append(made[:2])
    trace.set_copying(True)
    trace.append(made[2:])
    assert trace.canvas.alignment.weights.argmax(0).tolist() == [1, 6, 11]
    trace.set_copying(False)
    assert trace.canvas.alignment.weights.argmax(0).tolist() == [0, 5, 10]


def test_the_alignment_can_be_drawn_in_a_map_of_many_colours(trace):
    trace.append(steps("a"))
    trace.set_cividis(True)
    shot = image(trace)
    full = shot.pixelColor(round(at(trace, 0).x()), 130)
    assert full.red() > 220
    assert full.blue() < 120
