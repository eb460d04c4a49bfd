"""The batched network against one that does one example, one character at a time."""

import dataclasses
from contextlib import contextmanager

import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reference_network import EOS, of_model

from core import kernels
from core.alphabet import Alphabet
from core.batching import Batch
from core.config import ModelConfig
from core.kernels import reference as reference_kernels
from core.network.model import EdaCs
from core.records import Phase

ALPHABET = Alphabet(tuple("ab0[] "))
OUTSIDE = "é東"
TINY = ModelConfig(hidden_size=3, attention_size=4, embedding_size=5, dropout=0)


def randomised(config, seed):
    """A model in float64 none of whose parameters is zero, as fresh biases are."""
    model = EdaCs.seeded(config, ALPHABET, seed).double()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator) * 0.6)
    return model


@st.composite
def configs(draw):
    switch = st.booleans()
    return dataclasses.replace(
        TINY,
        copy=draw(switch),
        shift=draw(switch),
        coverage=draw(switch),
        attend_last_character=draw(switch),
        layers=draw(st.integers(1, 3)),
    )


texts = st.text("ab0[] " + OUTSIDE, max_size=5)


@st.composite
def pair_lists(draw):
    """One to three targets; a source may have several."""
    sources = draw(st.lists(texts, min_size=1, max_size=3))
    return [(draw(st.sampled_from(sources)), draw(texts)) for _ in sources]


@contextmanager
def working_with(module):
    """These kernels for every tensor, or plain torch for None."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kernels, "for_tensors", lambda *_: module)
        yield


ways = pytest.mark.parametrize("way", [None, reference_kernels], ids=["plain torch", "on kernels"])


def numbers(scalars):
    return [scalar.item() for scalar in scalars]


def check(model, pairs, phase):
    reference, leaves = of_model(model)
    if not model.config.copy:
        pairs = [(s, "".join(c for c in t if c not in OUTSIDE or c not in s)) for s, t in pairs]
    batch = Batch.of(pairs, ALPHABET)
    outputs = model.teacher_forced(batch, phase)
    log_probabilities = outputs.log_probability_of(batch.targets)
    table_to_text = phase is Phase.TABLE_TO_TEXT
    for row, (source, target) in enumerate(pairs):
        size = len(source) + 2
        symbols = [*target, EOS]
        for i, step in enumerate(reference.steps(source, target, table_to_text)):
            assert outputs.alignments[row, i, :size].tolist() == pytest.approx(
                numbers(step.alignment), abs=1e-12
            )
            assert not outputs.alignments[row, i, size:].any()
            assert bool(batch.mask[row, i]) is (symbols[i] in step.probability)
            if symbols[i] in step.probability:
                expected = torch.log(step.probability[symbols[i]]).item()
                assert log_probabilities[row, i].item() == pytest.approx(expected, abs=1e-10)
            if model.config.copy:
                copied = outputs.log_copy[row, i].exp().detach()
                assert copied[:size].tolist() == pytest.approx(
                    numbers(step.copy_alignment), abs=1e-12
                )
                assert not copied[size:].any()
                p_gen = torch.sigmoid(outputs.gate[row, i]).item()
                assert p_gen == pytest.approx(step.p_gen.item(), abs=1e-12)
            else:
                assert outputs.gate is None
                assert outputs.log_copy is None
        assert int(batch.mask[row].sum()) <= len(symbols)
    check_gradients(model, batch, outputs, reference, leaves, pairs, table_to_text)


def check_gradients(model, batch, outputs, reference, leaves, pairs, table_to_text):
    nll, overlap = reference.losses(pairs, table_to_text)
    weight = 0.7
    assert outputs.loss(batch).item() == pytest.approx(nll.item(), abs=1e-10)
    if model.config.coverage:
        assert outputs.coverage_loss(batch).item() == pytest.approx(overlap.item(), abs=1e-10)
    (outputs.loss(batch) + weight * outputs.coverage_loss(batch)).backward()
    (nll + weight * overlap if model.config.coverage else nll).backward()
    for name, parameter in model.named_parameters():
        expected = leaves[name].grad
        assert (parameter.grad is None) is (expected is None), name
        if expected is not None:
            torch.testing.assert_close(parameter.grad, expected, rtol=1e-8, atol=1e-10, msg=name)


@ways
@settings(max_examples=20, deadline=None)
@given(configs(), pair_lists(), st.sampled_from(Phase), st.integers(0, 1000))
@example(TINY, [("", "")], Phase.TABLE_TO_TEXT, 0)
@example(TINY, [("", ""), ("ab[é", "aéé東b"), ("", "東")], Phase.TEXT_TO_TABLE, 1)
@example(dataclasses.replace(TINY, shift=False), [("", "")], Phase.TEXT_TO_TABLE, 2)
def test_batched_equals_one_by_one(way, config, pairs, phase, seed):
    with working_with(way):
        check(randomised(config, seed), pairs, phase)


@ways
@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("layers", [1, 3])
@pytest.mark.parametrize("coverage", [False, True])
@pytest.mark.parametrize("shift", [False, True])
@pytest.mark.parametrize("copy", [False, True])
def test_every_switch_on_a_ragged_batch(copy, shift, coverage, layers, phase, way):
    config = dataclasses.replace(TINY, copy=copy, shift=shift, coverage=coverage, layers=layers)
    pairs = [("a[é]", "bé"), ("b", "a é東"), ("a[é]", "")]
    with working_with(way):
        check(randomised(config, 5), pairs, phase)


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("coverage", [False, True])
def test_compiled_kernels_in_single_precision(coverage, layers, phase):
    numba_cpu = pytest.importorskip("core.kernels.numba_cpu", reason="Numba is not there")
    model = randomised(dataclasses.replace(TINY, coverage=coverage, layers=layers), 6).float()
    pairs = [("a[é]", "bé"), ("b", "a é東"), ("a[é]", ""), ("", "0")]
    reference, leaves = of_model(model)
    batch = Batch.of(pairs, ALPHABET)
    with working_with(numba_cpu):
        outputs = model.teacher_forced(batch, phase)
        (outputs.loss(batch) + outputs.coverage_loss(batch)).backward()
    nll, overlap = reference.losses(pairs, phase is Phase.TABLE_TO_TEXT)
    (nll + overlap if coverage else nll).backward()
    assert outputs.loss(batch).item() == pytest.approx(nll.item(), abs=1e-5)
    for name, parameter in model.named_parameters():
        expected = leaves[name].grad
        assert (parameter.grad is None) is (expected is None), name
        if expected is not None:
            torch.testing.assert_close(
                parameter.grad.double(), expected, rtol=1e-3, atol=2e-5, msg=name
            )
