import dataclasses
import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.config import (
    VARIANTS,
    BackwardInput,
    ConfigError,
    DecodingConfig,
    ModelConfig,
    Optimizer,
    Schedule,
    Strategy,
    TrainingConfig,
)

INF, NAN = math.inf, math.nan
whole = st.integers(1, 10_000)
models = st.builds(
    ModelConfig,
    *[st.booleans()] * 5,
    layers=whole,
    hidden_size=whole,
    attention_size=whole,
    embedding_size=whole,
    dropout=st.floats(0, 0.95),
)
decodings = st.builds(
    DecodingConfig,
    strategy=st.sampled_from(Strategy),
    temperature=st.floats(0, 100, exclude_min=True),
    top_p=st.floats(0, 1, exclude_min=True),
    seed=st.integers(0, 2**60),
    beam_width=whole,
    length_penalty=st.floats(0, 10),
    rerank=st.booleans(),
    reconstruction_weight=st.floats(0, 100),
    slot_weight=st.floats(0, 1000),
    samples=st.integers(0, 100),
)
trainings = st.builds(
    TrainingConfig,
    model=models,
    learning_rate=st.floats(1e-9, 10),
    backward_input=st.sampled_from(BackwardInput),
    optimizer=st.sampled_from(Optimizer),
    schedule=st.sampled_from(Schedule),
    keep_epochs=st.booleans(),
    device=st.text(st.characters(exclude_categories=["Cs"]), max_size=10),
)


@given(models | decodings | trainings)
def test_toml_round_trip(config):
    assert type(config).from_toml(config.to_toml()) == config


def test_a_training_file_as_a_person_writes_it():
    config = TrainingConfig.from_toml(
        """
        epochs = 3
        clip = 5
        backward_input = "free_running"
        [model]
        copy = false
        layers = 2
        """
    )
    assert (config.epochs, config.clip) == (3, 5)
    assert config.backward_input is BackwardInput.FREE_RUNNING
    assert config.model == ModelConfig(copy=False, layers=2)
    assert config.batch_size == TrainingConfig().batch_size


def test_a_training_file_of_before_there_were_schedules_goes_on_as_it_did():
    config = TrainingConfig.from_toml("learning_rate = 0.002\nlearning_rate_decay = 0.5\n")
    assert (config.optimizer, config.schedule) == (Optimizer.ADAM, Schedule.DECAY)
    assert (config.warmup_steps, config.backward_every) == (0, 1)


def test_mappings_hold_builtins_only():
    mapping = TrainingConfig().to_mapping()
    assert mapping["backward_input"] == "predicted"
    assert mapping["model"]["copy"] is True
    assert DecodingConfig().to_mapping()["strategy"] == "greedy"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("epochs = ", r"^This is not valid TOML: "),
        ("epoch = 3", r"^'epoch' is not a setting; the settings are .*epochs"),
        ("model = 3", r"^model must be a table of settings, not 3\.$"),
        ("[model]\nsize = 3", r"^'size' is not a setting;"),
        ('backward_input = "gold"', r"^backward_input must be one of predicted, free_running, ref"),
        ("backward_input = 1", r"^backward_input must be one of .*, not 1\.$"),
        ("epochs = 0", r"^epochs must be a whole number of at least 1, not 0\.$"),
        ("clip = 0", r"^clip must be a number above 0, not 0\.$"),
        ("learning_rate = 11", r"^learning_rate must be a number above 0 and at most 10, not 11"),
        ("[model]\ncopy = 1", r"^copy must be true or false, not 1\.$"),
    ],
)
def test_errors_name_the_setting(text, sentence):
    with pytest.raises(ConfigError, match=sentence):
        TrainingConfig.from_toml(text)


