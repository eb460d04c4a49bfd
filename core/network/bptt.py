"""Encoder layer and decoder with back-propagation through time written out, on the kernels.

Shapes: B rows, G distinct sources, S source positions, T steps, N rows of a cell, H hidden,
D = 2H, A attention size, L layers. Everything is kept time-major, so that a step is one
contiguous block. Only what is sequential happens in the loops: each weight's gradient is one
product over all steps, made after the loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
        for t in range(steps):
            cancellation.check(cancel)
            torch.baddbmm(bias, states[t], transposed, out=recurrent[t])
            kernels.gru_forward(
                *_rows(projected[t], recurrent[t], states[t], gates[t], states[t + 1])
            )
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
        for t in reversed(range(len(gates))):
            cancellation.check(ctx.cancel)
            torch.add(d_states[t], d_last, out=d_hidden)
            ctx.kernels.gru_backward(
                *_rows(d_hidden, gates[t], recurrent[t], states[t]),
                *_rows(d_projected[t], d_recurrent[t], d_last),
            )
            d_last.baddbmm_(d_recurrent[t], weights)
        products = d_recurrent.transpose(0, 1).flatten(1, 2)  # (2, S·G, 3H)
        lasts = states[:-1].transpose(0, 1).flatten(1, 2)  # (2, S·G, H)
        d_weights = torch.bmm(products.transpose(1, 2), lasts)
        return None, d_projected, d_weights, products.sum(1), None


def _rows(*values: Tensor) -> list[Tensor]:
    """Both directions as rows of one step: (2, G, …) to (2·G, …), without copying."""
    return [value.view(-1, value.shape[-1]) for value in values]


@dataclass(frozen=True)
class Setting:
    """What a decoder works with besides the tensors that want a gradient."""

    kernels: ModuleType
    groups: Tensor
    """(B,) index of each row's source."""
    lengths: Tensor
    """(G,)"""
    masks: Tensor | None
    """(T, L-1, B, H) dropout between layers, scaled; None for none."""
    covered: Tensor | None
    """(B, S) what is covered before the first step; None without coverage."""
    cancel: Event | None


class Decoder(Function):
    """T steps of attention and of L forward cells."""

    @staticmethod
    def forward(
        ctx: Any,  # noqa: ANN401
        setting: Setting,
        projected: Tensor,
        characters: Tensor | None,
        keys: Tensor,
        annotations: Tensor,
        start: Tensor,
        vector: Tensor,
        state_weight: Tensor,
        coverage: Tensor | None,
        context_weight: Tensor,
        *cells: Tensor,
    ) -> tuple[Tensor, ...]:
        """Run the steps.

        Args:
            ctx: autograd's.
            setting: kernels, groups, lengths and masks.
            projected: (T, B, 3H) the embeddings' part of the first layer's gates.
            characters: (T, B, A) the last character's part of the query, or None.
            keys: (G, S, A)
            annotations: (G, S, D)
            start: (L, B, H)
            vector: (A,) v of equation 1.
            state_weight: (A, H) W_s of equation 1.
            coverage: (A,) w_c, or None.
            context_weight: (3H, D) the context's part of the first layer's gates.
            cells: per layer the hidden weight (3H, H) and bias (3H,), and above the first also
                the input's weight (3H, H) and bias (3H,).

        Returns:
            Top states (T, B, H), contexts (T, B, D), energies, alignments and what each step
            found covered (T, B, S); then, without a gradient, the last states (L, B, H) and what
            is covered at the end (B, S). What is covered is empty without coverage.
        """
        layers = _layers(cells)
        steps, rows, gates_size = projected.shape
        size, (_, positions, attention) = gates_size // 3, keys.shape
        states = projected.new_empty(len(layers), steps + 1, rows, size)
        states[:, 0] = start
        gates = projected.new_empty(len(layers), steps, rows, gates_size)
        recurrent = torch.empty_like(gates)
        query = projected.new_empty(steps, rows, attention)
        energies = projected.new_empty(steps, rows, positions)
        alignments = torch.empty_like(energies)
        contexts = projected.new_empty(steps, rows, annotations.shape[2])
        covered, weight = _coverage(coverage, setting.covered, vector, steps)
        inputs = torch.empty_like(projected[0])
        kernels, groups, lengths = setting.kernels, setting.groups, setting.lengths
        for t in range(steps):
            cancellation.check(setting.cancel)
            torch.mm(states[-1, t], state_weight.T, out=query[t])
            if characters is not None:
                query[t] += characters[t]
            kernels.energies(
                query[t], keys, vector, groups, lengths, covered[t], weight, energies[t]
            )
            torch.softmax(energies[t], -1, out=alignments[t])
            kernels.contexts(alignments[t], annotations, groups, lengths, contexts[t])
            if coverage is not None:
                torch.add(covered[t], alignments[t], out=covered[t + 1])
            torch.addmm(projected[t], contexts[t], context_weight.T, out=inputs)
            for layer, cell in enumerate(layers):
                if layer:
                    below = _masked(states[layer - 1, t + 1], setting.masks, t, layer)
                    torch.addmm(cell.input_bias, below, cell.input.T, out=inputs)
                last, product = states[layer, t], recurrent[layer, t]
                torch.addmm(cell.bias, last, cell.hidden.T, out=product)
                kernels.gru_forward(inputs, product, last, gates[layer, t], states[layer, t + 1])
        ctx.save_for_backward(
            keys,
            annotations,
            vector,
            state_weight,
            coverage,
            context_weight,
            states,
            gates,
            recurrent,
            query,
            alignments,
            contexts,
            covered,
            *cells,
        )
        ctx.setting, ctx.with_characters = setting, characters is not None
        last_states, last_covered = states[:, -1], covered[-1]
        ctx.mark_non_differentiable(last_states, last_covered)
        tops = states[-1, 1:]
        return tops, contexts, energies, alignments, covered[:-1], last_states, last_covered

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *gradients: Tensor) -> Any:  # noqa: ANN401
        """Back through time, then each weight's gradient by one product."""
        d_tops, d_contexts, d_energies, d_alignments, d_covered_read = gradients[:5]
        keys, annotations, vector, state_weight, coverage, context_weight = ctx.saved_tensors[:6]
        states, gates, recurrent, query, alignments, contexts, covered = ctx.saved_tensors[6:13]
        cells = ctx.saved_tensors[13:]
        setting, layers = ctx.setting, _layers(cells)
        weight = vector if coverage is None else coverage
        d_projected, d_recurrent = torch.empty_like(gates), torch.empty_like(gates)
        d_query, d_context = torch.empty_like(query), torch.empty_like(contexts)
        d_keys, d_vector = torch.zeros_like(keys), torch.zeros_like(vector)
        d_weight, d_carried = torch.zeros_like(weight), torch.zeros_like(alignments[0])
        d_covered = torch.empty_like(d_carried) if coverage is not None else covered[0]
        d_states = torch.zeros_like(states[:, 0])  # (L, B, H) towards the states after step t
        d_last = torch.empty_like(d_states[0])
        for t in reversed(range(len(query))):
            cancellation.check(setting.cancel)
            d_states[-1] += d_tops[t]
            for layer in reversed(range(len(layers))):
                cell = layers[layer]
                setting.kernels.gru_backward(
                    d_states[layer],
                    gates[layer, t],
                    recurrent[layer, t],
                    states[layer, t],
                    d_projected[layer, t],
                    d_recurrent[layer, t],
                    d_last,
                )
                torch.addmm(d_last, d_recurrent[layer, t], cell.hidden, out=d_states[layer])
                if layer:
                    d_below = d_projected[layer, t] @ cell.input
                    d_states[layer - 1] += _masked(d_below, setting.masks, t, layer)
            torch.addmm(d_contexts[t], d_projected[0, t], context_weight, out=d_context[t])
            setting.kernels.attention_backward(
                query[t],
                keys,
                annotations,
                vector,
                setting.groups,
                setting.lengths,
                covered[t],
                weight,
                alignments[t],
                d_energies[t],
                d_alignments[t] + d_carried,
                d_context[t],
                d_query[t],
                d_keys,
                d_vector,
                d_covered,
                d_weight,
            )
            if coverage is not None:
                d_carried += d_covered
                d_carried += d_covered_read[t]
            d_states[-1].addmm_(d_query[t], state_weight)
        tops = states[-1, :-1]
        return (
            None,
            d_projected[0],
            d_query if ctx.with_characters else None,
            d_keys,
            _d_annotations(alignments, d_context, setting.groups, len(keys)),
            d_states,
            d_vector,
            _product(d_query, tops),
            d_weight if coverage is not None else None,
            _product(d_projected[0], contexts),
            *_d_cells(states, d_projected, d_recurrent, setting.masks),
        )


