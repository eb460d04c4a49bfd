import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from core.kernels import reference
from core.network.copy_switch import shares

numba = pytest.importorskip("numba")
numba_cpu = pytest.importorskip("core.kernels.numba_cpu", reason="Numba is not there")
numba_math = pytest.importorskip("core.kernels.numba_math", reason="Numba is not there")

shapes = st.tuples(st.integers(1, 4), st.integers(0, 4), st.integers(2, 9), st.integers(1, 6))
seeds = st.integers(0, 2**31)


class Problem:
    """Random tensors of ragged shapes, in single precision and as the same values in double."""

    def __init__(self, shape, seed, *, coverage):
        sources, more_rows, positions, size = shape
        self._random = torch.Generator().manual_seed(seed)
        rows = sources + more_rows
        self.groups = torch.cat([torch.arange(sources), self.integers(sources, more_rows)])
        self.lengths = self.integers(positions - 1, sources) + 2
        self.query = self.normal(rows, size) * 3
        self.keys = self.normal(sources, positions, size)
        self.annotations = self.normal(sources, positions, 2 * size)
        self.vector, self.weight = self.normal(size), self.normal(size)
        self.covered = self.normal(rows, positions).abs() if coverage else torch.empty(0, 0)

    def integers(self, high, count):
        return torch.randint(high, (count,), generator=self._random)

    def normal(self, *shape):
        return torch.randn(*shape, generator=self._random)


def call(kernels, name, *values):
    getattr(kernels, name)(
        *(kernels.native(v) if isinstance(v, torch.Tensor) else v for v in values)
    )


def double(*tensors):
    return [t.double() if t.is_floating_point() else t for t in tensors]


def assert_as_good(compiled, single, exact, magnitude=1.0):
    """The compiled kernel is at most four times as far from double precision as plain torch.

    Beyond that, its tanh may be off by 3e-7 of what it is multiplied with.
    """
    scale = exact.abs().max().clamp(min=magnitude)
    error, allowed = (compiled - exact).abs().max(), (single - exact).abs().max()
    assert error <= 4 * allowed + 1e-6 * scale


@given(shapes, seeds, st.booleans())
def test_energies_and_contexts(shape, seed, coverage):
    p = Problem(shape, seed, coverage=coverage)
    given_ = (p.query, p.keys, p.vector, p.groups, p.lengths, p.covered, p.weight)
    out = [torch.empty(len(p.query), shape[2]) for _ in range(3)]
    exact = out[2].double()
    call(numba_cpu, "energies", *given_, out[0])
    call(reference, "energies", *given_, out[1])
    call(reference, "energies", *double(*given_), exact)
    padding = torch.arange(shape[2]) >= p.lengths[p.groups][:, None]
    assert (out[0][padding] == reference.LOG_ZERO).all()
    if (~padding).any():
        assert_as_good(out[0][~padding], out[1][~padding], exact[~padding])

    alignment = exact.softmax(-1)
    assert (alignment[padding] == 0).all()
    given_ = (alignment.float(), p.annotations, p.groups, p.lengths)
    out = [torch.empty(len(p.query), 2 * shape[3]) for _ in range(2)]
    exact = out[0].double()
    call(numba_cpu, "contexts", *given_, out[0])
    call(reference, "contexts", *given_, out[1])
    call(reference, "contexts", *double(*given_), exact)
    assert_as_good(out[0], out[1], exact)


