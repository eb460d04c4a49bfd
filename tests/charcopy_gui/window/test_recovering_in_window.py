"""What is there again at the next start: table, page, text and branches; and what is left out."""

import threading
from pathlib import Path

import pytest
from fake_generation import HELD, MODEL, loader, sentence_for, writer
from fake_training import write_card
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox
from window_driver import (
    MR,
    answer,
    click,
    named,
    shown_text,
    shown_window,
    wait_for_characters,
    wait_until_idle,
)

from charcopy_gui.documents.left_out import LeftOut
from charcopy_gui.frame.memory import Places
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.generate.slot_marks import Column
from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import Settings
from core.meaning_representation import Slot
from core.records import Ending
from core.session import reading

pytestmark = pytest.mark.usefixtures("own_folders")
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
EDITS = ("The Eagle", "Café 東京", "<b>Wok</b>")


@pytest.fixture
def places(tmp_path):
    return Places(
        tmp_path / "settings.toml", tmp_path / "geometry.ini", tmp_path / "workspace.charcopy"
    )


def edit(window, value):
    model = window.page.mr.model
    model.write(model.index(0, Column.VALUE), value)


def kept_table(places):
    return settings_file.load(places.settings)[0].mr


def name_of(window):
    return window.page.mr.model.mr().slots[0].value


def said(window):
    return [box.text() for box in window.findChildren(QMessageBox)]


# The table.


def test_undo_and_redo_go_through_the_same_states_and_each_is_kept(qtbot, places):
    with shown_window(qtbot, places=places) as window:
        wait_until_idle(qtbot, window)
        states = [window.page.mr.text()]
        for value in EDITS:
            edit(window, value)
            states.append(window.page.mr.text())
        for state in states[-2::-1]:
            qtbot.keyClick(window, Qt.Key.Key_Z, CTRL)
            assert window.page.mr.text() == state
            qtbot.waitUntil(lambda state=state: kept_table(places) == state)
        for state in states[1:]:
            qtbot.keyClick(window, Qt.Key.Key_Z, CTRL | SHIFT)
            assert window.page.mr.text() == state
            qtbot.waitUntil(lambda state=state: kept_table(places) == state)


def test_what_was_undone_is_there_at_the_next_start(qtbot, places):
    with shown_window(qtbot, places=places) as window:
        wait_until_idle(qtbot, window)
        for value in EDITS:
            edit(window, value)
        qtbot.waitUntil(lambda: EDITS[-1] in kept_table(places))
        qtbot.keyClick(window, Qt.Key.Key_Z, CTRL)
        expected = window.page.mr.text()
        assert EDITS[1] in expected
    found, notice = settings_file.load(places.settings)
    assert notice == ""
    with shown_window(qtbot, places=places, settings=found) as window:
        assert window.page.mr.text() == expected
        assert not window.page.mr.model.history.canUndo()
        wait_until_idle(qtbot, window)


@pytest.mark.parametrize("slot", [Slot("name", "half [open"), Slot("a,b", "x")])
def test_a_table_that_no_line_can_hold_is_there_as_it_was(qtbot, places, slot):
    slots = (slot, Slot("food", "French"))
    with shown_window(qtbot, places=places) as window:
        wait_until_idle(qtbot, window)
        window.page.mr.model.set_slots(slots, "Edit slot")
    found, notice = settings_file.load(places.settings)
    assert notice == ""
    with shown_window(qtbot, places=places, settings=found, pages_ahead=True) as window:
        qtbot.waitUntil(lambda: len(window.pages.made) == len(PAGES))
        assert window.page.mr.model.mr().slots == slots


def test_of_two_windows_each_keeps_what_it_changed(qtbot, places):
    with shown_window(qtbot, places=places) as one, shown_window(qtbot, places=places) as other:
        for window in (one, other):
            wait_until_idle(qtbot, window)
        one._look._choose("dark")
        edit(other, "The Eagle")
        one._memory.keep_device("cpu")
        qtbot.waitUntil(lambda: "The Eagle" in kept_table(places))
    found, notice = settings_file.load(places.settings)
    assert (found.theme, found.device, notice) == ("dark", "cpu", "")
    assert "The Eagle" in found.mr


def test_the_page_that_was_seen_last_is_seen_again(qtbot, places):
    with shown_window(qtbot, places=places) as window:
        wait_until_idle(qtbot, window)
        qtbot.keyClick(window, Qt.Key.Key_5, CTRL)
    found = settings_file.load(places.settings)[0]
    assert found.page == "data"
    with shown_window(qtbot, places=places, settings=found) as window:
        qtbot.waitUntil(lambda: window.pages.visible is window.pages._made.get(4))
        wait_until_idle(qtbot, window)
        qtbot.keyClick(window, Qt.Key.Key_1, CTRL)
    assert settings_file.load(places.settings)[0].page == ""


