"""The page, its link and its worker over real files, as people use them."""

import json
import os
import threading

import pytest
from models_driver import made, named_button, own_folder, shown_models
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QLineEdit, QMenu, QMessageBox, QPushButton

from charcopy_gui import model_removal, paths
from charcopy_gui.pages.models.commands import Command
from charcopy_gui.pages.name_dialog import NameDialog
from charcopy_gui.settings import Settings
from charcopy_gui.trash import Trashed
from core import checkpoint, model_store
from core.runs import RunFolder
from core.runs.lock import held

PROBLEM, NEWS = "What went wrong", "What was done"


@pytest.fixture(autouse=True)
def trash(folders, monkeypatch):
    """A trash of the test's own; the one of whoever runs it stays as it is."""
    place = folders / "trash"
    place.mkdir()

    def move(path):
        return Trashed(path, path.rename(place / path.name))

    monkeypatch.setattr(model_removal, "move_to_trash", move)
    return place


def test_all_models_are_listed_and_the_one_in_use_is_chosen(qtbot, folders):
    shipped, mine = folders / "shipped" / "e2e.safetensors", own_folder() / "mine.safetensors"
    settings = Settings(default_model=str(mine))
    with shown_models(qtbot, shipped, settings) as driven:
        assert driven.names() == ["mine", "long run/best", "e2e"]
        assert driven.chosen() == "e2e"
        assert driven.cells("e2e")[1] == "in use"
        assert driven.cells("mine")[1] == "default"
        assert [driven.cells(name)[-1] for name in driven.names()] == [
            "your own",
            "a run",
            "shipped",
        ]
        assert driven.said("What the model is used for") == "in use"
        assert driven.view.hasFocus()


def test_the_card_says_all_that_is_known(qtbot, folders):
    (own_folder() / "mine.md").write_text("# Mine\n\n## Known failures\n\n- None <b>yet</b>.\n")
    with shown_models(qtbot) as driven:
        driven.choose("mine")
        about = driven.text("About the model")
        for words in (
            "Café corpus", "CC BY 4.0", "Ada", "EDA_CS", "✓ copy: ", "✗ coverage: ",
            "1 layer of 4, attention 3, embedding 2, dropout 0.1", "single precision",
            "97 characters: ␣  !", "é", "東",
            "1,200 steps, 3 epochs, seed 2, 1 min, made 2026-11-29 22:30 UTC", "0.5000, while",
            "E2E test, beam of 10, full protocol", "BLEU 0.6250   n 630", "your own",
            str(own_folder() / "mine.safetensors"), "compared whenever it is loaded",
        ):  # fmt: skip
            assert words in about, words
        assert driven.text("Notes on the model") == "Mine\nKnown failures\nNone <b>yet</b>."
        driven.choose("e2e")
        assert "no notes" in driven.text("Notes on the model")
        assert "0.6500, while" in driven.text("About the model")


def test_values_that_anybody_wrote_are_shown_as_they_are(qtbot, folders):
    made(own_folder() / "odd.safetensors", corpus="<b>x</b> " + "東" * 10_000)
    with shown_models(qtbot) as driven:
        driven.choose("odd")
        about = driven.text("About the model")
        assert "<b>x</b> 東東" in about
        assert "…" in about
        width = driven.page.width()
        driven.page.adjustSize()
        assert driven.page.minimumSizeHint().width() < width


