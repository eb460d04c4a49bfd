"""A step of attention, compiled by Numba, forwards and backwards.

Shapes: B rows, G distinct sources, S source positions, A attention size, D = 2H.
"""

from __future__ import annotations

import numpy as np

from core.kernels.numba_math import ONE, ZERO, Kernel, compiled, tanh
from core.kernels.reference import LOG_ZERO

_LOG_ZERO = np.float32(LOG_ZERO)


@Kernel
def energies(each):
    """See `reference.energies`; rows are independent."""

    def energies(query, keys, vector, groups, lengths, covered, coverage, out):
        size = query.shape[1]
        for b in each(query.shape[0]):
            g, q = groups[b], query[b]
            for j in range(lengths[g]):
                key, total = keys[g, j], ZERO
                if covered.shape[0]:
                    c = covered[b, j]
                    for a in range(size):
                        total += vector[a] * tanh(key[a] + q[a] + c * coverage[a])
                else:
                    for a in range(size):
                        total += vector[a] * tanh(key[a] + q[a])
                out[b, j] = total
            out[b, lengths[g] :] = _LOG_ZERO

    return energies


@compiled
def _rows_of(source, groups):
    """The rows that read this source."""
    rows, count = np.empty(len(groups), np.int64), 0
    for b in range(len(groups)):
        if groups[b] == source:
            rows[count] = b
            count += 1
    return rows[:count]


@Kernel
def contexts(each):
    """See `reference.contexts`; sources are independent, and each is read once for all its rows."""

    def contexts(alignment, annotations, groups, lengths, out):
        sources, _, size = annotations.shape
        for g in each(sources):
            rows, length = _rows_of(g, groups), lengths[g]
            for b in rows:
                out[b, :] = ZERO
            fours = length - length % 4
            for j in range(0, fours, 4):  # Four at a time: a row is read and written less often.
                first, second = annotations[g, j], annotations[g, j + 1]
                third, fourth = annotations[g, j + 2], annotations[g, j + 3]
                for b in rows:
                    weight0, weight1 = alignment[b, j], alignment[b, j + 1]
                    weight2, weight3 = alignment[b, j + 2], alignment[b, j + 3]
                    row = out[b]
                    for d in range(size):
                        row[d] += (weight0 * first[d] + weight1 * second[d]) + (
                            weight2 * third[d] + weight3 * fourth[d]
                        )
            for j in range(fours, length):
                annotation = annotations[g, j]
                for b in rows:
                    weight, row = alignment[b, j], out[b]
                    for d in range(size):
                        row[d] += weight * annotation[d]

    return contexts


@Kernel
def attention_backward(each):
    """See `reference.attention_backward`; sources are independent."""

    def attention_backward(
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
        size, depth = query.shape[1], annotations.shape[2]
        for g in each(keys.shape[0]):
            rows, length, d_v, d_w = _rows_of(g, groups), lengths[g], d_vector[g], d_coverage[g]
            d_scores = np.empty((len(rows), length), np.float32)
            for j in range(length):
                annotation = annotations[g, j]
                for i in range(len(rows)):
                    total, d_c = d_alignment[rows[i], j], d_context[rows[i]]
                    for d in range(depth):
                        total += annotation[d] * d_c[d]
                    d_scores[i, j] = total
            for i in range(len(rows)):
                b, mean = rows[i], ZERO
                q, d_q = query[b], d_query[b]
                for j in range(length):
                    mean += alignment[b, j] * d_scores[i, j]
                d_q[:] = ZERO
                for j in range(length):
                    d_energy = d_energies[b, j] + alignment[b, j] * (d_scores[i, j] - mean)
                    key, d_key = keys[g, j], d_keys[g, j]
                    if covered.shape[0]:
                        c, d_cov = covered[b, j], ZERO
                        for a in range(size):
                            t = tanh(key[a] + q[a] + c * coverage[a])
                            d_inner = d_energy * vector[a] * (ONE - t * t)
                            d_v[a] += d_energy * t
                            d_key[a] += d_inner
                            d_q[a] += d_inner
                            d_w[a] += d_inner * c
                            d_cov += d_inner * coverage[a]
                        d_covered[b, j] = d_cov
                    else:
                        for a in range(size):
                            t = tanh(key[a] + q[a])
                            d_inner = d_energy * vector[a] * (ONE - t * t)
                            d_v[a] += d_energy * t
                            d_key[a] += d_inner
                            d_q[a] += d_inner

    return attention_backward


def compile_all() -> None:
    """Compile every kernel, or take it from the cache, by calling it on something small."""
    few, one = np.zeros((1, 1), np.float32), np.zeros(1, np.float32)
    deep, index = np.zeros((1, 1, 1), np.float32), np.zeros(1, np.int64)
    energies.compile(few, deep, one, index, index + 1, few, one, few.copy())
    contexts.compile(few, deep, index, index + 1, few.copy())
    attention_backward.compile(
        *(few, deep, deep, one, index, index + 1, few, one),
        *(few, few, few, few, few.copy(), deep.copy(), few.copy(), few.copy(), few.copy()),
    )
