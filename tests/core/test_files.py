import os
import stat

import pytest

from core.files import write_atomically


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_it_writes_and_replaces(tmp_path):
    path = tmp_path / "a.bin"
    write_atomically(path, b"one")
    write_atomically(path, b"")
    write_atomically(path, b"\x00two")
    assert path.read_bytes() == b"\x00two"
    assert names(tmp_path) == ["a.bin"]


@pytest.mark.parametrize("where", ["os.fsync", "pathlib.Path.replace", "pathlib.Path.chmod"])
@pytest.mark.parametrize("error", [OSError(28, "No space left"), KeyboardInterrupt()])
def test_the_old_file_stays_whole_when_interrupted(tmp_path, monkeypatch, where, error):
    path = tmp_path / "a.bin"
    path.write_bytes(b"old")

    def fail(*_):
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(where, fail)
        with pytest.raises(type(error)):
            write_atomically(path, b"new" * 1000)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a.bin"]


def test_the_new_file_is_on_the_disk_before_it_takes_the_olds_place(tmp_path, monkeypatch):
    path, seen = tmp_path / "a.bin", []
    path.write_bytes(b"old")
    sync = os.fsync

    def noted(descriptor):
        seen.append((path.read_bytes(), os.fstat(descriptor).st_size))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    write_atomically(path, b"newer")
    assert seen == [(b"old", 5)]


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_others_may_read_it(tmp_path):
    write_atomically(tmp_path / "a", b"x")
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o644


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        write_atomically(tmp_path / "nowhere" / "a", b"x")
