import dataclasses
import math
import threading
import time
from functools import partial

import pytest
from fake_training import STEPS, tiny_corpus, trainer
from patience import AT_ONCE
from PySide6.QtCore import QCoreApplication, QThread

from charcopy_gui.workers.training import Training, TrainingRequest, TrainingStarted, train
from core import checkpoint
from core.config import ModelConfig, TrainingConfig
from core.records import DevScores, FailureKind, Progress, Sample, TrainingPoint, Transfer
from core.runs import RunFolder
from core.runs.folds import FoldStarted, Outcome

TINY = ModelConfig(hidden_size=8, attention_size=4, embedding_size=4)
"""Milliseconds: torch takes seconds to load, and this machine may be busy."""


def config(**changes):
    return TrainingConfig(
        **{"model": TINY, "epochs": 1, "batch_size": 4, "threads": 1, "device": "cpu"} | changes
    )


@pytest.fixture
def training_with(qapp):
    made = []

    def make(train):
        made.append(Training(train))
        return made[-1]

    yield make
    for training in made:
        training.close()
        training.wait()


@pytest.fixture
def training(training_with, compiled_kernels):
    """Trains the real network, with a demo corpus of a dozen examples."""
    return training_with(partial(train, demo_corpus=tiny_corpus))


def collect(training):
    records, failures = [], []
    training.record.connect(records.append)
    training.failed.connect(failures.append)
    return records, failures


def run(qtbot, training, request):
    with qtbot.waitSignal(training.ended):
        training.start(request)


def points(records):
    return [record.step for record in records if isinstance(record, TrainingPoint)]


def test_a_run_reports_its_place_first_and_leaves_its_checkpoints(qtbot, training, tmp_path):
    records, failures = collect(training)
    run(qtbot, training, TrainingRequest(config(), tmp_path / "run"))
    assert failures == []
    assert isinstance(records[0], TrainingStarted)
    assert records[0].device.name == "cpu"
    assert records[0].folder == tmp_path / "run"
    assert records[0].example == tiny_corpus().dev[0].mr
    assert points(records) == [1, 2, 3]
    assert [type(record) for record in records if not isinstance(record, Progress)][-1] is DevScores
    folder = RunFolder(tmp_path / "run")
    for path in (folder.best, folder.last):
        assert checkpoint.load(path).model().config == TINY
    assert {p.name for p in folder.path.iterdir()} >= {
        "config.toml", "metrics.jsonl", "samples.jsonl", "run.log",
    }  # fmt: skip
    assert not training.busy


def test_records_arrive_on_the_main_thread_and_are_made_in_another(qtbot, training_with, tmp_path):
    made_in, seen_in = set(), set()

    def noting(request, control, run):
        made_in.add(threading.current_thread())
        yield from trainer()(request, control, run)

    training = training_with(noting)
    training.record.connect(lambda _: seen_in.add(QThread.currentThread()))
    run(qtbot, training, TrainingRequest(config(), tmp_path / "run"))
    assert threading.main_thread() not in made_in
    assert seen_in == {QCoreApplication.instance().thread()}


def test_a_second_start_is_passed_over_while_the_first_runs(qtbot, training_with, tmp_path):
    training = training_with(trainer(0.01))
    records, _ = collect(training)
    with qtbot.waitSignal(training.ended):
        training.start(TrainingRequest(config(), tmp_path / "first"))
        training.start(TrainingRequest(config(), tmp_path / "second"))
    assert points(records) == list(range(1, STEPS + 1))
    assert not (tmp_path / "second").exists()


def wait_until_quiet(qtbot, training):
    came = True
    while came:
        with qtbot.waitSignal(training.record, timeout=150, raising=False) as waiting:
            pass
        came = waiting.signal_triggered


def test_a_paused_run_rests_and_goes_on(qtbot, training_with, tmp_path):
    go_on = threading.Event()
    training = training_with(trainer(hold=go_on, held_at=3))
    records, _ = collect(training)
    training.start(TrainingRequest(config(epochs=4), tmp_path / "run"))
    qtbot.waitUntil(lambda: points(records) == [1, 2])
    training.pause(True)
    go_on.set()
    wait_until_quiet(qtbot, training)
    assert training.busy
    assert points(records) == [1, 2]
    with qtbot.waitSignal(training.ended):
        training.pause(False)
    assert points(records) == list(range(1, 4 * STEPS + 1))


