"""Every way a run can be set up goes on, once stopped, as if it had not been."""

import dataclasses

import pytest
import safetensors.torch
import torch

from core.config import Optimizer, Schedule
from core.records import DevScores, Progress, TrainingPoint
from core.runs import RunError, RunFolder, RunState, lock, position, provenance, status
from core.training.control import TrainingControl
from core.training.step import Stepper
from core.training.trainer import train

STEPS = 3
REAL_STEP = Stepper.step

SETTINGS = {
    "adamw": {"optimizer": Optimizer.ADAMW, "weight_decay": 0.2},
    "constant, warm-up": {"schedule": Schedule.CONSTANT, "warmup_steps": 7},
    "steps": {"schedule": Schedule.STEP, "decay_epochs": 2},
    "plateau": {"schedule": Schedule.PLATEAU, "plateau_patience": 1, "evaluate_every": 2},
    "linear": {"schedule": Schedule.LINEAR},
    "second phase now and then": {"backward_every": 5},
    "kept epochs": {"keep_epochs": True},
    "coverage": {"model": {"coverage": True}},
}


@pytest.fixture
def flat_scores(monkeypatch):
    """BLEU stands still, so that a plateau is always reached."""
    monkeypatch.setattr("core.metrics.bleu.BleuCounts.score", lambda _: 0.25)


@pytest.mark.parametrize("changes", SETTINGS.values(), ids=SETTINGS)
def test_a_stop_leaves_no_trace(runs, losses, changes, flat_scores):
    """Neither one at the end of an epoch nor one in its middle."""
    whole, unbroken = runs.train("whole", epochs=4, learning_rate_decay=0.5, **changes)
    config = unbroken.training_config()
    for stop_at in (2 * STEPS, 2 * STEPS + 1):
        folder, first = runs.folder(f"stopped at {stop_at}", config), []
        control = TrainingControl()
        for record in train(runs.corpus, config, folder, control=control):
            first.append(record)
            if isinstance(record, TrainingPoint) and record.step == stop_at:
                control.cancel.set()
        assert status.read(folder).state is RunState.STOPPED
        second = runs.resume(folder)
        assert losses(first) + losses(second) == losses(whole)
        one, two = (safetensors.torch.load_file(f.last) for f in (folder, unbroken))
        assert all(torch.equal(one[name], two[name]) for name in one)
        assert sorted(p.name for p in folder.path.iterdir()) == sorted(
            p.name for p in unbroken.path.iterdir()
        )
        assert folder.samples.read_bytes() == unbroken.samples.read_bytes()
        assert status.read(folder).state is RunState.FINISHED
        assert [s.last_step for s in provenance.read(folder).sittings] == [stop_at, 4 * STEPS]


def test_a_plateau_lowers_the_rate(runs, losses, flat_scores):
    """The first evaluation is the best; each later one strikes once, at a patience of 1."""
    plateau = {"schedule": Schedule.PLATEAU, "plateau_patience": 1, "learning_rate_decay": 0.5}
    cut, _ = runs.train("cut", epochs=3, **plateau)
    steady, _ = runs.train("steady", epochs=3, schedule=Schedule.CONSTANT)
    before, after = slice(2 * STEPS), 2 * STEPS
    assert losses(cut)[before] == losses(steady)[before]
    assert losses(cut)[after] != losses(steady)[after]


def test_epochs_are_kept_when_asked(runs):
    _, folder = runs.train(epochs=3, keep_epochs=True, evaluate_every=2)
    names = [f"epoch-00{number}.safetensors" for number in (1, 2, 3)]
    assert sorted(p.name for p in folder.path.glob("epoch-*")) == names
    _, without = runs.train("without")
    assert list(without.path.glob("epoch-*")) == []


def test_an_evaluation_that_was_not_saved_is_not_listed_twice(runs):
    """Killed between the lines of an evaluation and the state: it is made again."""
    control = TrainingControl()
    folder = runs.folder()
    records = train(runs.corpus, runs.config, folder, control=control)
    before = b""
    for record in records:
        if isinstance(record, TrainingPoint) and record.step == STEPS:
            control.pause.set()  # it saves, the evaluation still to come
        if control.pause.is_set() and position.read(folder)["evaluation_due"]:
            before = folder.state.read_bytes()
            control.pause.clear()
        if isinstance(record, DevScores):
            break
    records.close()
    assert before
    assert not position.read(folder)["evaluation_due"]
    folder.state.write_bytes(before)
    runs.resume(folder)
    steps = [line["step"] for line in folder.lines(folder.metrics)]
    assert steps == [1, 2, 3, 3, 4, 5, 6, 6]
    assert [line["step"] for line in folder.lines(folder.samples)] == [3, 6]