WRONG_COUNTS = [0, -1, 1.0, True, "1", None]
WRONG_COUNTS_OR_NONE = [-1, 1.0, False, "1", None]
WRONG_SWITCHES = [0, 1, "true", None]
BAD = [
    *[(ModelConfig, name, WRONG_SWITCHES) for name in ("copy", "exchange", "shift", "coverage")],
    (ModelConfig, "attend_last_character", WRONG_SWITCHES),
    *[(ModelConfig, name, WRONG_COUNTS) for name in ("layers", "hidden_size", "attention_size")],
    (ModelConfig, "embedding_size", WRONG_COUNTS),
    (ModelConfig, "dropout", [-0.01, 0.96, 1, NAN, True, "0"]),
    (DecodingConfig, "strategy", ["greedy", None]),
    (DecodingConfig, "temperature", [0, -1, 101, INF, NAN, True, "1"]),
    (DecodingConfig, "top_p", [0, 1.01, NAN, True]),
    (DecodingConfig, "seed", WRONG_COUNTS_OR_NONE),
    *[(DecodingConfig, name, WRONG_COUNTS) for name in ("max_length", "candidates", "beam_width")],
    (DecodingConfig, "length_penalty", [-0.1, 10.1, NAN, INF, True, "1"]),
    (DecodingConfig, "rerank", WRONG_SWITCHES),
    (DecodingConfig, "reconstruction_weight", [-0.1, 100.1, NAN, INF, True, "1"]),
    (DecodingConfig, "slot_weight", [-0.1, 1000.1, NAN, INF, True, "1"]),
    (DecodingConfig, "samples", WRONG_COUNTS_OR_NONE),
    (TrainingConfig, "model", [None, {}]),
    *[(TrainingConfig, name, WRONG_COUNTS) for name in ("epochs", "batch_size")],
    (TrainingConfig, "references_per_source", WRONG_COUNTS),
    *[(TrainingConfig, name, WRONG_COUNTS_OR_NONE) for name in ("evaluate_every", "patience")],
    *[(TrainingConfig, name, WRONG_COUNTS_OR_NONE) for name in ("seed", "threads")],
    (TrainingConfig, "learning_rate", [0, 10.1, NAN, INF]),
    (TrainingConfig, "learning_rate_decay", [0, 1.1, NAN]),
    (TrainingConfig, "clip", [0, -1, NAN, INF]),
    (TrainingConfig, "coverage_weight", [-0.1, NAN, INF]),
    (TrainingConfig, "backward_input", ["predicted", None]),
    (TrainingConfig, "optimizer", ["adam", None]),
    (TrainingConfig, "schedule", ["decay", None]),
    (TrainingConfig, "weight_decay", [-0.1, 1.1, NAN]),
    *[(TrainingConfig, name, WRONG_COUNTS) for name in ("decay_epochs", "plateau_patience")],
    (TrainingConfig, "backward_every", WRONG_COUNTS),
    (TrainingConfig, "warmup_steps", WRONG_COUNTS_OR_NONE),
    (TrainingConfig, "keep_epochs", WRONG_SWITCHES),
    (TrainingConfig, "save_minutes", [0, -1, NAN, INF]),
    (TrainingConfig, "device", [0, None]),
]


@pytest.mark.parametrize(
    ("config", "name", "value"),
    [(config, name, value) for config, name, values in BAD for value in values],
)
def test_values_out_of_range(config, name, value):
    with pytest.raises(ConfigError, match=rf"^{name} must be .*\.$"):
        config(**{name: value})


@pytest.mark.parametrize("config", [ModelConfig, DecodingConfig, TrainingConfig])
def test_every_setting_is_tried_with_bad_values(config):
    names = {field.name for field in dataclasses.fields(config)}
    assert names == {name for kind, name, _ in BAD if kind is config}


@pytest.mark.parametrize(
    ("config", "name", "value"),
    [
        (ModelConfig, "dropout", 0),
        (ModelConfig, "dropout", 0.95),
        (ModelConfig, "layers", 1),
        (DecodingConfig, "temperature", 100),
        (DecodingConfig, "top_p", 1),
        (DecodingConfig, "seed", 0),
        (DecodingConfig, "length_penalty", 0),
        (DecodingConfig, "length_penalty", 10),
        (TrainingConfig, "learning_rate", 10),
        (TrainingConfig, "learning_rate_decay", 1),
        (TrainingConfig, "coverage_weight", 0),
        (TrainingConfig, "patience", 0),
        (TrainingConfig, "weight_decay", 0),
        (TrainingConfig, "warmup_steps", 0),
    ],
)
def test_the_ends_of_a_range_belong_to_it(config, name, value):
    assert getattr(config(**{name: value}), name) == value


@pytest.mark.parametrize(
    ("name", "copy", "exchange"),
    [
        ("EDA", False, False),
        ("EDA_C", True, False),
        ("EDA_S", False, True),
        ("EDA_CS", True, True),
    ],
)
def test_variants_are_switches(name, copy, exchange):
    model = ModelConfig(copy=not copy, exchange=not exchange, hidden_size=7).with_variant(name)
    assert (model.copy, model.exchange, model.hidden_size) == (copy, exchange, 7)
    assert model.variant == name
    assert len(VARIANTS) == 4


def test_no_such_variant():
    with pytest.raises(ConfigError, match=r"^variant must be one of EDA, EDA_C, EDA_S, EDA_CS"):
        ModelConfig().with_variant("EDA_X")


@pytest.mark.parametrize("config", [ModelConfig(), DecodingConfig(), TrainingConfig()])
def test_frozen_and_picklable(config):
    assert pickle.loads(pickle.dumps(config)) == config  # noqa: S301
    name = dataclasses.fields(config)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(config, name, getattr(config, name))