def test_stop_ends_a_real_run_at_once_and_keeps_what_it_learnt(qtbot, training, tmp_path):
    records, failures = collect(training)
    training.start(TrainingRequest(config(epochs=1000), tmp_path / "run"))
    qtbot.waitUntil(lambda: len(points(records)) > 3)
    began = time.perf_counter()
    with qtbot.waitSignal(training.ended):
        training.stop()
    assert time.perf_counter() - began < AT_ONCE
    assert failures == []
    card = checkpoint.load(RunFolder(tmp_path / "run").last).card
    assert card.provenance.steps == points(records)[-1]


def test_a_paused_run_can_be_stopped(qtbot, training_with, tmp_path):
    training = training_with(trainer(0.005))
    with qtbot.waitSignal(training.record):
        training.start(TrainingRequest(config(epochs=1000), tmp_path / "run"))
    training.pause(True)
    with qtbot.waitSignal(training.ended):
        training.stop()


def test_stop_after_this_epoch_can_be_taken_back(qtbot, training_with, tmp_path):
    go_on = threading.Event()
    training = training_with(trainer(hold=go_on))
    records, _ = collect(training)
    training.start(TrainingRequest(config(epochs=3), tmp_path / "run"))
    training.stop_after_epoch(True)
    with qtbot.waitSignal(training.ended):
        go_on.set()
    assert points(records) == list(range(1, STEPS + 1))
    records.clear()
    go_on.clear()
    training.start(TrainingRequest(config(epochs=2), tmp_path / "other"))
    training.stop_after_epoch(True)
    training.stop_after_epoch(False)
    with qtbot.waitSignal(training.ended):
        go_on.set()
    assert points(records) == list(range(1, 2 * STEPS + 1))


def test_fine_tuning_says_first_what_was_transferred(qtbot, training, tmp_path):
    run(qtbot, training, TrainingRequest(config(), tmp_path / "first"))
    records, failures = collect(training)
    best = RunFolder(tmp_path / "first").best
    without_copy = ModelConfig(copy=False, hidden_size=8, attention_size=4, embedding_size=4)
    request = TrainingRequest(config(model=without_copy), tmp_path / "second", start_from=best)
    run(qtbot, training, request)
    assert failures == []
    assert isinstance(records[1], Transfer)
    assert records[1].checkpoint == "first/best"
    assert "switch" in records[1].dropped
    alphabets = [
        checkpoint.load(RunFolder(tmp_path / n).best).card.alphabet for n in ("first", "second")
    ]
    assert alphabets[0] == alphabets[1]


def test_other_sizes_are_refused_with_every_difference_and_no_folder(qtbot, training, tmp_path):
    run(qtbot, training, TrainingRequest(config(), tmp_path / "first"))
    _, failures = collect(training)
    other = ModelConfig(layers=2, hidden_size=8, attention_size=4, embedding_size=6)
    best = RunFolder(tmp_path / "first").best
    request = TrainingRequest(config(model=other), tmp_path / "second", start_from=best)
    run(qtbot, training, request)
    assert failures[0].kind is FailureKind.INPUT
    for words in ("layers is 1 there and 2 here", "embedding_size is 4 there and 6 here"):
        assert words in failures[0].sentence
    assert not (tmp_path / "second").exists()


