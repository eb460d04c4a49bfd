"""The table of Generate as people use it in the window: menus, undo, live mode, drops, badges."""

import pytest
from fake_generation import sentence_for, writer
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QScrollArea
from window_driver import MR, click, named, open_cell, shown_text, shown_window, wait_until_idle

from charcopy_gui.documents import workspace
from charcopy_gui.frame.memory import Places
from charcopy_gui.pages.generate.badge import Standing
from charcopy_gui.pages.generate.live import WAIT_MILLISECONDS
from charcopy_gui.pages.generate.slot_marks import Column
from charcopy_gui.pages.train.results import PROBE
from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import Settings
from core.config import Strategy

CONTROL = Qt.KeyboardModifier.ControlModifier
pytestmark = pytest.mark.usefixtures("own_folders")


def line_of(window):
    return window.page.findChild(QLineEdit, "line")


def action(window, title):
    (found,) = (a for a in window._menus._edit.actions() if a.text().replace("&", "") == title)
    return found


def test_undo_in_an_open_cell_is_the_tables(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        window.page.mr.model.move([0], 3)
        editor = open_cell(qtbot, window, 0, Column.VALUE)
        qtbot.keyClicks(editor, "bar")
        qtbot.keyClick(editor, Qt.Key.Key_Z, CONTROL)
        assert editor.text() == "pub"
        qtbot.keyClick(editor, Qt.Key.Key_Z, CONTROL)
        assert line_of(window).text() == MR
        qtbot.keyClick(editor, Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier)
        assert line_of(window).text().startswith("eatType[pub]")


def test_undo_in_the_line_is_the_tables_too(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        line = line_of(window)
        click(qtbot, line)
        qtbot.keyClick(line, Qt.Key.Key_End)
        qtbot.keyClicks(line, ", a[b]")
        qtbot.keyClick(line, Qt.Key.Key_Z, CONTROL)
        assert line.text() == MR
        assert window.page.mr.model.rowCount() == 3
        action(window, "Remove slots").trigger()
        qtbot.keyClick(line, Qt.Key.Key_Z, CONTROL)
        assert line.text() == MR


def test_the_edit_menu_copies_duplicates_and_rolls(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        window.page.mr.table.clearSelection()
        action(window, "Copy slots as two columns").trigger()
        assert QGuiApplication.clipboard().text().splitlines()[1] == "eatType\tpub"
        action(window, "Copy slots as JSON").trigger()
        assert '"food": "French"' in QGuiApplication.clipboard().text()
        window.page.mr.commands.select_rows(1)
        qtbot.keyClick(window.page.mr.table, Qt.Key.Key_D, CONTROL)
        assert [slot.name for slot in window.page.mr.model.mr().slots][1:3] == ["eatType"] * 2
        action(window, "Random slots").trigger()
        assert window.page.mr.model.history.undoText() == "Random slots"
        qtbot.keyClick(window.page.mr.table, Qt.Key.Key_Z, CONTROL)
        qtbot.keyClick(window.page.mr.table, Qt.Key.Key_Z, CONTROL)
        assert line_of(window).text() == MR


def test_run_takes_an_open_composition_in_or_leaves_it(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        editor = open_cell(qtbot, window, 0, Column.VALUE)
        editor.selectAll()
        event = QInputMethodEvent("とう", [])
        QCoreApplication.sendEvent(editor, event)
        event = QInputMethodEvent()
        event.setCommitString("東京")
        QCoreApplication.sendEvent(editor, event)
        window.page.run()
        wait_until_idle(qtbot, window)
        assert shown_text(window).startswith("東京 is a ")


def test_live_mode_writes_after_an_edit_and_is_remembered(qtbot, tmp_path):
    places = Places(settings=tmp_path / "settings.toml")
    with shown_window(qtbot, places=places) as window:
        wait_until_idle(qtbot, window)
        live = window.page.findChild(QCheckBox)
        assert live.accessibleName() == "Live"
        qtbot.mouseClick(live, Qt.MouseButton.LeftButton, pos=live.rect().center())
        editor = open_cell(qtbot, window, 0, Column.VALUE)
        qtbot.keyClicks(editor, "Wok")
        expected = sentence_for("name[Wok], eatType[pub], food[French]")
        qtbot.waitUntil(lambda: shown_text(window) == expected)
        assert editor.isVisible(), "nobody is thrown out of a cell"
    kept, notice = settings_file.load(places.settings)
    assert (kept.live, notice) == (True, "")
    with shown_window(qtbot, settings=Settings(mr=MR, live=True)) as window:
        wait_until_idle(qtbot, window)
        assert window.page.mr.live.on


def test_nobody_is_thrown_out_of_a_cell_by_what_is_kept_meanwhile(qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(workspace, "_REST_MILLISECONDS", 10)
    places = Places(workspace=tmp_path / "kept.charcopy")
    with shown_window(qtbot, places=places, settings=Settings(mr=MR, live=True)) as window:
        wait_until_idle(qtbot, window)
        editor = open_cell(qtbot, window, 0, Column.VALUE)
        qtbot.keyClicks(editor, "Wok")
        expected = sentence_for("name[Wok], eatType[pub], food[French]")
        qtbot.waitUntil(lambda: shown_text(window) == expected)
        qtbot.waitUntil(
            lambda: (
                places.workspace.is_file() and "name[Wok]" in places.workspace.read_text("utf-8")
            )
        )
        qtbot.keyClicks(editor, "s")
        assert line_of(window).text().startswith("name[Woks]")


def test_live_mode_writes_after_another_setting_too(qtbot):
    with shown_window(qtbot, settings=Settings(mr=MR, live=True)) as window:
        wait_until_idle(qtbot, window)
        runs = []
        window.page.generate_requested.connect(lambda _, config: runs.append(config.strategy))
        box = named(window.page.runs, "How the next character is chosen")
        box.setCurrentIndex(box.findData(Strategy.BEAM))
        qtbot.waitUntil(lambda: bool(runs))
        wait_until_idle(qtbot, window)
        assert runs == [Strategy.BEAM]
        assert len(window.page.tree) == 4


def test_in_the_smallest_window_nothing_of_the_table_is_cut_off(qtbot):
    with shown_window(qtbot) as window:
        window.resize(1024, 640)
        wait_until_idle(qtbot, window)
        panel, seen = window.page.mr, window.page.findChild(QScrollArea).viewport()
        right = panel.mapTo(seen, panel.rect().topRight()).x()
        qtbot.waitUntil(lambda: right < seen.width())
        assert window.page.width() <= window.centralWidget().width() - window._navigation.width()


# Texts that come back.


def write_cell(window, text, row=0):
    window.page.mr.model.write(window.page.mr.model.index(row, Column.VALUE), text)


def outdated(window):
    return "table has changed" in named(window.page.output, "Status").text()


def test_undo_brings_a_tables_text_back_and_redo_the_one_after_it(qtbot):
    other = "name[Wok], eatType[pub], food[French]"
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        window.page.instrument.stepping.go_to(4)
        write_cell(window, "Wok")
        window.page.run()
        wait_until_idle(qtbot, window)
        assert shown_text(window) == sentence_for(other)
        qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
        assert (line_of(window).text(), shown_text(window)) == (MR, sentence_for(MR))
        assert window.page.instrument.stepping.step == 4, "as it was left"
        assert not outdated(window)
        qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier)
        assert (line_of(window).text(), shown_text(window)) == (other, sentence_for(other))
        assert not outdated(window)


def test_undo_to_a_table_that_was_never_run_leaves_the_text(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        write_cell(window, "Wok")
        write_cell(window, "bar", row=1)
        window.page.run()
        wait_until_idle(qtbot, window)
        shown = shown_text(window)
        qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
        assert shown_text(window) == shown
        assert outdated(window)


def test_live_mode_does_not_write_again_what_undo_brought_back(qtbot):
    with shown_window(qtbot, settings=Settings(mr=MR, live=True)) as window:
        wait_until_idle(qtbot, window)
        write_cell(window, "Wok")
        qtbot.waitUntil(lambda: shown_text(window).startswith("Wok is"))
        wait_until_idle(qtbot, window)
        runs = []
        window._link.started.connect(runs.append)
        qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
        assert shown_text(window) == sentence_for(MR)
        qtbot.wait(2 * WAIT_MILLISECONDS)
        assert runs == []
        assert window.page.mr.model.history.canRedo()


def test_a_run_by_hand_is_not_run_again_by_live_mode(qtbot):
    with shown_window(qtbot, settings=Settings(mr=MR, live=True)) as window:
        wait_until_idle(qtbot, window)
        runs = []
        window._link.started.connect(runs.append)
        window.page.mr.model.write(window.page.mr.model.index(0, 1), "Wok")
        window.page.run()
        qtbot.wait(2 * WAIT_MILLISECONDS)
        assert runs == ["name[Wok], eatType[pub], food[French]"]


def test_the_newest_edit_wins_over_a_text_that_is_being_written(qtbot):
    with shown_window(qtbot, writer(pause=0.02), settings=Settings(mr=MR, live=True)) as window:
        qtbot.waitUntil(lambda: len(shown_text(window)) > 3)
        window.page.mr.model.write(window.page.mr.model.index(0, 1), "Wok")
        qtbot.waitUntil(lambda: shown_text(window).startswith("Wok is"))
        wait_until_idle(qtbot, window)
        assert shown_text(window) == sentence_for("name[Wok], eatType[pub], food[French]")


def test_badges_say_what_became_of_each_slot_and_lead_to_it(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        badges = window.page.badges
        assert [badge.standing for badge in badges.badges] == [Standing.VERBATIM] * 3
        food = named(window, "food: verbatim")
        click(qtbot, food)
        assert window.page.mr.commands.selected_rows() == [2]
        step = window.page.instrument.stepping.step
        assert shown_text(window)[step:].startswith("French")


def test_corpora_that_are_opened_are_offered(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        names = len(window.page.mr.completions.values("town"))
        window.pages.data.open_requested.emit(window.pages.data._chosen.catalogue.known[0])
        qtbot.waitUntil(lambda: len(window.page.mr.completions.values("town")) > names + 100)


def test_the_table_is_taken_over_to_train_unless_its_line_cannot_be_read(qtbot):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        probe, take = window.pages.train.results.probe, "Take the table from Generate"
        editor = open_cell(qtbot, window, 0, Column.VALUE)
        editor.selectAll()
        qtbot.keyClicks(editor, "Quill")
        qtbot.keyClick(window, Qt.Key.Key_3, CONTROL)
        window.pages.train.results.show_view(PROBE)
        click(qtbot, named(probe, take))
        assert probe.text == MR.replace("Zizzi Blue", "Quill")
        qtbot.keyClick(window, Qt.Key.Key_1, CONTROL)
        click(qtbot, line_of(window))
        line_of(window).selectAll()
        qtbot.keyClicks(line_of(window), "name[Aa")
        qtbot.keyClick(window, Qt.Key.Key_3, CONTROL)
        click(qtbot, named(probe, take))
        said = named(probe, "What is wrong with the table")
        assert said.text().startswith("The table on Generate cannot be read")
        assert probe.text == MR.replace("Zizzi Blue", "Quill")
