"""The lessons: each leads to what it is about, and takes nothing away."""

import threading

import pytest
from fake_generation import writer
from fake_training import write_card
from PySide6.QtCore import Qt
from tour_driver import RETURN, choose, has_panel, panel, press, title, way_on
from window_driver import (
    MR,
    button,
    click,
    open_cell,
    shown_text,
    shown_window,
    wait_for_characters,
    wait_until_idle,
)

from charcopy_gui.pages.output.tinted_text import TintedText
from charcopy_gui.storage import paths
from charcopy_gui.window.tour.courses import (
    COPYING,
    LESSONS,
    LOOKING,
    PINNING,
    TOUR,
    WITHOUT_COPYING,
)

pytestmark = pytest.mark.usefixtures("own_folders")


def begin(qtbot, window, course):
    wait_until_idle(qtbot, window)
    choose(window, "Lessons", course.title)


def show_me(qtbot, window):
    """Let the program do what the step waits for."""
    qtbot.waitUntil(lambda: way_on(window).isEnabled())
    at = title(window)
    press(qtbot, window, "Show me")
    qtbot.waitUntil(lambda: title(window) != at)


def test_steps_are_short_and_every_course_ends_with_something_to_look_at():
    for course in (TOUR, *LESSONS):
        assert course.steps[-1].deed is None
        for step in course.steps:
            assert 1 <= step.words.count(". ") + 1 <= 3, step.title
            assert len(step.words) <= 220, step.title


def test_a_typed_name_and_a_run_by_hand_are_noticed_and_undo_gives_the_table_back(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window, COPYING)
        assert window.page.line() == COPYING.table
        assert "brings yours back" in panel(window).note
        wait_until_idle(qtbot, window)
        editor = open_cell(qtbot, window, 0, 1)
        editor.selectAll()
        qtbot.keyClicks(editor, "Qwyx 7")
        assert title(window) == COPYING.steps[0].title
        qtbot.keyClick(editor, RETURN)
        qtbot.waitUntil(lambda: title(window) == COPYING.steps[1].title)
        click(qtbot, button(window.page, "Run"))
        qtbot.waitUntil(lambda: title(window) == COPYING.steps[2].title)
        assert shown_text(window).startswith("Qwyx 7 is")
        history = window.page.mr.model.history
        while window.page.line() != MR:
            assert history.canUndo()
            history.undo()


def test_show_me_takes_another_invented_name_each_time(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window, COPYING)
        show_me(qtbot, window)
        first = window.page.mr.model.mr().slots[0].value
        press(qtbot, window, "Back")
        show_me(qtbot, window)
        assert window.page.mr.model.mr().slots[0].value not in (first, "The Copper Lantern")
        show_me(qtbot, window)
        assert title(window) == COPYING.steps[2].title


def test_p_gen_is_pinned_within_the_name(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window, PINNING)
        show_me(qtbot, window)
        show_me(qtbot, window)
        shown = window.page.instrument
        made = shown.tree[shown.branch].what_if
        assert made.p_gen == 1.0
        assert 0 < made.index < len("Quibble & Vane")
        press(qtbot, window, "Next")
        press(qtbot, window, "Finish")
        assert not has_panel(window)


def test_the_attention_is_moved_to_the_last_slot(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window, LOOKING)
        show_me(qtbot, window)
        show_me(qtbot, window)
        shown = window.page.instrument
        made = shown.tree[shown.branch].what_if
        source = "".join(shown.tree.source.characters[1:])
        assert made.index == 0
        assert source[made.position :].startswith("Marlow Bridge]")


def misspell(qtbot, window):
    """Have another character written in the middle of the name: a branch without it is shown."""
    window.page.instrument.choose_step(4)
    window.page.instrument.step_panel.character_chosen.emit("a")
    wait_until_idle(qtbot, window)
    assert shown_text(window).startswith("Quiba")


