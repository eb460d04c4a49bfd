import shlex
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest
from fake_training import write_card
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from charcopy_gui.pages.train import as_command
from charcopy_gui.pages.train.as_command import command
from charcopy_gui.storage.settings import TrainingChoices
from core.command_line import parser
from core.commands import asking, train_settings
from core.config import BackwardInput, ModelConfig, Optimizer, Schedule, TrainingConfig
from core.corpus.formats import Choices, Known

MAIN = Path(__file__).parents[4] / "main.py"

numbers = st.integers(1, 10_000)
parts = st.floats(0, 0.95).map(lambda x: round(x, 6))
models = st.builds(
    ModelConfig, st.booleans(), st.booleans(), st.booleans(), st.booleans(), st.booleans(),
    numbers, numbers, numbers, numbers, parts,
)  # fmt: skip
configs = st.builds(
    TrainingConfig,
    model=models,
    epochs=numbers,
    batch_size=numbers,
    references_per_source=numbers,
    optimizer=st.sampled_from(Optimizer),
    weight_decay=parts,
    learning_rate=st.floats(1e-9, 10),
    schedule=st.sampled_from(Schedule),
    learning_rate_decay=st.floats(0.01, 1),
    decay_epochs=numbers,
    plateau_patience=numbers,
    warmup_steps=st.integers(0, 999),
    clip=st.floats(1e-3, 1e6),
    coverage_weight=parts,
    backward_input=st.sampled_from(BackwardInput),
    backward_every=numbers,
    evaluate_every=st.integers(0, 999),
    patience=st.integers(0, 99),
    keep_epochs=st.booleans(),
    save_minutes=st.floats(0.1, 600),
    seed=st.integers(0, 2**31 - 1),
    device=st.sampled_from(["auto", "cpu", "cuda", "mps"]),
    threads=st.integers(0, 64),
)


@pytest.fixture(autouse=True)
def _posix(monkeypatch):
    monkeypatch.setattr(as_command.sys, "platform", "linux")


def parsed(line):
    words = shlex.split(line)
    assert words[:3] == [sys.executable, str(MAIN), "train"]
    return parser(["train"]).parse_args(words[2:])


def configured(options):
    return train_settings.training_config(
        options.config,
        train_settings.given(options, train_settings.TRAINING),
        train_settings.given(options, train_settings.MODEL),
        options.variant,
        options.fine_tune_from,
        options.preset,
    )


@given(configs)
def test_the_command_trains_with_the_same_configuration(config):
    options = parsed(command(TrainingChoices(config=config), Path("runs/x")))
    assert configured(options) == config
    assert (options.corpus, options.dev, options.folds) == ("demo", None, None)


@given(configs)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_fine_tuning_too(tmp_path, config):
    sizes = {"layers": 2, "hidden_size": 40, "attention_size": 20, "embedding_size": 10}
    sizes["attend_last_character"] = False
    start = ModelConfig(copy=False, shift=False, coverage=True, dropout=0.3, **sizes)
    path = write_card(tmp_path / "it's mine" / "best.safetensors", start)
    config = replace(config, model=replace(config.model, **sizes))
    options = parsed(command(TrainingChoices(start_from=str(path), config=config), Path("runs/x")))
    assert options.fine_tune_from == str(path)
    assert configured(options) == config


def test_files_folds_and_odd_names_come_through_the_shell(tmp_path):
    train, dev = tmp_path / "my $(corpus) 'a'.csv", tmp_path / "dev; rm.csv"
    how = Choices(delimiter="\t", quote="", mr=("was", "wo"), reference="sagt", encoding="cp1252")
    choices = TrainingChoices(str(train), str(dev), folds=5)
    options = parsed(command(choices, tmp_path / "a run", (how, how)))
    assert (options.corpus, options.dev) == (str(train), dev)
    assert options.out == tmp_path / "a run"
    assert options.folds == 5
    said = asking.known(options)
    assert (said.delimiter, said.quote, said.mr, said.reference) == ("\t", "", how.mr, "sagt")
    assert (said.encoding, said.header) == ("cp1252", True)
    assert asking.known(options, "dev_") == Known(), "as the other file is"


def test_a_dev_file_that_is_read_otherwise_says_so(tmp_path):
    train = Choices(delimiter="\t", mr=("was",), reference="sagt", encoding="cp1252")
    dev = Choices(quote="", header=False, mr=("1",), reference="2")
    choices = TrainingChoices(str(tmp_path / "a.csv"), str(tmp_path / "b.csv"))
    options = parsed(command(choices, tmp_path / "run", (train, dev)))
    for how, said in ((train, asking.known(options)), (dev, asking.known(options, "dev_"))):
        assert said == Known(**{each.name: getattr(how, each.name) for each in fields(Known)})


def test_a_folder_of_known_corpora_is_said(tmp_path):
    folder = tmp_path / "my corpora"
    options = parsed(command(TrainingChoices("hotel"), tmp_path / "run", corpora=folder))
    assert (options.corpus, options.corpora) == ("hotel", folder)
    demo = parsed(command(TrainingChoices(), tmp_path / "run", corpora=folder))
    assert (demo.corpus, demo.corpora) == ("demo", None)


def test_where_it_was_installed_the_command_is_its_name(monkeypatch):
    monkeypatch.setattr("sys.argv", ["/usr/bin/charcopy"])
    assert command(TrainingChoices(), Path("x")).startswith("charcopy train ")


def test_what_is_usual_is_not_said():
    line = command(TrainingChoices(), Path("runs/x"))
    assert shlex.split(line)[2:] == ["train", "--corpus", "demo", "--out", "runs/x"]


def test_on_windows_it_is_quoted_for_its_shell(monkeypatch):
    monkeypatch.setattr(as_command.sys, "platform", "win32")
    line = command(TrainingChoices("C:\\my data\\a.csv", "b.csv"), Path("x"))
    assert '"C:\\my data\\a.csv"' in line
