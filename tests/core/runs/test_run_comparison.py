import dataclasses
from pathlib import Path

from core.config import ModelConfig, Schedule, TrainingConfig
from core.runs import RunState, RunStatus
from core.runs.comparison import Difference, differences, run_differences
from core.runs.listing import RunSummary


def test_settings_that_differ_are_named_as_in_the_file():
    one = TrainingConfig()
    other = dataclasses.replace(
        one, model=ModelConfig(layers=4, copy=False), epochs=3, schedule=Schedule.CONSTANT
    )
    assert set(differences(one, other)) == {
        Difference("model.copy", True, False),
        Difference("model.layers", 1, 4),
        Difference("epochs", 10, 3),
        Difference("schedule", "decay", "constant"),
    }
    assert differences(one, one) == ()


def run(corpus, start="", **settings):
    config = TrainingConfig(**settings)
    return RunSummary(Path("run"), RunStatus(RunState.FINISHED), config, corpus, start)


def words(one, other):
    differing = run_differences(one, other)
    return [(each.name, each.one_in_words, each.other_in_words) for each in differing]


def test_corpus_and_start_come_first():
    assert words(run("demo", epochs=3), run("hotel", "e2eplus-edacs")) == [
        ("corpus", "demo", "hotel"),
        ("started_from", "scratch", "e2eplus-edacs"),
        ("epochs", "3", "10"),
    ]
    assert words(run("demo", "one"), run("demo", "two")) == [("started_from", "one", "two")]
    assert words(run(""), run("demo")) == [("corpus", "unknown", "demo")]
    assert words(run("demo", "one"), run("demo", "one")) == []


def test_values_are_said_in_words():
    one = run("demo", model=ModelConfig(coverage=True, dropout=0), learning_rate=1e-3, patience=4)
    other = run("demo", model=ModelConfig(), learning_rate=2e-3, evaluate_every=100, threads=2)
    assert words(one, other) == [
        ("model.coverage", "on", "off"),
        ("model.dropout", "0", "0.1"),
        ("learning_rate", "0.001", "0.002"),
        ("evaluate_every", "every epoch", "100"),
        ("patience", "4", "no limit"),
        ("threads", "automatic", "2"),
    ]
