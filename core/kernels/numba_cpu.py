"""The kernels for the CPU, compiled by Numba on first use and kept in its cache.

Shapes: B rows, G distinct sources, S source positions, A attention size, D = 2H, H hidden.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from core.kernels import numba_single
from core.kernels.numba_math import ONE, ZERO, compiled, sigmoid, tanh
from core.kernels.reference import LOG_ZERO

_LOG_ZERO = np.float32(LOG_ZERO)


@compiled
def _energies(query, keys, vector, groups, lengths, covered, coverage, out):
    """Equation 1 at every real position, LOG_ZERO at padding.

    query (B, A), keys (G, S, A), vector (A,), groups (B,), lengths (G,), covered (B, S) or (0, 0)
    without coverage, coverage (A,), out (B, S).
    """
    rows, size = query.shape
    for b in range(rows):
        g = groups[b]
        q = query[b]
        for j in range(lengths[g]):
            key = keys[g, j]
            total = ZERO
            if covered.shape[0]:
                c = covered[b, j]
                for a in range(size):
                    total += vector[a] * tanh(key[a] + q[a] + c * coverage[a])
            else:
                for a in range(size):
                    total += vector[a] * tanh(key[a] + q[a])
            out[b, j] = total
        for j in range(lengths[g], out.shape[1]):
            out[b, j] = _LOG_ZERO


@compiled
def _contexts(alignment, annotations, groups, lengths, out):
    """Equation 3: alignment (B, S), annotations (G, S, D), out (B, D)."""
    size = annotations.shape[2]
    for b in range(alignment.shape[0]):
        g = groups[b]
        row = out[b]
        row[:] = ZERO
        length = lengths[g]
        fours = length - length % 4
        for j in range(0, fours, 4):  # Four at a time: the row is read and written less often.
            weight0, weight1 = alignment[b, j], alignment[b, j + 1]
            weight2, weight3 = alignment[b, j + 2], alignment[b, j + 3]
            first, second = annotations[g, j], annotations[g, j + 1]
            third, fourth = annotations[g, j + 2], annotations[g, j + 3]
            for d in range(size):
                row[d] += (weight0 * first[d] + weight1 * second[d]) + (
                    weight2 * third[d] + weight3 * fourth[d]
                )
        for j in range(fours, length):
            weight, annotation = alignment[b, j], annotations[g, j]
            for d in range(size):
                row[d] += weight * annotation[d]


@compiled
def _attention_backward(
    query,
    keys,
    annotations,
    vector,
    groups,
    lengths,
    covered,
    coverage,
    alignment,
    d_energies,
    d_alignment,
    d_context,
    d_query,
    d_keys,
    d_vector,
    d_covered,
    d_coverage,
):
    """Back through equations 1 to 3 for one step.

    Reads d_energies (B, S), d_alignment (B, S), d_context (B, D); writes d_query (B, A) and
    d_covered (B, S); adds to d_keys (G, S, A), d_vector (A,), d_coverage (A,). The annotations'
    gradient is one product over all steps, made elsewhere.
    """
    size, depth = query.shape[1], annotations.shape[2]
    d_scores = np.empty(alignment.shape[1], np.float32)
    for b in range(query.shape[0]):
        g = groups[b]
        q, d_q, d_c = query[b], d_query[b], d_context[b]
        mean = ZERO
        for j in range(lengths[g]):
            annotation = annotations[g, j]
            total = d_alignment[b, j]
            for d in range(depth):
                total += annotation[d] * d_c[d]
            d_scores[j] = total
            mean += alignment[b, j] * total
        d_q[:] = ZERO
        for j in range(lengths[g]):
            d_energy = d_energies[b, j] + alignment[b, j] * (d_scores[j] - mean)
            key, d_key = keys[g, j], d_keys[g, j]
            if covered.shape[0]:
                c, d_cov = covered[b, j], ZERO
                for a in range(size):
                    t = tanh(key[a] + q[a] + c * coverage[a])
                    d_inner = d_energy * vector[a] * (ONE - t * t)
                    d_vector[a] += d_energy * t
                    d_key[a] += d_inner
                    d_q[a] += d_inner
                    d_coverage[a] += d_inner * c
                    d_cov += d_inner * coverage[a]
                d_covered[b, j] = d_cov
            else:
                for a in range(size):
                    t = tanh(key[a] + q[a])
                    d_inner = d_energy * vector[a] * (ONE - t * t)
                    d_vector[a] += d_energy * t
                    d_key[a] += d_inner
                    d_q[a] += d_inner


@compiled
def _gru_forward(projected, recurrent, hidden, gates, out):
    """One step of the cell: products (N, 3H) and last states (N, H) to gates and states.

    Writes gates (N, 3H): reset, update and new, after their non-linearities, and out (N, H).
    """
    size = hidden.shape[1]
    for b in range(hidden.shape[0]):
        p, r, last, kept, new = projected[b], recurrent[b], hidden[b], gates[b], out[b]
        for i in range(2 * size):
            kept[i] = sigmoid(p[i] + r[i])
        for i in range(size):
            n = tanh(p[2 * size + i] + kept[i] * r[2 * size + i])
            kept[2 * size + i] = n
            new[i] = n + kept[size + i] * (last[i] - n)


@compiled
def _gru_backward(d_hidden, gates, recurrent, hidden, d_projected, d_recurrent, d_last):
    """Back through one step of the cell.

    Reads d_hidden (N, H), gates and recurrent (N, 3H), last states (N, H); writes d_projected and
    d_recurrent (N, 3H), and into d_last (N, H) what reaches the last state past the products.
    """
    size = hidden.shape[1]
    for b in range(hidden.shape[0]):
        d_h, kept, last, d_l = d_hidden[b], gates[b], hidden[b], d_last[b]
        d_p, d_r, r = d_projected[b], d_recurrent[b], recurrent[b]
        for i in range(size):
            reset, update, n = kept[i], kept[size + i], kept[2 * size + i]
            d_new = d_h[i] * (ONE - update) * (ONE - n * n)
            d_update = d_h[i] * (last[i] - n) * update * (ONE - update)
            d_reset = d_new * r[2 * size + i] * reset * (ONE - reset)
            d_p[i] = d_reset
            d_r[i] = d_reset
            d_p[size + i] = d_update
            d_r[size + i] = d_update
            d_p[2 * size + i] = d_new
            d_r[2 * size + i] = d_new * reset
            d_l[i] = d_h[i] * update


def energies(
    query: Tensor,
    keys: Tensor,
    vector: Tensor,
    groups: Tensor,
    lengths: Tensor,
    covered: Tensor,
    coverage: Tensor,
    out: Tensor,
) -> None:
    """See `reference.energies`."""
    _energies(*_arrays(query, keys, vector, groups, lengths, covered, coverage, out))


def contexts(
    alignment: Tensor, annotations: Tensor, groups: Tensor, lengths: Tensor, out: Tensor
) -> None:
    """See `reference.contexts`."""
    _contexts(*_arrays(alignment, annotations, groups, lengths, out))


def attention_backward(*tensors: Tensor) -> None:
    """See `reference.attention_backward`."""
    _attention_backward(*_arrays(*tensors))


def gru_forward(*tensors: Tensor) -> None:
    """See `reference.gru_forward`."""
    _gru_forward(*_arrays(*tensors))


def gru_backward(*tensors: Tensor) -> None:
    """See `reference.gru_backward`."""
    _gru_backward(*_arrays(*tensors))


def _arrays(*tensors: Tensor) -> list[np.ndarray]:
    return [tensor.numpy() for tensor in tensors]


def compile_all() -> None:
    """Compile every kernel, or take it from the cache, by calling it on something small."""
    few, one = torch.zeros(1, 1), torch.zeros(1)
    wide, deep = torch.zeros(1, 3), torch.zeros(1, 1, 1)
    group, length = torch.zeros(1, dtype=torch.int64), torch.ones(1, dtype=torch.int64)
    energies(few, deep, one, group, length, few, one, few.clone())
    contexts(few, deep, group, length, few.clone())
    attention_backward(
        few,
        deep,
        deep,
        one,
        group,
        length,
        few,
        one,
        *(few, few, few, few),
        *(few.clone(), deep.clone(), one.clone(), few.clone(), one.clone()),
    )
    gru_forward(wide, wide, few, wide.clone(), few.clone())
    gru_backward(few, wide, wide, few, wide.clone(), wide.clone(), few.clone())
    numba_single.compile_all()
