import dataclasses

import pytest
import torch

from core import checkpoint
from core.config import DecodingConfig
from core.corpus.example import Example
from core.decoding.steps import steps
from core.records import DevScores, Phase, Sample, TrainingPoint, Transfer
from core.runs import RunError, RunState, position, samples, status
from core.training.control import TrainingControl
from core.training.trainer import train


def test_the_last_checkpoint_keeps_the_score_of_its_weights(runs):
    control = TrainingControl()
    control.stop_after_epoch.set()
    _, folder = runs.train(control=control)
    last, best = checkpoint.load(folder.last).card, checkpoint.load(folder.best).card
    assert last.provenance.dev_bleu == best.provenance.dev_bleu is not None


def test_weights_that_were_never_scored_have_no_score(runs):
    control = TrainingControl()
    _, folder = runs.train(evaluate_every=2, epochs=1, control=control)
    control = TrainingControl()
    records = train(runs.corpus, runs.config, runs.folder("two"), control=control)
    next(r for r in records if isinstance(r, TrainingPoint))
    control.cancel.set()
    list(records)
    assert checkpoint.load(runs.path / "two" / "last.safetensors").card.provenance.dev_bleu is None
    assert checkpoint.load(folder.last).card.provenance.dev_bleu is not None


class Clock:
    """Seconds that pass only where something waits."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


def test_a_pause_is_no_training_time_and_saves_what_was_trained(runs, monkeypatch):
    clock = Clock()
    monkeypatch.setattr("core.training.session.time.monotonic", clock)
    control = TrainingControl()

    def pause_ends(_):
        assert position.read(folder)["step"] == 2
        assert status.read(folder).state is RunState.PAUSED
        clock.now += 5000.0
        control.pause.clear()

    monkeypatch.setattr(TrainingControl, "wait", pause_ends)
    folder = runs.folder()
    points = []
    for record in train(runs.corpus, runs.config, folder, control=control):
        clock.now += 1.0
        if isinstance(record, TrainingPoint):
            points.append(record)
            if record.step == 2:
                control.pause.set()
            if record.step == 3:
                assert status.read(folder).state is RunState.RUNNING
    assert points[2].seconds - points[1].seconds < 100
    assert checkpoint.load(folder.last).card.provenance.seconds < 100


def test_seconds_never_run_backwards_below_nothing(runs, monkeypatch):
    """A clock that is set back, as no monotonic one may be."""
    clock = Clock()
    monkeypatch.setattr("core.training.session.time.monotonic", clock)
    records = []
    for record in train(runs.corpus, runs.config, runs.folder()):
        clock.now -= 50.0
        records.append(record)
    assert {r.seconds for r in records if isinstance(r, TrainingPoint)} == {0.0}


@pytest.mark.parametrize("model", [{}, {"copy": False}])
def test_probes_change_nothing(runs, losses, model, monkeypatch):
    """Before the first step, between steps, and while the dev split is scored."""
    monkeypatch.setattr("core.training.dev.LONGEST_PROBE", 12)
    config = dataclasses.replace(
        runs.config, model=dataclasses.replace(runs.config.model, **model), evaluate_every=2
    )
    control, found = TrainingControl(), []
    control.probes.put("name[Zoë]")
    probed = runs.folder("probed", config)
    for record in train(runs.corpus, config, probed, control=control):
        if not isinstance(record, Sample):
            control.probes.put(f"name[{len(found)}]")
        found.append(record)
    other, unasked = runs.train("other", model=model, evaluate_every=2)
    assert losses(found) == losses(other)
    assert [s.bleu for s in found if isinstance(s, DevScores)] == [
        s.bleu for s in other if isinstance(s, DevScores)
    ]
    one, two = checkpoint.load(probed.last).weights, checkpoint.load(unasked.last).weights
    assert all(torch.equal(one[name], two[name]) for name in one)
    assert len([r for r in found if isinstance(r, Sample)]) > 15


@pytest.mark.parametrize("copies", [True, False])
def test_samples_have_the_copy_alignment_of_their_characters(runs, copies):
    model = {} if copies else {"copy": False}
    records, folder = runs.train(model=model, epochs=1)
    (sample, *_) = next(r for r in records if isinstance(r, DevScores)).samples
    if not copies:
        assert sample.copy_alignment is sample.p_gen is None
        return
    assert sample.copy_alignment.shape == sample.alignment.shape
    assert sample.copy_alignment.sum(1) == pytest.approx(1, abs=1e-5)
    expected = sample.alignment[:, :-1] / sample.alignment[:, :-1].sum(1, keepdims=True)
    assert sample.copy_alignment[:, 1:] == pytest.approx(expected, abs=1e-5), "moved by one"
    (kept, *_) = samples.read(folder).at(samples.read(folder).steps[0])
    assert kept.copy_alignment == pytest.approx(sample.copy_alignment, abs=1 / 255)


def test_a_probe_is_answered_with_the_weights_as_they_are(runs, monkeypatch):
    """Put after the very last step, it is written while the dev split is scored."""
    monkeypatch.setattr("core.training.dev.LONGEST_PROBE", 12)
    control = TrainingControl()
    order, asked = [], None
    folder = runs.folder()
    for record in train(runs.corpus, runs.config, folder, control=control):
        order.append(record)
        if isinstance(record, TrainingPoint) and record.step == 6:
            asked = len(order)
            control.probes.put("name[Ada]")
    probe = next(r for r in order[asked:] if isinstance(r, Sample))
    assert not any(isinstance(r, TrainingPoint) for r in order[asked:])
    config = DecodingConfig(max_length=12)
    model = checkpoint.load(folder.last).model()
    text = list(steps(model, "name[Ada]", Phase.TABLE_TO_TEXT, config))[-1].text
    assert (probe.mr, probe.text) == ("name[Ada]", text)
    assert probe.alignment.shape == (len(probe.p_gen), len("name[Ada]") + 2)


def test_a_pause_answers_probes(runs, monkeypatch):
    control = TrainingControl()
    waits = []

    def wait(_):
        waits.append(len(waits))
        if len(waits) == 1:
            control.probes.put("name[Ada]")
        if len(waits) == 3:
            control.pause.clear()

    monkeypatch.setattr(TrainingControl, "wait", wait)
    control.pause.set()
    first = next(
        r for r in train(runs.corpus, runs.config, runs.folder(), control=control)
        if isinstance(r, Sample | TrainingPoint)
    )  # fmt: skip
    assert isinstance(first, Sample)
    assert len(waits) == 1


def test_another_corpus_cannot_be_resumed_on(runs):
    control = TrainingControl()
    control.stop_after_epoch.set()
    _, folder = runs.train(control=control)
    more = (*runs.corpus.train, Example("name[Eve]", "Eve is here."))
    runs.corpus = dataclasses.replace(runs.corpus, train=more)
    with pytest.raises(RunError, match="another corpus"):
        runs.resume(folder)


def test_a_run_that_never_saved_is_no_obstacle(runs):
    folder = runs.folder()
    folder.note("began")
    folder.append(folder.metrics, {"step": 1})
    again = runs.folder()
    assert not again.metrics.exists()
    assert not again.log.exists()


def test_fine_tuning_keeps_the_terms_of_the_checkpoint(runs):
    _, folder = runs.train("base", epochs=1)
    start = checkpoint.load(folder.best)
    corpus = dataclasses.replace(runs.corpus, licence="MIT", attribution="them")
    _, tuned = runs.train("tuned", epochs=1, corpus=corpus, start_from=start)
    origin = checkpoint.load(tuned.best).card.provenance
    assert (origin.licence, origin.attribution) == ("CC0; MIT", "us; them")
    corpus = dataclasses.replace(runs.corpus, licence="", attribution="")
    _, tuned = runs.train("again", epochs=1, corpus=corpus, start_from=start)
    origin = checkpoint.load(tuned.best).card.provenance
    assert (origin.licence, origin.attribution) == ("CC0", "us")


@pytest.mark.parametrize(
    ("before", "after", "fresh"),
    [
        ({}, {"coverage": True}, ("attention.coverage",)),
        ({"copy": False}, {"copy": True}, ("switch",)),
        (
            {"exchange": False},
            {"exchange": True},
            ("table_gru.forwards.0.context", "text_gru.backwards"),
        ),
    ],
)
def test_the_report_names_what_the_checkpoint_never_trained(runs, before, after, fresh):
    _, folder = runs.train("base", epochs=1, model=before)
    start = checkpoint.load(folder.best)
    records, _ = runs.train("tuned", epochs=1, model=after, start_from=start)
    assert isinstance(records[0], Transfer)
    assert records[0].fresh == fresh


def test_of_equal_scores_the_lower_loss_is_the_best(runs, monkeypatch):
    monkeypatch.setattr("core.metrics.bleu.BleuCounts.score", lambda _: 0.0)
    records, folder = runs.train(epochs=4, learning_rate=0.03, learning_rate_decay=1.0)
    scores = [r for r in records if isinstance(r, DevScores)]
    best = min(scores, key=lambda s: s.table_to_text)
    assert best.step > scores[0].step
    assert checkpoint.load(folder.best).card.provenance.steps == best.step
