"""EdaCs as a whole: what the released research code got wrong, and what holds for every variant."""

import dataclasses
import os

import pytest
import torch
from counting import CountingEvent
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_network import of_model

from core import kernels
from core.alphabet import PAD, SOS, UNKNOWN, Alphabet
from core.batching import Batch, BatchError, Sources
from core.cancellation import Cancelled
from core.config import VARIANTS, ModelConfig
from core.kernels import reference as reference_kernels
from core.network.model import EdaCs
from core.records import Phase

ALPHABET = Alphabet.from_texts([])
TINY = ModelConfig(hidden_size=8, attention_size=5, embedding_size=6, dropout=0)
FORWARD, BACKWARD = Phase.TABLE_TO_TEXT, Phase.TEXT_TO_TABLE


def network(variant="EDA_CS", seed=3, **changes):
    config = dataclasses.replace(TINY, **changes).with_variant(variant)
    return EdaCs.seeded(config, ALPHABET, seed)


def outputs_of(model, pairs, phase=FORWARD):
    batch = Batch.of(pairs, model.alphabet)
    return model.teacher_forced(batch, phase), batch


def loss_of(model, pairs, phase=FORWARD):
    outputs, batch = outputs_of(model, pairs, phase)
    return outputs.loss(batch)


@pytest.fixture(params=[None, reference_kernels], ids=["plain torch", "on kernels"])
def _both_ways(request, monkeypatch):
    monkeypatch.setattr(kernels, "for_tensors", lambda *_: request.param)


# Batches

SHORT = ("name[A]", "A 0.")
LONG = ("name[The Crooked Heron], near[Café 東京]", "The Crooked Heron, a pub, is near Café 東京.")


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("coverage", [False, True])
@pytest.mark.usefixtures("_both_ways")
def test_an_example_is_the_same_whatever_its_batch_mates(variant, phase, coverage):
    """The released code's mask never masked: 76 % of the attention fell on padding."""
    model = network(variant, layers=2, coverage=coverage).double()
    alone, batch = outputs_of(model, [SHORT], phase)
    size, length = alone.alignments.shape[2], alone.alignments.shape[1]
    targets = batch.targets
    for mates in ([LONG], [LONG, ("x", "0" * 60)]):
        together, batch = outputs_of(model, [*mates, SHORT], phase)
        found = together.log_probability_of(batch.targets)[-1, :length]
        torch.testing.assert_close(found, alone.log_probability_of(targets)[0])
        alignments = together.alignments[-1, :length]
        torch.testing.assert_close(alignments[:, :size], alone.alignments[0])
        assert not alignments[:, size:].any()


@given(st.lists(st.tuples(st.text(max_size=9), st.text(max_size=9)), min_size=1, max_size=4))
@settings(max_examples=25, deadline=None)
def test_alignments_and_p_sum_to_one_for_any_text(pairs):
    """No text at all raises, and the specials that are never written have nothing."""
    model = network(coverage=True)
    for phase in Phase:
        outputs, batch = outputs_of(model, pairs, phase)
        ones = torch.ones(batch.targets.shape)
        torch.testing.assert_close(outputs.alignments.sum(-1), ones)
        torch.testing.assert_close(outputs.log_copy.exp().sum(-1), ones)
        p = sum(outputs.shares())
        torch.testing.assert_close(p.sum(-1), ones)
        assert not p[..., [PAD, SOS, UNKNOWN]].any()
        assert outputs.loss(batch).isfinite()


def test_the_last_batch_of_one_and_the_shortest_strings():
    model = network()
    for pair in (SHORT, ("", ""), ("a", "")):
        assert loss_of(model, [pair]).isfinite()


def test_a_source_that_comes_again_is_encoded_once():
    model = network()
    pairs = [("name[A]", "A"), ("name[B]", "B"), ("name[A]", "It is A.")]
    batch = Batch.of(pairs, ALPHABET)
    assert model.encode(batch.sources, FORWARD).annotations.shape == (2, 9, 16)
    together = loss_of(model, pairs).item() * (2 + 2 + 9)
    apart = sum(loss_of(model, [p]).item() * (len(p[1]) + 1) for p in pairs)
    assert together == pytest.approx(apart, rel=1e-5)


# Characters


def test_padding_is_not_the_digit_zero():
    """In the released code the embedding of "0" was the padding's, and stayed zero."""
    model = network()
    zero = ALPHABET.index("0")
    assert model.embedding.weight[zero].abs().sum() > 0
    assert not model.embedding.weight[PAD].any()
    loss_of(model, [("a0", "0"), ("a", "000")]).backward()
    assert model.embedding.weight.grad[zero].abs().sum() > 0
    assert not model.embedding.weight.grad[PAD].any()
    assert loss_of(model, [("a", "10")]) != loss_of(model, [("a", "1")])


