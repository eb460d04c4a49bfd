"""How high the learning rate is at a step: a warm-up, then one of the schedules."""

from __future__ import annotations

from core.config import Schedule, TrainingConfig


def learning_rate(
    config: TrainingConfig, step: int, epoch: int, cuts: int, total_steps: int
) -> float:
    """The learning rate of a step.

    Args:
        config: which schedule, and its numbers.
        step: counted from 1.
        epoch: epochs finished before it.
        cuts: how often the plateau's schedule has struck.
        total_steps: of the whole run; epochs differ by a batch, so it may have a few more.
    """
    times = {
        Schedule.CONSTANT: 0,
        Schedule.DECAY: epoch,
        Schedule.STEP: epoch // config.decay_epochs,
        Schedule.PLATEAU: cuts,
        Schedule.LINEAR: 0,
    }[config.schedule]
    risen = min(1.0, step / config.warmup_steps) if config.warmup_steps else 1.0
    linear = config.schedule is Schedule.LINEAR
    left = max(1, total_steps - step + 1) / total_steps if linear else 1.0
    return config.learning_rate * config.learning_rate_decay**times * left * risen
