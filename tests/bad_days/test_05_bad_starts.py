"""Starts of the whole program after bad days, each in its own process, some of them killed."""

import sys

import pytest
from fake_training import write_card
from starting_driver import Home

from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import Settings
from core import model_card

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the folders are Linux' own"),
]
SHIPPED = str(model_card.SHIPPED / f"{model_card.DEFAULT}.safetensors")
MR = "name[Zizzi Blue], eatType[pub], food[French]"
TEXT = "Zizzi Blue is a French pub."


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path)


def test_a_model_that_ended_the_program_is_left_out_until_it_is_asked_for(home):
    settings_file.save(Settings(mr=MR), home.settings)
    home.kill_while_loading("model")
    for _ in range(2):
        seen = home.start()
        assert seen["loaded"] == []
        assert seen["text"] == ""
        assert SHIPPED in seen["offered"][0]
        assert seen["table"] == MR
    seen = home.start(again=True)
    assert seen["loaded"] == [SHIPPED]
    assert seen["text"] == TEXT
    seen = home.start()
    assert seen["loaded"] == [SHIPPED]
    assert seen["offered"] == []
    assert home.marks == []


def test_a_model_whose_first_text_ended_the_program_is_left_out(home):
    home.kill_while_loading("text")
    seen = home.start()
    assert seen["loaded"] == []
    assert SHIPPED in seen["offered"][0]


def test_the_shipped_model_writes_where_another_one_ended_the_program(home):
    own = write_card(home.data / "models" / "heavy.safetensors")
    settings_file.save(Settings(mr=MR, model=str(own)), home.settings)
    home.kill_while_loading("model")
    seen = home.start()
    assert seen["loaded"] == [SHIPPED]
    assert str(own) in seen["offered"][0]
    own.unlink()
    seen = home.start()
    assert seen["loaded"] == [SHIPPED]
    assert seen["offered"] == []
    assert home.marks == []


def test_a_text_that_ended_the_program_when_it_was_shown_again_is_left_out(home):
    settings_file.save(Settings(mr=MR), home.settings)
    assert home.start()["text"] == TEXT
    whole = home.workspace.read_bytes()
    home.kill_while_loading("session")
    seen = home.start()
    aside = home.workspace.with_name("workspace.left-out.charcopy")
    assert str(aside) in seen["offered"][0]
    assert aside.read_bytes() == whole
    assert seen["text"] == TEXT
    seen = home.start()
    assert seen["offered"] == []
    assert seen["text"] == TEXT


def test_a_session_that_ended_the_program_is_opened_when_it_is_asked_for(home):
    home.start()
    session = home.path / "Café 東京" / "mine.charcopy"
    session.parent.mkdir()
    home.workspace.rename(session)
    home.kill_while_loading("session", session)
    seen = home.start(session)
    assert str(session) in seen["offered"][0]
    seen = home.start(again=True)
    assert seen["offered"] == []  # Without it on the command line, nobody asked for it.
    assert home.start(session)["offered"] != []
    home.start(session, again=True)
    assert home.marks == []
    assert home.start(session)["offered"] == []


@pytest.mark.parametrize("content", [b"\x00\xff garbage", b'theme = "dar', b"version = 9\n"])
def test_settings_that_cannot_be_used_are_set_aside_and_the_window_is_there(home, content):
    home.settings.parent.mkdir(parents=True)
    home.settings.write_bytes(content)
    seen = home.start()
    (sentence,) = seen["said"]
    (aside,) = home.settings.parent.glob("settings.*.toml")
    assert str(aside) in sentence
    assert aside.read_bytes() == content
    assert home.start()["said"] == []


def test_reset_sets_everything_that_is_remembered_aside(home):
    settings_file.save(Settings(mr=MR, theme="dark"), home.settings)
    assert home.start()["theme"] == "dark"
    seen = home.start("--reset")
    assert seen["theme"] == "system"
    assert seen["table"] != MR
    (sentence,) = seen["said"]
    for path in (home.settings, home.geometry, home.workspace):
        aside = path.with_name(f"{path.stem}.before-reset{path.suffix}")
        assert str(aside) in sentence
        assert aside.is_file()
    assert home.start()["theme"] == "system"


def test_safe_mode_loads_nothing_and_changes_nothing(home):
    own = write_card(home.data / "models" / "heavy.safetensors")
    settings_file.save(Settings(mr=MR, model=str(own)), home.settings)
    home.start()
    files = {path: path.read_bytes() for path in (home.settings, home.geometry, home.workspace)}
    seen = home.start("--safe-mode")
    assert seen["loaded"] == []
    assert seen["model"] == SHIPPED
    assert seen["text"] == ""
    assert seen["table"] != MR
    assert "safe mode" in seen["said"][0]
    assert {path: path.read_bytes() for path in files} == files
    assert home.start()["table"] == MR