def test_the_loss_counts_real_characters_and_the_end():
    """By hand from the probabilities of each character: padding counts nothing."""
    model = network()
    outputs, batch = outputs_of(model, [("ab", "ab"), ("ab", "")])
    log_p = sum(outputs.shares()).log()
    a, b, end = ALPHABET.index("a"), ALPHABET.index("b"), 2
    by_hand = log_p[0, 0, a] + log_p[0, 1, b] + log_p[0, 2, end] + log_p[1, 0, end]
    assert outputs.loss(batch).item() == pytest.approx(-by_hand.item() / 4, rel=1e-5)


def test_a_target_character_outside_alphabet_and_source_is_left_out():
    model = network()
    outputs, batch = outputs_of(model, [("ab", "a東b")])
    log_p = outputs.log_probability_of(batch.targets)[0]
    assert batch.mask.tolist() == [[True, False, True, True]]
    by_hand = -(log_p[0] + log_p[2] + log_p[3]) / 3
    assert outputs.loss(batch).item() == pytest.approx(by_hand.item(), rel=1e-6)


@pytest.mark.parametrize("variant", ["EDA", "EDA_S"])
def test_what_only_copying_could_write_is_left_out_where_nothing_copies(variant):
    model = network(variant)
    outputs, batch = outputs_of(model, [("a東", "a東b")])
    log_p = outputs.log_probability_of(batch.targets)[0]
    by_hand = -(log_p[0] + log_p[2] + log_p[3]) / 3
    assert outputs.loss(batch).item() == pytest.approx(by_hand.item(), rel=1e-6)


def test_a_character_of_the_source_alone_can_be_written():
    outputs, batch = outputs_of(network(), [("東", "東")])
    assert batch.targets[0, 0] == len(ALPHABET)
    assert -30 < outputs.log_probability_of(batch.targets)[0, 0] < 0
    _, copied = outputs.shares()
    assert copied[0, 0, len(ALPHABET)] > 0


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("text", ["£5", "Café", "東京", "\x00\n", "🦆"])
def test_no_character_raises(variant, text):
    """ "£" and "é" were ValueErrors in the released code."""
    model = network(variant)
    for phase in Phase:
        loss = loss_of(model, [(f"name[{text}]", "a"), ("b", f"a {text}")], phase)
        assert loss.item() < 100
        assert loss.isfinite()
        loss.backward()


# Variants, phases, parameters


def unused(config, phase):
    """By the page on the model: what a phase cannot use, by name."""
    encoder, decoder = ("table", "text") if phase is FORWARD else ("text", "table")
    names = {f"{encoder}_gru.forwards.0.context"}
    kinds = ("input", "hidden", "input_bias", "hidden_bias")
    for layer in range(config.layers):
        names |= {f"{decoder}_gru.backwards.{layer}.{kind}" for kind in kinds}
        if layer:
            names |= {f"{decoder}_gru.{way}.{layer}.backward_input"
                      for way in ("forwards", "backwards")}  # fmt: skip
    return names


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("layers", [1, 3])
def test_parameters_a_phase_does_not_use_get_no_gradient(variant, phase, layers):
    """None, not zero: Adam moves a weight on a zero gradient."""
    model = network(variant, layers=layers, coverage=True)
    outputs, batch = outputs_of(model, [SHORT, LONG], phase)
    (outputs.loss(batch) + outputs.coverage_loss(batch)).backward()
    without = {name for name, p in model.named_parameters() if p.grad is None}
    assert without == unused(model.config, phase)


@pytest.mark.parametrize(
    ("variant", "copies"), [("EDA", False), ("EDA_C", True), ("EDA_S", False), ("EDA_CS", True)]
)
def test_variants_by_name(variant, copies):
    model = network(variant)
    assert model.config.variant == variant
    outputs, _ = outputs_of(model, [SHORT])
    assert (model.switch is not None) is copies
    assert (outputs.gate is not None) is (outputs.log_copy is not None) is copies
    assert outputs.covered is None


def test_the_gru_of_a_side_stays_with_its_side():
    """Whatever reads or writes tables is table_gru: changing it changes both phases' roles."""
    model = network().double()
    memory = {phase: model.encode(Sources.of(["ab"], ALPHABET), phase) for phase in Phase}
    with torch.no_grad():
        for cell in model.table_gru.backwards:
            cell.input.add_(1)
    again = {phase: model.encode(Sources.of(["ab"], ALPHABET), phase) for phase in Phase}
    assert not torch.equal(memory[FORWARD].annotations, again[FORWARD].annotations)
    assert torch.equal(memory[BACKWARD].annotations, again[BACKWARD].annotations)


