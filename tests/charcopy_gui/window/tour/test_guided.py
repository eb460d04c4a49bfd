"""The guided tour, as it is taken."""

import threading

import pytest
import shiboken6
from fake_generation import loader, writer
from patience import LONG_SECONDS
from PySide6.QtCore import QRect, Qt
from tour_driver import (
    ESCAPE,
    LEFT,
    RETURN,
    choose,
    has_panel,
    in_window,
    key,
    outlined,
    panel,
    press,
    title,
    way_on,
)
from window_driver import (
    MR,
    has_plots,
    open_cell,
    shown_text,
    shown_window,
    wait_for_characters,
    wait_until_idle,
)

from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.storage.settings import Settings
from charcopy_gui.window.tour.courses import TOUR
from charcopy_gui.window.tour.outline import Outline

pytestmark = pytest.mark.usefixtures("own_folders")

TITLES = [step.title for step in TOUR.steps]


def begin(qtbot, window):
    wait_until_idle(qtbot, window)
    choose(window, "Guided tour")


def test_the_tour_is_taken_with_return_alone(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window)
        seen = []
        while has_panel(window):
            qtbot.waitUntil(lambda: way_on(window).isEnabled())
            seen.append((title(window), way_on(window).text()))
            at = seen[-1]
            key(qtbot, window, RETURN)
            qtbot.waitUntil(
                lambda at=at: not has_panel(window) or (title(window), way_on(window).text()) != at
            )
        assert list(dict.fromkeys(name for name, _ in seen)) == TITLES
        assert len(TITLES) == 5
        assert [words for _, words in seen] == [
            "Next",
            "Next",
            "Show me",
            "Next",
            "Show me",
            "Finish",
        ]
        assert [part.what_if is None for part in window.page.tree] == [True, False]
        assert window.page.mr.table.hasFocus()
        assert outlined_nothing(window)


def outlined_nothing(window):
    return all(o.isHidden() for o in window.findChildren(Outline))


