import os
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import Settings, TrainingChoices
from core.config import ModelConfig, TrainingConfig


def test_settings_come_back_as_they_were(tmp_path):
    path = tmp_path / "new folder" / "settings.toml"
    kept = Settings(
        mr='name["a" \\ 東京]', model="e2e-first", device="cuda", theme="dark", live=True
    )
    settings_file.save(kept, path)
    assert settings_file.load(path) == (kept, "")
    assert [file.name for file in path.parent.iterdir()] == ["settings.toml"]


def test_choices_of_the_train_page_come_back_as_they_were(tmp_path):
    path = tmp_path / "settings.toml"
    config = TrainingConfig(ModelConfig(copy=False, layers=3), learning_rate=2e-4, device="cuda")
    kept = Settings(training=TrainingChoices("a.csv", "b.csv", "best.safetensors", config))
    settings_file.save(kept, path)
    assert settings_file.load(path) == (kept, "")


def test_paths_that_are_not_utf_8_are_remembered_like_any_other(tmp_path):
    path = tmp_path / "settings.toml"
    kept = Settings(model=os.fsdecode(b"/models/caf\xe9.safetensors"), mr="name[a\ud83d]")
    settings_file.save(kept, path)
    settings_file.change(path, replace(kept, theme="dark"), {"theme"})
    assert settings_file.load(path) == (replace(kept, theme="dark"), "")


def test_a_first_start_has_defaults_and_no_notice(tmp_path):
    assert settings_file.load(tmp_path / "settings.toml") == (Settings(), "")


@pytest.mark.parametrize(
    "content",
    [
        b"theme = [",
        b"theme = 5",
        b'theme = "pink"',
        b'device = "tpu"',
        b"live = 3",
        b"\xff\xfe\x00",
        b"mr = {}",
        b"training = 3",
        b"[training]\ncorpus = 3",
        b"[training.config]\nepochs = -1",
        b"[training]\nconfig = 3",
        b"version = 0",
        b"version = true",
        b"slots = 3",
        b"slots = ['ab']",
        b"slots = [['a', 'b', 'c']]",
        b"slots = [['a', 3]]",
        b"own_files = [3]",
        b"a = " + 100_000 * b"[",
        b"[training.config]\nmodel = 3",
    ],
)
def test_a_broken_file_is_set_aside_with_a_notice(tmp_path, content):
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    found, notice = settings_file.load(path)
    assert found == Settings()
    aside = tmp_path / "settings.broken.toml"
    assert str(aside) in notice
    assert aside.read_bytes() == content
    assert not path.exists()


NEWER = b'version = 2\ntheme = "dark"\nspeed = 3\n'
"""Of a version that is not there yet."""


def test_settings_of_a_newer_version_are_used_and_set_aside(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_bytes(NEWER)
    found, notice = settings_file.load(path)
    assert found == Settings(theme="dark")
    assert "newer CharCopy. What this one knows of them is used." in notice
    assert str(tmp_path / "settings.newer.toml") in notice
    assert (tmp_path / "settings.newer.toml").read_bytes() == NEWER
    settings_file.save(found, path)
    assert settings_file.load(path) == (found, "")


def test_a_newer_version_that_says_other_things_is_set_aside_unread(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_bytes(b"version = 7\ntheme = 5\n")
    found, notice = settings_file.load(path)
    assert found == Settings()
    assert "newer CharCopy. Defaults are used." in notice
    assert (tmp_path / "settings.newer.toml").exists()


def test_what_was_set_aside_before_is_kept(tmp_path):
    path = tmp_path / "settings.toml"
    for content in (b"one", b"two", b"three"):
        path.write_bytes(content)
        settings_file.load(path)
    kept = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert kept == {
        "settings.broken.toml": b"one",
        "settings.broken 2.toml": b"two",
        "settings.broken 3.toml": b"three",
    }


@given(st.binary(max_size=200), st.integers(0, 600), st.integers(0, 600))
def test_no_file_of_settings_keeps_the_program_from_starting(tmp_path_factory, bytes_, start, end):
    path = tmp_path_factory.mktemp("fuzz") / "settings.toml"
    kept = Settings(mr="name[東京]", slots=(("a", "b"),), page="train", own_files=({"x": 1},))
    settings_file.save(kept, path)
    whole = path.read_bytes()
    path.write_bytes(whole[:start] + bytes_ + whole[start:end])
    found, notice = settings_file.load(path)
    assert isinstance(found, Settings)
    assert path.exists() is (notice == "")


def test_two_windows_keep_what_each_of_them_changed(tmp_path):
    path = tmp_path / "settings.toml"
    one, other = Settings(theme="dark", live=True), Settings(mr="name[Wok On]", device="cpu")
    settings_file.change(path, one, {"theme", "live"})
    settings_file.change(path, other, {"mr"})
    assert settings_file.load(path)[0] == Settings(mr="name[Wok On]", theme="dark", live=True)


def test_what_a_file_has_beside_the_settings_is_kept(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text('theme = "dark"\nspeed = 3\n')
    settings_file.change(path, Settings(device="cpu"), {"device"})
    text = path.read_text()
    assert "speed = 3" in text
    assert settings_file.load(path)[0] == Settings(theme="dark", device="cpu")


@pytest.mark.parametrize("content", [b"theme = [", NEWER, b"theme = 5"])
def test_a_file_that_was_spoilt_meanwhile_is_written_whole(tmp_path, content):
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    settings_file.change(path, Settings(mr="name[Wok On]", live=True), {"live"})
    assert settings_file.load(path) == (Settings(mr="name[Wok On]", live=True), "")


def test_names_that_are_not_known_are_passed_over(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text(
        'theme = "dark"\nspeed = 3\n[training]\nplan = 1\n[training.config]\nepochs = 4\nwarm = 1\n'
        "[training.config.model]\nlayers = 2\nheads = 8\n"
    )
    config = TrainingConfig(ModelConfig(layers=2), epochs=4)
    known = Settings(theme="dark", training=TrainingChoices(config=config))
    assert settings_file.load(path) == (known, "")


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "settings.toml"
    settings_file.save(Settings(theme="dark"), path)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        settings_file.save(Settings(theme="light"), path)
    assert settings_file.load(path)[0].theme == "dark"
    assert [file.name for file in tmp_path.iterdir()] == ["settings.toml"]