def test_steps_by_one_equal_teacher_forcing():
    model = network(layers=2, coverage=True).double()
    batch = Batch.of([SHORT, LONG], ALPHABET)
    forced = model.teacher_forced(batch, FORWARD)
    memory = model.encode(batch.sources, FORWARD)
    state = model.start(memory)
    for i in range(batch.inputs.shape[1]):
        state = state.after(batch.inputs[:, i])
        outputs, state = model.decode_step(memory, state)
        for name in ("alignments", "log_alphabet", "log_copy", "gate", "covered"):
            torch.testing.assert_close(
                getattr(outputs, name)[:, 0], getattr(forced, name)[:, i], msg=name
            )


def test_pins_of_a_step():
    model = network()
    memory = model.encode(Sources.of(["ab]"], ALPHABET), FORWARD)
    outputs, state = model.decode_step(memory, model.start(memory), p_gen_pin=0.25, attention_pin=2)
    assert outputs.alignments[0, 0].tolist() == [0, 0, 1, 0, 0]
    assert outputs.log_copy[0, 0].exp().tolist() == [0, 0, 0, 1, 0]
    assert torch.sigmoid(outputs.gate).item() == pytest.approx(0.25)
    assert state.p_gen.item() == 0.25
    generated, copied = outputs.shares()
    assert generated.sum().item() == pytest.approx(0.25)
    assert copied[0, 0, ALPHABET.index("]")].item() == pytest.approx(0.75)


# Modes, seeds


def test_teacher_forcing_in_eval_mode_is_possible_and_repeats():
    """In the released code eval mode meant free running, so there was no dev loss."""
    model = network(dropout=0.5).eval()
    first, second = loss_of(model, [SHORT, LONG]), loss_of(model, [SHORT, LONG])
    assert torch.equal(first, second)
    assert torch.equal(first, loss_of(network(dropout=0).train(), [SHORT, LONG]))


def test_dropout_is_for_training_and_repeats_by_its_seed():
    model = network(dropout=0.5, layers=2).train()
    losses = [loss_of(model, [SHORT]).item() for _ in range(3)]
    assert len(set(losses)) == 3
    torch.rand(5)  # whatever else draws random numbers
    again = network(dropout=0.5, layers=2).train()
    assert [loss_of(again, [SHORT]).item() for _ in range(3)] == losses


def test_dropout_drops_a_share_and_keeps_the_mean():
    dropout = network(dropout=0.25).dropout.train()
    dropped = dropout(torch.ones(20_000))
    assert dropped.unique().tolist() == pytest.approx([0, 4 / 3])
    assert (dropped == 0).float().mean().item() == pytest.approx(0.25, abs=0.02)


def test_a_seeded_network_neither_reads_nor_disturbs_the_global_generator():
    torch.manual_seed(1)
    before = torch.random.get_rng_state()
    one = network(seed=9)
    assert torch.equal(torch.random.get_rng_state(), before)
    torch.manual_seed(2)
    two, other = network(seed=9), network(seed=10)
    assert all(torch.equal(a, b) for a, b in zip(one.parameters(), two.parameters(), strict=True))
    assert not torch.equal(one.output.weight, other.output.weight)


# Cancelling


@pytest.mark.usefixtures("_both_ways")
def test_the_event_is_looked_at_in_encoder_decoder_and_both_ways_back():
    """S + T looks on the way there and as many on the way back."""
    model, cancel = network(), CountingEvent()
    batch = Batch.of([("name[A]", "A 0.")], ALPHABET)
    outputs = model.teacher_forced(batch, FORWARD, cancel)
    assert cancel.looks == 9 + 5
    outputs.loss(batch).backward()
    assert cancel.looks == 2 * (9 + 5)


@pytest.mark.usefixtures("_both_ways")
@pytest.mark.parametrize("after", [3, 9 + 3])
def test_cancelled_within_a_character_forwards(after):
    cancel = CountingEvent(after)
    batch = Batch.of([("name[A]", "A 0.")], ALPHABET)
    with pytest.raises(Cancelled):
        network().teacher_forced(batch, FORWARD, cancel)
    assert cancel.looks == after + 1


@pytest.mark.usefixtures("_both_ways")
@pytest.mark.parametrize("after", [14 + 2, 14 + 5 + 2])
def test_cancelled_within_a_character_backwards(after):
    cancel = CountingEvent(after)
    batch = Batch.of([("name[A]", "A 0.")], ALPHABET)
    loss = network().teacher_forced(batch, FORWARD, cancel).loss(batch)
    with pytest.raises(Cancelled):
        loss.backward()
    assert cancel.looks == after + 1


# Golden: 20 steps of both phases

