"""What-ifs and beam search through the whole window: page, link and worker."""

import threading

import pytest
from fake_generation import HELD, sentence_for, writer
from fake_training import write_card
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea
from window_driver import MR, click, has_plots, named, shown_window, wait_until_idle

from charcopy_gui.frame.memory import Places
from charcopy_gui.pages.generate.badge import Standing
from charcopy_gui.pages.generate.examples import EXAMPLES
from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import Settings
from core.config import DecodingConfig, Strategy
from core.records import Ending

pytestmark = pytest.mark.usefixtures("own_folders")
CTRL = Qt.KeyboardModifier.ControlModifier


def shown(window):
    return window.page.output.reading.text()


def column_of(page):
    """What holds the table, the candidates and the branches, and is scrolled where need be."""
    areas = page.findChildren(QScrollArea)
    return next(area for area in areas if area.isAncestorOf(page.instrument.branches))


@pytest.mark.parametrize("size", [(1024, 640), (1366, 768), (1440, 900)])
def test_the_first_branch_moves_nothing_and_there_is_nothing_to_scroll_before_it(qtbot, size):
    with shown_window(qtbot, settings=Settings(mr=EXAMPLES[0][1])) as window:
        window.resize(*size)
        wait_until_idle(qtbot, window)
        page, panel = window.page, window.page.instrument.step_panel
        page.instrument.stepping.go_to(3)
        QApplication.processEvents()
        qtbot.waitUntil(lambda: column_of(page).verticalScrollBar().maximum() == 0)
        before = panel.y(), panel.height()
        click(qtbot, named(panel, "o"))
        wait_until_idle(qtbot, window)
        assert len(page.tree) > 1
        QApplication.processEvents()
        assert (panel.y(), panel.height()) == before


def choose_strategy(window, strategy):
    box = named(window.page.runs, "How the next character is chosen")
    box.setCurrentIndex(box.findData(strategy))