# The text and its branches.


def with_a_branch(qtbot, window):
    """Another character at the fourth step; the branch's text."""
    wait_until_idle(qtbot, window)
    window.page.instrument.stepping.go_to(3)
    click(qtbot, named(window.page.instrument.step_panel, "o"))
    wait_until_idle(qtbot, window)
    return shown_text(window)


def test_text_and_branches_are_kept_as_they_grow(qtbot, places):
    with shown_window(qtbot, places=places) as window:
        text = with_a_branch(qtbot, window)
        qtbot.waitUntil(lambda: places.workspace.is_file() and len(kept_tree(places)) == 2)
        assert kept_tree(places).text(1) == text


def kept_tree(places):
    return reading.read(places.workspace).tree


def test_text_and_branches_are_there_at_the_next_start_without_being_written(qtbot, places):
    with shown_window(qtbot, places=places, load=loader(sha256="a" * 64)) as window:
        text = with_a_branch(qtbot, window)
    written = []

    def write(request, cancel):
        written.append(request)
        return iter(())

    again = loader(write, sha256="a" * 64)
    found = settings_file.load(places.settings)[0]
    with shown_window(qtbot, places=places, load=again, settings=found) as window:
        qtbot.waitUntil(lambda: window.page.tree is not None)
        wait_until_idle(qtbot, window)
        assert shown_text(window) == text
        assert window.page.tree.text(0) == sentence_for(MR)
        assert window.page.instrument.stepping.step == 3
        assert window.windowTitle() == "CharCopy"
        assert not window.page.mr.model.history.canUndo()
        assert written == []
        assert said(window) == []


def test_a_table_that_is_newer_than_the_text_stays_and_the_text_says_so(qtbot, places):
    with shown_window(qtbot, places=places) as window:
        wait_until_idle(qtbot, window)
        edit(window, "The Eagle")
    found = settings_file.load(places.settings)[0]
    with shown_window(qtbot, places=places, settings=found) as window:
        qtbot.waitUntil(lambda: window.page.tree is not None)
        wait_until_idle(qtbot, window)
        assert name_of(window) == "The Eagle"
        assert shown_text(window) == sentence_for(MR)
        assert "The table has changed;" in named(window.page, "Status").text()


@pytest.mark.parametrize("content", [b"nonsense", b"", b'{"charcopy": "session", "format": 99}'])
def test_a_damaged_workspace_is_set_aside_and_the_table_written_for(qtbot, places, content):
    places.workspace.write_bytes(content)
    with shown_window(qtbot, places=places) as window:
        wait_until_idle(qtbot, window)
        qtbot.waitUntil(lambda: shown_text(window) == sentence_for(MR))
        aside = places.workspace.with_name("workspace.broken.charcopy")
        assert aside.read_bytes() == content
        (sentence,) = said(window)
        assert sentence.startswith("The last text cannot be shown again.")
        assert str(aside) in sentence


def keep_as(qtbot, window, path):
    """Save the session, as if the dialog for files had been answered with this place."""
    qtbot.keyClick(window, Qt.Key.Key_S, CTRL)
    (dialog,) = window.findChildren(QFileDialog)
    dialog.fileSelected.emit(str(path))
    dialog.close()
    qtbot.waitUntil(lambda: window.windowTitle() == f"{path.name} – CharCopy")


def test_the_title_names_the_session_after_a_start_as_well(qtbot, places, tmp_path):
    path = tmp_path / "Café 東京.charcopy"
    with shown_window(qtbot, places=places) as window:
        with_a_branch(qtbot, window)
        keep_as(qtbot, window, path)
    assert reading.read(path).file == "", "whoever gets it is told no path"
    found = settings_file.load(places.settings)[0]
    with shown_window(qtbot, places=places, settings=found) as window:
        qtbot.waitUntil(lambda: window.windowTitle() == f"{path.name} – CharCopy")
        wait_until_idle(qtbot, window)
        window.page.run()
        wait_until_idle(qtbot, window)
        assert window.windowTitle() == "CharCopy"
    with shown_window(qtbot, places=places, settings=found) as window:
        qtbot.waitUntil(lambda: window.page.tree is not None)
        wait_until_idle(qtbot, window)
        assert window.windowTitle() == "CharCopy"
        keep_as(qtbot, window, path)
    path.unlink()
    with shown_window(qtbot, places=places, settings=found) as window:
        qtbot.waitUntil(lambda: window.page.tree is not None)
        wait_until_idle(qtbot, window)
        assert window.windowTitle() == "CharCopy"