PAIRS = [
    ("name[Tin Otter], near[Ely]", "Tin Otter is near Ely."),
    ("name[Tin Otter], near[Ely]", "Near Ely: Tin Otter."),
    ("name[Café 東], type[pub]", "Café 東 is a pub."),
]
"""As the demo corpus has them, but short; written out, so that nobody changes them."""
GOLDEN = {FORWARD: 2.4475778, BACKWARD: 2.4985964}
"""From `twenty_steps_of_the_reference`, which takes a minute and a half."""


def twenty_steps(model):
    """Plain Adam on both phases in turn, each reading its own side's true text."""
    adam = torch.optim.Adam(model.parameters(), 0.01)
    for _ in range(20):
        for phase in Phase:
            batch = Batch.of(PAIRS, ALPHABET)
            batch = batch if phase is FORWARD else batch.reversed()
            adam.zero_grad()
            model.teacher_forced(batch, phase).loss(batch).backward()
            adam.step()
    return {FORWARD: loss_of(model, PAIRS).item(),
            BACKWARD: loss_of(model, [(t, s) for s, t in PAIRS], BACKWARD).item()}  # fmt: skip


def twenty_steps_of_the_reference(model):
    """The same by the naive reference and Adam's formulas: where GOLDEN comes from."""
    reference, leaves = of_model(model)
    first, second, count = {}, {}, {}
    for _ in range(20):
        for phase in Phase:
            pairs = PAIRS if phase is FORWARD else [(t, s) for s, t in PAIRS]
            loss, _ = reference.losses(pairs, phase is FORWARD)
            names = list(leaves)
            gradients = torch.autograd.grad(loss, list(leaves.values()), allow_unused=True)
            for name, gradient in zip(names, gradients, strict=True):
                if gradient is None:
                    continue
                t = count[name] = count.get(name, 0) + 1
                first[name] = 0.9 * first.get(name, 0) + 0.1 * gradient
                second[name] = 0.999 * second.get(name, 0) + 0.001 * gradient**2
                mean = first[name] / (1 - 0.9**t)
                spread = (second[name] / (1 - 0.999**t)).sqrt()
                with torch.no_grad():
                    leaves[name] -= 0.01 * mean / (spread + 1e-8)
    return {
        FORWARD: reference.losses(PAIRS, True)[0].item(),
        BACKWARD: reference.losses([(t, s) for s, t in PAIRS], False)[0].item(),
    }


@pytest.mark.parametrize("compiled", [False, True])
def test_golden_loss_after_twenty_steps(compiled, monkeypatch):
    if compiled:
        numba_cpu = pytest.importorskip("core.kernels.numba_cpu", reason="Numba is not there")
        monkeypatch.setattr(kernels, "_chosen", [numba_cpu])
    after = twenty_steps(network(seed=11))
    assert after[FORWARD] == pytest.approx(GOLDEN[FORWARD], abs=1e-3)
    assert after[BACKWARD] == pytest.approx(GOLDEN[BACKWARD], abs=1e-3)


@pytest.mark.slow
@pytest.mark.skipif("CHARCOPY_GOLDEN" not in os.environ, reason="set CHARCOPY_GOLDEN to run it")
def test_where_the_golden_losses_come_from():
    after = twenty_steps_of_the_reference(network(seed=11))
    assert after == {phase: pytest.approx(GOLDEN[phase], abs=1e-6) for phase in Phase}


# What does not belong together


def test_a_row_needs_a_source_that_is_there():
    model = network()
    memory = model.encode(Sources.of(["a", "b"], ALPHABET), FORWARD)
    for wrong in (2, -1):
        with pytest.raises(BatchError, match=f"source {wrong}, but they are 0 to 1"):
            memory.for_rows(torch.tensor([0, wrong]))


@pytest.mark.usefixtures("_both_ways")
def test_a_state_goes_with_its_own_memory():
    model = network(coverage=True)
    memory = model.encode(Sources.of(["a", "b"], ALPHABET), FORWARD)
    state = model.start(memory)
    with pytest.raises(BatchError, match="2 rows cannot be read by states of 3"):
        model.decode_step(memory, state.for_rows(torch.tensor([0, 1, 1])))
    other = model.encode(Sources.of(["longer", "b"], ALPHABET), FORWARD)
    with pytest.raises(BatchError, match="8 positions has coverage of 3"):
        model.decode_step(other, state)


@pytest.mark.parametrize("variant", ["EDA", "EDA_CS"])
def test_a_loss_is_of_the_batch_that_was_read(variant):
    model = network(variant)
    outputs, _ = outputs_of(model, [SHORT, LONG])
    for pairs in ([SHORT], [SHORT, SHORT]):
        with pytest.raises(BatchError, match="cannot be looked up"):
            outputs.loss(Batch.of(pairs, ALPHABET))
