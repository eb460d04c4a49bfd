import torch

from core.kernels import reference


def test_energies_by_hand():
    # One row, two sources; it reads the second, whose last position is padding.
    query, vector = torch.tensor([[1.0, -1.0]]), torch.tensor([2.0, 0.5])
    keys = torch.zeros(2, 3, 2)
    keys[1, 1] = torch.tensor([0.0, 1.0])
    out = torch.empty(1, 3)
    nothing = torch.empty(0, 0)
    lengths, groups = torch.tensor([3, 2]), torch.tensor([1])
    reference.energies(query, keys, vector, groups, lengths, nothing, vector, out)
    tanh = 0.7615941559557649
    expected = torch.tensor([[2 * tanh - 0.5 * tanh, 2 * tanh, reference.LOG_ZERO]])
    torch.testing.assert_close(out, expected)


def test_the_cell_by_hand():
    # Large products saturate the gates: reset 1, update 0, so that the new state is tanh.
    projected = torch.tensor([[100.0, -100.0, 0.25]])
    recurrent = torch.tensor([[0.0, 0.0, 0.25]])
    gates, out = torch.empty(1, 3), torch.empty(1, 1)
    reference.gru_forward(projected, recurrent, torch.tensor([[0.9]]), gates, out)
    assert out.item() == torch.tensor(0.5).tanh().item()
    # Update 1 keeps the last state.
    projected[0, 1] = 100
    reference.gru_forward(projected, recurrent, torch.tensor([[0.9]]), gates, out)
    torch.testing.assert_close(out, torch.tensor([[0.9]]))


def test_backward_equals_autograd():
    torch.manual_seed(0)
    groups, lengths = torch.tensor([0, 1, 0]), torch.tensor([4, 3])
    query, keys, annotations, vector, covered, weight = (
        torch.randn(*shape, dtype=torch.float64, requires_grad=True)
        for shape in ((3, 2), (2, 4, 2), (2, 4, 6), (2,), (3, 4), (2,))
    )
    mask = torch.arange(4) < lengths[groups][:, None]
    inner = torch.tanh(keys[groups] + query[:, None] + covered[:, :, None] * weight)
    energies = (inner @ vector).masked_fill(~mask, reference.LOG_ZERO)
    alignment = energies.softmax(-1)
    context = torch.bmm(alignment[:, None], annotations[groups])[:, 0]
    d_energies = torch.randn(3, 4, dtype=torch.float64).masked_fill(~mask, 0)
    d_alignment, d_context = torch.randn_like(d_energies), torch.randn(3, 6).double()
    inputs = (query, keys, vector, covered, weight)
    expected = torch.autograd.grad(
        (energies, alignment, context), inputs, (d_energies, d_alignment, d_context)
    )
    found = [torch.zeros_like(tensor) for tensor in inputs]
    found[2], found[4] = (torch.zeros(2, 2).double() for _ in range(2))  # each source apart
    with torch.no_grad():
        reference.attention_backward(
            *(query, keys, annotations, vector, groups, lengths, covered, weight),
            *(alignment, d_energies, d_alignment, d_context, *found),
        )
    found[2], found[4] = found[2].sum(0), found[4].sum(0)
    for a, b in zip(found, expected, strict=True):
        torch.testing.assert_close(a, b)


def test_copying_a_character_by_hand():
    ids = torch.tensor([[7, 8, 7]])
    log_copy = torch.tensor([[[0.2, 0.3, 0.5]]]).log().requires_grad_()
    for target, expected in ((7, 0.7), (8, 0.3), (9, 0)):
        out = torch.empty(1, 1)
        with torch.no_grad():
            reference.log_copied(torch.tensor([[target]]), log_copy, ids, out)
        torch.testing.assert_close(out.exp(), torch.tensor([[float(expected)]]))


def test_backward_through_copying_equals_autograd():
    random = torch.Generator().manual_seed(3)
    ids = torch.tensor([[5, 6, 5, 7], [6, 6, 7, 8]])
    targets = torch.tensor([[5, 6], [7, 5]])
    log_copy = torch.randn(2, 2, 4, generator=random).double().log_softmax(-1).requires_grad_()
    matches = ids == targets[..., None]
    plain = log_copy.masked_fill(~matches, reference.LOG_ZERO).logsumexp(-1)
    d_out = torch.randn(2, 2, generator=random).double()
    d_out[1, 1] = 0  # The second source has no 5: nothing comes back from there.
    (expected,) = torch.autograd.grad(plain, log_copy, d_out)
    out, found = plain.detach(), torch.empty(2, 2, 4).double()
    reference.log_copied_backward(targets, log_copy.detach(), ids, out, d_out, found)
    torch.testing.assert_close(found, expected)
