import dataclasses
import json
from threading import Event

import pytest
import safetensors.torch
import torch
from counting import CountingEvent

from core import checkpoint, kernels
from core.batching import batches
from core.checkpoint import Checkpoint, CheckpointError
from core.config import BackwardInput, ConfigError, DecodingConfig
from core.corpus.example import Corpus, group_by_mr
from core.decoding.steps import steps
from core.model_card import ModelCard
from core.records import (
    DevScores,
    GenerationFinished,
    Phase,
    Progress,
    TrainingPoint,
    Transfer,
)
from core.runs import RunError, RunFolder
from core.training.control import TrainingControl
from core.training.step import NotANumberError
from core.training.trainer import train

STEPS = 3
"""Steps of an epoch on the tiny corpus: 8 pairs, at most 3 a batch."""


def points_of(records):
    return [r for r in records if isinstance(r, TrainingPoint)]


def scores_of(records):
    return [r for r in records if isinstance(r, DevScores)]


def lines_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def weights_of(folder):
    return safetensors.torch.load_file(folder.last)


def equal(one, other):
    return one.keys() == other.keys() and all(torch.equal(one[n], other[n]) for n in one)


# A whole run


def test_both_losses_fall(runs):
    records, _ = runs.train(epochs=12, learning_rate=0.03, learning_rate_decay=1.0,
                            evaluate_every=1000, model={"dropout": 0.0})  # fmt: skip
    points = points_of(records)
    for name in ("table_to_text", "text_to_table"):
        first, last = (sum(getattr(p, name) for p in part) for part in (points[:6], points[-6:]))
        assert last < 0.6 * first


def test_records_of_a_run(runs):
    records, _ = runs.train()
    points, scores = points_of(records), scores_of(records)
    before = records[: records.index(points[0])]
    assert all(isinstance(record, Progress) for record in before)
    assert (before[-1].done, before[-1].total, before[-1].unit) == (0, 2 * STEPS, "steps")
    assert [p.step for p in points] == list(range(1, 2 * STEPS + 1))
    assert [p.epoch for p in points] == [0] * STEPS + [1] * STEPS
    assert [(s.step, s.epoch) for s in scores] == [(STEPS, 1), (2 * STEPS, 2)]
    assert isinstance(records[-1], DevScores)
    for point in points:
        assert 0 < point.table_to_text < 10
        assert 0 < point.text_to_table < 10
        assert point.gradient_norm > 0
        assert point.examples_per_second > 0
    assert all(0 <= s.bleu <= 1 and s.table_to_text > 0 and s.text_to_table > 0 for s in scores)
    samples = scores[-1].samples
    assert [s.mr for s in samples] == ["name[Ada]", "name[Café]"]
    assert all(s.alignment.shape[1] == len(s.mr) + 2 for s in samples)
    assert all(s.p_gen.shape == s.alignment.shape[:1] for s in samples)


def test_the_lines_of_the_metrics(runs):
    records, folder = runs.train()
    lines = lines_of(folder.metrics)
    written = [line for line in lines if "gradient_norm" in line]
    assert [line["table_to_text"] for line in written] == [
        p.table_to_text for p in points_of(records)
    ]
    dev = [line for line in lines if "bleu" in line]
    assert [line["bleu"] for line in dev] == [s.bleu for s in scores_of(records)]
    assert [line["step"] for line in lines] == [1, 2, 3, 3, 4, 5, 6, 6]
    texts = lines_of(folder.samples)
    assert [t["step"] for t in texts] == [3, 6]
    written = [(sample["mr"], sample["text"]) for sample in texts[1]["samples"]]
    assert written == [(s.mr, s.text) for s in scores_of(records)[-1].samples]


@pytest.mark.parametrize("variant", ["EDA", "EDA_C"])
def test_without_exchange_there_is_no_second_phase(runs, variant):
    records, _ = runs.train(epochs=1, model={"copy": variant == "EDA_C", "exchange": False})
    assert {p.text_to_table for p in points_of(records)} == {None}
    assert scores_of(records)[0].text_to_table is None
    with_switch = {s.p_gen is not None for s in scores_of(records)[0].samples}
    assert with_switch == {variant == "EDA_C"}


@pytest.mark.parametrize("how", BackwardInput)
def test_every_backward_input_trains(runs, how, monkeypatch):
    monkeypatch.setattr("core.evaluation.LONGEST", 20)
    records, _ = runs.train(epochs=1, backward_input=how)
    assert len(points_of(records)) == STEPS