def test_search_narrows_the_list_from_the_keyboard(qtbot, folders):
    with shown_models(qtbot) as driven:
        qtbot.keyClick(driven.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        search = driven.page.findChild(QLineEdit)
        assert search.hasFocus()
        qtbot.keyClicks(search, "E2E shipped")
        assert driven.names() == ["e2e"]
        assert driven.chosen() == "e2e"
        qtbot.keyClicks(search, "x")
        assert driven.names() == []
        assert driven.said("About the list") == "No model has all these words."
        assert driven.said("Name of the model") == "Choose a model to see its card."
        qtbot.keyClick(search, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        qtbot.keyClick(search, Qt.Key.Key_Delete)
        assert len(driven.names()) == 3


@pytest.mark.parametrize("how", ["button", "return", "double click", "menu"])
def test_a_model_is_used(qtbot, folders, how):
    with shown_models(qtbot, folders / "shipped" / "e2e.safetensors") as driven:
        driven.choose("mine")
        with qtbot.waitSignal(driven.page.use_requested) as used:
            if how == "button":
                driven.press("Use")
            elif how == "return":
                qtbot.keyClick(driven.view, Qt.Key.Key_Return)
            elif how == "menu":
                driven.act(Command.USE)
            else:
                place = driven.view.visualRect(driven.view.currentIndex()).center()
                qtbot.mouseDClick(driven.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert used.args == [own_folder() / "mine.safetensors"]


def test_the_model_in_use_cannot_be_used_once_more(qtbot, folders):
    with shown_models(qtbot, folders / "shipped" / "e2e.safetensors") as driven:
        driven.choose("e2e")
        assert not named_button(driven.page, "Use").isEnabled()
        place = driven.view.visualRect(driven.view.currentIndex()).center()
        with qtbot.assertNotEmitted(driven.page.use_requested):
            qtbot.keyClick(driven.view, Qt.Key.Key_Return)
            qtbot.mouseDClick(driven.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        driven.choose("mine")
        assert named_button(driven.page, "Use").isEnabled()


def test_the_context_menu_has_every_command(qtbot, folders):
    with shown_models(qtbot) as driven:
        driven.choose("mine")
        driven.view.customContextMenuRequested.emit(QPoint(9, 9))
        (menu,) = [m for m in driven.page.findChildren(QMenu) if m.isVisible()]
        titles = [action.text() for action in menu.actions() if not action.isSeparator()]
        assert titles == [command.value for command in Command]
        menu.close()


def test_a_model_is_the_default_and_no_longer(qtbot, folders):
    path = own_folder() / "mine.safetensors"
    with shown_models(qtbot) as driven:
        driven.choose("mine")
        driven.press("Set as default")
        assert driven.memory.settings.default_model == str(path)
        assert driven.cells("mine")[1] == "default"
        driven.act(Command.DEFAULT)
        assert driven.memory.settings.default_model == ""
        assert driven.cells("mine")[1] == ""


def test_models_are_compared(qtbot, folders):
    shipped = folders / "shipped" / "e2e.safetensors"
    mine, run = (
        own_folder() / "mine.safetensors",
        folders / "runs" / "long run" / "best.safetensors",
    )
    with shown_models(qtbot, shipped) as driven:
        driven.choose("e2e")
        (button,) = [b for b in driven.page.findChildren(QPushButton) if "Compare" in b.text()]
        assert not button.isEnabled(), "one model alone is compared with nothing"
        driven.choose("mine")
        with qtbot.waitSignal(driven.page.compare_requested) as compared:
            driven.press("Compare")
        assert compared.args == [[mine, shipped]]
        driven.choose("mine", "long run/best")
        with qtbot.waitSignal(driven.page.compare_requested) as compared:
            driven.press("Compare")
        assert compared.args == [[mine, run]]


def test_other_pages_are_asked(qtbot, folders):
    path = own_folder() / "mine.safetensors"
    with shown_models(qtbot) as driven:
        driven.choose("mine")
        for name, signal in (
            ("Evaluate", driven.page.evaluate_requested),
            ("Fine-tune", driven.page.fine_tune_requested),
        ):
            with qtbot.waitSignal(signal) as asked:
                driven.press(name)
            assert asked.args == [path]


def test_the_folder_is_shown(qtbot, folders, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or False)
    with shown_models(qtbot) as driven:
        driven.choose("mine")
        driven.act(Command.SHOW)
        assert opened[0].toLocalFile() == str(own_folder())
        assert driven.said(NEWS) == f"It lies in {own_folder()}."


# Names


def type_name(qtbot, driven, name):
    line = driven.dialog(NameDialog).findChild(QLineEdit)
    line.selectAll()
    line.insert(name)  # Any character: the test's keyboard has few.
    return line


def test_a_model_is_renamed_from_the_keyboard(qtbot, folders):
    path = own_folder() / "mine.safetensors"
    settings = Settings(default_model=str(path))
    with shown_models(qtbot, path, settings) as driven:
        driven.choose("mine")
        qtbot.keyClick(driven.view, Qt.Key.Key_F2)
        line = type_name(qtbot, driven, "Neu: 1")
        dialog = driven.dialog(NameDialog)
        assert "cannot hold ':'" in dialog._problem.text()
        qtbot.keyClick(line, Qt.Key.Key_Return)
        assert dialog.isVisible()
        line = type_name(qtbot, driven, "Neue é")
        qtbot.keyClick(line, Qt.Key.Key_Return)
        new = own_folder() / "Neue é.safetensors"
        assert new.is_file()
        assert not path.exists()
        assert driven.chosen() == "Neue é"
        assert driven.generate.model == new, "the model in use is followed"
        assert driven.memory.settings.default_model == str(new)
        assert driven.cells("Neue é")[1] == "in use, default"


def test_a_name_that_is_taken_changes_nothing(qtbot, folders):
    made(own_folder() / "yours.safetensors")
    with shown_models(qtbot) as driven:
        driven.choose("mine")
        driven.act(Command.RENAME)
        qtbot.keyClick(type_name(qtbot, driven, "yours"), Qt.Key.Key_Return)
        assert driven.said(PROBLEM) == "There is a model called yours already."
        assert driven.names()[:2] == ["mine", "yours"]


def test_a_runs_model_is_renamed_with_its_run_but_not_while_it_is_trained(qtbot, folders):
    run = RunFolder(folders / "runs" / "long run")
    with shown_models(qtbot) as driven:
        driven.choose("long run/best")
        with held(run.lock):
            driven.act(Command.RENAME)
            qtbot.keyClick(type_name(qtbot, driven, "short run"), Qt.Key.Key_Return)
            assert driven.said(PROBLEM).startswith("long run is being trained; it can be renamed")
            driven.act(Command.DELETE)
            driven.answer("Move to trash")
            assert driven.said(PROBLEM).startswith("long run is being trained; it can be deleted")
        driven.act(Command.RENAME)
        qtbot.keyClick(type_name(qtbot, driven, "short run"), Qt.Key.Key_Return)
        assert driven.chosen() == "short run/best"
        assert (folders / "runs" / "short run" / "best.safetensors").is_file()


def test_shipped_models_stay_and_say_why(qtbot, folders):
    with shown_models(qtbot) as driven:
        driven.choose("e2e")
        driven.act(Command.RENAME)
        assert driven.said(PROBLEM).startswith("e2e cannot be renamed. It came with the program")
        driven.act(Command.DELETE)
        assert driven.said(PROBLEM).startswith("e2e cannot be deleted. It came with the program")
        assert (folders / "shipped" / "e2e.safetensors").is_file()


# Deleting


def test_a_model_goes_to_the_trash_with_its_notes(qtbot, folders, trash):
    (own_folder() / "mine.md").write_text("Notes")
    with shown_models(qtbot) as driven:
        driven.choose("mine")
        qtbot.keyClick(driven.view, Qt.Key.Key_Delete)
        driven.answer("Cancel")
        assert (own_folder() / "mine.safetensors").is_file()
        driven.act(Command.DELETE)
        driven.answer("Move to trash")
        assert sorted(p.name for p in trash.iterdir()) == ["mine.md", "mine.safetensors"]
        assert driven.names() == ["long run/best", "e2e"]
        assert driven.said(NEWS) == "mine is in the trash."


def test_the_model_in_use_goes_with_a_word_and_another_one_is_offered(qtbot, folders, trash):
    path = own_folder() / "mine.safetensors"
    with shown_models(qtbot, path, Settings(default_model=str(path))) as driven:
        driven.choose("mine")
        driven.act(Command.DELETE)
        more = driven.dialog(QMessageBox).informativeText()
        assert "It is the model in use" in more
        assert "It is the default" in more
        driven.answer("Move to trash")
        assert driven.generate.model is None, "nothing is written anew without a word"
        assert driven.memory.settings.default_model == ""
        said = "mine is in the trash. What it wrote stays; no model is in use now."
        assert driven.said(NEWS) == said
        with qtbot.waitSignal(driven.page.use_requested) as used:
            driven.press("Use e2e")
        assert used.args == [folders / "shipped" / "e2e.safetensors"]


def test_what_was_deleted_is_brought_back_as_it_was(qtbot, folders, trash):
    path = own_folder() / "mine.safetensors"
    (own_folder() / "mine.md").write_text("Notes")
    with shown_models(qtbot, path, Settings(default_model=str(path))) as driven:
        driven.choose("mine")
        driven.act(Command.DELETE)
        driven.answer("Move to trash")
        driven.press("Undo")
        assert path.is_file()
        assert (own_folder() / "mine.md").read_text() == "Notes"
        assert list(trash.iterdir()) == []
        assert driven.chosen() == "mine"
        assert driven.cells("mine")[1] == "in use, default"
        assert driven.said(NEWS) == "mine.safetensors is back."


def test_deletions_are_undone_and_done_again_one_by_one(qtbot, folders, trash):
    with shown_models(qtbot, folders / "shipped" / "e2e.safetensors") as driven:
        for name in ("mine", "long run/best"):
            driven.choose(name)
            driven.act(Command.DELETE)
            driven.answer("Move to trash")
        history = driven.page.history
        assert history.undoText() == "Deleting long run"
        history.undo()
        assert driven.names() == ["long run/best", "e2e"]
        history.undo()
        assert driven.names() == ["mine", "long run/best", "e2e"]
        assert list(trash.iterdir()) == []
        history.redo()
        assert driven.names() == ["long run/best", "e2e"]
        assert driven.said(NEWS) == "mine is in the trash again."
        driven.press("Undo")
        assert driven.chosen() == "mine"


def test_a_run_is_brought_back_and_what_is_in_the_way_is_said(qtbot, folders, trash):
    with shown_models(qtbot, folders / "shipped" / "e2e.safetensors") as driven:
        driven.choose("long run/best")
        driven.act(Command.DELETE)
        driven.answer("Move to trash")
        (folders / "runs" / "long run").mkdir()
        driven.press("Undo")
        said = "long run cannot be put back: something else lies there"
        assert driven.said(PROBLEM).startswith(said)
        (folders / "runs" / "long run").rmdir()
        made(folders / "runs" / "short run" / "last.safetensors")
        qtbot.waitUntil(lambda: "short run/last" in driven.names())
        driven.choose("short run/last")
        driven.act(Command.DELETE)
        driven.answer("Move to trash")
        driven.press("Undo")
        assert driven.chosen() == "short run/last"


def test_a_model_in_use_that_was_taken_away_elsewhere_is_in_use_no_longer(qtbot, folders):
    path = own_folder() / "mine.safetensors"
    with shown_models(qtbot, path) as driven:
        path.unlink()
        qtbot.waitUntil(lambda: driven.generate.model is None)


def test_a_runs_model_goes_with_its_run(qtbot, folders, trash):
    with shown_models(qtbot) as driven:
        driven.choose("long run/best")
        driven.act(Command.DELETE)
        assert "the run goes with it" in driven.dialog(QMessageBox).informativeText()
        driven.answer("Move to trash")
        assert [p.name for p in trash.iterdir()] == ["long run"]


@pytest.mark.parametrize("name", ["mine", "long run/best"])
def test_where_there_is_no_trash_it_is_asked(qtbot, folders, monkeypatch, name):
    monkeypatch.setattr(model_removal, "move_to_trash", lambda _: None)
    with shown_models(qtbot) as driven:
        driven.choose(name)
        path = driven.page.list.model.path
        driven.act(Command.DELETE)
        driven.answer("Move to trash")
        assert f"There is no trash for {path}" in driven.dialog(QMessageBox).informativeText()
        driven.answer("Cancel")
        assert path.is_file()
        driven.act(Command.DELETE)
        driven.answer("Move to trash")
        driven.answer("Delete for good")
        assert not path.exists()
        assert name not in driven.names()


def test_what_cannot_be_deleted_says_where_and_why(qtbot, folders, monkeypatch):
    monkeypatch.setattr(model_removal, "move_to_trash", lambda _: None)

    def refuse(self, missing_ok=False):
        raise PermissionError(13, os.strerror(13))

    with shown_models(qtbot) as driven:
        driven.choose("mine")
        driven.act(Command.DELETE)
        driven.answer("Move to trash")
        monkeypatch.setattr("pathlib.Path.unlink", refuse)
        driven.answer("Delete for good")
        path = own_folder() / "mine.safetensors"
        assert driven.said(PROBLEM) == f"{path} cannot be deleted: Permission denied."
        assert "mine" in driven.names()


# Copying


@pytest.fixture
def arrived(tmp_path):
    """A model that came from elsewhere."""
    return made(tmp_path / "Träger ✓" / "guest.safetensors", seed=5)


def test_a_model_is_imported_by_drop(qtbot, folders, arrived):
    with shown_models(qtbot) as driven:
        driven.drop(arrived)
        driven.wait_until_copied()
        assert driven.said(NEWS) == "Copied guest to your models."
        assert driven.chosen() == "guest"
        target = own_folder() / "guest.safetensors"
        assert target.read_bytes() == arrived.read_bytes()
        driven.drop(target)
        assert driven.said(NEWS) == "guest.safetensors is among your models already."


def test_a_model_is_imported_by_a_dialog(qtbot, folders, arrived):
    with shown_models(qtbot) as driven:
        qtbot.keyClick(driven.view, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
        dialog = driven.dialog(QFileDialog)
        dialog.filesSelected.emit([str(arrived)])
        dialog.close()
        driven.wait_until_copied()
        assert "guest" in driven.names()


def test_a_name_that_is_taken_is_asked_for(qtbot, folders, tmp_path):
    other = made(tmp_path / "other" / "mine.safetensors", seed=9)
    before = (own_folder() / "mine.safetensors").read_bytes()
    with shown_models(qtbot) as driven:
        driven.drop(other)
        line = driven.dialog(NameDialog).findChild(QLineEdit)
        assert line.text() == "mine 2"
        type_name(qtbot, driven, "mine")
        assert driven.dialog()._problem.text() == "There is a model called mine already."
        qtbot.keyClick(type_name(qtbot, driven, "theirs"), Qt.Key.Key_Return)
        driven.wait_until_copied()
        assert driven.chosen() == "theirs"
        assert (own_folder() / "mine.safetensors").read_bytes() == before


def test_of_several_each_gets_a_place_and_the_bad_ones_are_said(qtbot, folders, tmp_path, arrived):
    other = made(tmp_path / "other" / "mine.safetensors", seed=9)
    bad = tmp_path / "bad.safetensors"
    bad.write_bytes(b"PK\x03\x04" * 9)
    with shown_models(qtbot) as driven:
        driven.drop(arrived, bad, other)
        driven.wait_until_copied()
        assert {"guest", "mine", "mine 2"} <= set(driven.names())
        said = driven.said(PROBLEM)
        assert said.startswith("Only guest, mine 2 was copied. bad.safetensors is no CharCopy")


def tampered(path):
    content = bytearray(path.read_bytes())
    content[-5] ^= 4
    path.write_bytes(content)


def cut(path):
    path.write_bytes(path.read_bytes()[:-9])


def too_new(path):
    content = path.read_bytes()
    path.write_bytes(content.replace(b'\\"format\\": 1', b'\\"format\\": 9'))


def huge(path):
    path.write_bytes((10 * 2**30).to_bytes(8, "little") + path.read_bytes()[8:])


def folder(path):
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [(tampered, "was changed after it was written"), (cut, "is damaged"), (huge, "does not begin"),
     (too_new, "a newer version"), (folder, "cannot be read")],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_in_a_sentence(qtbot, folders, arrived, spoil, says):
    spoil(arrived)
    mine = own_folder() / "mine.safetensors"
    with shown_models(qtbot, mine) as driven:
        driven.drop(arrived)
        driven.wait_until_copied()
        assert says in driven.said(PROBLEM)
        assert driven.said(PROBLEM).count(". ") == 0
        assert driven.generate.model == mine
        assert [p.name for p in own_folder().iterdir()] == ["mine.safetensors"]


def test_what_cannot_be_read_in_the_folder_is_said_under_the_list(qtbot, folders):
    for number in range(5):
        (own_folder() / f"bad{number}.safetensors").write_bytes(b"x" * 99)
    with shown_models(qtbot) as driven:
        lines = driven.said("About the list").splitlines()
        assert lines[0].startswith("bad0.safetensors is no CharCopy checkpoint: ")
        assert lines[-1] == "2 more of these files cannot be read."


def export(driven, name, target):
    driven.choose(name)
    driven.act(Command.EXPORT)
    dialog = driven.dialog(QFileDialog)
    assert dialog.defaultSuffix() == "safetensors"
    dialog.fileSelected.emit(str(target))
    dialog.close()


def test_a_model_is_exported_with_its_card(qtbot, folders, tmp_path):
    target = tmp_path / "für Zoë" / "copy.safetensors"
    target.parent.mkdir()
    with shown_models(qtbot) as driven:
        export(driven, "mine", target)
        driven.wait_until_copied()
        assert driven.said(NEWS) == f"Copied copy to {target.parent}."
        card = checkpoint.load(target).card
        assert card.provenance.corpus == "Café corpus"
        assert card.figures[0].scores["BLEU"] == 0.625
        export(driven, "mine", own_folder() / "mine.safetensors")
        driven.wait_until_copied()
        assert "is the model itself" in driven.said(PROBLEM)


def test_a_full_disk_is_said_and_the_old_file_stays(qtbot, folders, tmp_path, monkeypatch):
    target = tmp_path / "copy.safetensors"
    target.write_bytes(b"before")

    def full(*_):
        raise OSError(28, "No space left on device")

    with shown_models(qtbot) as driven:
        monkeypatch.setattr("os.fsync", full)
        export(driven, "mine", target)
        driven.wait_until_copied()
        assert driven.said(PROBLEM).endswith(f"to {tmp_path}: the disk is full.")
        assert target.read_bytes() == b"before"


def test_copying_has_progress_and_can_be_stopped(qtbot, folders, tmp_path, monkeypatch):
    held_up = threading.Event()
    copied = model_store.copied

    def slowly(source, target, cancel):
        for progress in copied(source, target, cancel):
            yield progress
            held_up.set()
            cancel.wait(30)
            yield progress

    monkeypatch.setattr(model_store, "_CHUNK", 500)
    monkeypatch.setattr(model_store, "copied", slowly)
    target = tmp_path / "copy.safetensors"
    with shown_models(qtbot) as driven:
        export(driven, "mine", target)
        assert driven.page.can_stop
        qtbot.waitUntil(held_up.is_set)
        qtbot.waitUntil(lambda: "Copying mine.safetensors" in driven.said("Progress in words"))
        driven.press("Cancel")
        driven.wait_until_copied()
        assert driven.said(NEWS) == "Stopped; nothing was changed."
        assert not target.exists()
        assert list(tmp_path.glob(".*")) == []


def test_files_that_come_and_go_are_noticed(qtbot, folders):
    with shown_models(qtbot) as driven:
        driven.choose("mine")
        made(own_folder() / "new.safetensors")
        qtbot.waitUntil(lambda: "new" in driven.names())
        assert driven.chosen() == "mine"
        (own_folder() / "mine.safetensors").unlink()
        qtbot.waitUntil(lambda: "mine" not in driven.names())
        assert driven.chosen() == driven.names()[0]


def test_without_any_model_it_says_what_to_do(qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "data_folder", lambda: tmp_path / "nothing")
    monkeypatch.setattr(paths, "model_folders", lambda: (tmp_path / "nothing",))
    with shown_models(qtbot) as driven:
        assert (
            driven.said("About the list") == "There is no model yet: train one, or import a file."
        )
        assert driven.text("About the model") == ""


def test_a_card_that_says_little_is_shown(qtbot, folders):
    path = own_folder() / "mine.safetensors"
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    said = json.loads(header["__metadata__"]["charcopy"])
    header["__metadata__"]["charcopy"] = json.dumps(
        {key: said[key] for key in ("format", "config", "alphabet")} | {"provenance": {}}
    )
    written = json.dumps(header).encode()
    path.write_bytes(len(written).to_bytes(8, "little") + written + content[8 + size :])
    with shown_models(qtbot) as driven:
        driven.choose("mine")
        about = driven.text("About the model")
        assert "not said" in about
        assert "none: an older file" in about
