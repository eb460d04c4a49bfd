"""Models come in and go out as files, and what is no model is refused."""

import threading

import pytest
from models_driver import NEWS, PROBLEM, made, own_folder, shown_models, type_name
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit

from charcopy_gui.pages.models.commands import Command
from charcopy_gui.pages.parts.name_dialog import NameDialog
from core import checkpoint, model_store


@pytest.fixture
def arrived(tmp_path):
    """A model that came from elsewhere."""
    return made(tmp_path / "Träger ✓" / "guest.safetensors", seed=5)


def test_a_model_is_imported_by_drop(qtbot, folders, arrived):
    with shown_models(qtbot) as driven:
        driven.drop(arrived)
        driven.wait_until_copied()
        assert driven.said(NEWS) == "Copied guest to your models."
        assert driven.chosen() == "guest"
        target = own_folder() / "guest.safetensors"
        assert target.read_bytes() == arrived.read_bytes()
        driven.drop(target)
        assert driven.said(NEWS) == "guest.safetensors is already one of your models."


def test_a_model_is_imported_by_a_dialog(qtbot, folders, arrived):
    with shown_models(qtbot) as driven:
        qtbot.keyClick(driven.view, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
        dialog = driven.dialog(QFileDialog)
        dialog.filesSelected.emit([str(arrived)])
        dialog.close()
        driven.wait_until_copied()
        assert "guest" in driven.names()


def test_a_name_that_is_taken_is_asked_for(qtbot, folders, tmp_path):
    other = made(tmp_path / "other" / "mine.safetensors", seed=9)
    before = (own_folder() / "mine.safetensors").read_bytes()
    with shown_models(qtbot) as driven:
        driven.drop(other)
        line = driven.dialog(NameDialog).findChild(QLineEdit)
        assert line.text() == "mine 2"
        type_name(qtbot, driven, "mine")
        assert driven.dialog()._problem.text() == "There is a model called mine already."
        qtbot.keyClick(type_name(qtbot, driven, "theirs"), Qt.Key.Key_Return)
        driven.wait_until_copied()
        assert driven.chosen() == "theirs"
        assert (own_folder() / "mine.safetensors").read_bytes() == before


def test_of_several_each_gets_a_place_and_the_bad_ones_are_said(qtbot, folders, tmp_path, arrived):
    other = made(tmp_path / "other" / "mine.safetensors", seed=9)
    bad = tmp_path / "bad.safetensors"
    bad.write_bytes(b"PK\x03\x04" * 9)
    with shown_models(qtbot) as driven:
        driven.drop(arrived, bad, other)
        driven.wait_until_copied()
        assert {"guest", "mine", "mine 2"} <= set(driven.names())
        said = driven.said(PROBLEM)
        assert said.startswith("Only guest, mine 2 was copied. bad.safetensors is not a CharCopy")


def tampered(path):
    content = bytearray(path.read_bytes())
    content[-5] ^= 4
    path.write_bytes(content)


def cut(path):
    path.write_bytes(path.read_bytes()[:-9])


def too_new(path):
    content = path.read_bytes()
    path.write_bytes(content.replace(b'\\"format\\": 1', b'\\"format\\": 9'))


def huge(path):
    path.write_bytes((10 * 2**30).to_bytes(8, "little") + path.read_bytes()[8:])


def folder(path):
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [(tampered, "was changed after it was written"), (cut, "is damaged"), (huge, "does not begin"),
     (too_new, "a newer version"), (folder, "cannot be read")],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_in_a_sentence(qtbot, folders, arrived, spoil, says):
    spoil(arrived)
    mine = own_folder() / "mine.safetensors"
    with shown_models(qtbot, mine) as driven:
        driven.drop(arrived)
        driven.wait_until_copied()
        assert says in driven.said(PROBLEM)
        assert driven.said(PROBLEM).count(". ") == 0
        assert driven.generate.model == mine
        assert [p.name for p in own_folder().iterdir()] == ["mine.safetensors"]


def test_what_cannot_be_read_in_the_folder_is_said_under_the_list(qtbot, folders):
    for number in range(5):
        (own_folder() / f"bad{number}.safetensors").write_bytes(b"x" * 99)
    with shown_models(qtbot) as driven:
        lines = driven.said("About the list").splitlines()
        assert lines[0].startswith("bad0.safetensors is not a CharCopy checkpoint: ")
        assert lines[-1] == "2 more of these files cannot be read."


def export(driven, name, target):
    driven.choose(name)
    driven.act(Command.EXPORT)
    dialog = driven.dialog(QFileDialog)
    assert dialog.defaultSuffix() == "safetensors"
    dialog.fileSelected.emit(str(target))
    dialog.close()


def test_a_model_is_exported_with_its_card(qtbot, folders, tmp_path):
    target = tmp_path / "für Zoë" / "copy.safetensors"
    target.parent.mkdir()
    with shown_models(qtbot) as driven:
        export(driven, "mine", target)
        driven.wait_until_copied()
        assert driven.said(NEWS) == f"Copied copy to {target.parent}."
        card = checkpoint.load(target).card
        assert card.provenance.corpus == "Café corpus"
        assert card.figures[0].scores["BLEU"] == 0.625
        export(driven, "mine", own_folder() / "mine.safetensors")
        driven.wait_until_copied()
        assert "is the model itself" in driven.said(PROBLEM)


def test_a_full_disk_is_said_and_the_old_file_stays(qtbot, folders, tmp_path, monkeypatch):
    target = tmp_path / "copy.safetensors"
    target.write_bytes(b"before")

    def full(*_):
        raise OSError(28, "No space left on device")

    with shown_models(qtbot) as driven:
        monkeypatch.setattr("os.fsync", full)
        export(driven, "mine", target)
        driven.wait_until_copied()
        assert driven.said(PROBLEM).endswith(f"to {tmp_path}: the disk is full.")
        assert target.read_bytes() == b"before"


def test_copying_has_progress_and_can_be_stopped(qtbot, folders, tmp_path, monkeypatch):
    held_up = threading.Event()
    copied = model_store.copied

    def slowly(source, target, cancel):
        for progress in copied(source, target, cancel):
            yield progress
            held_up.set()
            cancel.wait(30)
            yield progress

    monkeypatch.setattr(model_store, "_CHUNK", 500)
    monkeypatch.setattr(model_store, "copied", slowly)
    target = tmp_path / "copy.safetensors"
    with shown_models(qtbot) as driven:
        export(driven, "mine", target)
        assert driven.page.can_stop
        qtbot.waitUntil(held_up.is_set)
        qtbot.waitUntil(lambda: "Copying mine.safetensors" in driven.said("Progress in words"))
        driven.press("Cancel")
        driven.wait_until_copied()
        assert driven.said(NEWS) == "Stopped; nothing has changed."
        assert not target.exists()
        assert list(tmp_path.glob(".*")) == []
