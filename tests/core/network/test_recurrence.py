import pytest
import torch
from counting import CountingEvent
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from core.cancellation import Cancelled
from core.network.recurrence import Gru

E, H = 3, 4


def unchanged(values):
    return values


def gru(layers=1, seed=0):
    generator = torch.Generator().manual_seed(seed)
    made = Gru(E, H, layers).double()
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator) * 0.5)
    return made


def torch_gru(ours):
    """torch.nn.GRU with our weights; its input is [context; embedding], as the paper has it."""
    layers = len(ours.forwards)
    theirs = nn.GRU(2 * H + E, H, layers, batch_first=True, bidirectional=True).double()
    with torch.no_grad():
        for layer in range(layers):
            for cells, suffix in ((ours.forwards, ""), (ours.backwards, "_reverse")):
                cell = cells[layer]
                weight = theirs.get_parameter(f"weight_ih_l{layer}{suffix}")
                if layer == 0:
                    # Encoding multiplies the context's columns by zeros; any values will do.
                    columns = torch.full((3 * H, 2 * H), 9.0) if cell.context is None else (
                        cell.context)  # fmt: skip
                    weight.copy_(torch.cat([columns, cell.input], 1))
                else:
                    weight.copy_(torch.cat([cell.input, cell.backward_input], 1))
                theirs.get_parameter(f"weight_hh_l{layer}{suffix}").copy_(cell.hidden)
                theirs.get_parameter(f"bias_ih_l{layer}{suffix}").copy_(cell.input_bias)
                theirs.get_parameter(f"bias_hh_l{layer}{suffix}").copy_(cell.hidden_bias)
    return theirs


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=4), st.integers(1, 3), st.integers(0, 99))
def test_encoding_equals_torchs_gru(lengths, layers, seed):
    ours = gru(layers, seed)
    generator = torch.Generator().manual_seed(seed)
    embedded = torch.randn(len(lengths), max(lengths), E, generator=generator).double()
    annotations, start = ours.encode(embedded, torch.tensor(lengths), unchanged)
    zeros = embedded.new_zeros(*embedded.shape[:2], 2 * H)
    packed = nn.utils.rnn.pack_padded_sequence(
        torch.cat([zeros, embedded], -1), torch.tensor(lengths), True, enforce_sorted=False
    )
    expected, last = torch_gru(ours)(packed)
    expected, _ = nn.utils.rnn.pad_packed_sequence(expected, batch_first=True)
    for row, length in enumerate(lengths):
        torch.testing.assert_close(annotations[row, :length], expected[row, :length])
    # torch's last states are those at the last real character, and at the first one backwards.
    per_layer = last.view(layers, 2, len(lengths), H)
    torch.testing.assert_close(start, (per_layer[:, 0] + per_layer[:, 1]) / 2)


def test_padding_reaches_nothing():
    ours = gru(2)
    lengths = torch.tensor([2, 5])
    embedded = torch.randn(2, 5, E).double()
    annotations, start = ours.encode(embedded, lengths, unchanged)
    embedded[0, 2:] = 1e3
    again, start_again = ours.encode(embedded, lengths, unchanged)
    assert torch.equal(annotations[0, :2], again[0, :2])
    assert torch.equal(start, start_again)
    embedded.requires_grad_()
    annotations, start = ours.encode(embedded, lengths, unchanged)
    (annotations[0, :2].sum() + start[:, 0].sum()).backward()
    assert not embedded.grad[0, 2:].any()
    assert embedded.grad[0, :2].all()


def test_a_decoder_step_equals_torchs_cells():
    ours = gru(3)
    embedded, context = torch.randn(2, E).double(), torch.randn(2, 2 * H).double()
    hidden = torch.randn(3, 2, H).double()
    stepped = ours.step(ours.project(embedded), context, hidden, unchanged)
    below = torch.cat([context, embedded], -1)
    for layer, cell in enumerate(ours.forwards):
        theirs = nn.GRUCell(below.shape[1], H).double()
        weight = torch.cat([cell.context, cell.input], 1) if layer == 0 else cell.input
        with torch.no_grad():
            theirs.weight_ih.copy_(weight)
            theirs.weight_hh.copy_(cell.hidden)
            theirs.bias_ih.copy_(cell.input_bias)
            theirs.bias_hh.copy_(cell.hidden_bias)
        below = theirs(below, hidden[layer])
        torch.testing.assert_close(stepped[layer], below)


def test_the_start_state_by_hand():
    """Input weights of zero and one cell: every state is known in closed form."""
    ours = Gru(1, 1, 1).double()
    with torch.no_grad():
        for parameter in ours.parameters():
            parameter.zero_()
        ours.forwards[0].input[2] = 1.0  # n = tanh(x); r = z = 1/2
        ours.backwards[0].input[2] = 2.0  # n = tanh(2x)
    embedded = torch.tensor([[[0.5], [1.0], [9.0]]]).double()
    _, start = ours.encode(embedded, torch.tensor([2]), unchanged)
    t = torch.tanh(torch.tensor([0.5, 1.0, 2.0]).double())
    ahead = 0.5 * (0.5 * t[0]) + 0.5 * t[1]  # after x = .5, then 1
    astern = 0.5 * (0.5 * t[2]) + 0.5 * t[1]  # after x = 1, then .5
    assert start.item() == pytest.approx(((ahead + astern) / 2).item(), abs=1e-12)


def test_encoding_leaves_the_decoders_weights_alone_and_the_reverse():
    ours = gru(2)
    annotations, start = ours.encode(torch.randn(1, 3, E).double(), torch.tensor([3]), unchanged)
    (annotations.sum() + start.sum()).backward()
    assert {n for n, p in ours.named_parameters() if p.grad is None} == {"forwards.0.context"}
    ours.zero_grad(set_to_none=True)
    hidden = torch.zeros(2, 1, H).double()
    context = torch.ones(1, 2 * H).double()
    ours.step(ours.project(torch.ones(1, E).double()), context, hidden, unchanged).sum().backward()
    unused = {n for n, p in ours.named_parameters() if p.grad is None}
    assert unused == {n for n, _ in ours.named_parameters() if "backward" in n}


def test_dropout_lies_between_layers_and_not_on_the_top():
    dropped = []

    def note(values):
        dropped.append(values)
        return torch.zeros_like(values)

    one = gru(1)
    embedded, length = torch.randn(1, 3, E).double(), torch.tensor([3])
    plain, _ = one.encode(embedded, length, unchanged)
    assert torch.equal(one.encode(embedded, length, note)[0], plain)
    dropped.clear()
    context, hidden = torch.ones(1, 2 * H).double(), torch.zeros(3, 1, H).double()
    gru(3).step(gru(3).project(embedded[:, 0]), context, hidden, note)
    assert len(dropped) == 2


@pytest.mark.parametrize("way", ["forward", "backward"])
def test_the_event_is_looked_at_for_every_character(way):
    ours = gru(1)
    cancel = CountingEvent(after=None)
    embedded = torch.randn(1, 7, E).double()
    annotations, _ = ours.encode(embedded, torch.tensor([7]), unchanged, cancel)
    assert cancel.looks == 7
    if way == "backward":
        annotations.sum().backward()
        assert cancel.looks == 14
        return
    cancel = CountingEvent(after=3)
    with pytest.raises(Cancelled):
        ours.encode(embedded, torch.tensor([7]), unchanged, cancel)
    assert cancel.looks == 4
