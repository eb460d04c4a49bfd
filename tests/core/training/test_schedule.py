import dataclasses

import pytest

from core.config import Schedule, TrainingConfig
from core.training.schedule import learning_rate

CONFIG = TrainingConfig(learning_rate=0.8, learning_rate_decay=0.5, decay_epochs=3)


@pytest.mark.parametrize(
    ("schedule", "rates"),
    [
        (Schedule.CONSTANT, [0.8] * 7),
        (Schedule.DECAY, [0.8, 0.4, 0.2, 0.1, 0.05, 0.025, 0.0125]),
        (Schedule.STEP, [0.8, 0.8, 0.8, 0.4, 0.4, 0.4, 0.2]),
        (Schedule.PLATEAU, [0.8] * 7),
    ],
)
def test_the_rates_of_seven_epochs(schedule, rates):
    config = dataclasses.replace(CONFIG, schedule=schedule)
    found = [learning_rate(config, 100, epoch, cuts=0) for epoch in range(7)]
    assert found == pytest.approx(rates)


def test_a_plateau_cuts_as_often_as_it_was_reached():
    config = dataclasses.replace(CONFIG, schedule=Schedule.PLATEAU)
    assert [learning_rate(config, 9, 2, cuts) for cuts in range(3)] == [0.8, 0.4, 0.2]


def test_a_warm_up_rises_step_by_step_to_the_schedules_height():
    config = dataclasses.replace(CONFIG, warmup_steps=4)
    assert [learning_rate(config, step, 0, 0) for step in (1, 2, 3, 4, 5)] == pytest.approx(
        [0.2, 0.4, 0.6, 0.8, 0.8]
    )
    assert learning_rate(config, 2, 1, 0) == pytest.approx(0.2)
