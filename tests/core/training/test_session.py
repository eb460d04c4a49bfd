import dataclasses

import pytest

from core import checkpoint
from core.corpus.example import Example
from core.records import DevScores, Sample, TrainingPoint, Transfer
from core.runs import RunError
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


def test_a_pause_is_no_training_time(runs, monkeypatch):
    monkeypatch.setattr(TrainingControl, "wait_while_paused", lambda _: 1000.0)
    records, folder = runs.train(epochs=1)
    points = [r for r in records if isinstance(r, TrainingPoint)]
    assert all(p.seconds < 0 for p in points)  # the clock did not move, the pauses are taken off
    assert checkpoint.load(folder.last).card.provenance.seconds < 0


def test_a_probe_is_written_between_two_steps_with_the_weights_as_they_are(runs):
    control = TrainingControl()
    control.probes.put("name[Zoë]")
    records, folder = runs.train(control=control)
    probes = [i for i, r in enumerate(records) if isinstance(r, Sample)]
    assert len(probes) == 1
    assert isinstance(records[probes[0] - 1], TrainingPoint)
    assert records[probes[0]].mr == "name[Zoë]"
    other, unasked = runs.train("other")
    assert [r for r in records if isinstance(r, TrainingPoint)][-1].table_to_text == (
        [r for r in other if isinstance(r, TrainingPoint)][-1].table_to_text
    )
    assert folder.metrics.exists()
    assert unasked.metrics.exists()


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
