"""The Models page in the window: what is asked for there is done on the other pages."""

import pytest
from models_driver import made, named_button
from PySide6.QtCore import Qt
from window_driver import click, named, shown_text, shown_window, wait_until_idle

from charcopy_gui import starting
from charcopy_gui.frame.memory import Places
from charcopy_gui.links import model_removal
from charcopy_gui.storage import paths, settings_file
from charcopy_gui.storage.trash import Trashed
from core import model_store


@pytest.fixture
def models(tmp_path, monkeypatch):
    own, shipped = tmp_path / "Café 東京", tmp_path / "shipped"
    monkeypatch.setattr(paths, "model_folders", lambda: (own, shipped))
    monkeypatch.setattr(paths, "log_file", lambda: tmp_path / "charcopy.log")
    return made(own / "mine.safetensors"), made(shipped / "e2e.safetensors")


def open_models_page(qtbot, window):
    wait_until_idle(qtbot, window)
    qtbot.keyClick(window, Qt.Key.Key_6, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.visible is window.pages.models
    return window.pages.models


def choose(page, path):
    page.list.choose(path)
    assert page.list.model.path == path


def test_a_model_is_used_on_generate(qtbot, models):
    mine, shipped = models
    with shown_window(qtbot, model=shipped) as window:
        page = open_models_page(qtbot, window)
        assert page.list.model.path == shipped
        choose(page, mine)
        click(qtbot, named_button(page, "Use"))
        assert window.pages.visible is window.page
        assert window._link.model == mine
        wait_until_idle(qtbot, window)
        window.show_page(5)
        assert page.list.table.marks(page.list.model) == "in use"


def test_the_default_is_what_the_next_start_begins_with(qtbot, models, tmp_path):
    mine, shipped = models
    places = Places(tmp_path / "settings.toml")
    with shown_window(qtbot, model=mine, places=places) as window:
        page = open_models_page(qtbot, window)
        choose(page, mine)
        click(qtbot, named_button(page, "Set as default"))
        choose(page, shipped)
        click(qtbot, named_button(page, "Use"))
        wait_until_idle(qtbot, window)
    kept, notice = settings_file.load(places.settings)
    assert notice == ""
    assert kept.model == str(shipped)
    assert starting.model_path(None, kept) == mine
    mine.unlink()
    assert starting.model_path(None, kept) == shipped, "one that is gone is passed over"


def test_evaluate_and_train_are_given_the_model(qtbot, models):
    mine, shipped = models
    with shown_window(qtbot, model=shipped) as window:
        page = open_models_page(qtbot, window)
        choose(page, mine)
        click(qtbot, named_button(page, "Evaluate"))
        assert window.pages.visible is window.pages.evaluate
        assert window.pages.evaluate.form.system.chosen() == (str(mine), "")
        window.show_page(5)
        click(qtbot, named_button(page, "Fine-tune"))
        assert window.pages.visible is window.pages.train
        assert window.pages.train.form.start.card.path == mine


def test_models_are_compared_side_by_side(qtbot, models):
    mine, shipped = models
    with shown_window(qtbot, model=shipped) as window:
        page = open_models_page(qtbot, window)
        choose(page, mine)
        click(qtbot, named_button(page, "Compare"))
        assert window.pages.visible is window.pages.compare
        ticked = [entrant.path for entrant in window.pages.compare.models.entrants()]
        assert sorted(ticked) == sorted(models)
        window.pages.compare.stop()


def test_a_new_name_is_known_everywhere(qtbot, models):
    mine, shipped = models
    with shown_window(qtbot, model=shipped) as window:
        page = open_models_page(qtbot, window)
        choose(page, mine)
        page.asking.name_given.emit(page.list.model, "yours")
        qtbot.waitUntil(lambda: "yours" in [name for name, _ in window._models.found])
        assert "mine" not in [name for name, _ in window._models.found]


def test_of_a_model_that_is_deleted_the_text_stays_and_no_name(qtbot, models, monkeypatch):
    mine, _ = models
    trashed = mine.with_name("trashed")
    monkeypatch.setattr(
        model_removal, "move_to_trash", lambda path: Trashed(path, path.rename(trashed))
    )
    with shown_window(qtbot, model=mine) as window:
        wait_until_idle(qtbot, window)
        window.page.run()
        wait_until_idle(qtbot, window)
        text = shown_text(window)
        assert text
        page = open_models_page(qtbot, window)
        choose(page, mine)
        page.asking.trash_agreed.emit(page.list.model)
        assert named(window, "Model").text() == "No model\ntoy is gone", "the loader says toy"
        assert (
            named(window.pages.read_back, "Why nothing can be read")
            .text()
            .startswith("No model is")
        )
        assert shown_text(window) == text
        window.show_page(0)
        window.page.run()
        assert "No model is in use" in named(window.page, "Status").text()
        assert shown_text(window) == text
        window.show_page(5)
        click(qtbot, named_button(page, "Undo"))
        wait_until_idle(qtbot, window)
        assert window._link.model == mine
        assert shown_text(window) == text
        page.asking.name_given.emit(page.list.model, "yours")
        wait_until_idle(qtbot, window)
        assert window._link.model == mine.with_name("yours.safetensors")
        assert shown_text(window) == text, "another name writes nothing anew"


def test_a_deletion_is_undone_in_the_menu(qtbot, models, monkeypatch):
    mine, shipped = models
    trashed = mine.with_name("trashed")
    monkeypatch.setattr(
        model_removal, "move_to_trash", lambda path: Trashed(path, path.rename(trashed))
    )
    with shown_window(qtbot, model=shipped) as window:
        page = open_models_page(qtbot, window)
        undo = next(a for a in window._menus._edit.actions() if a.data() == "Undo")
        assert not undo.isEnabled()
        choose(page, mine)
        page.asking.trash_agreed.emit(page.list.model)
        assert not mine.exists()
        assert undo.text() == "&Undo Deleting mine"
        window.show_page(0)
        assert "Deleting" not in undo.text(), "another page's history"
        window.show_page(5)
        qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert mine.exists()
        assert page.list.model.path == mine


def test_a_bad_model_leaves_the_loaded_one_untouched(qtbot, models, tmp_path):
    mine, shipped = models
    content = bytearray(mine.read_bytes())
    content[-3] ^= 1
    odd = tmp_path / "odd.safetensors"
    odd.write_bytes(content)
    with shown_window(qtbot, model=shipped) as window:
        page = open_models_page(qtbot, window)
        page.asking.files_given.emit([odd])
        qtbot.waitUntil(lambda: not page.can_stop)
        assert "was changed after it was written" in named(page, "What went wrong").text()
        assert window._link.model == shipped


def test_escape_stops_copying_and_closing_asks(qtbot, models, tmp_path, monkeypatch):
    copied = model_store.copied

    def slowly(source, target, cancel):
        for progress in copied(source, target, cancel):
            cancel.wait(30)
            yield progress

    monkeypatch.setattr(model_store, "copied", slowly)
    mine, shipped = models
    with shown_window(qtbot, model=shipped) as window:
        page = open_models_page(qtbot, window)
        choose(page, mine)
        page.asking.target_given.emit(page.list.model, tmp_path / "out.safetensors")
        assert page.can_stop
        window.close()
        assert window.isVisible()
        question = window._closing._question
        assert "A model is being copied" in question.text()
        question.reject()
        window._menus.stop.trigger()
        qtbot.waitUntil(lambda: not page.can_stop)
