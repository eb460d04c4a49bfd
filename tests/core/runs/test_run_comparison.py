import dataclasses

from core.config import ModelConfig, Schedule, TrainingConfig
from core.runs.comparison import Difference, differences


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
