"""Reading one source and writing one text, compiled by Numba: no product is worth its own call.

Shapes: S source positions, V alphabet, L layers, H hidden, A attention size.
"""

from __future__ import annotations

import numpy as np

from core.alphabet import PAD, SOS, UNKNOWN
from core.kernels.numba_math import ONE, ZERO, compiled, sigmoid, tanh
from core.kernels.reference import LOG_ZERO

_LOG_ZERO = np.float32(LOG_ZERO)
_NOTHING = np.float32(1e-12)
"""An alignment below it changes no digit of a sum."""


@compiled
def read_layer(projected, weights, biases, states):
    """Both directions of an encoder's layer, each forwards in its own time.

    Reads projected (S, 2, 3H), hidden weights (2, 3H, H) and biases (2, 3H); writes states
    (S, 2, H).
    """
    positions, directions, gates = projected.shape
    products, last = np.empty(gates, np.float32), np.empty(gates // 3, np.float32)
    for direction in range(directions):
        last[:] = ZERO
        for j in range(positions):
            products[:] = biases[direction]
            _add_products(weights[direction], last, products)
            _cell(projected[j, direction], products, last, states[j, direction])
            last[:] = states[j, direction]


@compiled
def write_step(
    row,
    pin,
    query_of_character,
    gates_of_character,
    state_weight,
    vector,
    keys,
    covered,
    coverage,
    carried,
    hidden,
    hidden_weights,
    hidden_biases,
    input_weights,
    input_biases,
    output_weight,
    query,
    gates,
    energies,
    alignment,
    logits,
    new_hidden,
    new_covered,
):
    """Equations 1 to 3, the recurrent cells, and the products of equations 5 and 8.

    Reads the last character's row of query_of_character (V, A) and gates_of_character (V, 3H+V+1),
    the one position `pin` of attention (-1 for none), state_weight (A, H), vector (A,), keys
    (S, A), covered (S,), empty without coverage, coverage (A,), carried (S, 3H+V+1), hidden
    (L, H), the cells' weights (L, 3H, H), (L, 3H), (L-1, 3H, H), (L-1, 3H) and output_weight
    (V+1, H). `gates_of_character` and `carried` are what a character and a source position bring
    to the first layer's gates, to the alphabet's logits and to p_gen's logit.

    Writes query (A,), gates (3H+V+1,) for its own use, then energies (S,), alignment (S,), logits
    (V+1,) with p_gen's last and without its recurrent part, new_hidden (L, H), new_covered (S,).
    """
    layers, size = hidden.shape
    last, first = hidden[layers - 1], gates_of_character[row]
    for a in range(len(vector)):
        query[a] = query_of_character[row, a]
    _add_products(state_weight, last, query)
    _attend(query, keys, vector, covered, coverage, pin, energies, alignment)
    for j in range(len(new_covered)):
        new_covered[j] = covered[j] + alignment[j]
    for i in range(len(gates)):
        gates[i] = first[i]
    for j in range(len(alignment)):
        weight, row_carried = alignment[j], carried[j]
        if not weight < _NOTHING:  # A NaN is to be seen in what comes of it.
            for i in range(len(gates)):
                gates[i] += weight * row_carried[i]
    inputs, products = gates[: 3 * size], np.empty(3 * size, np.float32)
    for layer in range(layers):
        if layer:
            inputs = input_biases[layer - 1].copy()
            _add_products(input_weights[layer - 1], new_hidden[layer - 1], inputs)
        products[:] = hidden_biases[layer]
        _add_products(hidden_weights[layer], hidden[layer], products)
        _cell(inputs, products, hidden[layer], new_hidden[layer])
    for v in range(len(logits)):
        logits[v] = gates[3 * size + v]
    _add_products(output_weight, new_hidden[layers - 1], logits)


@compiled
def _add_products(matrix, values, out):
    """Out (N,) += matrix (N, M) @ values (M,)."""
    for i in range(matrix.shape[0]):
        row, total = matrix[i], ZERO
        for j in range(matrix.shape[1]):
            total += row[j] * values[j]
        out[i] += total


@compiled
def _attend(query, keys, vector, covered, coverage, pin, energies, alignment):
    """Equations 1 and 2, or all attention at one position."""
    positions, size = keys.shape
    largest = _LOG_ZERO
    for j in range(positions):
        key, total = keys[j], ZERO
        if pin >= 0:
            total = ZERO if j == pin else _LOG_ZERO
        elif len(covered):
            c = covered[j]
            for a in range(size):
                total += vector[a] * tanh(key[a] + query[a] + c * coverage[a])
        else:
            for a in range(size):
                total += vector[a] * tanh(key[a] + query[a])
        energies[j] = total
        largest = max(largest, total)
    total = ZERO
    for j in range(positions):
        alignment[j] = np.exp(energies[j] - largest)
        total += alignment[j]
    for j in range(positions):
        alignment[j] /= total


@compiled
def _cell(inputs, products, last, new):
    """One step of the GRU cell: (3H,), (3H,) and (H,) to (H,)."""
    size = len(last)
    for i in range(size):
        reset = sigmoid(inputs[i] + products[i])
        update = sigmoid(inputs[size + i] + products[size + i])
        n = tanh(inputs[2 * size + i] + reset * products[2 * size + i])
        new[i] = n * (ONE - update) + update * last[i]


@compiled
def distributions(logits, energies, shift, log_alphabet, log_copy):
    """Equation 5, and equation 9 with or without shift; see `copy_switch.log_copy_alignment`.

    Reads logits, of which the first V count, and energies (S,); writes log_alphabet (V,) and
    log_copy (S,).
    """
    for v in range(len(log_alphabet)):
        log_alphabet[v] = logits[v]
    for v in (PAD, SOS, UNKNOWN):
        log_alphabet[v] = _LOG_ZERO
    _log_softmax(log_alphabet)
    for j in range(1, len(energies)):
        log_copy[j] = energies[j - 1 if shift else j]
    log_copy[0] = _LOG_ZERO
    _log_softmax(log_copy)


@compiled
def _log_softmax(values):
    """In place; (N,)."""
    largest = _LOG_ZERO
    for value in values:
        largest = max(largest, value)
    total = ZERO
    for value in values:
        total += np.exp(value - largest)
    total = largest + np.log(total)
    for i in range(len(values)):
        values[i] -= total


def compile_all() -> None:
    """Compile the step, or take it from the cache, by making one of the smallest kind."""
    few, one = np.zeros((1, 1), np.float32), np.zeros(1, np.float32)
    wide, long = np.zeros((1, 5), np.float32), np.zeros((1, 3, 1), np.float32)
    write_step(
        0, -1, few, wide, few, one, few, one, one, wide, few, long, wide[:, :3].copy(), long,
        wide[:, :3].copy(), np.zeros((2, 1), np.float32), one.copy(), wide[0].copy(), one.copy(),
        one.copy(), np.zeros(2, np.float32), few.copy(), one.copy(),
    )  # fmt: skip
    read_layer(long[:, :, :].reshape(1, 1, 3).copy(), long, wide[:, :3].copy(), long[:, :1].copy())
    distributions(np.zeros(5, np.float32), one, True, np.zeros(4, np.float32), one.copy())
