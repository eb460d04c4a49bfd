import pytest
from models_driver import made

from charcopy_gui.links import model_removal
from charcopy_gui.storage import paths
from charcopy_gui.storage.trash import Trashed


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Models of one's own, of a run, and shipped ones, in folders with names people have."""
    root = tmp_path / "Café 東京"
    own, shipped = root / "models", root / "shipped"
    monkeypatch.setattr(paths, "data_folder", lambda: root)
    monkeypatch.setattr(paths, "model_folders", lambda: (own, shipped))
    made(shipped / "e2e.safetensors", corpus="E2E", bleu=0.65)
    made(own / "mine.safetensors", seed=2)
    made(root / "runs" / "long run" / "best.safetensors", bleu=None)
    return root


@pytest.fixture(autouse=True)
def trash(folders, monkeypatch):
    """A trash of the test's own; the one of whoever runs it stays as it is."""
    place = folders / "trash"
    place.mkdir()

    def move(path):
        return Trashed(path, path.rename(place / path.name))

    monkeypatch.setattr(model_removal, "move_to_trash", move)
    return place
