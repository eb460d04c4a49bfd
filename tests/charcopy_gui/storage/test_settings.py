import json

import pytest

from charcopy_gui.storage.settings import EvaluationChoices, Settings, TrainingChoices
from core.config import DecodingConfig, ModelConfig, TrainingConfig

TRAINING = TrainingChoices(
    "a.csv", config=TrainingConfig(ModelConfig(copy=False, layers=3), device="cuda"), folds=5
)
EVALUATION = EvaluationChoices("m.safetensors", corpus="e2e", decoding=DecodingConfig(beam_width=4))
SETTINGS = Settings(
    slots=(("a", "b"),), text_size=150, training=TRAINING, evaluation=EVALUATION, own_files=({},)
)


@pytest.mark.parametrize("chosen", [Settings(), SETTINGS, TRAINING, EVALUATION])
def test_choices_come_back_from_builtins(chosen):
    builtins = json.loads(json.dumps(chosen.to_mapping()))
    assert type(chosen).from_mapping(builtins) == chosen


@pytest.mark.parametrize("kind", [Settings, TrainingChoices, EvaluationChoices])
def test_what_is_not_said_is_as_at_first_and_what_is_not_known_is_passed_over(kind):
    assert kind.from_mapping({"speed": 3}) == kind()


@pytest.mark.parametrize("kind", [Settings, TrainingChoices, EvaluationChoices])
@pytest.mark.parametrize("table", [3, "ab", [["a", "b"]]])
def test_what_is_no_table_is_refused(kind, table):
    with pytest.raises(TypeError, match="not a table"):
        kind.from_mapping(table)


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({"theme": "pink"}, "theme must be one of system, light, dark"),
        ({"text_size": 101}, "text_size must be one of 80"),
        ({"device": "tpu"}, "device must be one of auto"),
        ({"live": 1}, "live must be true or false"),
        ({"mr": 3}, "mr must be a text"),
        ({"slots": (("a",),)}, "slots must be pairs"),
        ({"own_files": (3,)}, "own_files must be tables"),
    ],
)
def test_a_choice_that_cannot_be_is_refused(choice, said):
    with pytest.raises((ValueError, TypeError), match=said):
        Settings(**choice)


@pytest.mark.parametrize("folds", [-1, 1, "two"])
def test_a_cross_validation_has_two_folds_at_least(folds):
    with pytest.raises(ValueError, match="two or more"):
        TrainingChoices(folds=folds)
