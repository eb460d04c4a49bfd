"""Files of strangers that call themselves models: refused with the reason; nothing happens."""

import json
import os
import pickle
import shutil
import time
from pathlib import Path

import pytest
import torch
from models_driver import made, own_folder, shown_models
from PySide6.QtWidgets import QMessageBox
from trouble import QUICK, drop
from window_driver import shown_text, shown_window, wait_until_idle

from charcopy_gui.storage import settings_file
from charcopy_gui.workers import loading
from core import model_card, model_store
from core.model_store import StoreError

REASON = "it does not begin as a safetensors file does"


class Payload:
    """What a pickle may do to whoever opens it."""

    def __init__(self, victim: Path) -> None:
        self.victim = victim

    def __reduce__(self):
        return (Path.touch, (self.victim,))


@pytest.fixture
def pickled(tmp_path):
    """A model that is a pickle, and the file that it makes where someone unpickles it."""
    victim = tmp_path / "victim"
    path = tmp_path / "model.safetensors"
    path.write_bytes(pickle.dumps(Payload(victim)))
    assert pickle.loads(pickle.dumps(Payload(tmp_path / "it-works"))) is None  # noqa: S301
    assert (tmp_path / "it-works").exists()
    yield path, victim
    assert not victim.exists()


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "corpus.csv"
    path.write_text("mr,ref\nname[A],One.\nname[B],Two.\n")
    return path


def test_every_command_refuses_a_pickle(pickled, corpus, tmp_path, command):
    path, _ = pickled
    ways = [
        ("generate", "name[A]", "--model", path),
        ("read-back", "One.", "--model", path),
        ("evaluate", "--corpus", corpus, "--model", path),
        ("tune-rerank", "--corpus", corpus, "--model", path, "--beam", "2"),
        ("train", "--corpus", corpus, "--dev", corpus, "--out", tmp_path / "x",
         "--fine-tune-from", path),
        ("models", "check", path),
        ("models", "pack", path, tmp_path / "packed.safetensors"),
        ("models", "average", tmp_path / "mean.safetensors", path, path),
    ]  # fmt: skip
    for words in ways:
        code, _, err = command(*words)
        assert code == 2, words
        assert f"model.safetensors is not a CharCopy checkpoint: {REASON}" in err, words
    assert not (tmp_path / "x").exists()


def test_archives_of_torch_are_refused_alike(tmp_path, command):
    path = tmp_path / "theirs.safetensors"
    torch.save({"weight": torch.zeros(2)}, path)
    assert REASON in command("models", "check", path)[2]


def test_a_run_whose_files_are_pickles_does_not_go_on(pickled, corpus, terse, tmp_path, command):
    path, _ = pickled
    run = tmp_path / "run"
    begun = ("--corpus", corpus, "--dev", corpus, *QUICK, "--fine-tune-from", terse, "--out", run)
    assert command("train", *begun)[0] == 0
    for name in ("state", "best", "last"):
        shutil.copy(path, run / f"{name}.safetensors")
    code, _, err = command("train", "--resume", run, "--epochs", "2")
    assert code == 2
    assert f"state.safetensors cannot be resumed from: {REASON}" in err
    assert command("runs", "show", run)[0] == 0


def test_the_window_refuses_a_pickle_and_goes_on_with_its_model(qtbot, pickled, own_folders):
    path, _ = pickled
    session = path.with_name("text.charcopy")
    shutil.copy(path, session)
    model = made(path.with_name("m.safetensors"))
    with shown_window(qtbot, load=loading.load_model, model=model) as w:
        wait_until_idle(qtbot, w)
        before = shown_text(w), w._link.model
        for dropped, reason in ((path, REASON), (session, "it is not JSON")):
            drop(w, dropped)
            qtbot.waitUntil(lambda: len(w.findChildren(QMessageBox)) == 1)
            (box,) = w.findChildren(QMessageBox)
            assert reason in box.text()
            assert dropped.name in box.text()
            box.close()
            qtbot.waitUntil(lambda: not w.findChildren(QMessageBox))
        wait_until_idle(qtbot, w)
        assert (shown_text(w), w._link.model) == before


def test_the_models_page_imports_no_pickle(qtbot, pickled, own_folders):
    path, _ = pickled
    with shown_models(qtbot) as driven:
        driven.drop(path)
        qtbot.waitUntil(lambda: REASON in driven.said("What went wrong"))
    assert not own_folder().exists() or list(own_folder().iterdir()) == []


def test_settings_and_sessions_are_never_unpickled(pickled):
    path, _ = pickled
    kept = path.with_name("settings.toml")
    shutil.copy(path, kept)
    assert settings_file.load(kept)[1] != ""


# Names.


@pytest.mark.parametrize(
    "name",
    ["../../evil", "..\\..\\evil", "/etc/evil", "C:\\evil", "..", "a/../b", "~/evil", "evil\0x"],
)
def test_no_name_leads_out_of_the_folder(tmp_path, name):
    folder = tmp_path / "models"
    folder.mkdir()
    free = model_store.free_name(name, folder)
    assert Path(folder / free).resolve().parent == folder
    assert not set(free) & set("/\\\0:")
    model = model_store.listing(folder, [], []).models
    assert model == ()
    path = made(folder / "mine.safetensors")
    (stored,) = model_store.listing(folder, [], []).models
    if name != "~/evil":
        with pytest.raises(StoreError):
            model_store.renamed(stored, name)
    assert path.exists()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["models"]


def test_a_tensor_that_is_called_a_path_has_no_place(tmp_path, command):
    path = made(tmp_path / "m.safetensors")
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    header["../../evil.py"] = header.pop("output.bias")
    inner = json.loads(header["__metadata__"]["charcopy"])
    del inner["digest"]
    inner["provenance"]["corpus"] = "../../../etc/passwd"
    header["__metadata__"]["charcopy"] = json.dumps(inner)
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + content[8 + size :])
    code, _, err = command("generate", "name[A]", "--model", path)
    assert code == 2
    assert "output.bias is missing; '../../evil.py' has no place" in err
    assert [p.name for p in tmp_path.iterdir()] == ["m.safetensors"]


# Sizes.


has_holes = pytest.mark.skipif(os.name != "posix", reason="Windows fills what is never written")


@has_holes
@pytest.mark.parametrize("claim", [10 * 2**30, 2**63, 2**64 - 1])
def test_a_header_of_ten_gigabytes_is_refused_at_once(tmp_path, command, claim):
    """The file is as large as it says, and takes no room: all of it is a hole."""
    path = tmp_path / "huge.safetensors"
    with path.open("wb") as file:
        file.write(claim.to_bytes(8, "little"))
        file.truncate(12 * 2**30)
    began = time.monotonic()
    code, _, err = command("models", "check", path)
    assert time.monotonic() - began < 5
    assert (code, REASON in err) == (2, True)
    found = model_store.listing(tmp_path, [], [])
    assert "huge.safetensors" in found.refused[0]


@has_holes
def test_ten_gigabytes_behind_a_good_header_are_never_read(tmp_path):
    path = made(tmp_path / "m.safetensors")
    with path.open("r+b") as file:
        file.truncate(10 * 2**30)
    with pytest.raises(model_card.ModelCardError, match="10,737,418,240 bytes where its header"):
        model_card.read(path)
