"""Back-propagation written out equals autograd's, in values and in gradients."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core import kernels
from core.alphabet import Alphabet
from core.batching import Batch
from core.cancellation import Cancelled
from core.config import VARIANTS, ModelConfig
from core.kernels import reference
from core.network import bptt
from core.network.model import EdaCs
from core.records import Phase

ALPHABET = Alphabet.from_texts([])

texts = st.text("ab[], é東", max_size=6)
batches = st.lists(st.tuples(texts, texts), min_size=1, max_size=5)


def numba_cpu():
    return pytest.importorskip("core.kernels.numba_cpu", reason="Numba is not there")


def passed(monkeypatch, chosen, model, batch, phase):
    """Loss and gradients with these kernels."""
    with monkeypatch.context() as patched:
        patched.setattr(kernels, "for_tensors", lambda *_: chosen)
        model.zero_grad(set_to_none=True)
        outputs = model.teacher_forced(batch, phase)
        loss = outputs.loss(batch) + outputs.coverage_loss(batch)
        loss.backward()
    return loss.detach(), {name: p.grad for name, p in model.named_parameters()}


def model_of(variant, layers, *, coverage, dtype):
    sizes = {"hidden_size": 6, "attention_size": 5, "embedding_size": 4, "dropout": 0.0}
    config = ModelConfig(layers=layers, coverage=coverage, **sizes).with_variant(variant)
    model = EdaCs.seeded(config, ALPHABET, seed=3)
    if coverage:
        with torch.no_grad():
            random = torch.Generator().manual_seed(1)
            model.attention.coverage.uniform_(-1, 1, generator=random)
    return model.to(dtype).train()


@settings(max_examples=60, deadline=None)
@given(
    batches,
    st.sampled_from(sorted(VARIANTS)),
    st.integers(1, 3),
    st.booleans(),
    st.sampled_from(Phase),
)
def test_equals_plain_autograd(pairs, variant, layers, coverage, phase):
    monkeypatch = pytest.MonkeyPatch()
    model = model_of(variant, layers, coverage=coverage, dtype=torch.float64)
    batch = Batch.of(pairs, ALPHABET)
    expected, plain = passed(monkeypatch, None, model, batch, phase)
    loss, found = passed(monkeypatch, reference, model, batch, phase)
    torch.testing.assert_close(loss, expected)
    for name, gradient in plain.items():
        assert (found[name] is None) == (gradient is None), name
        if gradient is not None:
            torch.testing.assert_close(found[name], gradient, atol=1e-10, rtol=1e-8)


@settings(max_examples=30, deadline=None)
@given(batches, st.sampled_from(sorted(VARIANTS)), st.booleans(), st.sampled_from(Phase))
def test_compiled_kernels_are_as_good_as_plain_torch(pairs, variant, coverage, phase):
    """At most four times as far from double precision, or within a few millionths.

    A gradient that is small beside the others, being a difference of large terms, is measured
    by a tenth of the largest: two roundings of such a term are allowed to show.
    """
    compiled = numba_cpu()
    monkeypatch = pytest.MonkeyPatch()
    batch = Batch.of(pairs, ALPHABET)
    figures = []
    for chosen, dtype in ((None, torch.float64), (None, torch.float32), (compiled, torch.float32)):
        model = model_of(variant, 2, coverage=coverage, dtype=torch.float32).to(dtype)
        figures.append(passed(monkeypatch, chosen, model, batch, phase))
    (exact, exact_gradients), (single, single_gradients), (loss, gradients) = figures
    assert abs(loss - exact) <= 4 * abs(single - exact) + 1e-6 * exact.clamp(min=1)
    largest = max(float(g.abs().max()) for g in exact_gradients.values() if g is not None)
    for name, wanted in exact_gradients.items():
        if wanted is not None:
            scale = wanted.abs().max().clamp(min=largest / 10)
            allowed = (single_gradients[name] - wanted).abs().max()
            error = (gradients[name] - wanted).abs().max()
            assert error <= 4 * allowed + 2e-6 * scale, name


def test_gradcheck_of_the_encoder():
    torch.manual_seed(0)
    projected = torch.randn(4, 2, 3, 6, dtype=torch.float64, requires_grad=True)
    weights = torch.randn(2, 6, 2, dtype=torch.float64, requires_grad=True)
    bias = torch.randn(2, 6, dtype=torch.float64, requires_grad=True)

    def encoded(*tensors):
        return bptt.EncoderLayer.apply(reference, *tensors, None)

    assert torch.autograd.gradcheck(encoded, (projected, weights, bias))


@pytest.mark.parametrize("coverage", [False, True])
@pytest.mark.parametrize("layers", [1, 2])
def test_gradcheck_of_the_decoder(layers, coverage):
    torch.manual_seed(0)

    def normal(*shape):
        return torch.randn(*shape, dtype=torch.float64, requires_grad=True)

    size, attention = 2, 3
    cells = [normal(6, 2), normal(6)]
    for _ in range(layers - 1):
        cells += [normal(6, 2), normal(6), normal(6, 2), normal(6)]
    masks = torch.rand(3, layers - 1, 3, size).double() if layers > 1 else None
    before = torch.rand(3, 4).double() if coverage else None
    groups, lengths = torch.tensor([1, 0, 1]), torch.tensor([4, 3])
    setting = bptt.Setting(reference, groups, lengths, masks, before, None)
    inputs = (
        normal(3, 3, 6),
        normal(3, 3, attention),
        normal(2, 4, attention),
        normal(2, 4, 2 * size),
        normal(layers, 3, size),
        normal(attention),
        normal(attention, size),
        normal(attention) if coverage else None,
        normal(6, 2 * size),
        *cells,
    )
    real = torch.arange(4) < lengths[groups][:, None]

    def decoded(*tensors):
        tops, contexts, energies, alignments, covered, *_ = bptt.Decoder.apply(setting, *tensors)
        kept = [tops, contexts, energies.masked_fill(~real, 0), alignments]
        return (*kept, covered) if coverage else tuple(kept)

    assert torch.autograd.gradcheck(decoded, inputs)


@pytest.mark.parametrize("compiled", [False, True])
def test_the_decoder_goes_on_from_a_state(monkeypatch, compiled):
    """Two halves, the second from the first's last state, equal the whole."""
    chosen = numba_cpu() if compiled else reference
    dtype = torch.float32 if compiled else torch.float64
    monkeypatch.setattr(kernels, "for_tensors", lambda *_: chosen)
    model = model_of("EDA_CS", 2, coverage=True, dtype=dtype).eval()
    batch = Batch.of([("a[b], b[a]", "abab"), ("b[]", "bb")], ALPHABET)
    memory = model.encode(batch.sources, Phase.TABLE_TO_TEXT).for_rows(batch.groups)
    state = model.start(memory)
    whole = model.teacher_forced(batch, Phase.TABLE_TO_TEXT)
    for step in range(batch.inputs.shape[1]):
        state = state.after(batch.inputs[:, step])
        outputs, state = model.decode_step(memory, state)
        torch.testing.assert_close(outputs.alignments[:, 0], whole.alignments[:, step])
        torch.testing.assert_close(outputs.shares()[0][:, 0], whole.shares()[0][:, step])


class AfterLooks:
    """An event that sets itself once it was looked at so many times."""

    def __init__(self, looks):
        self.left = looks

    def is_set(self):
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize("chosen", ["plain", "reference"])
def test_cancellation_is_looked_for_at_every_character(monkeypatch, chosen):
    picked = None if chosen == "plain" else reference
    monkeypatch.setattr(kernels, "for_tensors", lambda *_: picked)
    model = model_of("EDA_CS", 1, coverage=False, dtype=torch.float64)
    batch = Batch.of([("a[bb]", "abcde")], ALPHABET)
    forwards = 7 + 6  # source and target positions
    for looks in (0, 6, 7, forwards - 1):
        with pytest.raises(Cancelled):
            model.teacher_forced(batch, Phase.TABLE_TO_TEXT, AfterLooks(looks))
    for looks in (forwards, forwards + 5, 2 * forwards - 1):
        outputs = model.teacher_forced(batch, Phase.TABLE_TO_TEXT, AfterLooks(looks))
        with pytest.raises(Cancelled):
            outputs.loss(batch).backward()
    outputs = model.teacher_forced(batch, Phase.TABLE_TO_TEXT, AfterLooks(2 * forwards))
    outputs.loss(batch).backward()
