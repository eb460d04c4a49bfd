import dataclasses

import pytest

from core.config import ModelConfig, TrainingConfig
from core.runs import RunError, RunFolder, RunState, folds, listing, lock, provenance, status
from core.runs.provenance import RunProvenance, Sitting

CONFIG = TrainingConfig(ModelConfig(copy=False), epochs=3)
SITTING = Sitting("2026-01-02T03:04:05+00:00", 0, "cpu", 1, "0.1.0", "abc", "2", "", "2", "3", "x")
MADE_FROM = RunProvenance("demo", "MIT", "us", "0f", 9, 2, 1, "base", (SITTING,))


@pytest.fixture
def made(tmp_path):
    """Makes runs as training leaves them, but for the weights."""

    def make(name, state=RunState.FINISHED, started="2026-01-02", **position):
        folder = RunFolder.create(tmp_path / name, CONFIG)
        sitting = dataclasses.replace(SITTING, started=started)
        provenance.write(folder, dataclasses.replace(MADE_FROM, sittings=(sitting,)))
        write_state(folder, **position)
        status.write(folder, state, "It broke." if state is RunState.FAILED else "")
        return folder

    return make


def write_state(folder, step=6, epoch=2, bleu=0.25, seconds=12.5):
    import json

    position = {"step": step, "epoch": epoch, "best_bleu": bleu, "seconds": seconds}
    header = json.dumps({"__metadata__": {"charcopy_state": json.dumps(position)}}).encode()
    folder.state.write_bytes(len(header).to_bytes(8, "little") + header)


def test_what_a_list_says_of_a_run(made):
    (run,) = listing.runs_in(made("one").path.parent)
    assert (run.name, run.variant, run.corpus, run.fine_tuned_from) == (
        "one", "EDA_S", "demo", "base",
    )  # fmt: skip
    assert (run.step, run.epoch, run.seconds, run.best_bleu) == (6, 2, 12.5, 0.25)
    assert (run.status.state, run.can_resume) == (RunState.FINISHED, False)
    assert (run.folds, run.spread) == (0, None)
    assert run.config == CONFIG


@pytest.mark.parametrize("state", [RunState.STOPPED, RunState.FAILED, RunState.RUNNING])
def test_what_was_not_finished_can_go_on(made, state):
    """One that says it runs while nobody holds it was interrupted."""
    run = listing.summary(made("one", state).path)
    expected = RunState.INTERRUPTED if state is RunState.RUNNING else state
    assert (run.status.state, run.can_resume) == (expected, True)
    assert run.status.sentence == ("It broke." if state is RunState.FAILED else "")


def test_a_run_without_an_evaluation_has_no_bleu(made):
    assert listing.summary(made("one", bleu=-1.0).path).best_bleu is None


def test_a_run_that_never_saved_cannot_go_on(tmp_path):
    folder = RunFolder.create(tmp_path / "one", CONFIG)
    status.write(folder, RunState.FAILED, "No.")
    run = listing.summary(folder.path)
    assert (run.step, run.can_resume) == (0, False)


def test_the_newest_comes_first_and_what_is_no_run_is_passed_over(made, tmp_path):
    for name, day in (("a", "2026-01-03"), ("b", "2026-01-05"), ("c", "2026-01-04")):
        made(name, started=day)
    (tmp_path / "no run").mkdir()
    (tmp_path / "file").write_text("x")
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "config.toml").write_text("epochs = ")
    assert [run.name for run in listing.runs_in(tmp_path)] == ["b", "c", "a"]
    assert listing.runs_in(tmp_path / "nowhere") == ()


@pytest.mark.parametrize("damage", [b"", b"\x80\x04garbage" * 30])
def test_a_damaged_state_hides_no_run(made, tmp_path, damage):
    folder = made("one")
    folder.state.write_bytes(damage)
    folder.provenance.write_bytes(damage)
    (run,) = listing.runs_in(tmp_path)
    assert (run.name, run.can_resume) == ("one", False)


def test_a_cross_validation_is_one_entry_with_mean_and_spread(made, tmp_path):
    parent = folds.create(tmp_path / "cv", CONFIG, 3)
    status.write(parent, RunState.STOPPED)
    for number, bleu in ((1, 0.2), (2, 0.4)):
        made(f"cv/fold-0{number}", bleu=bleu)
    (run,) = [run for run in listing.runs_in(tmp_path) if run.name == "cv"]
    assert (run.folds, run.step, run.seconds) == (3, 12, 25.0)
    assert run.best_bleu == pytest.approx(0.3)
    assert run.spread == pytest.approx(0.02**0.5)
    assert run.can_resume


def test_one_fold_has_no_spread_and_its_corpus_is_that_of_all(made, tmp_path):
    parent = folds.create(tmp_path / "cv", CONFIG, 3)
    fold = made("cv/fold-01", bleu=0.2)
    corpus = dataclasses.replace(MADE_FROM, corpus="demo, fold 1 of 3")
    provenance.write(fold, corpus)
    run = listing.summary(parent.path)
    assert (run.best_bleu, run.spread, run.corpus) == (0.2, None, "demo")


def test_renaming(made, tmp_path):
    folder = made("one")
    assert listing.rename(folder.path, " Zwei é ") == tmp_path / "Zwei é"
    assert [run.name for run in listing.runs_in(tmp_path)] == ["Zwei é"]
    assert listing.rename(tmp_path / "Zwei é", "Zwei é") == tmp_path / "Zwei é"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        *((name, "needs a name") for name in ("", " ")),
        *((name, "ends with a full stop") for name in (".", "..", ".hidden", "x.")),
        *((name, r'no line break and none of < > : " / \\ | \? \*') for name in ("a/b", "a\\b")),
        *((name, "can be in it") for name in ("a:b", "a\nb", "hotel try/1")),
    ],
)
def test_what_cannot_be_a_name(made, name, reason):
    with pytest.raises(RunError, match=reason):
        listing.rename(made("one").path, name)


def test_a_name_that_is_taken(made):
    made("two")
    with pytest.raises(RunError, match="a run called two already"):
        listing.rename(made("one").path, "two")


@pytest.mark.parametrize("state", [RunState.RUNNING, RunState.PAUSED])
def test_a_run_that_goes_on_is_neither_renamed_nor_deleted_nor_resumed(made, state):
    folder = made("one", state)
    with lock.held(folder.lock):
        with pytest.raises(RunError, match=f"one is {state.value}; stop it first"):
            listing.rename(folder.path, "two")
        with pytest.raises(RunError, match=f"one is {state.value}; stop it first"):
            listing.delete(folder.path, pytest.fail)
        assert not listing.summary(folder.path).can_resume


def test_a_cross_validation_rests_with_its_fold(made, tmp_path):
    parent = folds.create(tmp_path / "cv", CONFIG, 3)
    status.write(parent, RunState.RUNNING)
    made("cv/fold-01")
    fold = made("cv/fold-02", RunState.PAUSED)
    with lock.held(parent.lock), lock.held(fold.lock):
        assert listing.summary(parent.path).status.state is RunState.PAUSED
        status.write(fold, RunState.RUNNING)
        assert listing.summary(parent.path).status.state is RunState.RUNNING


def test_deleting_is_moving_to_the_trash(made, tmp_path):
    folder, trash = made("one"), tmp_path / "trash"
    listing.delete(folder.path, lambda path: bool(path.rename(trash)))
    assert listing.runs_in(tmp_path)[0].name == "trash"
    with pytest.raises(RunError, match="trash could not be moved to the trash"):
        listing.delete(trash, lambda _: False)
