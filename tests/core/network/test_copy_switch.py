"""The copy mechanism against numbers worked by hand."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.alphabet import EOS, PAD, SOS, Alphabet
from core.batching import Sources
from core.network.attention import LOG_ZERO
from core.network.copy_switch import (
    FIRST_P_GEN,
    CopySwitch,
    log_copy_alignment,
    log_probability_of,
    shares,
)

THE, SAID, PRESIDENT, NAKAMURA = range(4)
"""Words as characters, an alphabet of two and two more that the source alone has."""
SOURCE = torch.tensor([[THE, PRESIDENT, NAKAMURA, SAID]])
P_ALPHABET = torch.tensor([[[0.15, 0.10]]]).double()
ALIGNMENT = torch.tensor([[[0.1, 0.3, 0.4, 0.2]]]).double()
GATE = torch.logit(torch.tensor([[0.3]]).double())
EVERYWHERE = torch.ones(1, 4, dtype=torch.bool)


def both_ways(log_copy, index, log_alphabet=None, gate=GATE):
    """P of one index, as training and as decoding work it out; they must agree."""
    log_alphabet = P_ALPHABET.log() if log_alphabet is None else log_alphabet
    trained = log_probability_of(torch.tensor([[index]]), log_alphabet, log_copy, gate, SOURCE)
    generated, copied = shares(log_alphabet, log_copy, gate, SOURCE, 4)
    assert trained.exp().item() == pytest.approx((generated + copied)[0, 0, index].item())
    return trained.exp().item()


def test_nakamura_without_the_shift():
    """A textbook's example: .7 x .4, .3 x .1 + .7 x .2, .3 x .15 + .7 x .1."""
    assert both_ways(ALIGNMENT.log(), NAKAMURA) == pytest.approx(0.28)
    assert both_ways(ALIGNMENT.log(), SAID) == pytest.approx(0.17)
    assert both_ways(ALIGNMENT.log(), THE) == pytest.approx(0.115)


def test_nakamura_with_the_shift():
    """.1, .3, .4 over their sum, one to the right: 0, .125, .375, .5."""
    log_copy = log_copy_alignment(ALIGNMENT.log() + 3, EVERYWHERE, shift=True)
    assert log_copy.exp()[0, 0].tolist() == pytest.approx([0, 0.125, 0.375, 0.5])
    assert both_ways(log_copy, NAKAMURA) == pytest.approx(0.2625)
    assert both_ways(log_copy, SAID) == pytest.approx(0.38)
    assert both_ways(log_copy, PRESIDENT) == pytest.approx(0.7 * 0.125)


def test_the_shares_of_nakamura():
    generated, copied = shares(P_ALPHABET.log(), ALIGNMENT.log(), GATE, SOURCE, 4)
    assert generated[0, 0].tolist() == pytest.approx([0.045, 0.03, 0, 0])
    assert copied[0, 0].tolist() == pytest.approx([0.07, 0.14, 0.21, 0.28])


@pytest.mark.parametrize(
    ("shift", "expected"),
    [(True, [0, 1 / 7, 2 / 7, 4 / 7, 0, 0]), (False, [0, 2 / 14, 4 / 14, 8 / 14, 0, 0])],
)
def test_padding_and_the_first_position_are_never_copied(shift, expected):
    energies = torch.tensor([[[1.0, 2, 4, 8, 99, 99]]]).log()
    mask = torch.tensor([[True] * 4 + [False] * 2])
    copied = log_copy_alignment(energies, mask, shift=shift).exp()[0, 0]
    assert copied.tolist() == pytest.approx(expected)
    assert not copied[[0, 4, 5]].any()


def test_all_mass_on_the_last_position_is_not_nothing_over_nothing():
    """The released code lost it: shifting first and dividing afterwards is 0/0."""
    energies = torch.tensor([[[0.0, 0.0, 1e4]]]).requires_grad_()
    mask = torch.ones(1, 3, dtype=torch.bool)
    log_copy = log_copy_alignment(energies, mask, shift=True)
    assert log_copy.exp()[0, 0].tolist() == pytest.approx([0, 0.5, 0.5])
    log_copy[0, 0, 1].backward()
    assert energies.grad.isfinite().all()


rows = st.lists(st.floats(-300, 300, width=32), min_size=2, max_size=7)


@settings(max_examples=60, deadline=None)
@given(rows, st.integers(0, 3), st.booleans(), st.floats(-200, 200, width=32))
def test_p_sums_to_one(energies, padding, shift, gate):
    """It summed to .978 in the released code."""
    alphabet = Alphabet(("a", "b"))
    size = len(energies)
    sources = Sources.of(["東a京b東"[: size - 2], "x" * (size - 2 + padding)], alphabet)
    padded = torch.tensor([[[*energies, *[50.0] * padding]]]).double()
    log_copy = log_copy_alignment(padded, sources.mask[:1], shift=shift)
    log_alphabet = torch.tensor([[[LOG_ZERO, LOG_ZERO, 1, LOG_ZERO, 2, 3]]]).double()
    log_alphabet = log_alphabet.log_softmax(-1)
    generated, copied = shares(
        log_alphabet, log_copy, torch.tensor([[gate]]).double(), sources.ids[:1], sources.width
    )
    assert (generated + copied).sum().item() == pytest.approx(1, abs=1e-9)
    assert not (generated + copied)[0, 0, [PAD, SOS]].any()