def test_a_click_on_a_candidate_is_a_branch_and_ctrl_z_takes_it_back(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        page, original = window.page, sentence_for(MR)
        page.instrument.stepping.go_to(3)
        click(qtbot, named(page.instrument.step_panel, "o"))
        wait_until_idle(qtbot, window)
        expected = original[:3] + "o" + original[4:]
        assert shown(window) == expected
        assert page.tree.text(0) == original
        assert page.instrument.stepping.step == 3
        qtbot.keyClick(window, Qt.Key.Key_Z, CTRL)
        assert shown(window) == original
        qtbot.keyClick(window, Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.ShiftModifier)
        assert shown(window) == expected


def test_edits_and_branches_are_undone_in_the_order_in_which_they_were_made(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        page = window.page
        click(qtbot, named(page.instrument.step_panel, "o"))
        wait_until_idle(qtbot, window)
        page.mr.set_text("name[Aa]")
        page.run()
        wait_until_idle(qtbot, window)
        qtbot.keyClick(window, Qt.Key.Key_Z, CTRL)
        assert page.mr.text() == MR
        assert shown(window) != sentence_for(MR), "the branch that was left"
        qtbot.keyClick(window, Qt.Key.Key_Z, CTRL)
        assert shown(window) == sentence_for(MR)
        assert not page.mr.model.history.canUndo()
        for _ in range(2):
            qtbot.keyClick(window, Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.ShiftModifier)
        assert page.mr.text() == "name[Aa]"
        assert shown(window) == sentence_for("name[Aa]")


def test_a_run_of_the_same_table_can_be_undone_where_it_hides_a_branch(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        page, history = window.page, window.page.mr.model.history
        click(qtbot, named(page.instrument.step_panel, "o"))
        wait_until_idle(qtbot, window)
        branch = shown(window)
        page.run()
        wait_until_idle(qtbot, window)
        assert history.undoText() == "Run"
        qtbot.keyClick(window, Qt.Key.Key_Z, CTRL)
        assert shown(window) == branch
        qtbot.keyClick(window, Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.ShiftModifier)
        assert shown(window) == sentence_for(MR)
        assert len(page.tree) == 1


def test_a_pin_of_p_gen_reaches_the_network(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        stepping = window.page.instrument.stepping
        stepping.go_to(4)
        slider = named(window.page, "p_gen of the chosen step")
        qtbot.keyClick(slider, Qt.Key.Key_Home)
        qtbot.keyClick(slider, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: len(window.page.tree) == 2)
        wait_until_idle(qtbot, window)
        assert window.page.instrument.steps[4].p_gen == 0
        assert window.page.instrument.steps[5].p_gen != 0


def test_the_attention_that_was_moved_reaches_the_network(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        window.page.instrument.stepping.go_to(4)
        line = window.page.output.source.line
        qtbot.mouseClick(line, Qt.MouseButton.LeftButton, CTRL, line.boxes()[6].center())
        wait_until_idle(qtbot, window)
        assert window.page.instrument.steps[4].alignment[6] == 1


def test_beam_search_lists_its_texts_and_each_has_its_trace(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        choose_strategy(window, Strategy.BEAM)
        window.page.run()
        wait_until_idle(qtbot, window)
        tree = named(window.page, "Texts of this run")
        assert tree.model().rowCount() == 4
        assert shown(window) == sentence_for(MR)
        qtbot.keyClick(tree, Qt.Key.Key_Down)
        assert shown(window) == sentence_for(MR) + "!"
        assert window.page.output._trace.canvas.alignment.weights.shape[1] == len(shown(window)) + 1


def test_the_settings_come_back_at_the_next_start(qtbot, tmp_path):
    places = Places(settings=tmp_path / "settings.toml")
    with shown_window(qtbot, places=places) as window:
        wait_until_idle(qtbot, window)
        choose_strategy(window, Strategy.SAMPLED)
        window.page.run()
        wait_until_idle(qtbot, window)
    again, _ = settings_file.load(places.settings)
    assert again.decoding == DecodingConfig(Strategy.SAMPLED)
    with shown_window(qtbot, settings=again) as window:
        assert window.page.runs.config() == DecodingConfig(Strategy.SAMPLED)
        wait_until_idle(qtbot, window)


def test_a_slow_speed_leaves_the_network_fast_and_the_badges_wait(qtbot):
    with shown_window(qtbot, settings=Settings(mr=MR)) as window:
        wait_until_idle(qtbot, window)
        for _ in range(6):
            qtbot.keyClick(named(window.page, "Speed of playing"), Qt.Key.Key_Left)
        window.page.run()
        wait_until_idle(qtbot, window)
        page = window.page
        assert page.instrument.text == sentence_for(MR)
        assert len(page.instrument.shown_text) < 5
        assert not named(page, "Read this text back").isEnabled()
        click(qtbot, named(page, "To the end"))
        assert page.instrument.shown_text == sentence_for(MR)
        assert "name" in page.badges.text()
        assert named(page, "Read this text back").isEnabled()


def test_a_search_shows_its_best_text_so_far_and_esc_keeps_it(qtbot):
    hold = threading.Event()
    with shown_window(qtbot, writer(hold=hold)) as window:
        qtbot.waitUntil(lambda: len(window.page.instrument.steps) == HELD)
        hold.set()
        wait_until_idle(qtbot, window)
        hold.clear()
        page, sentence = window.page, window.page.output.reading._sentence
        assert all(badge.standing is not Standing.NOT_YET for badge in page.badges.badges)
        choose_strategy(window, Strategy.BEAM)
        page.run()
        qtbot.waitUntil(lambda: sentence.toPlainText() == sentence_for(MR)[:HELD])
        assert page.output.status._status.text() == "Searching… the best so far"
        assert {badge.standing for badge in page.badges.badges} == {Standing.NOT_YET}
        assert window._link.session() is None, "there is nothing to keep yet"
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        wait_until_idle(qtbot, window)
        assert shown(window) == sentence_for(MR)[:HELD]
        assert page.output.status._status.text() == "Stopped: the text is unfinished."


def test_a_search_that_is_stopped_before_a_character_gives_the_text_back(qtbot):
    waiting = threading.Event()

    def late(request, cancel):
        if request.config.strategy is Strategy.BEAM:
            waiting.set()
            cancel.wait()
        return writer()(request, cancel)

    with shown_window(qtbot, late) as window:
        wait_until_idle(qtbot, window)
        choose_strategy(window, Strategy.BEAM)
        window.page.run()
        qtbot.waitUntil(waiting.is_set)
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        wait_until_idle(qtbot, window)
        assert shown(window) == sentence_for(MR)
        assert window.page.instrument.complete
        words = "Stopped at once: the previous text is back."
        assert window.page.output.status._status.text() == words


def test_without_a_model_nothing_can_be_made_otherwise_and_no_branch_waits(qtbot, tmp_path):
    hold = threading.Event()
    hold.set()
    with shown_window(qtbot, writer(hold=hold)) as window:
        wait_until_idle(qtbot, window)
        page, link = window.page, window._link
        page.instrument.stepping.go_to(3)
        candidate = named(page.instrument.step_panel, "o")
        p_gen = named(page, "p_gen of the chosen step")
        hold.clear()
        click(qtbot, candidate)
        qtbot.waitUntil(lambda: len(page.tree.text(1)) == HELD)
        qtbot.keyClick(window, Qt.Key.Key_Z, CTRL)
        hold.set()
        wait_until_idle(qtbot, window)
        link.follow_model(None)
        assert not p_gen.isEnabled()
        click(qtbot, candidate)
        assert len(page.tree) == 1
        qtbot.keyClick(window, Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.ShiftModifier)
        assert page.tree[1].ending is Ending.STOPPED
        assert not page.instrument.stepping.playback.playing
        assert page.output.status._status.text().startswith("No model is in use")
        link.follow_model(write_card(tmp_path / "models" / "other.safetensors"))
        wait_until_idle(qtbot, window)
        assert p_gen.isEnabled()


def test_a_window_without_a_model_offers_no_what_ifs(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        kept = window._link.session()
    with shown_window(qtbot, model=None) as window:
        qtbot.waitUntil(lambda: has_plots(window))
        window._link.show_session(kept)
        window.page.instrument.stepping.go_to(3)
        assert not named(window.page, "p_gen of the chosen step").isEnabled()
        click(qtbot, named(window.page.instrument.step_panel, "o"))
        assert len(window.page.tree) == 1
