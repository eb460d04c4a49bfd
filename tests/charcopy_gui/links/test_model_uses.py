from pathlib import Path

import pytest
from models_driver import FakeGenerate
from pytestqt.qtbot import QtBot

from charcopy_gui.frame.memory import Memory, Places
from charcopy_gui.links.model_uses import ModelUses, Uses
from charcopy_gui.storage.settings import Settings

RUN, OTHER = Path("/runs/one"), Path("/models/other.safetensors")
BEST, LAST = RUN / "best.safetensors", RUN / "last.safetensors"


class Driver:
    def __init__(self, writing: Path | None, default: Path | None) -> None:
        settings = Settings(default_model=str(default or ""))
        self._memory, self._generate = Memory(settings, Places()), FakeGenerate(writing)
        self.uses = ModelUses(self._memory, self._generate)

    @property
    def found(self) -> tuple[Path | None, str]:
        return self._generate.model, self._memory.settings.default_model


@pytest.fixture
def driver(qtbot: QtBot):
    return Driver


def test_a_file_is_followed_to_its_new_name(driver):
    driven, new = driver(OTHER, OTHER), OTHER.with_name("new.safetensors")
    driven.uses.move(OTHER, new)
    assert driven.found == (new, str(new))


def test_models_of_a_run_are_followed_with_its_folder(driver):
    driven, new = driver(BEST, LAST), RUN.with_name("two")
    assert driven.uses.of(RUN) == Uses(writes=True, is_default=True)
    driven.uses.move(RUN, new)
    assert driven.found == (new / BEST.name, str(new / LAST.name))
    driven.uses.move(new, None)
    assert driven.found == (None, "")


@pytest.mark.parametrize("was", [RUN, BEST, RUN.with_name("on")])
def test_what_lies_elsewhere_is_used_on(driver, was):
    driven = driver(OTHER, RUN.with_name("one more") / BEST.name)
    before = driven.found
    assert driven.uses.of(was) == Uses(writes=False, is_default=False)
    driven.uses.move(was, None)
    assert driven.found == before


def test_nothing_is_used_where_there_is_no_model(driver):
    driven = driver(None, None)
    assert driven.uses.of(Path()) == Uses(writes=False, is_default=False)
    driven.uses.move(Path(), RUN)
    assert driven.found == (None, "")


def test_what_comes_back_is_used_again_unless_another_one_writes(driver):
    driven = driver(BEST, BEST)
    uses = driven.uses.of(RUN)
    driven.uses.move(RUN, None)
    driven.uses.give_back(BEST, uses)
    assert driven.found == (BEST, str(BEST))
    driven = driver(OTHER, None)
    driven.uses.give_back(BEST, Uses(writes=True, is_default=False))
    assert driven.found == (OTHER, "")
