import dataclasses
from threading import Event

import pytest

from core.cancellation import Cancelled
from core.config import ConfigError
from core.estimates import Estimate, weights
from core.network.model import EdaCs
from core.records import Progress
from core.training.step import Stepper
from core.training.trial import trial


def test_a_trial_ends_with_an_estimate(runs):
    *before, found = trial(runs.corpus, runs.config)
    assert all(isinstance(record, Progress) for record in before)
    assert isinstance(found, Estimate)
    assert found.steps == 6
    assert 0 < found.seconds_per_epoch < found.seconds
    assert found.peak_bytes > 0


def test_weights_are_those_of_the_model_that_is_trained(runs):
    found = list(trial(runs.corpus, runs.config))[-1]
    _, folder = runs.train(epochs=1)
    from core import checkpoint

    model = checkpoint.load(folder.last).model()
    assert found.weights == sum(parameter.numel() for parameter in model.parameters())
    assert found.weights == weights(model.config, len(model.alphabet))
    assert isinstance(model, EdaCs)


def test_more_epochs_take_longer_by_as_much(runs, monkeypatch):
    seconds = iter(range(10_000))
    monkeypatch.setattr("core.training.trial.time.perf_counter", lambda: next(seconds))
    one = list(trial(runs.corpus, runs.config))[-1]
    many = dataclasses.replace(runs.config, epochs=20)
    ten = list(trial(runs.corpus, many))[-1]
    assert ten.seconds == pytest.approx(10 * one.seconds)
    assert ten.seconds_per_epoch == pytest.approx(one.seconds_per_epoch)


def test_steps_without_a_second_phase_count_as_often_as_there_will_be(runs, monkeypatch):
    """By a clock on which a step takes a second, and its second phase two more."""
    now, numbers = [0.0], []
    step = Stepper.step

    def timed(self, pairs, number, rate):
        found = step(self, pairs, number, rate)
        numbers.append(number)
        now[0] += 1.0 if found.text_to_table is None else 3.0
        return found

    monkeypatch.setattr(Stepper, "step", timed)
    monkeypatch.setattr("core.training.trial.time.perf_counter", lambda: now[0])
    always = list(trial(runs.corpus, runs.config))[-1]
    assert set(numbers) == {1}
    seldom = list(trial(runs.corpus, dataclasses.replace(runs.config, backward_every=4)))[-1]
    assert seldom.seconds_per_epoch == pytest.approx(always.seconds_per_epoch * (3 + 3 * 1) / 4 / 3)
    assert seldom.seconds - 2 * seldom.seconds_per_epoch == pytest.approx(
        always.seconds - 2 * always.seconds_per_epoch
    )


def test_a_trial_is_cancelled(runs):
    cancel = Event()
    found = trial(runs.corpus, runs.config, cancel)
    next(found)
    cancel.set()
    with pytest.raises(Cancelled):
        list(found)


@pytest.mark.parametrize("split", ["train", "dev"])
def test_an_empty_split_is_refused(runs, split):
    corpus = dataclasses.replace(runs.corpus, **{split: ()})
    with pytest.raises(ConfigError, match="needs examples to train on"):
        list(trial(corpus, runs.config))