def test_two_cannot_train_in_one_folder(runs):
    folder = runs.folder()
    first = train(runs.corpus, runs.config, folder)
    next(first)
    assert status.read(folder).state is RunState.RUNNING
    with pytest.raises(RunError, match="is being trained already"):
        runs.resume(folder)
    with pytest.raises(RunError, match="holds a run already"):
        RunFolder.create(folder.path, runs.config)
    assert lock.is_held(folder.lock)
    first.close()
    assert status.read(folder).state is RunState.INTERRUPTED
    assert [r for r in runs.resume(folder) if isinstance(r, DevScores)]


def test_a_state_is_there_before_the_first_step(runs, losses):
    folder = runs.folder()
    records = train(runs.corpus, runs.config, folder)
    next(records)
    records.close()
    assert not folder.last.exists()
    whole, _ = runs.train("whole")
    assert losses(runs.resume(folder)) == losses(whole)


def test_stopped_before_the_first_step_there_is_no_model_and_it_can_go_on(runs, losses):
    folder, control = runs.folder(), TrainingControl()
    control.pause.set()
    records = []
    for record in train(runs.corpus, runs.config, folder, control=control):
        records.append(record)
        if isinstance(record, Progress) and record.message == "paused":
            control.cancel.set()
    assert any(record.message == "paused" for record in records)
    assert losses(records) == []
    assert status.read(folder).state is RunState.STOPPED
    assert not folder.best.exists()
    assert not folder.last.exists()
    whole, _ = runs.train("whole")
    assert losses(runs.resume(folder)) == losses(whole)
    assert folder.last.exists()


def test_it_is_saved_every_so_many_minutes(runs):
    folder = runs.folder(config=dataclasses.replace(runs.config, save_minutes=1e-9))
    seen = []
    records = train(runs.corpus, folder.training_config(), folder)
    for record in records:
        if isinstance(record, TrainingPoint):
            seen.append(record)
        if len(seen) == 3:
            break
    records.close()
    again = runs.resume(folder)
    first = next(r for r in again if isinstance(r, TrainingPoint))
    assert first.step == 3  # the third was made, and not yet saved


# What ends a run


def test_what_failed_is_said_in_status_and_log(runs, monkeypatch):
    _, folder = runs.train("before", epochs=1)
    cases = [
        (MemoryError(), "There is not enough memory"),
        (
            RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried"),
            "not enough memory",
        ),
        (OSError(28, "No space left on device", "x"), "The disk is full: x."),
        (PermissionError(13, "Permission denied", "y"), "Permission denied: y."),
        (KeyError("z"), "Something went wrong inside the program"),
    ]
    for number, (error, sentence) in enumerate(cases):
        folder = runs.folder(f"run {number}")

        def broken(self, pairs, step, rate, error=error, real=REAL_STEP):
            if step == 5:
                raise error
            return real(self, pairs, step, rate)

        monkeypatch.setattr("core.training.step.Stepper.step", broken)
        with pytest.raises(type(error)):
            list(train(runs.corpus, runs.config, folder))
        now = status.read(folder)
        assert now.state is RunState.FAILED
        assert sentence in now.sentence
        assert f"failed: {now.sentence}" in folder.log.read_text(encoding="utf-8")
        monkeypatch.setattr("core.training.step.Stepper.step", REAL_STEP)
        points = [r for r in runs.resume(folder) if isinstance(r, TrainingPoint)]
        assert [p.step for p in points] == [4, 5, 6]


def test_a_disk_that_fills_up_while_saving_costs_nothing_saved(runs, monkeypatch, losses):
    whole, _ = runs.train("whole")
    folder = runs.folder()
    records = train(runs.corpus, runs.config, folder)
    while not isinstance(next(records), DevScores):
        pass

    def full(path, content):
        if path.suffix == ".safetensors":
            raise OSError(28, "No space left on device", str(path))
        path.write_bytes(content)

    kept = {p.name: p.read_bytes() for p in folder.path.glob("*.safetensors")}
    with monkeypatch.context() as patched:
        for module in ("core.checkpoint", "core.training.state", "core.runs.status"):
            patched.setattr(f"{module}.write_atomically", full)
        with pytest.raises(OSError, match="No space"):
            list(records)
    assert status.read(folder).sentence.startswith("The disk is full")
    assert {p.name: p.read_bytes() for p in folder.path.glob("*.safetensors")} == kept
    assert losses(runs.resume(folder)) == losses(whole)[STEPS:]


def test_a_run_that_cannot_begin_has_failed_and_one_that_was_there_stays(runs):
    empty = dataclasses.replace(runs.corpus, dev=())
    folder = runs.folder()
    with pytest.raises(ValueError, match="examples"):
        list(train(empty, runs.config, folder))
    assert status.read(folder).state is RunState.FAILED
    _, done = runs.train("done", epochs=1)
    with pytest.raises(ValueError, match="examples"):
        list(train(empty, runs.config, done, resume=True))
    assert status.read(done).state is RunState.FINISHED
