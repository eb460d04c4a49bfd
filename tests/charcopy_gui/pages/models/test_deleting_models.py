"""What goes to the trash, with what belongs to it, and comes back."""

import os

import pytest
from models_driver import NEWS, PROBLEM, made, own_folder, shown_models
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from charcopy_gui.links import model_removal
from charcopy_gui.pages.models.commands import Command
from charcopy_gui.storage.settings import Settings


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
        said = "long run cannot be put back: something else is there"
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