@given(shapes, seeds, st.booleans())
def test_attention_backward(shape, seed, coverage):
    p = Problem(shape, seed, coverage=coverage)
    rows, positions, size = len(p.query), shape[2], shape[3]
    scores = torch.empty(rows, positions)
    reference.energies(p.query, p.keys, p.vector, p.groups, p.lengths, p.covered, p.weight, scores)
    read = (
        *(p.query, p.keys, p.annotations, p.vector, p.groups, p.lengths, p.covered, p.weight),
        *(scores.softmax(-1), p.normal(rows, positions), p.normal(rows, positions)),
        p.normal(rows, 2 * size),
    )
    # Keys, vector and coverage weight are added to: they start with something in them.
    sums = (p.normal(len(p.keys), size) for _ in range(2))
    start = (p.query * 0, p.keys.clone(), next(sums), p.covered * 0, next(sums))
    compiled, single = ([t.clone() for t in start] for _ in range(2))
    exact = double(*start)
    call(numba_cpu, "attention_backward", *read, *compiled)
    call(reference, "attention_backward", *read, *single)
    call(reference, "attention_backward", *double(*read), *exact)
    real = torch.arange(positions) < p.lengths[p.groups][:, None]
    for which, (a, b, c) in enumerate(zip(compiled, single, exact, strict=True)):
        if which == 3 and coverage:
            a, b, c = (t[real] for t in (a, b, c))
        if c.numel():
            assert_as_good(a, b, c, magnitude=rows * positions)  # so many terms are added up


@given(st.integers(1, 5), st.integers(1, 9), seeds, st.sampled_from([1.0, 30.0]))
def test_gru_cell(rows, size, seed, scale):
    random = torch.Generator().manual_seed(seed)

    def normal(*shape):
        return scale * torch.randn(*shape, generator=random)

    projected, recurrent = normal(rows, 3 * size), normal(rows, 3 * size)
    hidden, d_hidden = normal(rows, size).tanh(), normal(rows, size)

    def both_ways(kernels, *tensors):
        projected, recurrent, hidden, d_hidden = tensors
        gates, out = torch.empty_like(projected), torch.empty_like(hidden)
        call(kernels, "gru_forward", projected, recurrent, hidden, gates, out)
        found = [torch.empty_like(t) for t in (projected, recurrent, hidden)]
        call(kernels, "gru_backward", d_hidden, gates, recurrent, hidden, *found)
        return [gates, out, *found]

    tensors = (projected, recurrent, hidden, d_hidden)
    compiled, single = both_ways(numba_cpu, *tensors), both_ways(reference, *tensors)
    exact = both_ways(reference, *double(*tensors))
    for a, b, c in zip(compiled, single, exact, strict=True):
        assert_as_good(a, b, c, magnitude=scale**2)


@given(
    st.integers(1, 4),
    st.integers(1, 4),
    st.integers(2, 6),
    seeds,
    st.sampled_from([1.0, 10.0, 200.0]),
)
def test_the_mixture(steps, rows, positions, seed, scale):
    """Distributions from nearly even to nearly certain; characters in the source and not."""
    random = torch.Generator().manual_seed(seed)
    alphabet, width = 5, 7

    def normal(*shape):
        return scale * torch.randn(*shape, generator=random)

    ids = torch.randint(width, (rows, positions), generator=random)
    targets = torch.randint(width, (steps, rows), generator=random)
    energies = normal(steps, rows, positions)
    energies[..., 0] = reference.LOG_ZERO
    log_copy = energies.log_softmax(-1)
    log_alphabet, gate = normal(steps, rows, alphabet).log_softmax(-1), normal(steps, rows)
    d_out = normal(steps, rows)

    def found(kernels, log_copy, d_out, log_alphabet, gate):
        out, d_log_copy = torch.empty_like(d_out), torch.empty_like(log_copy)
        call(kernels, "log_copied", targets, log_copy, ids, out)
        call(kernels, "log_copied_backward", targets, log_copy, ids, out, d_out, d_log_copy)
        best = torch.empty_like(targets)
        largest = log_alphabet.argmax(-1), log_copy.argmax(-1)
        read = (log_alphabet, largest[0], log_copy, largest[1], gate, ids)
        call(kernels, "likeliest", *read, width, best)
        return out, d_log_copy, best

    tensors = (log_copy, d_out, log_alphabet, gate)
    compiled, single = found(numba_cpu, *tensors), found(reference, *tensors)
    exact = found(reference, *double(*tensors))
    written = exact[0] > -1e29
    assert torch.equal(compiled[0] > -1e29, written)
    assert_as_good(compiled[0] * written, single[0] * written, exact[0] * written)
    assert_as_good(compiled[1], single[1], exact[1], magnitude=scale)
    generated, copied = shares(
        log_alphabet.double().transpose(0, 1),
        log_copy.double().transpose(0, 1),
        gate.double().T,
        ids,
        width,
    )
    mixture = (generated + copied).transpose(0, 1)
    chosen = mixture.gather(-1, compiled[2][..., None])[..., 0]
    assert (chosen >= mixture.amax(-1) * (1 - 1e-5)).all()


