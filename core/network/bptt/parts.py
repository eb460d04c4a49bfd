"""What the decoder's way forward and its way back share.

Tensors by step, cells by layer, and products over all steps at once. Shapes as in `decoder`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import torch
from torch import Tensor


class Timed:
    """A tensor with an entry a step, as products take it, and the same as the kernels do."""

    def __init__(self, kernels: ModuleType, tensor: Tensor) -> None:
        self.tensor = tensor
        self.raw: Sequence[Any] = kernels.native(tensor)


def incoming(kernels: ModuleType, gradient: Tensor | None, like: Tensor) -> Timed:
    """A gradient that came back; where none did, the same zeros at every step."""
    if gradient is not None:
        return Timed(kernels, gradient.contiguous())
    zeros = torch.zeros_like(like[:1])
    timed = Timed(kernels, zeros)
    timed.tensor, timed.raw = zeros.expand_as(like), [timed.raw[0]] * len(like)
    return timed


@dataclass(frozen=True)
class Cell:
    """A layer's weights, (3H, H), and biases, (3H,), for its own last state and for its input."""

    hidden: Tensor
    bias: Tensor
    input: Tensor
    input_bias: Tensor


def layers_of(cells: Sequence[Tensor]) -> list[Cell]:
    """The flat weights by layer; the first layer's input is projected outside."""
    nothing = cells[1].new_empty(0)
    above = [cells[i : i + 4] for i in range(2, len(cells), 4)]
    return [Cell(cells[0], cells[1], nothing, nothing), *(Cell(*layer) for layer in above)]


def coverage_of(
    coverage: Tensor | None, before: Tensor | None, vector: Tensor, steps: int
) -> tuple[Tensor, Tensor]:
    """Room for what is covered before each step, and its weight; empty without coverage."""
    if coverage is None or before is None:
        return vector.new_empty(steps + 1, 0, 0), vector
    covered = before.new_empty(steps + 1, *before.shape)
    covered[0] = before
    return covered, coverage


def product_into(out: Tensor, values: Tensor, weight: Tensor, added: Tensor | None) -> None:
    """Write values (B, M) @ weightᵀ + added into out (B, N); the weight is (N, M)."""
    if added is None:
        torch.mm(values, weight.T, out=out)
    else:
        torch.addmm(added, values, weight.T, out=out)


def masked(values: Tensor, masks: Tensor | None, t: int, layer: int) -> Tensor:
    """Dropout below a layer, the same on the way back."""
    return values if masks is None else values * masks[t, layer - 1]


def weight_gradient(gradients: Tensor, inputs: Tensor) -> Tensor:
    """A weight's gradient from all steps at once: (T, B, out) and (T, B, in) to (out, in)."""
    return gradients.flatten(0, 1).T @ inputs.flatten(0, 1)


def d_cells(
    states: Tensor,
    d_projected: Sequence[Timed],
    d_recurrent: Sequence[Timed],
    masks: Tensor | None,
) -> list[Tensor]:
    """The gradients of the cells' weights, in the order they came in."""
    gradients = []
    for layer in range(len(states)):
        d_product = d_recurrent[layer].tensor
        gradients += [weight_gradient(d_product, states[layer, :-1]), d_product.sum((0, 1))]
        if layer:
            below = states[layer - 1, 1:]
            below = below if masks is None else below * masks[:, layer - 1]
            d_input = d_projected[layer].tensor
            gradients += [weight_gradient(d_input, below), d_input.sum((0, 1))]
    return gradients


def d_annotations(alignments: Tensor, d_context: Tensor, groups: Tensor, sources: int) -> Tensor:
    """(G, S, D) from alignments (T, B, S) and d_context (T, B, D), one product a source."""
    found = [
        torch.mm(alignments[:, rows].flatten(0, 1).T, d_context[:, rows].flatten(0, 1))
        for rows in ((groups == source).nonzero()[:, 0] for source in range(sources))
    ]
    return torch.stack(found)
