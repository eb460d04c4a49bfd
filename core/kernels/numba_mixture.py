"""What is asked of the mixture of generating and copying, compiled by Numba.

Shapes: T target positions, B rows, S source positions, V alphabet, X extra characters.
"""

from __future__ import annotations

import numpy as np

from core.kernels.numba_math import ONE, ZERO, Kernel
from core.kernels.reference import LOG_ZERO

_LOG_ZERO = np.float32(LOG_ZERO)
_HALF = np.float32(0.5)


@Kernel
def log_copied(each):
    """See `reference.log_copied`."""

    def log_copied(targets, log_copy, ids, out):
        for t in each(targets.shape[0]):
            for b in range(targets.shape[1]):
                target, row, source = targets[t, b], log_copy[t, b], ids[b]
                largest = _LOG_ZERO
                for j in range(len(source)):
                    if source[j] == target:
                        largest = max(largest, row[j])
                total = ZERO
                for j in range(len(source)):
                    if source[j] == target:
                        total += np.exp(row[j] - largest)
                out[t, b] = largest if total == ZERO else largest + np.log(total)

    return log_copied


@Kernel
def log_copied_backward(each):
    """See `reference.log_copied_backward`."""

    def log_copied_backward(targets, log_copy, ids, out, d_out, d_log_copy):
        for t in each(targets.shape[0]):
            for b in range(targets.shape[1]):
                target, row, source = targets[t, b], log_copy[t, b], ids[b]
                d_row, total, d = d_log_copy[t, b], out[t, b], d_out[t, b]
                for j in range(len(source)):
                    d_row[j] = d * np.exp(row[j] - total) if source[j] == target else ZERO

    return log_copied_backward


@Kernel
def likeliest(each):
    """See `reference.likeliest`."""

    def likeliest(log_alphabet, which, log_copy, where, gate, ids, width, out):
        for t in each(out.shape[0]):
            shares = np.empty(width, np.float32)
            for b in range(out.shape[1]):
                generated, copied, source = log_alphabet[t, b], log_copy[t, b], ids[b]
                p_gen = ONE / (ONE + np.exp(-gate[t, b]))
                # What has more than half of all needs no comparison; it is so at most steps.
                if p_gen * np.exp(generated[which[t, b]]) > _HALF:
                    out[t, b] = which[t, b]
                    continue
                if (ONE - p_gen) * np.exp(copied[where[t, b]]) > _HALF:
                    out[t, b] = source[where[t, b]]
                    continue
                shares[:] = ZERO
                for v in range(len(generated)):
                    shares[v] = p_gen * np.exp(generated[v])
                for j in range(len(source)):
                    shares[source[j]] += (ONE - p_gen) * np.exp(copied[j])
                out[t, b] = np.argmax(shares)

    return likeliest


def compile_all() -> None:
    """Compile all three, or take them from the cache, by calling them on something small."""
    targets, ids = np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int64)
    deep, few = np.zeros((1, 1, 1), np.float32), np.zeros((1, 1), np.float32)
    log_copied.compile(targets, deep, ids, few.copy())
    log_copied_backward.compile(targets, deep, ids, few, few, deep.copy())
    likeliest.compile(deep, targets, deep, targets, few, ids, 1, targets.copy())