@pytest.mark.parametrize("value", [0.0, 1e-6, 0.5, 3.0, 7.9, 8.1, 50.0, float("inf")])
def test_tanh_is_odd_and_bounded(value):
    tanh = numba_math.tanh
    expected = torch.tensor(value, dtype=torch.float64).tanh().item()
    assert tanh(value) == pytest.approx(expected, abs=3e-7)
    assert tanh(-value) == -tanh(value)


def test_what_is_no_number_stays_none():
    assert math.isnan(numba_math.tanh(math.nan))
    assert math.isnan(numba_math.sigmoid(math.nan))


@pytest.mark.parametrize("coverage", [True, False])
def test_several_threads_find_what_one_does(coverage):
    p = Problem((5, 9, 30, 16), seed=3, coverage=coverage)
    rows, positions, size = len(p.query), 30, 16
    scores = torch.empty(rows, positions)
    energies = (p.query, p.keys, p.vector, p.groups, p.lengths, p.covered, p.weight)
    call(reference, "energies", *energies, scores)
    alignment = scores.softmax(-1)
    gates = [p.normal(rows, 3 * size) for _ in range(3)]
    hidden = [p.normal(rows, size) for _ in range(2)]
    ids = p.integers(20, rows * positions).view(rows, positions)
    targets, log_copy = p.integers(20, 7 * rows).view(7, rows), p.normal(7, rows, positions)
    d_out = p.normal(7, rows)
    backward = (
        *(p.query, p.keys, p.annotations, p.vector, p.groups, p.lengths, p.covered, p.weight),
        *(alignment, p.normal(rows, positions), p.normal(rows, positions)),
        p.normal(rows, 2 * size),
    )
    sums = (p.keys, p.normal(5, size), p.covered, p.normal(5, size))
    log_alphabet = p.normal(7, rows, 12)
    work = {
        "energies": (energies, [scores]),
        "contexts": ((alignment, p.annotations, p.groups, p.lengths), [p.normal(rows, 2 * size)]),
        "attention_backward": (backward, [p.query, *sums]),
        "gru_forward": ((gates[0], gates[1], hidden[0]), [gates[2], hidden[1]]),
        "gru_backward": ((hidden[0], *gates[:2], hidden[1]), [*gates[1:], hidden[0]]),
        "log_copied": ((targets, log_copy, ids), [d_out]),
        "log_copied_backward": ((targets, log_copy, ids, d_out, d_out), [log_copy]),
        "likeliest": (
            (log_alphabet, log_alphabet.argmax(-1), log_copy, log_copy.argmax(-1), d_out, ids, 20),
            [targets],
        ),
    }
    for name, (read, written) in work.items():
        alone, shared = ([t.clone() for t in written] for _ in range(2))
        kernel = getattr(numba_cpu, name)
        native = [numba_cpu.native(v) if isinstance(v, torch.Tensor) else v for v in read]
        kernel.alone(*native, *map(numba_cpu.native, alone))
        numba.set_num_threads(min(2, numba.config.NUMBA_NUM_THREADS))
        kernel.shared(*native, *map(numba_cpu.native, shared))
        for a, b in zip(alone, shared, strict=True):
            assert torch.equal(a, b), name


def test_as_many_threads_as_torch_has(monkeypatch):
    called = []
    kernel = numba_math.Kernel(lambda each: lambda: None)
    monkeypatch.setattr(kernel, "alone", lambda *_: called.append(1))
    monkeypatch.setattr(kernel, "shared", lambda *_: called.append(numba.get_num_threads()))
    before = torch.get_num_threads()
    monkeypatch.setattr(numba.config, "NUMBA_NUM_THREADS", 2)
    try:
        for threads in (1, 2, 3):
            torch.set_num_threads(threads)
            kernel()
    finally:
        torch.set_num_threads(before)
    assert called == [1, 2, 2]
