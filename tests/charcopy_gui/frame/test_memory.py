from pathlib import Path

from PySide6.QtWidgets import QMainWindow

from charcopy_gui.frame.memory import Memory, Places
from charcopy_gui.page_names import PAGES
from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import EvaluationChoices, Settings, TrainingChoices
from core.config import TrainingConfig


def test_every_choice_is_written_down_as_it_is_made(tmp_path):
    path = tmp_path / "settings.toml"
    memory = Memory(Settings(), Places(path))
    assert not path.exists()
    training = TrainingChoices(config=TrainingConfig(epochs=3))
    for keep, choice, expected in (
        (memory.keep_page, PAGES.index("Data"), {"page": "data"}),
        (memory.keep_device, "cpu", {"device": "cpu"}),
        (memory.keep_theme, "dark", {"theme": "dark"}),
        (memory.keep_training, training, {"training": training}),
    ):
        keep(choice)
        for name, value in expected.items():
            assert getattr(settings_file.load(path)[0], name) == value
    assert settings_file.load(path)[0] == memory.settings


def test_models_are_followed_with_their_folder():
    was, now, other = Path("/runs/one"), Path("/runs/two"), Path("/runs/one more/best.safetensors")
    best = was / "best.safetensors"
    settings = Settings(
        training=TrainingChoices(start_from=str(best)),
        evaluation=EvaluationChoices(model=str(best)),
        compared=(str(best), str(other)),
    )
    memory, told = Memory(settings, Places()), []
    memory.model_moved.connect(lambda *paths: told.append(paths))
    memory.move_model(was, now)
    new = str(now / best.name)
    assert memory.settings.training.start_from == new
    assert memory.settings.evaluation.model == new
    assert memory.settings.compared == (new, str(other))
    assert told == [(was, now)]


def test_without_a_place_choices_are_only_held(tmp_path, qtbot):
    memory = Memory(Settings(), Places())
    memory.keep_theme("dark")
    assert memory.settings.theme == "dark"
    window = QMainWindow()
    qtbot.addWidget(window)
    memory.keep_geometry(window)
    memory.restore(window)
    memory.divide(window)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_is_said_and_still_holds(tmp_path):
    (tmp_path / "file").touch()
    memory, said = Memory(Settings(), Places(tmp_path / "file" / "settings.toml")), []
    memory.failed.connect(said.append)
    memory.keep_theme("dark")
    assert memory.settings.theme == "dark"
    assert len(said) == 1
    assert said[0].startswith("The settings could not be saved: ")
