"""Killed while saving, no room left, a folder that may not be written to.

The file that was there is whole, and people are told which file and why.
"""

import errno
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from fake_evaluation import report
from models_driver import TINY, made
from PySide6.QtWidgets import QMessageBox
from trouble import QUICK, no_room, save_as
from window_driver import open_cell, shown_window, wait_until_idle

from charcopy_gui.frame.memory import Places
from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import Settings
from core import checkpoint, files, model_store, trace_files
from core.alphabet import Alphabet
from core.cancellation import Cancelled
from core.config import DecodingConfig, TrainingConfig
from core.corpus.example import Example
from core.corpus.formats.writing import write_csv
from core.failures import failure_of
from core.metrics import exports, outputs
from core.model_card import ModelCard
from core.network.model import EdaCs
from core.records import Phase
from core.runs import RunFolder, status
from core.session import Session, reading, writing

ROOT = Path(__file__).parents[2]
NETWORK = EdaCs.seeded(TINY, Alphabet.from_texts([]), seed=1)
OLD = b"what was there before"


@pytest.fixture(scope="module")
def tree():
    from core.decoding import texts

    config = DecodingConfig(max_length=20)
    return texts.tree(NETWORK, "name[Zizzi], food[French]", Phase.TABLE_TO_TEXT, config)


def writers(tree):
    """Everything that writes a file of the user's, by the name of the file."""
    card = ModelCard("m", Path(), TINY, NETWORK.alphabet)
    session = Session("name[Zizzi]", tree)
    return {
        "settings.toml": lambda p: settings_file.save(Settings(mr="name[Zizzi]" * 9), p),
        "text.charcopy": lambda p: writing.save(session, p),
        "trace.json": lambda p: trace_files.save(tree, p),
        "trace.csv": lambda p: trace_files.save(tree, p),
        "m.safetensors": lambda p: checkpoint.save(
            ModelCard("m", p, card.config, card.alphabet), NETWORK
        ),
        "plus.csv": lambda p: write_csv(p, [Example("name[Zizzi]", "Zizzi is a pub.")]),
        "texts.txt": lambda p: outputs.save(p, ["Zizzi is a pub, and no other."]),
        "sheet.csv": lambda p: exports.save_sheet(p, exports.texts_to_csv(report())),
        "config.toml": lambda p: RunFolder(p.parent).keep(TrainingConfig()),
        "status.json": lambda p: status.write(RunFolder(p.parent), status.RunState.RUNNING),
    }


NAMES = (
    "settings.toml", "text.charcopy", "trace.json", "trace.csv", "m.safetensors", "plus.csv",
    "texts.txt", "sheet.csv", "config.toml", "status.json",
)  # fmt: skip
"""Of the files that are written."""


def test_every_writer_is_listed(tree):
    assert tuple(writers(tree)) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_where_there_is_no_room_the_old_file_stays_and_the_sentence_names_it(tmp_path, tree, name):
    path, write = tmp_path / name, writers(tree)[name]
    path.write_bytes(OLD)
    with no_room(), pytest.raises(OSError, match=name) as refused:
        write(path)
    assert refused.value.errno == errno.EFBIG
    assert failure_of(refused.value).sentence == f"File too large: {path}."
    assert path.read_bytes() == OLD
    assert _left(path) == []
    path.unlink()
    write(path)
    assert len(path.read_bytes()) > 16


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.EROFS, "Read-only file system"), (errno.EACCES, "Permission denied")],
)
def test_a_folder_that_may_not_be_written_to_is_said_with_the_file(
    tmp_path, tree, monkeypatch, name, number, words
):
    """Simulated, since those who may do anything are refused nothing."""
    path, write = tmp_path / name, writers(tree)[name]
    path.write_bytes(OLD)
    _read_only(monkeypatch, number)
    with pytest.raises(OSError, match=name) as refused:
        write(path)
    assert failure_of(refused.value).sentence == f"{words}: {path}."
    assert path.read_bytes() == OLD


def _read_only(monkeypatch, number=errno.EROFS):
    def refuse(dir=None, prefix="", **_):
        raise OSError(number, os.strerror(number), str(Path(dir, f"{prefix}abcdef")))

    monkeypatch.setattr(tempfile, "mkstemp", refuse)


def _left(path):
    """Temporary files beside it."""
    return [p.name for p in path.parent.iterdir() if p.name.startswith(f".{path.name}.")]


