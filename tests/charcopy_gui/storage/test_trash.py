"""The system's trash, with a home of the test's own where the system lets it have one."""

import pytest

from charcopy_gui.storage.trash import move_to_trash


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return folder


@pytest.fixture
def trash_of_ours(home, tmp_path):
    """Nothing but this test's files in the trash; else whoever runs it would find them there."""
    probe = tmp_path / "probe"
    probe.write_text("x")
    trashed = move_to_trash(probe)
    if trashed is None or trashed.place is None:
        pytest.skip("the system has no trash that says where things lie in it")
    trashed.put_back()
    if home not in trashed.place.parents:
        pytest.skip("the trash is that of whoever runs this")


@pytest.mark.usefixtures("trash_of_ours")
@pytest.mark.parametrize("name", ["plain.safetensors", "Café 東京 & more.safetensors", "a folder"])
def test_what_is_moved_there_can_be_put_back(tmp_path, home, name):
    path = tmp_path / name
    held = path / "inside" if name == "a folder" else path
    held.parent.mkdir(exist_ok=True)
    held.write_bytes(b"weights")
    trashed = move_to_trash(path)
    assert trashed is not None
    assert trashed.was == path
    assert not path.exists()
    trashed.put_back()
    assert held.read_bytes() == b"weights"
    assert [kept for kept in home.rglob("*") if kept.is_file()] == [], "nor is it listed there"


@pytest.mark.usefixtures("trash_of_ours")
def test_two_of_one_name_are_told_apart(tmp_path):
    path, both = tmp_path / "mine", []
    for content in (b"first", b"second"):
        path.write_bytes(content)
        both.append(move_to_trash(path))
    both[0].put_back()
    assert path.read_bytes() == b"first"


@pytest.mark.usefixtures("trash_of_ours")
def test_nothing_is_put_back_onto_something_else(tmp_path):
    path = tmp_path / "mine"
    path.write_bytes(b"old")
    trashed = move_to_trash(path)
    path.write_bytes(b"new")
    with pytest.raises(FileExistsError):
        trashed.put_back()
    assert path.read_bytes() == b"new"
    path.unlink()
    trashed.put_back()
    path.unlink()
    with pytest.raises(FileNotFoundError):
        trashed.put_back()


def test_what_is_not_there_is_not_moved(tmp_path):
    assert not move_to_trash(tmp_path / "nothing"), "of any version's answer"
