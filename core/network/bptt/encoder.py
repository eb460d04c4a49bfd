"""One bidirectional layer of the encoder.

Shapes: S source positions, G distinct sources, N rows of a cell, H hidden.
"""

from __future__ import annotations

from threading import Event
from types import ModuleType
from typing import Any

import torch
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from core import cancellation


class EncoderLayer(Function):
    """Both directions of one layer, each forwards in its own time."""

    @staticmethod
    def forward(
        ctx: Any,  # noqa: ANN401
        kernels: ModuleType,
        projected: Tensor,
        weights: Tensor,
        bias: Tensor,
        cancel: Event | None,
    ) -> Tensor:
        """Projected (S, 2, G, 3H), hidden weights (2, 3H, H) and bias (2, 3H) to (S, 2, G, H)."""
        steps, _, rows, gates_size = projected.shape
        states = projected.new_zeros(steps + 1, 2, rows, gates_size // 3)
        gates, recurrent = torch.empty_like(projected), torch.empty_like(projected)
        transposed, bias = weights.transpose(1, 2), bias[:, None]
        read, last = _rows(kernels, projected, recurrent), _rows(kernels, states)[0]
        (kept,) = _rows(kernels, gates)
        for t in range(steps):
            cancellation.check(cancel)
            torch.baddbmm(bias, states[t], transposed, out=recurrent[t])
            kernels.gru_forward(read[0][t], read[1][t], last[t], kept[t], last[t + 1])
        ctx.save_for_backward(weights, states, gates, recurrent)
        ctx.kernels, ctx.cancel = kernels, cancel
        return states[1:]

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, d_states: Tensor) -> Any:  # noqa: ANN401
        """Back through time, then each weight's gradient by one product."""
        weights, states, gates, recurrent = ctx.saved_tensors
        d_projected, d_recurrent = torch.empty_like(gates), torch.empty_like(gates)
        d_last, d_hidden = torch.zeros_like(states[0]), torch.empty_like(states[0])
        read = _rows(ctx.kernels, gates, recurrent, states)
        written = _rows(ctx.kernels, d_projected, d_recurrent)
        (d_hidden_rows,), (d_last_rows,) = _rows(ctx.kernels, d_hidden[None], d_last[None])
        for t in reversed(range(len(gates))):
            cancellation.check(ctx.cancel)
            torch.add(d_states[t], d_last, out=d_hidden)
            ctx.kernels.gru_backward(
                d_hidden_rows, *(v[t] for v in read), *(v[t] for v in written), d_last_rows
            )
            d_last.baddbmm_(d_recurrent[t], weights)
        products = d_recurrent.transpose(0, 1).flatten(1, 2)  # (2, S·G, 3H)
        lasts = states[:-1].transpose(0, 1).flatten(1, 2)  # (2, S·G, H)
        d_weights = torch.bmm(products.transpose(1, 2), lasts)
        return None, d_projected, d_weights, products.sum(1), None


def _rows(kernels: ModuleType, *values: Tensor) -> list[Any]:
    """Both directions as rows of a step, (N, 2, G, …) to (N, 2·G, …), as the kernels take them."""
    return [kernels.native(value.view(len(value), -1, value.shape[-1])) for value in values]
