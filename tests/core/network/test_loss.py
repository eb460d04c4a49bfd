import math

import pytest
import torch

from core.network.loss import coverage_loss, negative_log_likelihood


def test_the_mean_over_real_characters_by_hand():
    """Two texts of two and one characters: (ln 2 + ln 4 + ln 8) / 3 = 2 ln 2."""
    probabilities = torch.tensor([[0.5, 0.25, 0.9], [0.125, 0.9, 0.9]])
    mask = torch.tensor([[True, True, False], [True, False, False]])
    loss = negative_log_likelihood(probabilities.log(), mask)
    assert loss.item() == pytest.approx(2 * math.log(2))


def test_the_mean_is_per_character_and_not_per_text():
    """A long text of probability 1 and a short one of 1/e: one in four."""
    log_probabilities = torch.tensor([[0.0, 0, 0], [-1, 0, 0]])
    mask = torch.tensor([[True] * 3, [True, False, False]])
    assert negative_log_likelihood(log_probabilities, mask).item() == pytest.approx(0.25)


@pytest.mark.parametrize("poison", [-1e30, -math.inf, math.nan])
def test_what_is_masked_touches_neither_value_nor_gradient(poison):
    log_probabilities = torch.tensor([[-1.0, poison]]).requires_grad_()
    loss = negative_log_likelihood(log_probabilities, torch.tensor([[True, False]]))
    loss.backward()
    assert loss.item() == 1
    assert log_probabilities.grad.tolist() == [[-1, 0]]


def test_nothing_real_gives_nothing():
    loss = negative_log_likelihood(torch.ones(1, 2), torch.zeros(1, 2, dtype=torch.bool))
    assert loss.item() == 0


def test_coverage_loss_by_hand():
    """Step 1 found nothing covered; step 2 min(.5, .9) + min(.5, .1) = .6; step 3 is padding."""
    alignments = torch.tensor([[[0.9, 0.1], [0.5, 0.5], [0.5, 0.5]]])
    covered = torch.tensor([[[0.0, 0.0], [0.9, 0.1], [1.4, 0.6]]])
    mask = torch.tensor([[True, True, False]])
    assert coverage_loss(alignments, covered, mask).item() == pytest.approx(0.3)
