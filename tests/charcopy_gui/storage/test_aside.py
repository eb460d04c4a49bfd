from charcopy_gui.storage.aside import set_aside


def test_a_file_gets_a_name_that_says_why(tmp_path):
    path = tmp_path / "Café.toml"
    path.write_text("x")
    assert set_aside(path, "broken") == tmp_path / "Café.broken.toml"
    assert (tmp_path / "Café.broken.toml").read_text() == "x"
    assert not path.exists()


def test_what_is_there_is_kept(tmp_path):
    path = tmp_path / "a.toml"
    for content in ("1", "2"):
        path.write_text(content)
        set_aside(path, "broken")
    assert (tmp_path / "a.broken.toml").read_text() == "1"
    assert (tmp_path / "a.broken 2.toml").read_text() == "2"


def test_what_cannot_be_moved_stays(tmp_path):
    assert set_aside(tmp_path / "gone.toml", "broken") is None
