"""Reading and writing one text on the kernels equals the network's own way."""

import dataclasses

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core import kernels
from core.alphabet import SOS, Alphabet
from core.batching import Sources
from core.config import VARIANTS, ModelConfig
from core.network.model import EdaCs
from core.records import Phase

numba_cpu = pytest.importorskip("core.kernels.numba_cpu", reason="Numba is not there")

ALPHABET = Alphabet(tuple("abcdefnm[], é"))


@pytest.fixture(autouse=True)
def _prepared(monkeypatch):
    monkeypatch.setattr(kernels, "_chosen", [numba_cpu])


def network(variant, seed=5, **changes):
    """Weights so large that p_gen and alignments are far from even."""
    sizes = {"hidden_size": 7, "attention_size": 6, "embedding_size": 5, "dropout": 0.2}
    model = EdaCs.seeded(ModelConfig(**sizes, **changes).with_variant(variant), ALPHABET, seed)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator))
    return model.eval()


@torch.inference_mode()
def written(model, source, phase, choices, pins=(), *, quick):
    """What the network says at each of these choices: every tensor of outputs and state."""
    memory = model.encode(Sources.of([source], ALPHABET), phase)
    if quick:
        memory = model.quickened(memory)
        assert memory.step is not None
    state, said = model.start(memory), []
    for index, choice in enumerate(choices):
        p_gen_pin, attention_pin = dict(pins).get(index, (None, None))
        outputs, state = model.decode_step(
            memory, state, p_gen_pin=p_gen_pin, attention_pin=attention_pin
        )
        fields = ("alignments", "log_alphabet", "log_copy", "gate", "covered")
        said.append([getattr(outputs, f) for f in fields] + [state.hidden, state.p_gen])
        state = state.after(torch.tensor([choice % memory.sources.width]))
    return said


def plain(model, *arguments, **options):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kernels, "_chosen", [None])
        return written(model, *arguments, **options, quick=False)


def largest_error(found, exact):
    """Over all tensors; where a logarithm stands for 0, both are to."""
    errors = [0.0]
    for step, other in zip(found, exact, strict=True):
        for a, b in zip(step, other, strict=True):
            assert (a is None) == (b is None)
            if a is None:
                continue
            assert a.shape == b.shape
            nothing = b < -1e29
            assert torch.equal(a < -1e29, nothing)
            errors.append(float((a - b)[~nothing].abs().max()) if (~nothing).any() else 0.0)
    return max(errors)


@settings(max_examples=60, deadline=None)
@given(
    st.text("ab[], é東", max_size=9),
    st.sampled_from(sorted(VARIANTS)),
    st.integers(1, 3),
    st.lists(st.booleans(), min_size=3, max_size=3),
    st.sampled_from(Phase),
    st.lists(st.integers(3, 40), min_size=1, max_size=6),
)
def test_as_good_as_plain_torch(source, variant, layers, switches, phase, choices):
    """At most four times as far from double precision, or within a few millionths."""
    shift, coverage, attend = switches
    options = {"shift": shift, "coverage": coverage, "attend_last_character": attend}
    model = network(variant, layers=layers, **options)
    quick = written(model, source, phase, choices, quick=True)
    single = plain(model, source, phase, choices)
    exact = plain(model.double(), source, phase, choices)
    assert largest_error(quick, exact) <= 4 * largest_error(single, exact) + 2e-5


@pytest.mark.parametrize("coverage", [True, False])
def test_pins_hold_and_are_felt_afterwards(coverage):
    model = network("EDA_CS", coverage=coverage)
    pins = {1: (0.25, None), 2: (None, 3), 3: (1.0, 0), 4: (0.0, 5)}.items()
    quick = written(model, "name[ab]", Phase.TABLE_TO_TEXT, [5, 6, 7, 8, 9, 10], pins, quick=True)
    expected = plain(model, "name[ab]", Phase.TABLE_TO_TEXT, [5, 6, 7, 8, 9, 10], pins)
    for step, other in zip(quick, expected, strict=True):
        for a, b in zip(step, other, strict=True):
            if a is not None:
                torch.testing.assert_close(a, b, atol=1e-5, rtol=1e-5)
    assert float(quick[1][-1]) == 0.25
    assert quick[2][0][0, 0].tolist() == [float(j == 3) for j in range(10)]


def test_a_state_is_left_as_it_was():
    """Forks start from kept states: a step must not write into the one it came from."""
    model = network("EDA_CS", layers=2, coverage=True)
    with torch.inference_mode():
        memory = model.quickened(
            model.encode(Sources.of(["name[ab]"], ALPHABET), Phase.TABLE_TO_TEXT)
        )
        state = model.start(memory)
        before = [t.clone() for t in dataclasses.astuple(state)]
        first, after = model.decode_step(memory, state)
        model.decode_step(memory, after.after(torch.tensor([7])))
        again, _ = model.decode_step(memory, state)
    assert int(state.character) == SOS
    for kept, tensor in zip(before, dataclasses.astuple(state), strict=True):
        assert torch.equal(kept, tensor)
    assert torch.equal(first.log_alphabet, again.log_alphabet)
    assert torch.equal(first.alignments, again.alignments)


@pytest.mark.parametrize("part", ["attention.energy", "table_gru.forwards.0.hidden",
                                  "text_gru.forwards.0.hidden", "output.weight",
                                  "embedding.weight", "attention.state.weight"])  # fmt: skip
def test_damaged_weights_are_seen_in_what_is_said(part):
    """The kernels' tanh must not turn NaN into a number."""
    model = network("EDA_C")
    with torch.no_grad():
        model.get_parameter(part)[-1].fill_(torch.nan)
    said = written(model, "abé", Phase.TABLE_TO_TEXT, [16, 16], quick=True)
    assert any(bool(t.isnan().any()) for step in said for t in step if t is not None)


def test_only_single_texts_at_rest_are_quickened():
    model = network("EDA_CS")
    one = model.encode(Sources.of(["ab"], ALPHABET), Phase.TABLE_TO_TEXT)
    assert model.quickened(one).step is not None
    assert model.quickened(one).for_rows(torch.tensor([0, 0])).step is None
    assert model.train().quickened(one).step is None, "dropout is not in the kernel"
    double = model.eval().double()
    assert double.quickened(double.encode(one.sources, Phase.TABLE_TO_TEXT)).step is None


def test_gradients_are_never_lost():
    model = network("EDA_CS")
    memory = model.encode(Sources.of(["ab"], ALPHABET), Phase.TABLE_TO_TEXT)
    memory.annotations.sum().backward()
    assert float(model.table_gru.forwards[0].hidden.grad.abs().sum()) > 0
