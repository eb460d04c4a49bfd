"""The loss over real characters only.

Shapes: B targets, T target positions, S source positions.
"""

from __future__ import annotations

import torch
from torch import Tensor


def negative_log_likelihood(log_probabilities: Tensor, mask: Tensor) -> Tensor:
    """Mean over the real target characters, EOS included: (B, T) each, to a scalar in nats.

    Positions outside the mask, padding and characters that cannot be written, take no part; a
    batch without any real character gives 0.
    """
    kept = torch.where(mask, log_probabilities, 0)
    return -kept.sum() / mask.sum().clamp(min=1)


def coverage_loss(alignments: Tensor, covered: Tensor, mask: Tensor) -> Tensor:
    """Mean over real target characters of Σ_j min(α_ij, c_ij) (See et al. 2017, equation 12).

    Alignments and what they had covered before (B, T, S), mask (B, T).
    """
    overlap = torch.minimum(alignments, covered).sum(-1)
    return torch.where(mask, overlap, 0).sum() / mask.sum().clamp(min=1)
