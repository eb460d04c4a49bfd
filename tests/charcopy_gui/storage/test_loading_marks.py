import json
import subprocess
import sys
from pathlib import Path

import pytest
from patience import LONG_SECONDS

from charcopy_gui.storage.loading_marks import LoadingMarks

ENDED = """
import os, sys
from pathlib import Path
from charcopy_gui.storage.loading_marks import LoadingMarks
marks = LoadingMarks(Path(sys.argv[1]))
for path in sys.argv[2:]:
    marks.begin(Path(path))
os._exit(9)
"""


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "Café 東京.safetensors"
    path.touch()
    return path


def ended_while_loading(folder, *paths):
    command = [sys.executable, "-c", ENDED, str(folder), *map(str, paths)]
    root = Path(__file__).parents[3]
    subprocess.run(command, cwd=root, timeout=LONG_SECONDS, check=False)


def test_what_is_loaded_whole_leaves_nothing(tmp_path, model):
    marks = LoadingMarks(tmp_path / "loading")
    with marks.loading(model):
        assert LoadingMarks(tmp_path / "loading").left() == []  # It is being loaded, not left.
        assert len(list((tmp_path / "loading").glob("*.json"))) == 1
    with pytest.raises(ValueError, match="refused"), marks.loading(model):
        raise ValueError("refused")
    marks.close()
    assert list((tmp_path / "loading").iterdir()) == []


def test_a_process_that_ended_leaves_a_mark_until_the_file_is_loaded(tmp_path, model):
    other = tmp_path / "other.safetensors"
    other.touch()
    ended_while_loading(tmp_path / "loading", model, other)
    marks = LoadingMarks(tmp_path / "loading")
    assert marks.left() == [model, other]
    with marks.loading(model):
        pass
    assert marks.left() == [other]
    other.unlink()
    assert marks.left() == []
    marks.close()
    assert list((tmp_path / "loading").iterdir()) == []


def test_a_window_that_closes_while_it_loads_leaves_nothing(tmp_path, model):
    marks = LoadingMarks(tmp_path / "loading")
    marks.begin(model)
    marks.close()
    assert list((tmp_path / "loading").iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"path": 3}', json.dumps({}).encode()])
def test_what_is_no_mark_is_thrown_away(tmp_path, content):
    (tmp_path / "1-a.0.json").write_bytes(content)
    assert LoadingMarks(tmp_path).left() == []
    assert list(tmp_path.iterdir()) == []


def test_without_a_place_nothing_is_marked(tmp_path, model):
    (tmp_path / "file").touch()
    for folder in (None, tmp_path / "file" / "loading"):
        marks = LoadingMarks(folder)
        with marks.loading(model):
            assert marks.left() == []
        marks.close()