@pytest.mark.parametrize("logit", [-200.0, 200.0])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_a_saturated_switch_stays_finite(logit, dtype):
    """Its logarithm was unguarded in the released code."""
    gate = torch.tensor([[logit]], dtype=dtype).requires_grad_()
    log_alphabet = P_ALPHABET.to(dtype).log().requires_grad_()
    energies = ALIGNMENT.to(dtype).log().requires_grad_()
    for target in (THE, SAID, NAKAMURA):
        log_copy = log_copy_alignment(energies, EVERYWHERE, shift=True)
        value = log_probability_of(torch.tensor([[target]]), log_alphabet, log_copy, gate, SOURCE)
        assert value.isfinite().all()
        for gradient in torch.autograd.grad(value.sum(), [gate, log_alphabet, energies]):
            assert gradient.isfinite().all()
    # Nakamura can only be copied: log .375 - 200, where the switch is all for generating.
    if logit > 0:
        assert value.item() == pytest.approx(math.log(0.375) - 200, rel=1e-5)
        assert torch.autograd.grad(
            log_probability_of(
                torch.tensor([[NAKAMURA]]), log_alphabet.detach(), log_copy.detach(), gate, SOURCE
            ).sum(),
            gate,
        )[0].item() == pytest.approx(-1)


def test_a_character_that_cannot_be_written_is_finite():
    values = log_probability_of(
        torch.tensor([[9]]), P_ALPHABET.log(), ALIGNMENT.log().requires_grad_(), GATE, SOURCE
    )
    assert values.isfinite().all()
    assert values.item() < -1e29


def test_a_character_that_stands_twice_adds_up():
    source = torch.tensor([[SOS, 5, 6, 5, EOS]])
    log_copy = torch.tensor([[[0, 0.1, 0.2, 0.3, 0.4]]]).double().log().clamp(min=LOG_ZERO)
    log_alphabet = torch.full((1, 1, 7), 1 / 7).double().log()
    half = torch.zeros(1, 1).double()
    value = log_probability_of(torch.tensor([[5]]), log_alphabet, log_copy, half, source)
    assert value.exp().item() == pytest.approx(0.5 / 7 + 0.5 * 0.4)
    end = log_probability_of(torch.tensor([[EOS]]), log_alphabet, log_copy, half, source)
    assert end.exp().item() == pytest.approx(0.5 / 7 + 0.5 * 0.4)


@pytest.mark.parametrize("shift", [False, True])
def test_the_first_character_and_the_end_can_be_copied_and_the_start_cannot(shift):
    sources = Sources.of(["東b"], Alphabet(("a",)))
    alignment = torch.tensor([[[0.7, 0.1, 0.1, 0.1]]]).double()
    log_copy = log_copy_alignment(alignment.log(), sources.mask, shift=shift)
    copied = log_copy.exp()[0, 0]
    assert copied[0] == 0
    assert (copied[1:] > 0.1).all()
    if shift:
        assert copied[1].item() == pytest.approx(0.7 / 0.9)  # attending to SOS copies 東


def test_p_gen_by_hand_and_through_time():
    """Equation 8 with weights of one: logits 1 + w p_gen, and p_gen^0 = 1/2."""
    switch = CopySwitch(1, 1).double()
    with torch.no_grad():
        for parameter in switch.parameters():
            parameter.zero_()
        switch.character.bias.fill_(1)
        switch.previous.fill_(2)
    assert FIRST_P_GEN == 0.5
    nothing = torch.zeros(2, 1, 1).double()
    first = torch.tensor([0.5]).double().requires_grad_()
    logits, last = switch(nothing, nothing, torch.zeros(2, 1, 2).double(), first)
    # σ(1 + 2 x .5) = .880797; 1 + 2 x .880797 = 2.761594; σ of it = .940565
    assert logits[:, 0].tolist() == pytest.approx([2, 2.7615942], abs=1e-6)
    assert last.item() == pytest.approx(0.9405648, abs=1e-6)
    (gradient,) = torch.autograd.grad(last.sum(), first)
    # Not detached: 2 σ'(2) x 2 σ'(2.761594)
    assert gradient.item() == pytest.approx(2 * 0.1049936 * 2 * 0.0559026, rel=1e-5)


def test_every_part_of_equation_8():
    switch = CopySwitch(2, 3).double()
    with torch.no_grad():
        switch.character.weight.copy_(torch.tensor([[1.0, 0, 0]]))
        switch.character.bias.fill_(0.25)
        switch.state.weight.copy_(torch.tensor([[0, 10.0]]))
        switch.context.weight.copy_(torch.tensor([[0, 0, 0, 100.0]]))
        switch.previous.fill_(1000)
    logits, _ = switch(
        torch.tensor([[[1.0, 7, 7]]]).double(),
        torch.tensor([[[7.0, 2]]]).double(),
        torch.tensor([[[7.0, 7, 7, 3]]]).double(),
        torch.tensor([0.5]).double(),
    )
    assert logits.item() == pytest.approx(0.25 + 1 + 20 + 300 + 500)


def test_without_a_switch_all_is_generated():
    generated, copied = shares(P_ALPHABET.log(), None, None, SOURCE, 4)
    assert generated[0, 0].tolist() == pytest.approx([0.15, 0.10, 0, 0])
    assert not copied.any()
    value = log_probability_of(torch.tensor([[SAID]]), P_ALPHABET.log(), None, None, SOURCE)
    assert value.exp().item() == pytest.approx(0.10)
