import pytest
import torch
from torch.autograd import gradcheck

from core.network.attention import LOG_ZERO, Attention

B, S, H, E, A = 2, 4, 3, 2, 5
MASK = torch.tensor([[True] * 4, [True, True, False, False]])


def attention(*, coverage=False, character=True, seed=0):
    made = Attention(H, E, A, attend_last_character=character, coverage=coverage).double()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator))
    return made


def inputs(steps=3, seed=1):
    generator = torch.Generator().manual_seed(seed)

    def draw(*shape):
        return torch.randn(*shape, generator=generator).double().requires_grad_()

    return draw(B, S, 2 * H), draw(steps, B, H), draw(steps, B, E)


def run(parts, annotations, states, embedded, pin=None):
    """All steps through core: stacked energies, alignments, contexts."""
    over = parts.over(parts.keys(annotations), annotations, MASK)
    covered = annotations.new_zeros(B, S) if parts.coverage is not None else None
    outputs = []
    for state, character in zip(states, embedded, strict=True):
        step = over.step(state, parts.character_part(character), covered, pin)
        covered = None if covered is None else covered + step[1]
        outputs.append(step)
    return [torch.stack(values) for values in zip(*outputs, strict=True)]


def plainly(parts, annotations, states, embedded):
    """The same by the formulas, with nothing but autograd."""
    covered = annotations.new_zeros(B, S)
    outputs = []
    for state, character in zip(states, embedded, strict=True):
        inner = (state @ parts.state.weight.T)[:, None]
        inner = inner + annotations @ parts.annotation.weight.T + parts.annotation.bias
        if parts.character is not None:
            inner = inner + (character @ parts.character.weight.T)[:, None]
        if parts.coverage is not None:
            inner = inner + covered[..., None] * parts.coverage
        energies = torch.tanh(inner) @ parts.energy
        alignment = torch.where(MASK, energies, -torch.inf).softmax(-1)
        covered = covered + alignment
        outputs.append((energies, alignment, (alignment[..., None] * annotations).sum(1)))
    return [torch.stack(values) for values in zip(*outputs, strict=True)]


def weigh(outputs, seed=7):
    """A scalar that depends on every output, differently on each."""
    generator = torch.Generator().manual_seed(seed)
    return sum((o * torch.randn(o.shape, generator=generator).double()).sum() for o in outputs)


@pytest.mark.parametrize("character", [False, True])
@pytest.mark.parametrize("coverage", [False, True])
def test_values_and_gradients_equal_plain_autograd(coverage, character):
    parts = attention(coverage=coverage, character=character)
    leaves = [*inputs(), *parts.parameters()]
    if not character:
        leaves.pop(2)
    ours, theirs = run(parts, *inputs_of(leaves, character)), plainly(
        parts, *inputs_of(leaves, character))  # fmt: skip
    for mine, expected in zip(ours, theirs, strict=True):
        torch.testing.assert_close(mine, expected)
    gradients = torch.autograd.grad(weigh(ours), leaves)
    for mine, expected in zip(gradients, torch.autograd.grad(weigh(theirs), leaves), strict=True):
        torch.testing.assert_close(mine, expected)


def inputs_of(leaves, character):
    annotations, states = leaves[:2]
    embedded = leaves[2] if character else torch.zeros(len(states), B, E).double()
    return annotations, states, embedded


@pytest.mark.parametrize("coverage", [False, True])
def test_gradcheck(coverage):
    parts = attention(coverage=coverage)
    names = [name for name, _ in parts.named_parameters()]

    def function(annotations, states, embedded, *weights):
        given = dict(zip(names, weights, strict=True))
        return torch.func.functional_call(
            _Runner(parts), {f"parts.{k}": v for k, v in given.items()},
            (annotations, states, embedded),
        )  # fmt: skip

    assert gradcheck(function, (*inputs(steps=2), *parts.parameters()))


class _Runner(torch.nn.Module):
    def __init__(self, parts):
        super().__init__()
        self.parts = parts

    def forward(self, annotations, states, embedded):
        _, alignments, contexts = run(self.parts, annotations, states, embedded)
        return alignments, contexts


def test_equation_1_by_hand():
    """One attention unit, weights of one: e = tanh(s + h), α its softmax, C the mean of h."""
    parts = Attention(1, 1, 1, attend_last_character=False, coverage=False).double()
    with torch.no_grad():
        parts.state.weight.fill_(1)
        parts.annotation.weight.copy_(torch.tensor([[1.0, 0.0]]))
        parts.annotation.bias.zero_()
        parts.energy.fill_(2)
    annotations = torch.tensor([[[0.0, 5.0], [0.5, -3.0]]]).double()
    over = parts.over(parts.keys(annotations), annotations, torch.tensor([[True, True]]))
    energies, alignment, context = over.step(torch.tensor([[0.5]]).double(), None)
    # 2 tanh(.5) = .924234, 2 tanh(1) = 1.523188; e^(1.523188 - .924234) = 1.820214
    assert energies[0].tolist() == pytest.approx([0.9242343, 1.5231883], abs=1e-6)
    assert alignment[0].tolist() == pytest.approx([0.3545830, 0.6454170], abs=1e-5)
    assert context[0].tolist() == pytest.approx(
        [0.5 * 0.645417, 5 * 0.354583 - 3 * 0.645417], abs=1e-5
    )


def test_padding_gets_exactly_nothing():
    """The released code gave padding 76 % of a short example's attention."""
    parts = attention()
    annotations, states, embedded = inputs()
    with torch.no_grad():
        annotations[1, 2:] *= 1e4
    _, alignments, contexts = run(parts, annotations, states, embedded)
    assert not alignments[:, 1, 2:].any()
    torch.testing.assert_close(alignments.sum(-1), torch.ones(3, B).double())
    contexts[:, 1].sum().backward()
    assert not annotations.grad[1, 2:].any()


@pytest.mark.parametrize("pin", [0, 1])
def test_a_pin_holds_all_attention(pin):
    parts = attention(coverage=True)
    annotations, states, embedded = inputs()
    energies, alignments, contexts = run(parts, annotations, states, embedded, pin)
    expected = torch.zeros(S).double()
    expected[pin] = 1
    assert torch.equal(alignments, expected.expand(3, B, S))
    assert torch.equal(contexts, annotations[:, pin].expand(3, B, 2 * H))
    assert energies[0, 0, pin].item() == 0
    assert (energies == LOG_ZERO).sum() == 3 * B * (S - 1)


def test_the_way_back_twice_gives_the_same():
    parts = attention(coverage=True)
    leaves = [*inputs(), *parts.parameters()]
    loss = weigh(run(parts, *leaves[:3]))
    once = torch.autograd.grad(loss, leaves, retain_graph=True)
    twice = torch.autograd.grad(loss, leaves)
    for first, second in zip(once, twice, strict=True):
        assert torch.equal(first, second)


def test_a_loss_on_some_steps_only():
    parts = attention()
    leaves = [*inputs(), *parts.parameters()]
    mine = torch.autograd.grad(run(parts, *leaves[:3])[2][1].sum(), leaves)
    expected = torch.autograd.grad(plainly(parts, *leaves[:3])[2][1].sum(), leaves)
    for ours, theirs in zip(mine, expected, strict=True):
        torch.testing.assert_close(ours, theirs)