def test_a_step_notices_what_is_done_in_the_window(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window)
        press(qtbot, window, "Next")
        press(qtbot, window, "Next")
        assert way_on(window).text() == "Show me"
        step = window.page.instrument.stepping.step
        qtbot.keyClick(window, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
        assert window.page.instrument.stepping.step == step + 1
        assert way_on(window).text() == "Next"
        assert title(window) == TITLES[2]


def test_the_tour_is_told_over_the_text_of_the_table(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        window.page.mr.set_text("name[Qwyx 7], eatType[pub]", "Another table")
        assert shown_text(window).startswith("Zizzi Blue")
        choose(window, "Guided tour")
        qtbot.waitUntil(lambda: shown_text(window) == "Qwyx 7 is a pub.")
        assert title(window) == TITLES[0]
        window.page.mr.model.history.undo()
        assert shown_text(window).startswith("Zizzi Blue")


def test_back_goes_back_and_escape_ends_where_it_began(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window)
        key(qtbot, window, RETURN)
        assert title(window) == TITLES[1]
        key(qtbot, window, LEFT)
        assert title(window) == TITLES[0]
        key(qtbot, window, LEFT)
        assert title(window) == TITLES[0]
        key(qtbot, window, ESCAPE)
        assert not has_panel(window)
        assert window.page.mr.table.hasFocus()


def test_the_keyboard_stays_where_people_are_until_the_tour_is_asked_for(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window)
        window.page.mr.table.setFocus()
        assert not panel(window).has_keyboard
        qtbot.keyClick(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ControlModifier)
        assert panel(window).has_keyboard
        assert title(window) == TITLES[0]


def test_escape_leaves_the_tour_and_not_the_text_that_is_being_written(qtbot):
    hold = threading.Event()
    with shown_window(qtbot, writer(hold=hold)) as window:
        wait_for_characters(qtbot, window)
        choose(window, "Guided tour")
        assert "being written" in panel(window).note
        key(qtbot, window, ESCAPE)
        assert not has_panel(window)
        assert window.page.activity is Activity.WRITING
        hold.set()
        wait_until_idle(qtbot, window)


def test_while_a_model_loads_that_is_said_and_the_deed_waits(qtbot):
    go_on = threading.Event()

    def load(path, device, cancel):
        assert go_on.wait(LONG_SECONDS)
        return loader()(path, device, cancel)

    with shown_window(qtbot, load=load) as window:
        try:
            qtbot.waitUntil(lambda: window.page.activity is Activity.LOADING and has_plots(window))
            choose(window, "Guided tour")
            key(qtbot, window, RETURN)
            key(qtbot, window, RETURN)
            assert "loading" in panel(window).note
            assert not way_on(window).isEnabled()
            assert panel(window).has_keyboard
        finally:
            go_on.set()
        qtbot.waitUntil(lambda: way_on(window).isEnabled())
        assert panel(window).note == ""
        assert way_on(window).hasFocus()


def test_without_a_model_that_is_said(qtbot):
    with shown_window(qtbot, model=None) as window:
        qtbot.waitUntil(lambda: has_plots(window))
        choose(window, "Guided tour")
        assert "No model is in use" in panel(window).note
        press(qtbot, window, "Next")
        press(qtbot, window, "Next")
        assert not way_on(window).isEnabled()
        press(qtbot, window, "End")
        assert not has_panel(window)


def test_the_line_goes_where_the_part_goes(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window)
        press(qtbot, window, "Next")
        reading = window.page.output.reading
        for size in ((1024, 640), (1440, 880)):
            window.resize(*size)
            assert outlined(window) == in_window(window, reading).adjusted(-6, -6, 6, 6)
            assert not panel(window).geometry().intersects(in_window(window, reading))


def test_on_another_page_there_is_no_line_and_the_way_back_is_said(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window)
        press(qtbot, window, "Next")
        press(qtbot, window, "Next")
        window.show_page(PAGES.index("Models"))
        assert outlined(window) == QRect()
        assert "leads back" in panel(window).note
        press(qtbot, window, "Show me")
        assert window.pages.visible is window.page
        assert outlined(window).contains(in_window(window, window.page.output._trace))


def test_nothing_is_cut_off_in_the_smallest_window_with_the_largest_text(qtbot):
    with shown_window(qtbot, settings=Settings(mr=MR, text_size=200)) as window:
        window.resize(1024, 640)
        begin(qtbot, window)
        while way_on(window).text() != "Finish":
            qtbot.waitUntil(lambda: way_on(window).isEnabled())
            here = panel(window)
            assert window.rect().contains(here.geometry())
            assert here.height() >= here.layout().totalHeightForWidth(here.width())
            assert here.width() >= here.layout().totalMinimumSize().width()
            assert not outlined(window).isEmpty()
            at = (title(window), way_on(window).text())
            press(qtbot, window, at[1])
            qtbot.waitUntil(lambda at=at: (title(window), way_on(window).text()) != at)


def test_screen_readers_are_told_all_of_a_step(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window)
        assert panel(window).accessibleName() == "Guided tour"
        assert way_on(window).accessibleName() == "Next"
        assert TOUR.steps[0].words in way_on(window).accessibleDescription()


def test_the_window_closes_in_the_middle_of_a_tour(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window)
        press(qtbot, window, "Next")
        window.close()
        assert not window.isVisible()


def test_a_tour_that_began_in_an_open_cell_ends_cleanly(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        editor = open_cell(qtbot, window, 0, 1)
        qtbot.keyClick(editor, Qt.Key.Key_F1, Qt.KeyboardModifier.ControlModifier)
        assert panel(window).has_keyboard
        qtbot.waitUntil(lambda: not shiboken6.isValid(editor))
        key(qtbot, window, ESCAPE)
        assert not has_panel(window)