def test_a_disk_that_is_full_names_no_file_by_itself_but_we_do(tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as refused:
        files.write_atomically(tmp_path / "a.txt", b"new")
    assert failure_of(refused.value).sentence == f"The disk is full: {tmp_path / 'a.txt'}."


def test_a_line_of_a_run_that_finds_no_room_names_its_file_and_the_others_are_read(tmp_path):
    folder = RunFolder(tmp_path)
    folder.append(folder.metrics, {"step": 1})
    with no_room(14), pytest.raises(OSError, match=r"metrics\.jsonl"):
        folder.append(folder.metrics, {"step": 2})
    assert list(folder.lines(folder.metrics)) == [{"step": 1}]


def test_a_model_that_is_copied_onto_a_full_disk_leaves_the_old_one(tmp_path):
    import threading

    source, target = made(tmp_path / "m.safetensors"), tmp_path / "there" / "m.safetensors"
    target.parent.mkdir()
    target.write_bytes(OLD)
    with no_room(), pytest.raises(model_store.StoreError, match="could not be copied to") as said:
        list(model_store.copied(source, target, threading.Event()))
    assert str(target.parent) in str(said.value)
    assert target.read_bytes() == OLD
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        list(model_store.copied(source, target, cancel))
    assert target.read_bytes() == OLD


# Commands.


def test_commands_say_which_file_and_why(tmp_path, terse, command, monkeypatch):
    corpus = tmp_path / "c.csv"
    corpus.write_text("mr,ref\nname[A],A is a pub.\nname[B],B is a pub.\n")
    foods = tmp_path / "new.txt"
    foods.write_text("Wok\nOtter\nQuill\n")
    out = tmp_path / "out"
    ways = {
        out / "t.json": ("generate", "name[A]", "--model", terse, "--trace", out / "t.json"),
        out / "p.safetensors": ("models", "pack", terse, out / "p.safetensors"),
        out / "m.safetensors": ("models", "average", out / "m.safetensors", terse, terse),
        out / "o.txt": ("evaluate", "--model", terse, "--corpus", corpus, "--save-outputs",
                        out / "o.txt"),
        out / "c-plus.csv": ("corpora", "build-plus", corpus, "--out", out, "--replace",
                             f"name={foods}"),
        out / "run": ("train", "--corpus", corpus, "--dev", corpus, "--fine-tune-from", terse,
                      *QUICK, "--out", out / "run"),
    }  # fmt: skip
    out.mkdir()
    _read_only(monkeypatch)
    for path, words in ways.items():
        code, _, err = command(*words)
        assert code in (1, 2), words
        last = err.splitlines()[-1]
        assert str(path) in last, words
        assert "Read-only file system" in last, words
        assert "Errno" not in last


# The window.


def test_the_window_says_which_file_and_why_and_keeps_the_text(qtbot, tmp_path, own_folders):
    with shown_window(qtbot) as window:
        wait_until_idle(qtbot, window)
        for suffix in (".charcopy", ".json", ".csv", ".png", ".svg"):
            path = tmp_path / f"mine{suffix}"
            path.write_bytes(OLD)
            with no_room():
                save_as(qtbot, window, path)
            (box,) = window.findChildren(QMessageBox)
            assert f"File too large: {path}." in box.text()
            box.close()
            qtbot.waitUntil(lambda: not window.findChildren(QMessageBox))
            assert path.read_bytes() == OLD
        save_as(qtbot, window, tmp_path / "mine.charcopy")
        assert reading.read(tmp_path / "mine.charcopy").mr == window.page.mr.text()


def test_settings_that_cannot_be_written_are_said_and_the_window_goes_on(
    qtbot, tmp_path, own_folders, monkeypatch
):
    path = tmp_path / "settings.toml"
    settings_file.save(Settings(mr="name[Wok]"), path)
    before = path.read_bytes()
    with shown_window(qtbot, settings=Settings(mr="name[Wok]"), places=Places(path)) as window:
        wait_until_idle(qtbot, window)
        said = []
        window._memory.failed.connect(said.append)
        with monkeypatch.context() as patched:
            _read_only(patched)
            editor = open_cell(qtbot, window, 0, 1)
            editor.setText("")
            qtbot.keyClicks(editor, "Otter")
            window._memory.flush()
        assert said == [f"The settings could not be saved: Read-only file system: {path}."] * len(
            said
        )
        assert said
        assert path.read_bytes() == before
        assert window.page.mr.text() == "name[Otter]"


# Killed.

PROGRAM = """
import sys
from pathlib import Path
sys.path[:0] = [{root!r}]
from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import Settings
from core import trace_files
from core.session import reading, writing
folder = Path(sys.argv[1])
session = reading.read(folder / "text.charcopy")
print("ready", flush=True)
while True:
    for number in range(9):
        settings_file.save(Settings(mr=f"name[{{number}}]" * 200), folder / "settings.toml")
        writing.save(session, folder / "text.charcopy")
        trace_files.save(session.tree, folder / "trace.json")
"""


@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGKILL")
def test_a_kill_while_saving_leaves_every_file_whole(tmp_path, tree):
    """Of checkpoints, the test of killed trainings says so."""
    for name in ("settings.toml", "text.charcopy", "trace.json"):
        writers(tree)[name](tmp_path / name)
    chance = random.Random(7)
    for _ in range(2):
        program = [sys.executable, "-c", PROGRAM.format(root=str(ROOT)), str(tmp_path)]
        process = subprocess.Popen(program, stdout=subprocess.PIPE)
        try:
            assert process.stdout.readline() == b"ready\n"
            time.sleep(chance.uniform(0.05, 0.4))
        finally:
            process.send_signal(signal.SIGKILL)
            process.stdout.close()
            process.wait()
        assert settings_file.load(tmp_path / "settings.toml")[1] == ""
        assert len(settings_file.load(tmp_path / "settings.toml")[0].mr) > 100
        assert reading.read(tmp_path / "text.charcopy").tree.text(0) == tree.text(0)
        assert trace_files.to_json(tree) == (tmp_path / "trace.json").read_text(encoding="utf-8")