def click_character(qtbot, window, index):
    text = window.page.output.reading.findChild(TintedText)
    where = text.boxes()[index].center()
    qtbot.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=where)


def test_a_lesson_begins_with_the_text_as_written_and_keeps_the_branches(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window, PINNING)
        wait_until_idle(qtbot, window)
        misspell(qtbot, window)
        begin(qtbot, window, LOOKING)
        assert shown_text(window).startswith("Quibble & Vane is")
        assert len(window.page.tree) == 2
        assert title(window) == LOOKING.steps[0].title
        click_character(qtbot, window, 0)
        assert title(window) == LOOKING.steps[1].title


def test_a_lesson_that_is_begun_again_asks_again_for_a_character_of_the_name(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window, LOOKING)
        show_me(qtbot, window)
        press(qtbot, window, "End")
        begin(qtbot, window, LOOKING)
        window.page.mr.table.setFocus()
        assert title(window) == LOOKING.steps[0].title
        assert "click its first" not in panel(window).note


def test_a_click_beside_the_name_is_answered(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window, LOOKING)
        qtbot.waitUntil(lambda: way_on(window).isEnabled())
        click_character(qtbot, window, 3)
        assert "The name is “Quibble & Vane”: click its first" in panel(window).note
        assert title(window) == LOOKING.steps[0].title


def test_in_a_branch_that_misspells_the_name_show_me_goes_back_to_the_text_as_written(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window, LOOKING)
        wait_until_idle(qtbot, window)
        misspell(qtbot, window)
        assert "choose “as written”" in panel(window).note
        show_me(qtbot, window)
        assert window.page.instrument.branch == 0
        assert window.page.instrument.stepping.chosen.kept == 0


def test_where_the_text_leaves_the_name_out_that_is_said(qtbot):
    with shown_window(qtbot, writer(text=lambda _: "It is a pub.")) as window:
        begin(qtbot, window, PINNING)
        wait_until_idle(qtbot, window)
        assert "does not have the name" in panel(window).note
        assert not way_on(window).isEnabled()


def test_two_models_write_beside_each_other(qtbot):
    (folder,) = paths.model_folders()
    copies, copies_not = (
        write_card(folder / f"{name}.safetensors") for name in ("e2e-edacs", "e2e-eda")
    )
    write_card(folder / "another.safetensors")
    with shown_window(qtbot, model=copies) as window:
        begin(qtbot, window, WITHOUT_COPYING)
        show_me(qtbot, window)
        compare = window.pages.compare
        assert window.pages.visible is compare
        assert {view.outcome.entrant.path for view in compare.outcomes.views} == {
            copies,
            copies_not,
        }
        assert compare.outcomes.mr == WITHOUT_COPYING.table


def test_without_the_two_models_that_is_said(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window, WITHOUT_COPYING)
        assert "not both here" in panel(window).note
        assert not way_on(window).isEnabled()


def test_a_lesson_takes_the_place_of_a_tour(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        choose(window, "Guided tour")
        choose(window, "Lessons", LOOKING.title)
        assert title(window) == LOOKING.steps[0].title


def test_the_key_of_the_tour_leads_back_to_a_lesson(qtbot):
    with shown_window(qtbot) as window:
        begin(qtbot, window, LOOKING)
        window.page.mr.table.setFocus()
        qtbot.keyClick(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ControlModifier)
        assert panel(window).has_keyboard
        assert title(window) == LOOKING.steps[0].title


def test_a_lesson_that_begins_while_a_text_is_written_has_its_own_written_next(qtbot):
    hold = threading.Event()
    with shown_window(qtbot, writer(hold=hold)) as window:
        wait_for_characters(qtbot, window)
        choose(window, "Lessons", LOOKING.title)
        assert not way_on(window).isEnabled()
        hold.set()
        qtbot.waitUntil(lambda: shown_text(window).startswith("Quibble & Vane is"))
        show_me(qtbot, window)
        assert title(window) == LOOKING.steps[1].title
