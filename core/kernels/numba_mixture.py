"""What is asked of the mixture of generating and copying, compiled by Numba.

Shapes: T target positions, B rows, S source positions, V alphabet, X extra characters.
"""

from __future__ import annotations

import numpy as np

from core.kernels.numba_math import ZERO, Kernel
from core.kernels.reference import LOG_ZERO

_LOG_ZERO = np.float32(LOG_ZERO)
_FAR_BELOW = np.float32(30)
"""So many nats below the largest term, a term changes no digit of a sum."""


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

    def likeliest(log_alphabet, log_copy, gate, ids, width, out):
        alphabet = log_alphabet.shape[2]
        for t in each(out.shape[0]):
            shares = np.empty(width, np.float32)
            for b in range(out.shape[1]):
                generated, copied, source = log_alphabet[t, b], log_copy[t, b], ids[b]
                # Both parts without the switch's common factor: by its odds alone.
                odds = gate[t, b]
                largest = _LOG_ZERO
                for v in range(alphabet):
                    largest = max(largest, generated[v] + odds)
                for j in range(len(source)):
                    largest = max(largest, copied[j])
                shares[:] = ZERO
                for v in range(alphabet):
                    below = generated[v] + odds - largest
                    if not below < -_FAR_BELOW:
                        shares[v] = np.exp(below)
                for j in range(len(source)):
                    below = copied[j] - largest
                    if not below < -_FAR_BELOW:
                        shares[source[j]] += np.exp(below)
                out[t, b] = np.argmax(shares)

    return likeliest


def compile_all() -> None:
    """Compile all three, or take them from the cache, by calling them on something small."""
    targets, ids = np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int64)
    deep, few = np.zeros((1, 1, 1), np.float32), np.zeros((1, 1), np.float32)
    log_copied.compile(targets, deep, ids, few.copy())
    log_copied_backward.compile(targets, deep, ids, few, few, deep.copy())
    likeliest.compile(deep, deep, few, ids, 1, targets.copy())