def test_what_was_about_to_be_kept_when_the_window_closed_is_kept(qtbot, places, tmp_path):
    file = tmp_path / "kept.charcopy"
    with shown_window(qtbot, places=places) as window:
        with_a_branch(qtbot, window)
        qtbot.waitUntil(lambda: not window._workspace._worker.busy)
        window._workspace.set_file(file)
        window._workspace._keep()
        window._workspace.close()  # Before the thread has heard of it.
    assert reading.read(places.workspace).file == str(file)


def test_of_two_windows_the_one_that_closes_last_leaves_its_text(qtbot, places):
    with shown_window(qtbot, places=places) as window:
        wait_until_idle(qtbot, window)
        qtbot.waitUntil(lambda: places.workspace.is_file() and kept_tree(places).text(0) != "")
        qtbot.waitUntil(lambda: not window._workspace._changed)
        mine = kept_tree(places).text(0)
        other = places.workspace.read_text().replace(mine[0], "?", 1)
        places.workspace.write_text(other)  # As another window would.
    assert kept_tree(places).text(0) == mine
    assert places.workspace.read_text() != other


def test_a_text_is_kept_that_was_still_being_written_when_the_window_closed(qtbot, places):
    with shown_window(qtbot, writer(hold=threading.Event()), places=places) as window:
        wait_for_characters(qtbot, window, HELD)
    kept = kept_tree(places)
    assert kept.text(0) == sentence_for(MR)[:HELD]
    assert kept[0].ending is Ending.STOPPED


@pytest.mark.parametrize("name", ["bad.charcopy", "gone.charcopy", "bad.safetensors", "bad.txt"])
def test_a_file_that_is_refused_at_the_start_leaves_what_was_kept(qtbot, places, tmp_path, name):
    with shown_window(qtbot, places=places) as window:
        text = with_a_branch(qtbot, window)
    path = tmp_path / name
    if "bad" in name:
        path.write_bytes(b'{"charcopy": "ses')
    found = settings_file.load(places.settings)[0]
    with shown_window(qtbot, places=places, settings=found, first_file=path) as window:
        qtbot.waitUntil(lambda: window.page.tree is not None and len(window.page.tree) == 2)
        wait_until_idle(qtbot, window)
        assert shown_text(window) == text
        (sentence,) = said(window)
        assert name in sentence
        assert name != "bad.charcopy" or "open another copy of it" in sentence
    assert len(kept_tree(places)) == 2
    assert "bad" not in name or path.read_bytes() == b'{"charcopy": "ses'


def test_a_default_model_writes_anew_what_another_one_wrote(qtbot, places, tmp_path):
    with shown_window(qtbot, places=places) as window:
        with_a_branch(qtbot, window)
    default = tmp_path / "default.safetensors"
    default.write_bytes(b"other weights")
    found = Settings(mr=MR, default_model=str(default))
    with shown_window(qtbot, places=places, settings=found, model=default) as window:
        qtbot.waitUntil(lambda: shown_text(window) == sentence_for(MR))
        wait_until_idle(qtbot, window)
        assert len(window.page.tree) == 1
        assert said(window) == []


def test_a_workspace_that_cannot_be_written_is_said_once(qtbot, tmp_path):
    (tmp_path / "file").touch()
    places = Places(workspace=tmp_path / "file" / "workspace.charcopy")
    with shown_window(qtbot, places=places) as window:
        wait_until_idle(qtbot, window)
        status = named(window.page, "Status")
        qtbot.waitUntil(lambda: "cannot be kept" in status.text())


# What ended the program.


def left_out(window):
    (dialog,) = window.findChildren(LeftOut)
    return dialog


def test_a_model_that_is_left_out_is_loaded_when_it_is_asked_for(qtbot, tmp_path):
    loaded = []

    def load(path, device, cancel):
        loaded.append(path)
        return loader()(path, device, cancel)

    model = write_card(tmp_path / "models" / "heavy.safetensors")

    def before(window):
        window.recovery.leave_out([model], still=True)

    with shown_window(qtbot, load=load, model=model, before=before, pages_ahead=True) as window:
        qtbot.waitUntil(lambda: len(window.pages.made) == len(PAGES))
        assert loaded == []
        dialog = left_out(window)
        assert dialog.isVisible()
        assert not dialog.isModal()
        assert str(model) in dialog.text()
        answer(qtbot, dialog, "Try again")
        qtbot.waitUntil(lambda: shown_text(window) == sentence_for(MR))
        wait_until_idle(qtbot, window)
        assert loaded == [model]


def test_who_does_not_want_it_now_has_a_window_that_works(qtbot):
    def before(window):
        window.recovery.leave_out([Path("heavy.safetensors")], still=False)

    with shown_window(qtbot, before=before, model=MODEL) as window:
        wait_until_idle(qtbot, window)
        answer(qtbot, left_out(window), "Not now")
        assert shown_text(window) == sentence_for(MR)
