"""TrainingConfig: everything that decides a training run."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

from core.config.base import Config, check, check_float, check_int
from core.config.model import ModelConfig


class BackwardInput(Enum):
    """What the second phase reads."""

    PREDICTED = "predicted"
    """The likeliest characters of the first phase's own forward pass (the paper's way)."""
    FREE_RUNNING = "free_running"
    """Greedy decoding of the source."""
    REFERENCE = "reference"
    """The human text itself: the second phase becomes plain language understanding."""


@dataclass(frozen=True, slots=True)
class TrainingConfig(Config):
    """Everything that decides a training run, the model's configuration included."""

    model: ModelConfig = field(default_factory=ModelConfig)
    epochs: int = 10
    batch_size: int = 64
    """Targets a batch."""
    references_per_source: int = 4
    """So many references of one MR at most stay together, share a batch and its encoding."""
    learning_rate: float = 1e-3
    learning_rate_decay: float = 0.9
    """The learning rate is multiplied by it after every epoch."""
    clip: float = 1.0
    """Largest gradient norm."""
    coverage_weight: float = 1.0
    """The lambda of the coverage loss; used by models with coverage."""
    backward_input: BackwardInput = BackwardInput.PREDICTED
    evaluate_every: int = 0
    """Steps between two evaluations; 0 evaluates at the end of every epoch."""
    patience: int = 0
    """Evaluations without a better dev BLEU before training stops; 0 never stops early."""
    seed: int = 1
    device: str = "auto"
    threads: int = 0
    """Threads of the CPU's matrix products; 0 leaves the choice to the program."""

    def __post_init__(self) -> None:
        check(isinstance(self.model, ModelConfig), "model", self.model, "a table of settings")
        for name in ("epochs", "batch_size", "references_per_source"):
            check_int(name, getattr(self, name), 1)
        for name in ("evaluate_every", "patience", "seed", "threads"):
            check_int(name, getattr(self, name), 0)
        check_float("learning_rate", self.learning_rate, 0, 10, open_low=True)
        check_float("learning_rate_decay", self.learning_rate_decay, 0, 1, open_low=True)
        check_float("clip", self.clip, 0, math.inf, open_low=True)
        check_float("coverage_weight", self.coverage_weight, 0, math.inf, open_low=False)
        known = isinstance(self.backward_input, BackwardInput)
        check(known, "backward_input", self.backward_input, "a backward input")
        check(isinstance(self.device, str), "device", self.device, "the name of a device")
