import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from core.kernels import reference

numba_cpu = pytest.importorskip("core.kernels.numba_cpu", reason="Numba is not there")

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
    numba_cpu.energies(*given_, out[0])
    reference.energies(*given_, out[1])
    reference.energies(*double(*given_), exact)
    padding = torch.arange(shape[2]) >= p.lengths[p.groups][:, None]
    assert (out[0][padding] == reference.LOG_ZERO).all()
    if (~padding).any():
        assert_as_good(out[0][~padding], out[1][~padding], exact[~padding])

    alignment = exact.softmax(-1)
    assert (alignment[padding] == 0).all()
    given_ = (alignment.float(), p.annotations, p.groups, p.lengths)
    out = [torch.empty(len(p.query), 2 * shape[3]) for _ in range(2)]
    exact = out[0].double()
    numba_cpu.contexts(*given_, out[0])
    reference.contexts(*given_, out[1])
    reference.contexts(*double(*given_), exact)
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
    start = (p.query * 0, p.keys.clone(), p.vector.clone(), p.covered * 0, p.weight.clone())
    compiled, single = ([t.clone() for t in start] for _ in range(2))
    exact = double(*start)
    numba_cpu.attention_backward(*read, *compiled)
    reference.attention_backward(*read, *single)
    reference.attention_backward(*double(*read), *exact)
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
        kernels.gru_forward(projected, recurrent, hidden, gates, out)
        found = [torch.empty_like(t) for t in (projected, recurrent, hidden)]
        kernels.gru_backward(d_hidden, gates, recurrent, hidden, *found)
        return [gates, out, *found]

    tensors = (projected, recurrent, hidden, d_hidden)
    compiled, single = both_ways(numba_cpu, *tensors), both_ways(reference, *tensors)
    exact = both_ways(reference, *double(*tensors))
    for a, b, c in zip(compiled, single, exact, strict=True):
        assert_as_good(a, b, c, magnitude=scale**2)


@pytest.mark.parametrize("value", [0.0, 1e-6, 0.5, 3.0, 7.9, 8.1, 50.0, float("inf")])
def test_tanh_is_odd_and_bounded(value):
    expected = torch.tensor(value, dtype=torch.float64).tanh().item()
    assert numba_cpu.tanh(value) == pytest.approx(expected, abs=3e-7)
    assert numba_cpu.tanh(-value) == -numba_cpu.tanh(value)