def write_csv(path, rows):
    path.write_text("mr,ref\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_a_pair_of_files_is_read_and_rows_left_out_are_told(qtbot, training, tmp_path):
    rows = [f'"name[Wok {n}], food[Thai]",Wok {n} is Thai.' for n in range(6)]
    corpus = write_csv(tmp_path / "woks.csv", [*rows, "one field"])
    dev = write_csv(tmp_path / "dev.csv", rows[:2])
    records, failures = collect(training)
    run(qtbot, training, TrainingRequest(config(), tmp_path / "run", (corpus, dev)))
    assert failures == []
    assert records[0].notices == (
        "woks.csv: 1 row was left out; the first, line 8: The row has 1 field, the header 2.",
    )
    assert points(records) == [1, 2]
    assert checkpoint.load(RunFolder(tmp_path / "run").best).card.provenance.corpus == "woks"


def test_a_file_that_is_no_corpus_is_refused_and_the_next_run_works(qtbot, training, tmp_path):
    bad = tmp_path / "bad.csv"
    bad.write_text("a,b\n1,2\n")
    _, failures = collect(training)
    run(qtbot, training, TrainingRequest(config(), tmp_path / "run", (bad, bad)))
    assert failures[0].kind is FailureKind.INPUT
    assert "bad.csv" in failures[0].sentence
    assert not (tmp_path / "run").exists()
    run(qtbot, training, TrainingRequest(config(), tmp_path / "run"))
    assert len(failures) == 1


def test_cuda_asked_for_in_vain_is_told_with_the_reason(qtbot, training, tmp_path):
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is a GPU that torch can use")
    records, failures = collect(training)
    run(qtbot, training, TrainingRequest(config(device="cuda"), tmp_path / "run"))
    assert failures == []
    assert records[0].device.name == "cpu"
    assert "so the CPU is used" in records[0].device.reason


def test_a_loss_that_is_no_number_leaves_a_gap_and_the_best_checkpoint(
    qtbot, training, tmp_path, monkeypatch
):
    from core.network.model import EdaCs

    whole = EdaCs.teacher_forced
    calls = []

    def diverging(self, *arguments):
        calls.append(self.training)
        if self.training and sum(calls) > 8:
            self.output.bias.data.fill_(math.nan)
        return whole(self, *arguments)

    monkeypatch.setattr(EdaCs, "teacher_forced", diverging)
    records, failures = collect(training)
    run(qtbot, training, TrainingRequest(config(epochs=3), tmp_path / "run"))
    assert failures[0].kind is FailureKind.NOT_A_NUMBER
    last = next(r for r in reversed(records) if isinstance(r, TrainingPoint))
    assert math.isnan(last.table_to_text)
    assert f"at step {last.step}." in failures[0].sentence
    assert "learning rate" in failures[0].sentence
    assert checkpoint.load(RunFolder(tmp_path / "run").best).model().config == TINY


def test_after_memory_ran_out_a_smaller_run_works_without_a_restart(qtbot, training, tmp_path):
    _, failures = collect(training)
    huge = ModelConfig(hidden_size=5_000_000, attention_size=4, embedding_size=4)
    run(qtbot, training, TrainingRequest(config(model=huge), tmp_path / "huge"))
    assert failures[0].kind is FailureKind.OUT_OF_MEMORY
    assert "smaller batch" in failures[0].sentence
    run(qtbot, training, TrainingRequest(config(), tmp_path / "small"))
    assert len(failures) == 1
    assert RunFolder(tmp_path / "small").best.is_file()


def test_close_ends_a_real_run_at_once_and_keeps_its_checkpoint(qtbot, training, tmp_path):
    records, _ = collect(training)
    training.start(TrainingRequest(config(epochs=1000), tmp_path / "run"))
    qtbot.waitUntil(lambda: len(points(records)) > 3)
    began = time.perf_counter()
    training.close()
    training.wait()
    assert time.perf_counter() - began < AT_ONCE
    assert not training.busy
    assert checkpoint.load(RunFolder(tmp_path / "run").last).model().config == TINY
    training.start(TrainingRequest(config(), tmp_path / "late"))
    assert not training.busy


def test_a_run_stopped_before_it_began_leaves_no_folder(qtbot, training_with, tmp_path):
    reading, go_on = threading.Event(), threading.Event()

    def slow_corpus():
        reading.set()
        assert go_on.wait(30)
        return tiny_corpus()

    training = training_with(partial(train, demo_corpus=slow_corpus))
    _, failures = collect(training)
    training.start(TrainingRequest(config(), tmp_path / "run"))
    qtbot.waitUntil(reading.is_set)
    training.stop()
    with qtbot.waitSignal(training.ended):
        go_on.set()
    assert failures == []
    assert not (tmp_path / "run").exists()


def test_a_run_goes_on_in_its_folder(qtbot, training, tmp_path):
    records, failures = collect(training)
    run(qtbot, training, TrainingRequest(config(), tmp_path / "run"))
    folder = RunFolder.open(tmp_path / "run")
    longer = dataclasses.replace(folder.training_config(), epochs=2)
    run(qtbot, training, TrainingRequest(longer, folder.path, resume=True))
    assert failures == []
    assert points(records) == [1, 2, 3, 4, 5, 6]
    assert folder.training_config() == longer


def test_folds_come_one_after_the_other(qtbot, training, tmp_path):
    records, failures = collect(training)
    run(qtbot, training, TrainingRequest(config(), tmp_path / "cv", folds=2))
    assert failures == []
    assert [r.fold for r in records if isinstance(r, FoldStarted)] == [1, 2]
    assert isinstance(records[-1], Outcome)


def test_a_probe_is_answered_while_training_goes_on(qtbot, training, tmp_path):
    records, _ = collect(training)
    training.start(TrainingRequest(config(epochs=1000), tmp_path / "run"))
    qtbot.waitUntil(lambda: len(points(records)) > 1)
    training.probe("name[Zoë]")
    qtbot.waitUntil(lambda: any(isinstance(r, Sample) for r in records))
    with qtbot.waitSignal(training.ended):
        training.stop()
    assert [r.mr for r in records if isinstance(r, Sample)] == ["name[Zoë]"]