@pytest.mark.parametrize("name", ["best", "last"])
def test_checkpoints_load_and_decode(runs, name):
    records, folder = runs.train()
    loaded = checkpoint.load(getattr(folder, name))
    origin = loaded.card.provenance
    assert (origin.corpus, origin.licence, origin.attribution) == ("tiny", "CC0", "us")
    assert origin.seed == 1
    best = next(s for s in reversed(scores_of(records)) if s.is_best or name == "last")
    assert (origin.steps, origin.epochs) == (best.step, best.epoch)
    if name == "best":
        assert origin.dev_bleu == max(s.bleu for s in scores_of(records))
    # Sample texts may be a fifth longer than the longest reference, and have an end.
    config = DecodingConfig(max_length=1 + len("There is Café.") * 6 // 5)
    finished = list(steps(loaded.model(), "name[Ada]", Phase.TABLE_TO_TEXT, config))[-1]
    assert isinstance(finished, GenerationFinished)
    assert finished.text == next(s.text for s in best.samples if s.mr == "name[Ada]")


def test_the_alphabet_is_the_train_splits(runs):
    dev_only = (*runs.corpus.dev, dataclasses.replace(runs.corpus.dev[0], reference="東"))
    corpus = dataclasses.replace(runs.corpus, dev=dev_only)
    _, folder = runs.train(epochs=1, corpus=corpus)
    alphabet = checkpoint.load(folder.last).card.alphabet
    assert "é" in alphabet
    assert "東" not in alphabet


def test_the_same_seed_repeats_itself_and_another_does_not(runs, losses):
    torch.manual_seed(0)
    one, first = runs.train("one", epochs=1)
    torch.manual_seed(99)
    two, second = runs.train("two", epochs=1)
    three, _ = runs.train("three", epochs=1, seed=2)
    assert losses(one) == losses(two) != losses(three)
    assert equal(weights_of(first), weights_of(second))


@pytest.mark.parametrize("split", ["train", "dev"])
def test_an_empty_split_is_refused(runs, split):
    corpus = dataclasses.replace(runs.corpus, **{split: ()})
    with pytest.raises(ConfigError, match="examples"):
        runs.train(corpus=corpus)


# When to evaluate and to stop


def test_evaluate_every_so_many_steps(runs):
    records, _ = runs.train(evaluate_every=2)
    assert [(s.step, s.epoch) for s in scores_of(records)] == [(2, 0), (4, 1), (6, 1)]


@pytest.mark.parametrize("every", [0, 1])
def test_patience(runs, every, monkeypatch):
    """BLEU .1, .3, .2, .29, .1: the second is the best; two more without a better one end it."""
    figures = iter([0.1, 0.3, 0.2, 0.29, 0.1, 0.1])
    monkeypatch.setattr("core.metrics.bleu.BleuCounts.score", lambda _: next(figures))
    records, folder = runs.train(epochs=9, patience=2, evaluate_every=every)
    assert [(s.bleu, s.is_best) for s in scores_of(records)] == [
        (0.1, True), (0.3, True), (0.2, False), (0.29, False),
    ]  # fmt: skip
    assert checkpoint.load(folder.best).card.provenance.steps == (2 if every else 2 * STEPS)
    # Resuming a run that has ended adds nothing.
    assert points_of(runs.resume(folder)) == []


def test_stop_after_this_epoch(runs):
    control = TrainingControl()
    control.stop_after_epoch.set()
    records, folder = runs.train(control=control, epochs=5)
    assert points_of(records)[-1].step == STEPS
    assert isinstance(records[-1], DevScores)
    assert points_of(runs.resume(folder, TrainingControl()))[-1].step == 5 * STEPS


def test_a_pause_holds_between_steps(runs):
    class Cleared(Event):
        """Waiting for it ends the pause; so nothing sleeps here."""

        waits = 0

        def wait(self, timeout=None):
            self.waits += 1
            control.pause.clear()
            return False

    control = TrainingControl(cancel=Cleared())
    records = train(runs.corpus, runs.config, runs.folder(), control=control)
    seen = []
    for record in records:
        seen.append(record)
        if isinstance(record, TrainingPoint) and record.step == 2:
            control.pause.set()
            assert control.cancel.waits == 0
    assert control.cancel.waits == 1
    assert len(points_of(seen)) == 2 * STEPS


# Resuming


@pytest.mark.parametrize("compiled", [False, True])
def test_resuming_equals_going_on_without_a_break(runs, losses, compiled, monkeypatch):
    """Stopped in the middle of the second epoch; losses and weights are the same to the bit."""
    if compiled:
        numba_cpu = pytest.importorskip("core.kernels.numba_cpu", reason="Numba is not there")
        monkeypatch.setattr(kernels, "_chosen", [numba_cpu])
    whole, unbroken = runs.train("whole", epochs=3)
    control = TrainingControl()
    config = dataclasses.replace(runs.config, epochs=3)
    folder = runs.folder("broken", config)
    first = []
    for record in train(runs.corpus, config, folder, control=control):
        first.append(record)
        if isinstance(record, TrainingPoint) and record.step == STEPS + 1:
            control.cancel.set()
    assert points_of(first)[-1].step == STEPS + 1
    second = runs.resume(folder)
    progress = second[second.index(points_of(second)[0]) - 1]
    assert (progress.done, progress.total) == (STEPS + 1, 3 * STEPS)
    assert losses(first) + losses(second) == losses(whole)
    assert [s.bleu for s in scores_of(first + second)] == [s.bleu for s in scores_of(whole)]
    assert equal(weights_of(folder), weights_of(unbroken))
    kept = [(line["step"], line["table_to_text"]) for line in lines_of(folder.metrics)]
    assert kept == [(line["step"], line["table_to_text"]) for line in lines_of(unbroken.metrics)]


@pytest.mark.parametrize("share", [0.2, 0.45, 0.6, 0.9])
def test_a_step_that_is_cancelled_in_its_middle_is_done_again(runs, losses, share):
    """In either phase, on the way there or back: of the step cut short nothing remains."""
    counting, at = CountingEvent(), []
    config = dataclasses.replace(runs.config, epochs=1)
    whole, unbroken = [], runs.folder("whole", config)
    for record in train(runs.corpus, config, unbroken, control=TrainingControl(counting)):
        whole.append(record)
        if isinstance(record, TrainingPoint):
            at.append(counting.looks)
    cancel = CountingEvent(after=int(at[1] + share * (at[2] - at[1])))
    folder = runs.folder("broken", config)
    first = list(train(runs.corpus, config, folder, control=TrainingControl(cancel)))
    assert len(points_of(first)) == 2
    assert cancel.looks == cancel.after + 1
    second = runs.resume(folder)
    assert losses(first) + losses(second) == losses(whole)
    assert equal(weights_of(folder), weights_of(unbroken))


@pytest.mark.parametrize("every", [0, 2])
def test_an_evaluation_that_is_cancelled_is_done_again(runs, every):
    counting, at = CountingEvent(), []
    config = dataclasses.replace(runs.config, epochs=1, evaluate_every=every)
    whole = []
    for record in train(runs.corpus, config, runs.folder("whole", config),
                        control=TrainingControl(counting)):  # fmt: skip
        whole.append(record)
        if isinstance(record, TrainingPoint | DevScores):
            at.append((type(record), counting.looks))
    place = next(i for i, (kind, _) in enumerate(at) if kind is DevScores)
    middle = (at[place - 1][1] + at[place][1]) // 2
    folder = runs.folder("broken", config)
    control = TrainingControl(CountingEvent(after=middle))
    first = list(train(runs.corpus, config, folder, control=control))
    assert scores_of(first) == []
    second = runs.resume(folder)
    found = [(s.step, s.bleu, s.table_to_text) for s in scores_of(first + second)]
    assert found == [(s.step, s.bleu, s.table_to_text) for s in scores_of(whole)]
    assert folder.best.exists()


def test_the_event_is_looked_at_for_every_character_of_both_phases(runs):
    """Between two points: once for the pause, then S + T, there and back, twice."""
    pairs = next(iter(batches(group_by_mr(runs.corpus.train), 3, 2, seed=1, epoch=0)))
    longest_mr = max(len(mr) for mr, _ in pairs)
    longest_text = max(len(text) for _, text in pairs)
    counting = CountingEvent()
    records = train(
        runs.corpus,
        dataclasses.replace(runs.config, backward_input=BackwardInput.REFERENCE),
        runs.folder(),
        control=TrainingControl(counting),
    )
    while not isinstance(next(records), TrainingPoint):
        pass
    records.close()
    there = longest_mr + 2 + longest_text + 1
    back = longest_text + 2 + longest_mr + 1
    assert counting.looks == 1 + 2 * there + 2 * back


def test_cancelled_before_the_first_step_can_be_resumed(runs, losses):
    control = TrainingControl()
    control.cancel.set()
    first, folder = runs.train(control=control, epochs=1)
    assert points_of(first) == []
    whole, _ = runs.train("whole", epochs=1)
    assert losses(runs.resume(folder)) == losses(whole)


# What is no number


def test_a_loss_that_is_no_number_keeps_the_best(runs):
    _, folder = runs.train(epochs=1)
    best, last = folder.best.read_bytes(), folder.last.read_bytes()
    with safetensors.safe_open(folder.state, "pt") as file:
        metadata = file.metadata()
    state = safetensors.torch.load_file(folder.state)
    state["model.output.bias"][5] = torch.nan
    position = json.loads(metadata["charcopy_state"]) | {"epoch": 0, "batch": 0}
    metadata["charcopy_state"] = json.dumps(position)
    safetensors.torch.save_file(state, folder.state, metadata)
    with pytest.raises(NotANumberError, match=f"step {STEPS + 1}.*what was saved before"):
        runs.resume(folder)
    assert folder.best.read_bytes() == best
    assert folder.last.read_bytes() == last


# Fine-tuning


@pytest.fixture
def start(runs):
    _, folder = runs.train("start", epochs=1)
    return checkpoint.load(folder.best)


def other(runs):
    """A corpus without é, and with a character the checkpoint has never seen."""
    pairs = tuple(e for e in runs.corpus.train if "é" not in e.mr)
    first = dataclasses.replace(pairs[0], mr="name[東]", reference="東 is here.")
    return Corpus("other", (first, *pairs), pairs[:2])


def test_fine_tuning_keeps_weights_and_alphabet(runs, start):
    control = TrainingControl()
    control.cancel.set()
    records, folder = runs.train("tuned", corpus=other(runs), start_from=start, control=control)
    assert isinstance(records[0], Transfer)
    begun_with = safetensors.torch.load_file(folder.state)
    assert equal({name: begun_with[f"model.{name}"] for name in start.weights}, start.weights)
    records, folder = runs.train("whole", corpus=other(runs), start_from=start, epochs=1)
    assert points_of(records)[0].step == 1
    assert not equal(weights_of(folder), start.weights)
    card = checkpoint.load(folder.last).card
    assert card.alphabet == start.card.alphabet
    assert "é" in card.alphabet
    assert "東" not in card.alphabet
    assert card.provenance.fine_tuned_from == start.card.name
    assert card.provenance.corpus == "other"


def test_fine_tuning_with_other_sizes_names_every_difference(runs, start):
    with pytest.raises(ConfigError) as caught:
        runs.train("tuned", start_from=start, model={"hidden_size": 9, "layers": 2})
    for part in ("hidden_size", "9", "8", "layers", "2", "1"):
        assert part in str(caught.value)
    assert "attention_size" not in str(caught.value)


def test_fine_tuning_another_variant_starts_its_switch_afresh(runs):
    _, folder = runs.train("start", epochs=1, model={"copy": False, "exchange": False})
    start = checkpoint.load(folder.best)
    records, _ = runs.train("tuned", epochs=1, start_from=start)
    assert len(points_of(records)) == STEPS
    assert "switch" in records[0].fresh


def test_resuming_a_fine_tuning_keeps_the_checkpoints_alphabet(runs, start, losses):
    """Whoever resumes need not know any more what the run began with."""
    corpus = other(runs)
    whole, unbroken = runs.train("whole", corpus=corpus, start_from=start)
    control = TrainingControl()
    control.stop_after_epoch.set()
    first, folder = runs.train("tuned", corpus=corpus, start_from=start, control=control)
    runs.corpus = corpus
    second = runs.resume(folder)
    assert losses(first) + losses(second) == losses(whole)
    assert checkpoint.load(folder.last).card.alphabet == start.card.alphabet
    assert equal(weights_of(folder), weights_of(unbroken))


def test_a_damaged_checkpoint_starts_nothing(runs, start):
    weights = {n: w for n, w in start.weights.items() if not n.startswith("text_gru")}
    card = ModelCard("x", start.card.path, start.card.config, start.card.alphabet)
    records = train(runs.corpus, runs.config, runs.folder(), start_from=Checkpoint(card, weights))
    with pytest.raises(CheckpointError, match=r"text_gru.forwards.0.input is missing"):
        next(records)


def test_nothing_to_resume(runs):
    with pytest.raises(RunError, match="no run that could be resumed"):
        RunFolder.open(runs.folder().path)
    with pytest.raises(RunError):
        runs.resume(runs.folder("two"))
