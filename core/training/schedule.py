"""How high the learning rate is at a step: a warm-up, then one of the schedules."""

from __future__ import annotations

from core.config import Schedule, TrainingConfig


def learning_rate(config: TrainingConfig, step: int, epoch: int, cuts: int) -> float:
    """The learning rate of a step.

    Args:
        config: which schedule, and its numbers.
        step: counted from 1.
        epoch: epochs finished before it.
        cuts: how often the plateau's schedule has struck.
    """
    times = {
        Schedule.CONSTANT: 0,
        Schedule.DECAY: epoch,
        Schedule.STEP: epoch // config.decay_epochs,
        Schedule.PLATEAU: cuts,
    }[config.schedule]
    risen = min(1.0, step / config.warmup_steps) if config.warmup_steps else 1.0
    return config.learning_rate * config.learning_rate_decay**times * risen
