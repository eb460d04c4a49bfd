"""Models are renamed, and those that came with the program keep their names."""

from models_driver import PROBLEM, made, own_folder, shown_models, type_name
from PySide6.QtCore import Qt

from charcopy_gui.pages.models.commands import Command
from charcopy_gui.pages.parts.name_dialog import NameDialog
from charcopy_gui.storage.settings import Settings
from core.runs import RunFolder
from core.runs.lock import held


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
