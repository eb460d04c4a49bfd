import pytest

from core.config import TrainingConfig
from core.runs import RunFolder, RunState, lock, status


@pytest.fixture
def folder(tmp_path):
    return RunFolder.create(tmp_path / "run", TrainingConfig())


@pytest.mark.parametrize("state", [RunState.FINISHED, RunState.STOPPED])
def test_how_a_run_ended(folder, state):
    status.write(folder, state)
    now = status.read(folder)
    assert (now.state, now.sentence) == (state, "")
    assert now.since.startswith("20")


def test_why_a_run_failed(folder):
    status.write(folder, RunState.FAILED, "The disk is full: é.")
    assert status.read(folder).sentence == "The disk is full: é."


@pytest.mark.parametrize("state", [RunState.RUNNING, RunState.PAUSED])
def test_a_run_goes_on_while_it_is_held_and_was_interrupted_otherwise(folder, state):
    status.write(folder, state)
    with lock.held(folder.lock):
        assert status.read(folder).state is state
    assert status.read(folder).state is RunState.INTERRUPTED


def test_a_run_that_was_stopped_and_is_held_goes_on_again(folder):
    """Its corpus is being read; nothing was written yet."""
    status.write(folder, RunState.STOPPED)
    with lock.held(folder.lock):
        assert status.read(folder).state is RunState.RUNNING


def test_a_run_that_ends_while_it_is_looked_at_was_not_interrupted(folder, monkeypatch):
    """Its last word comes between the look at the file and the one at the lock."""
    status.write(folder, RunState.RUNNING)

    def is_held(_):
        status.write(folder, RunState.FINISHED)
        return False

    monkeypatch.setattr(lock, "is_held", is_held)
    assert status.read(folder).state is RunState.FINISHED


@pytest.mark.parametrize("content", [None, b"", b"[]", b'{"state": "flying"}', b"\xff"])
def test_a_run_that_does_not_say_was_stopped(folder, content):
    if content is not None:
        folder.status.write_bytes(content)
    assert status.read(folder).state is RunState.STOPPED
