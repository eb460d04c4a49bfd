import pytest

from core.config import ConfigError
from core.corpus.example import Corpus, Example
from core.records import DevScores, TrainingPoint
from core.runs import RunError, RunFolder, RunState, folds, position, status
from core.runs.folds import FoldStarted, Outcome
from core.training.control import TrainingControl
from core.training.cross_validation import cross_validate, split

CORPUS = Corpus(
    "letters",
    tuple(Example(f"name[{c}]", f"{c} {i}") for c in "ABCDEFG" for i in range(3)),
    tuple(Example(f"name[{c}]", f"{c} there") for c in "GHI"),
    "CC0",
)


@pytest.mark.parametrize("number", [2, 3, 9])
def test_no_meaning_representation_is_on_both_sides(number):
    parts = split(CORPUS, number, seed=1)
    everything = {*CORPUS.train, *CORPUS.dev}
    for part in parts:
        assert {e.mr for e in part.train}.isdisjoint({e.mr for e in part.dev})
        assert {*part.train, *part.dev} == everything
        assert len(part.train) + len(part.dev) == len(CORPUS.train) + len(CORPUS.dev)
    tested = [mr for part in parts for mr in dict.fromkeys(e.mr for e in part.dev)]
    assert sorted(tested) == sorted({e.mr for e in everything})
    assert {part.licence for part in parts} == {"CC0"}
    assert parts[0].name == f"letters, fold 1 of {number}"


def test_folds_depend_on_the_seed_alone():
    assert split(CORPUS, 3, 1) == split(CORPUS, 3, 1) != split(CORPUS, 3, 2)


@pytest.mark.parametrize("number", [0, 1, 10])
def test_so_many_folds_cannot_be_made(number):
    with pytest.raises(ConfigError, match="9 meaning representations"):
        split(CORPUS, number, 1)


def test_a_run_a_fold_then_mean_and_spread(runs):
    folder = folds.create(runs.path / "cv", runs.config, 2)
    records = list(cross_validate(runs.corpus, runs.config, folder))
    started = [r for r in records if isinstance(r, FoldStarted)]
    assert [(r.fold, r.folds) for r in started] == [(1, 2), (2, 2)]
    best = []
    for record in started:
        fold = RunFolder(record.folder)
        assert fold.best.exists()
        assert status.read(fold).state is RunState.FINISHED
        best.append(position.read(fold)["best_bleu"])
    assert records[-1] == Outcome(tuple(best))
    assert status.read(folder).state is RunState.FINISHED
    assert list(cross_validate(runs.corpus, runs.config, folder)) == [records[-1]]


def test_mean_and_spread_by_hand():
    outcome = Outcome((0.2, 0.4, 0.6))
    assert (outcome.mean, outcome.spread) == (pytest.approx(0.4), pytest.approx(0.2))
    assert Outcome((0.5,)).spread == 0


def test_a_stop_in_the_second_fold_goes_on_there(runs, losses):
    whole = folds.create(runs.path / "whole", runs.config, 2)
    unbroken = list(cross_validate(runs.corpus, runs.config, whole))
    folder, control = folds.create(runs.path / "cv", runs.config, 2), TrainingControl()
    first = []
    for record in cross_validate(runs.corpus, runs.config, folder, control=control):
        first.append(record)
        if isinstance(record, DevScores) and control.probes.empty():
            control.probes.put("name[Ada]")
        if isinstance(record, TrainingPoint) and len(losses(first)) > len(losses(unbroken)) // 2:
            control.cancel.set()
    assert status.read(folder).state is RunState.STOPPED
    assert not isinstance(first[-1], Outcome)
    second = list(cross_validate(runs.corpus, runs.config, folder))
    assert [r.fold for r in second if isinstance(r, FoldStarted)] == [2]
    assert losses(first) + losses(second) == losses(unbroken)
    assert second[-1] == unbroken[-1]


def test_why_a_fold_failed_is_said_of_the_whole(runs, monkeypatch):
    def broken(*_):
        raise MemoryError

    monkeypatch.setattr("core.training.step.Stepper.step", broken)
    folder = folds.create(runs.path / "cv", runs.config, 2)
    with pytest.raises(MemoryError):
        list(cross_validate(runs.corpus, runs.config, folder))
    assert status.read(folder).state is RunState.FAILED
    assert "not enough memory" in status.read(folder).sentence


def test_a_folder_that_does_not_say_how_many(runs):
    folder = folds.create(runs.path / "cv", runs.config, 2)
    with pytest.raises(RunError, match="holds a run already"):
        folds.create(folder.path, runs.config, 3)
    folder.folds.write_text("{}")
    with pytest.raises(RunError, match="does not say how many folds"):
        list(cross_validate(runs.corpus, runs.config, folder))
