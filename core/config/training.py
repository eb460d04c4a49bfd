"""TrainingConfig: everything that decides a training run."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

from core.config.base import Config, check, check_bool, check_float, check_int
from core.config.model import ModelConfig


class BackwardInput(Enum):
    """What the second phase reads."""

    PREDICTED = "predicted"
    """The likeliest characters of the first phase's own forward pass (the paper's way)."""
    FREE_RUNNING = "free_running"
    """Greedy decoding of the source."""
    REFERENCE = "reference"
    """The human text itself: the second phase becomes plain language understanding."""


_COUNTS = (
    "epochs", "batch_size", "references_per_source", "decay_epochs", "plateau_patience",
    "backward_every",
)  # fmt: skip
_COUNTS_OR_NONE = ("warmup_steps", "evaluate_every", "patience", "seed", "threads")


class Optimizer(Enum):
    """What turns gradients into steps."""

    ADAM = "adam"
    ADAMW = "adamw"
    """Adam with weights that shrink by themselves."""


class Schedule(Enum):
    """How the learning rate goes on, once the warm-up is over."""

    CONSTANT = "constant"
    DECAY = "decay"
    """Multiplied after every epoch."""
    STEP = "step"
    """Multiplied after every few epochs."""
    PLATEAU = "plateau"
    """Multiplied whenever dev BLEU has not risen for a few evaluations."""
    LINEAR = "linear"
    """Falls from step to step, evenly, to nothing at the end of the last epoch."""


_CHOICES = (
    ("optimizer", Optimizer, "an optimizer"),
    ("schedule", Schedule, "a schedule"),
    ("backward_input", BackwardInput, "a backward input"),
)


@dataclass(frozen=True, slots=True)
class TrainingConfig(Config):
    """Everything that decides a training run, the model's configuration included."""

    model: ModelConfig = field(default_factory=ModelConfig)
    epochs: int = 10
    batch_size: int = 64
    """Targets a batch."""
    references_per_source: int = 4
    """So many references of one MR at most stay together, share a batch and its encoding."""
    optimizer: Optimizer = Optimizer.ADAM
    weight_decay: float = 0.01
    """What AdamW takes off each weight, as a share of it times the learning rate."""
    learning_rate: float = 1e-3
    schedule: Schedule = Schedule.DECAY
    learning_rate_decay: float = 0.9
    """What the schedules that multiply the learning rate multiply it by."""
    decay_epochs: int = 5
    """Epochs between two steps of the schedule in steps."""
    plateau_patience: int = 2
    """Evaluations without a better dev BLEU before the plateau's schedule strikes."""
    warmup_steps: int = 0
    """Steps during which the learning rate rises from nothing to its full height."""
    clip: float = 1.0
    """Largest gradient norm."""
    coverage_weight: float = 1.0
    """The lambda of the coverage loss; used by models with coverage."""
    backward_input: BackwardInput = BackwardInput.PREDICTED
    backward_every: int = 1
    """Steps from one with a second phase, which takes half of a step's time, to the next."""
    evaluate_every: int = 0
    """Steps between two evaluations; 0 evaluates at the end of every epoch."""
    patience: int = 0
    """Evaluations without a better dev BLEU before training stops; 0 never stops early."""
    keep_epochs: bool = False
    """Whether a checkpoint of every epoch stays, besides the best and the last."""
    save_minutes: float = 5.0
    """Minutes of training that a power cut may cost at most."""
    seed: int = 1
    device: str = "auto"
    threads: int = 0
    """Threads of the CPU's matrix products; 0 leaves the choice to the program."""

    def __post_init__(self) -> None:
        check(isinstance(self.model, ModelConfig), "model", self.model, "a table of settings")
        for name in _COUNTS:
            check_int(name, getattr(self, name), 1)
        for name in _COUNTS_OR_NONE:
            check_int(name, getattr(self, name), 0)
        check_float("learning_rate", self.learning_rate, 0, 10, open_low=True)
        check_float("learning_rate_decay", self.learning_rate_decay, 0, 1, open_low=True)
        check_float("clip", self.clip, 0, math.inf, open_low=True)
        check_float("coverage_weight", self.coverage_weight, 0, math.inf, open_low=False)
        check_float("weight_decay", self.weight_decay, 0, 1, open_low=False)
        check_float("save_minutes", self.save_minutes, 0, math.inf, open_low=True)
        check_bool("keep_epochs", self.keep_epochs)
        for name, kind, must in _CHOICES:
            check(isinstance(getattr(self, name), kind), name, getattr(self, name), must)
        check(isinstance(self.device, str), "device", self.device, "the name of a device")
