"""What a start begins with; starts of the whole program are in tests/bad_days."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from patience import LONG_SECONDS

from charcopy_gui import starting
from charcopy_gui.storage import paths, settings_file
from charcopy_gui.storage.loading_marks import LoadingMarks
from charcopy_gui.storage.settings import Settings
from core.alphabet import Alphabet
from core.config import ModelConfig
from core.model_card import ModelCard, ModelCardError

ENDED = """
import os, sys
from pathlib import Path
from charcopy_gui.storage.loading_marks import LoadingMarks
marks = LoadingMarks(Path(sys.argv[1]))
for path in sys.argv[2:]:
    marks.begin(Path(path))
os._exit(9)
"""


@pytest.fixture(autouse=True)
def folders(tmp_path, monkeypatch):
    """Folders of the test's own, with a checkpoint's header in the one for models."""
    (tmp_path / "models").mkdir()
    monkeypatch.setattr(paths, "model_folders", lambda: (tmp_path / "models",))
    for name, file in (("settings", "s.toml"), ("geometry", "g.ini"), ("workspace", "w.charcopy")):
        monkeypatch.setattr(paths, f"{name}_file", lambda file=file: tmp_path / file)
    write_header(tmp_path / "models" / "toy.safetensors")
    return tmp_path


def write_header(path):
    card = ModelCard(path.stem, path, ModelConfig(), Alphabet(("a",)))
    header = json.dumps({"__metadata__": card.metadata()}).encode()
    card.path.write_bytes(len(header).to_bytes(8, "little") + header)
    return path


def marks_left_on(folders, *files):
    command = [sys.executable, "-c", ENDED, str(folders / "loading"), *map(str, files)]
    root = Path(__file__).parents[2]
    subprocess.run(command, cwd=root, timeout=LONG_SECONDS, check=False)
    return LoadingMarks(folders / "loading")


def test_the_model_used_last_is_used_again_unless_it_is_gone(folders):
    models = folders / "models"
    toy = models / "toy.safetensors"
    assert starting.model_path(None, Settings()) == toy
    assert starting.model_path(None, Settings(model=str(folders / "gone.safetensors"))) == toy
    other = folders / "other.safetensors"
    write_header(other)
    assert starting.model_path(None, Settings(model=str(other))) == other
    toy.unlink()
    assert starting.model_path(None, Settings()) is None


def test_a_plain_start_loads_what_was_used_last(folders):
    settings_file.save(Settings(theme="dark"), paths.settings_file())
    start = starting.plan(LoadingMarks(None), file=folders / "a.charcopy")
    assert start.settings.theme == "dark"
    assert start.places.workspace == paths.workspace_file()
    assert (start.model, start.file) == (
        folders / "models" / "toy.safetensors",
        folders / "a.charcopy",
    )
    assert (start.left_out, start.still, start.notice) == ((), False, "")
    with pytest.raises(ModelCardError, match="toy"):
        starting.plan(LoadingMarks(None), "nobody")


def test_another_model_stands_in_for_one_that_ended_the_program(folders):
    other = write_header(folders / "other.safetensors")
    settings_file.save(Settings(model=str(other)), paths.settings_file())
    start = starting.plan(marks_left_on(folders, other))
    assert (start.model, start.left_out, start.still) == (
        folders / "models" / "toy.safetensors",
        (other,),
        False,
    )


def test_where_no_model_is_above_suspicion_none_is_loaded(folders):
    toy = folders / "models" / "toy.safetensors"
    start = starting.plan(marks_left_on(folders, toy))
    assert (start.model, start.left_out, start.still) == (toy, (toy,), True)


def test_a_session_that_ended_the_program_is_not_shown_at_once(folders):
    session = folders / "a.charcopy"
    session.touch()
    start = starting.plan(marks_left_on(folders, session), file=session)
    assert (start.file, start.left_out, start.still) == (None, (session,), False)


def test_safe_mode_remembers_neither_text_nor_place(folders):
    settings_file.save(Settings(mr="name[a]", device="cuda", theme="dark"), paths.settings_file())
    start = starting.plan(LoadingMarks(None), safe=True)
    assert start.settings == Settings(device="cpu", theme="dark")
    assert (start.places.geometry, start.places.workspace) == (None, None)
    assert start.still
    assert "safe mode" in start.notice


def test_a_reset_without_anything_to_reset_is_no_trouble(folders):
    start = starting.plan(LoadingMarks(None), reset=True)
    assert start.settings == Settings()
    assert start.notice == "CharCopy starts afresh."
