"""A step of the GRU cell, compiled by Numba, forwards and backwards.

Shapes: N rows, H hidden.
"""

from __future__ import annotations

import numpy as np

from core.kernels.numba_math import ONE, Kernel, sigmoid, tanh


@Kernel
def gru_forward(each):
    """See `reference.gru_forward`."""

    def gru_forward(projected, recurrent, hidden, gates, out):
        size = hidden.shape[1]
        for b in each(hidden.shape[0]):
            p, r, last, kept, new = projected[b], recurrent[b], hidden[b], gates[b], out[b]
            for i in range(2 * size):
                kept[i] = sigmoid(p[i] + r[i])
            for i in range(size):
                n = tanh(p[2 * size + i] + kept[i] * r[2 * size + i])
                kept[2 * size + i] = n
                new[i] = n + kept[size + i] * (last[i] - n)

    return gru_forward


@Kernel
def gru_backward(each):
    """See `reference.gru_backward`."""

    def gru_backward(d_hidden, gates, recurrent, hidden, d_projected, d_recurrent, d_last):
        size = hidden.shape[1]
        for b in each(hidden.shape[0]):
            d_h, kept, last, d_l = d_hidden[b], gates[b], hidden[b], d_last[b]
            d_p, d_r, r = d_projected[b], d_recurrent[b], recurrent[b]
            for i in range(size):
                reset, update, n = kept[i], kept[size + i], kept[2 * size + i]
                d_new = d_h[i] * (ONE - update) * (ONE - n * n)
                d_update = d_h[i] * (last[i] - n) * update * (ONE - update)
                d_reset = d_new * r[2 * size + i] * reset * (ONE - reset)
                d_p[i] = d_r[i] = d_reset
                d_p[size + i] = d_r[size + i] = d_update
                d_p[2 * size + i], d_r[2 * size + i] = d_new, d_new * reset
                d_l[i] = d_h[i] * update

    return gru_backward


def compile_all() -> None:
    """Compile both, or take them from the cache, by calling them on something small."""
    few, wide = np.zeros((1, 1), np.float32), np.zeros((1, 3), np.float32)
    gru_forward.compile(wide, wide, few, wide.copy(), few.copy())
    gru_backward.compile(few, wide, wide, few, wide.copy(), wide.copy(), few.copy())
