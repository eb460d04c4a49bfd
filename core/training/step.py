"""One training step: both phases on one batch, each with its own update of the weights.

Shapes: B targets, T target positions.
"""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass
from threading import Event
from typing import Any

import torch

from core import evaluation
from core.batching import Batch
from core.cancellation import Cancelled
from core.config import Optimizer, TrainingConfig
from core.failures import ForeseenError
from core.network.model import EdaCs
from core.records import FailureKind, Phase


class NotANumberError(ForeseenError, ArithmeticError):
    """The loss became NaN or infinite; the message names the step and says what may help."""

    kind = FailureKind.NOT_A_NUMBER

    def __init__(self, step: int) -> None:
        super().__init__(
            f"The loss is no longer a number at step {step}. A lower learning rate or a smaller "
            "clip may help; what was saved before is kept."
        )
        self.step = step


_LARGEST_LOSS = 1e6
"""Nats a character. What stands for the logarithm of 0 shows through in any larger one."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one step found."""

    table_to_text: float
    """Mean negative log-likelihood per real character, in nats."""
    text_to_table: float | None
    gradient_norm: float
    """Before clipping; the larger of the two phases'."""


def optimizer_for(model: EdaCs, config: TrainingConfig) -> torch.optim.Optimizer:
    """The optimiser of a run that begins."""
    if config.optimizer is Optimizer.ADAMW:
        return torch.optim.AdamW(
            model.parameters(), config.learning_rate, weight_decay=config.weight_decay
        )
    return torch.optim.Adam(model.parameters(), config.learning_rate)


@dataclass(frozen=True, slots=True)
class Stepper:
    """The paper's algorithm: forward, predict, exchange the GRUs, read back."""

    model: EdaCs
    optimizer: torch.optim.Optimizer
    config: TrainingConfig
    cancel: Event

    def step(self, pairs: list[tuple[str, str]], number: int, rate: float) -> StepResult:
        """Train on one batch; a cancellation in its middle undoes what it did.

        Args:
            pairs: the batch's meaning representations and references.
            number: of the step; it decides whether there is a second phase.
            rate: the learning rate.

        Raises:
            Cancelled: the step was dropped.
            NotANumberError: a loss or a gradient is no number.
        """
        self.model.train()
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        both = self.config.model.exchange and number % self.config.backward_every == 0
        before = self._snapshot(both)
        try:
            return self._phases(pairs, number, both)
        except Cancelled:
            self._undo(before)
            raise

    def _phases(self, pairs: list[tuple[str, str]], number: int, both: bool) -> StepResult:
        batch = Batch.of(pairs, self.model.alphabet, str(self.model.device))
        loss, norm, back = self._phase(batch, Phase.TABLE_TO_TEXT, number, read_back=both)
        if back is None:
            return StepResult(loss, None, norm)
        back_loss, back_norm, _ = self._phase(back, Phase.TEXT_TO_TABLE, number)
        return StepResult(loss, back_loss, max(norm, back_norm))

    def _phase(
        self, batch: Batch, phase: Phase, number: int, *, read_back: bool = False
    ) -> tuple[float, float, Batch | None]:
        """Teacher forcing, gradients, one update; where it is read back, also that phase's batch.

        That batch comes from this very forward pass: before the update, dropout as it was.
        """
        config = self.config
        outputs = self.model.teacher_forced(batch, phase, self.cancel)
        loss = outputs.loss(batch)
        back = None
        if read_back:
            back = evaluation.backward_batch(
                self.model, batch, outputs.likeliest(), config.backward_input, self.cancel
            )
        self.optimizer.zero_grad(set_to_none=True)
        (loss + config.coverage_weight * outputs.coverage_loss(batch)).backward()
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), config.clip)
        if not (loss.item() < _LARGEST_LOSS and math.isfinite(norm.item())):  # NaN is not below it.
            raise NotANumberError(number)
        self.optimizer.step()
        return loss.item(), norm.item(), back

    def _snapshot(self, both: bool) -> dict[str, Any]:
        """What a step changes; weights only where a cancellation can fall between two updates."""
        kept: dict[str, Any] = {"generator": self.model.dropout.generator.get_state()}
        if both:
            kept["model"] = copy.deepcopy(self.model.state_dict())
            kept["optimizer"] = copy.deepcopy(self.optimizer.state_dict())
        return kept

    def _undo(self, before: dict[str, Any]) -> None:
        self.model.dropout.generator.set_state(before["generator"])
        if "model" in before:
            self.model.load_state_dict(before["model"])
            self.optimizer.load_state_dict(before["optimizer"])
