"""The page, its link and its worker over real files, as people use them."""

import json

import pytest
from models_driver import NEWS, made, named_button, own_folder, shown_models
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton

from charcopy_gui.pages.models.commands import Command
from charcopy_gui.storage import paths
from charcopy_gui.storage.settings import Settings


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
            "1,200 steps, 3 epochs, seed 2, 1 min, made 2026-11-29 22:30 UTC", "0.5000, measured",
            "Set\nBLEU\nE2E test, beam of 10, 630 texts\n0.6250", "your own",
            str(own_folder() / "mine.safetensors"), "checked on loading",
        ):  # fmt: skip
            assert words in about, words
        assert driven.text("Notes on the model") == "Mine\nKnown failures\nNone <b>yet</b>."
        driven.choose("e2e")
        assert "no notes" in driven.text("Notes on the model")
        assert "0.6500, measured" in driven.text("About the model")


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
        assert driven.said(NEWS) == f"It is in {own_folder()}."


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
        assert "not stated" in about
        assert "none: an older file" in about