@dataclass(frozen=True)
class _Cell:
    hidden: Tensor
    bias: Tensor
    input: Tensor
    input_bias: Tensor


def _layers(cells: Sequence[Tensor]) -> list[_Cell]:
    """The flat weights by layer; the first layer's input is projected outside."""
    nothing = cells[1].new_empty(0)
    above = [cells[i : i + 4] for i in range(2, len(cells), 4)]
    return [_Cell(cells[0], cells[1], nothing, nothing), *(_Cell(*layer) for layer in above)]


def _coverage(
    coverage: Tensor | None, before: Tensor | None, vector: Tensor, steps: int
) -> tuple[Tensor, Tensor]:
    """Room for what is covered before each step, and its weight; empty without coverage."""
    if coverage is None or before is None:
        return vector.new_empty(steps + 1, 0, 0), vector
    covered = before.new_empty(steps + 1, *before.shape)
    covered[0] = before
    return covered, coverage


def _masked(values: Tensor, masks: Tensor | None, t: int, layer: int) -> Tensor:
    """Dropout below a layer, the same on the way back."""
    return values if masks is None else values * masks[t, layer - 1]


def _product(gradients: Tensor, inputs: Tensor) -> Tensor:
    """A weight's gradient from all steps at once: (T, B, out) and (T, B, in) to (out, in)."""
    return gradients.flatten(0, 1).T @ inputs.flatten(0, 1)


def _d_cells(
    states: Tensor, d_projected: Tensor, d_recurrent: Tensor, masks: Tensor | None
) -> list[Tensor]:
    """The gradients of the cells' weights, in the order they came in."""
    gradients = []
    for layer in range(len(states)):
        d_product = d_recurrent[layer]
        gradients += [_product(d_product, states[layer, :-1]), d_product.sum((0, 1))]
        if layer:
            below = states[layer - 1, 1:]
            below = below if masks is None else below * masks[:, layer - 1]
            d_input = d_projected[layer]
            gradients += [_product(d_input, below), d_input.sum((0, 1))]
    return gradients


def _d_annotations(alignments: Tensor, d_context: Tensor, groups: Tensor, sources: int) -> Tensor:
    """(G, S, D) from alignments (T, B, S) and d_context (T, B, D), one product a source."""
    found = [
        torch.mm(alignments[:, rows].flatten(0, 1).T, d_context[:, rows].flatten(0, 1))
        for rows in ((groups == source).nonzero()[:, 0] for source in range(sources))
    ]
    return torch.stack(found)
