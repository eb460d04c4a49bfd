"""What the network says at every step: distributions, and what follows from them.

Shapes: B rows, T steps, S source positions, V alphabet, X extra characters.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from core.batching import Batch, BatchError
from core.network import copy_switch
from core.network.loss import coverage_loss, negative_log_likelihood


@dataclass(frozen=True)
class Outputs:
    """What the network says at T steps of B rows."""

    alignments: Tensor
    """(B, T, S)"""
    log_alphabet: Tensor
    """(B, T, V) log P_alph"""
    log_copy: Tensor | None
    """(B, T, S) logarithm of the copy alignment; None without copying."""
    gate: Tensor | None
    """(B, T) logits of p_gen; None without copying."""
    covered: Tensor | None
    """(B, T, S) what each step found covered; None without coverage."""
    source_ids: Tensor
    """(B, S) extended ids of each row's source."""
    width: int
    """V+X"""

    def log_probability_of(self, targets: Tensor) -> Tensor:
        """Equation 7 at the targets (B, T) alone: (B, T).

        Raises:
            BatchError: the targets are of another batch.
        """
        if targets.shape != self.alignments.shape[:2]:
            wanted, found = tuple(self.alignments.shape[:2]), tuple(targets.shape)
            msg = f"Targets {found} cannot be looked up in what was said for {wanted}."
            raise BatchError(msg)
        return copy_switch.log_probability_of(
            targets, self.log_alphabet, self.log_copy, self.gate, self.source_ids
        )

    def shares(self) -> tuple[Tensor, Tensor]:
        """Generated and copied share of P over the extended alphabet: (B, T, V+X) each."""
        return copy_switch.shares(
            self.log_alphabet, self.log_copy, self.gate, self.source_ids, self.width
        )

    @torch.no_grad()
    def likeliest(self) -> Tensor:
        """The most probable extended id at each step: (B, T)."""
        return copy_switch.likeliest(
            self.log_alphabet, self.log_copy, self.gate, self.source_ids, self.width
        )

    def counted(self, batch: Batch) -> Tensor:
        """(B, T) True where the loss counts: what only copying could write needs copying."""
        if self.log_copy is not None:
            return batch.mask
        return batch.mask & (batch.targets < self.log_alphabet.shape[-1])

    def loss(self, batch: Batch) -> Tensor:
        """Mean negative log-likelihood of the batch's targets per character that counts."""
        log_probabilities = self.log_probability_of(batch.targets)
        return negative_log_likelihood(log_probabilities, self.counted(batch))

    def coverage_loss(self, batch: Batch) -> Tensor:
        """See's coverage loss; 0 without coverage."""
        if self.covered is None:
            return self.alignments.new_zeros(())
        return coverage_loss(self.alignments, self.covered, self.counted(batch))
