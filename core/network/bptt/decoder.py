"""The decoder: attention and forward cells, step after step.

Shapes: B rows, G distinct sources, S source positions, T steps, H hidden, D = 2H, A attention size,
L layers.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event
from types import ModuleType
from typing import Any

import torch
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from core import cancellation
from core.network.bptt.parts import (
    Timed,
    coverage_of,
    d_annotations,
    d_cells,
    incoming,
    layers_of,
    masked,
    product_into,
    weight_gradient,
)


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
        layers, kernels = layers_of(cells), setting.kernels
        steps, rows, gates_size = projected.shape
        size, (_, positions, attention) = gates_size // 3, keys.shape
        all_states = projected.new_empty(len(layers), steps + 1, rows, size)
        all_states[:, 0] = start
        all_gates = projected.new_empty(len(layers), steps, rows, gates_size)
        all_recurrent = torch.empty_like(all_gates)
        states, gates, recurrent = (
            [Timed(kernels, of_layer) for of_layer in of_all]
            for of_all in (all_states, all_gates, all_recurrent)
        )
        query, energies, alignments, contexts = (
            Timed(kernels, projected.new_empty(steps, rows, count))
            for count in (attention, positions, positions, annotations.shape[2])
        )
        before, weight = coverage_of(coverage, setting.covered, vector, steps)
        covered, inputs = Timed(kernels, before), torch.empty_like(projected[0])
        sources = tuple(map(kernels.native, (setting.groups, setting.lengths)))
        scored = tuple(map(kernels.native, (keys, vector)))
        read, weight_raw, inputs_raw = map(kernels.native, (annotations, weight, inputs))
        for t in range(steps):
            cancellation.check(setting.cancel)
            added = None if characters is None else characters[t]
            product_into(query.tensor[t], states[-1].tensor[t], state_weight, added)
            kernels.energies(
                query.raw[t], *scored, *sources, covered.raw[t], weight_raw, energies.raw[t]
            )
            torch.softmax(energies.tensor[t], -1, out=alignments.tensor[t])
            kernels.contexts(alignments.raw[t], read, *sources, contexts.raw[t])
            if coverage is not None:
                torch.add(covered.tensor[t], alignments.tensor[t], out=covered.tensor[t + 1])
            torch.addmm(projected[t], contexts.tensor[t], context_weight.T, out=inputs)
            for layer, cell in enumerate(layers):
                if layer:
                    below = masked(states[layer - 1].tensor[t + 1], setting.masks, t, layer)
                    torch.addmm(cell.input_bias, below, cell.input.T, out=inputs)
                of_layer, product = states[layer], recurrent[layer]
                torch.addmm(cell.bias, of_layer.tensor[t], cell.hidden.T, out=product.tensor[t])
                kernels.gru_forward(
                    inputs_raw,
                    product.raw[t],
                    of_layer.raw[t],
                    gates[layer].raw[t],
                    of_layer.raw[t + 1],
                )
        ctx.save_for_backward(
            keys,
            annotations,
            vector,
            state_weight,
            coverage,
            context_weight,
            all_states,
            all_gates,
            all_recurrent,
            query.tensor,
            alignments.tensor,
            contexts.tensor,
            before,
            *cells,
        )
        # Zeros are not written out where nothing comes back, as often for the alignments.
        ctx.set_materialize_grads(False)
        ctx.setting, ctx.with_characters = setting, characters is not None
        last_states, last_covered = all_states[:, -1], before[-1]
        ctx.mark_non_differentiable(last_states, last_covered)
        found = all_states[-1, 1:], contexts.tensor, energies.tensor, alignments.tensor, before[:-1]
        return *found, last_states, last_covered

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *gradients: Tensor | None) -> Any:  # noqa: ANN401
        """Back through time, then each weight's gradient by one product."""
        setting, kernels = ctx.setting, ctx.setting.kernels
        keys, annotations, vector, state_weight, coverage, context_weight = ctx.saved_tensors[:6]
        states, gates, recurrent = ctx.saved_tensors[6:9]
        query, alignments, contexts, covered = (Timed(kernels, v) for v in ctx.saved_tensors[9:13])
        d_tops, d_contexts, d_energies, d_alignments, d_covered_read = (
            incoming(kernels, gradient, like)
            for gradient, like in zip(
                gradients,
                (states[-1, 1:], contexts.tensor, *[alignments.tensor] * 2, covered.tensor[1:]),
                strict=False,
            )
        )
        cells = ctx.saved_tensors[13:]
        layers, last_step = layers_of(cells), len(query.tensor) - 1
        kept = [
            tuple(kernels.native(of_all[layer]) for of_all in (gates, recurrent, states))
            for layer in range(len(layers))
        ]
        d_projected, d_recurrent = (
            [Timed(kernels, torch.empty_like(of_layer)) for of_layer in gates] for _ in range(2)
        )
        d_query = Timed(kernels, torch.empty_like(query.tensor))
        d_context = Timed(kernels, torch.empty_like(contexts.tensor))
        weight = vector if coverage is None else coverage
        # Each source has a sum of its own, so that several can be worked on at once.
        d_keys, d_vectors = torch.zeros_like(keys), vector.new_zeros(len(keys), len(vector))
        d_weights = torch.zeros_like(d_vectors)
        d_aligned, d_carried = (torch.zeros_like(alignments.tensor[0]) for _ in range(2))
        d_covered = torch.zeros_like(d_carried) if coverage is not None else covered.tensor[0]
        d_states = torch.zeros_like(states[:, 0])  # (L, B, H) towards the states after step t
        d_last = torch.empty_like(d_states[0])
        towards = Timed(kernels, d_states)
        read = tuple(map(kernels.native, (keys, annotations, vector)))
        sources = tuple(map(kernels.native, (setting.groups, setting.lengths)))
        sums = tuple(map(kernels.native, (d_keys, d_vectors, d_covered, d_weights)))
        weight_raw, d_last_raw, d_aligned_raw = map(kernels.native, (weight, d_last, d_aligned))
        for t in range(last_step, -1, -1):
            cancellation.check(setting.cancel)
            towards.tensor[-1].add_(d_tops.tensor[t])
            for layer in reversed(range(len(layers))):
                cell, d_entering, d_product = layers[layer], d_projected[layer], d_recurrent[layer]
                kernels.gru_backward(
                    towards.raw[layer],
                    *(values[t] for values in kept[layer]),
                    d_entering.raw[t],
                    d_product.raw[t],
                    d_last_raw,
                )
                torch.addmm(d_last, d_product.tensor[t], cell.hidden, out=towards.tensor[layer])
                if layer:
                    d_below = d_entering.tensor[t] @ cell.input
                    towards.tensor[layer - 1].add_(masked(d_below, setting.masks, t, layer))
            torch.addmm(
                d_contexts.tensor[t],
                d_projected[0].tensor[t],
                context_weight,
                out=d_context.tensor[t],
            )
            if coverage is not None:
                torch.add(d_alignments.tensor[t], d_carried, out=d_aligned)
            kernels.attention_backward(
                query.raw[t],
                *read,
                *sources,
                covered.raw[t],
                weight_raw,
                alignments.raw[t],
                d_energies.raw[t],
                d_alignments.raw[t] if coverage is None else d_aligned_raw,
                d_context.raw[t],
                d_query.raw[t],
                *sums,
            )
            if coverage is not None:
                d_carried += d_covered
                d_carried += d_covered_read.tensor[t]
            towards.tensor[-1].addmm_(d_query.tensor[t], state_weight)
        tops = states[-1, :-1]
        return (
            None,
            d_projected[0].tensor,
            d_query.tensor if ctx.with_characters else None,
            d_keys,
            d_annotations(alignments.tensor, d_context.tensor, setting.groups, len(keys)),
            d_states,
            d_vectors.sum(0),
            weight_gradient(d_query.tensor, tops),
            d_weights.sum(0) if coverage is not None else None,
            weight_gradient(d_projected[0].tensor, contexts.tensor),
            *d_cells(states, d_projected, d_recurrent, setting.masks),
        )
