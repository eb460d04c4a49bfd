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
    found = [learning_rate(config, 100, epoch, cuts=0, total_steps=700) for epoch in range(7)]
    assert found == pytest.approx(rates)


def test_a_plateau_cuts_as_often_as_it_was_reached():
    config = dataclasses.replace(CONFIG, schedule=Schedule.PLATEAU)
    assert [learning_rate(config, 9, 2, cuts, 90) for cuts in range(3)] == [0.8, 0.4, 0.2]


def test_a_warm_up_rises_step_by_step_to_the_schedules_height():
    config = dataclasses.replace(CONFIG, warmup_steps=4)
    assert [learning_rate(config, step, 0, 0, 9) for step in (1, 2, 3, 4, 5)] == pytest.approx(
        [0.2, 0.4, 0.6, 0.8, 0.8]
    )
    assert learning_rate(config, 2, 1, 0, 9) == pytest.approx(0.2)


def test_a_linear_schedule_falls_evenly_and_never_to_nothing_at_all():
    """Also in the steps that an epoch may have more than was reckoned with."""
    config = dataclasses.replace(CONFIG, schedule=Schedule.LINEAR, warmup_steps=2)
    found = [learning_rate(config, step, step // 3, 0, 8) for step in range(1, 11)]
    falling = [0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.1, 0.1]
    assert found == pytest.approx([0.5 * falling[0], *falling[1:]])
