"""The two GRUs that can exchange their roles: each can encode, and each can decode.

Shapes: B rows, S source positions, H hidden, E embedding, L layers. Encoding runs both directions
of a layer; decoding runs the forward ones only and reads a context of size 2H besides. Weights
that only one role multiplies are parameters of their own, so that the other role leaves their
gradient None: Adam moves a weight even on a zero gradient.
"""

from __future__ import annotations

from threading import Event
from typing import cast

import torch
from torch import Tensor, nn

from core import cancellation, kernels
from core.network.bptt import EncoderLayer


class Dropout(nn.Module):
    """Dropout that draws from its model's own generator.

    A training run is repeatable then, whatever else in the process draws random numbers.
    """

    def __init__(self, rate: float, generator: torch.Generator) -> None:
        super().__init__()
        self.rate = rate
        self.generator = generator

    @property
    def active(self) -> bool:
        """Whether it drops anything now."""
        return self.training and self.rate > 0

    def forward(self, values: Tensor) -> Tensor:
        """Drop while training, pass through otherwise."""
        if not self.active:
            return values
        return values * self.mask(values)

    def mask(self, like: Tensor) -> Tensor:
        """What multiplies values of this shape: 0 where they are dropped, else 1 / (1 - rate)."""
        device = self.generator.device
        if device.type != "cpu":
            drawn = torch.rand(like.shape, generator=self.generator, device=device)
            return (drawn >= self.rate).to(like) / (1 - self.rate)
        # Four numbers of sixteen bits from one of 64: drawing is what takes long.
        words = torch.empty((like.numel() + 3) // 4, dtype=torch.int64)
        words.random_(torch.iinfo(torch.int64).min, None, generator=self.generator)
        drawn = words.view(torch.int16)[: like.numel()].view(like.shape)
        kept = drawn >= round(self.rate * 65536) - 32768
        return torch.mul(kept, 1 / (1 - self.rate)).to(like.dtype)


class GruCell(nn.Module):
    """The weights of one direction of one layer; gates in the order reset, update, new."""

    def __init__(self, input_size: int, hidden_size: int, *, context: int, backward: int) -> None:
        """`context` and `backward` are the sizes of what one role alone reads; 0 for none.

        The context is read when decoding (layer 1), the backward states of the layer below when
        encoding (layers above).
        """
        super().__init__()
        gates = 3 * hidden_size
        self.input = nn.Parameter(_uniform(gates, input_size))
        self.context = nn.Parameter(_uniform(gates, context)) if context else None
        self.backward_input = nn.Parameter(_uniform(gates, backward)) if backward else None
        # Reset, update and new begin alike, with one orthogonal matrix: their input weights differ,
        # so training parts them. To draw three would change every model of a seed.
        square = nn.init.orthogonal_(torch.empty(hidden_size, hidden_size))
        self.hidden = nn.Parameter(square.expand(3, -1, -1).flatten(0, 1))
        self.input_bias = nn.Parameter(torch.zeros(gates))
        self.hidden_bias = nn.Parameter(torch.zeros(gates))


def _uniform(rows: int, columns: int) -> Tensor:
    bound = (6 / (rows / 3 + columns)) ** 0.5
    return torch.empty(rows, columns).uniform_(-bound, bound)


def gru_cell(projected: Tensor, recurrent: Tensor, hidden: Tensor) -> Tensor:
    """One step from the input's (…, 3H) and the last state's (…, 3H) products to a state (…, H).

    The reset gate multiplies the recurrent product (as cuDNN and torch do): n = tanh(x + r·h).
    """
    size = hidden.shape[-1]
    gates_input, new_input = projected.split([2 * size, size], -1)
    gates_recurrent, new_recurrent = recurrent.split([2 * size, size], -1)
    reset, update = torch.sigmoid(gates_input + gates_recurrent).chunk(2, -1)
    new = torch.tanh(torch.addcmul(new_input, reset, new_recurrent))
    return torch.lerp(new, hidden, update)


def watch_backward(tensor: Tensor, cancel: Event | None) -> None:
    """Look at the event too when the gradient comes back through this tensor.

    The exception passes through backward() to its caller.
    """
    if cancel is not None and tensor.requires_grad:
        tensor.register_hook(lambda _: cancellation.check(cancel))


class Gru(nn.Module):
    """L bidirectional layers that serve as encoder, or forwards only as decoder."""

    def __init__(self, embedding_size: int, hidden_size: int, layers: int) -> None:
        super().__init__()
        size = hidden_size
        first = GruCell(embedding_size, size, context=2 * size, backward=0)
        above = [GruCell(size, size, context=0, backward=size) for _ in range(layers - 1)]
        self.forwards = nn.ModuleList([first, *above])
        first = GruCell(embedding_size, size, context=0, backward=0)
        above = [GruCell(size, size, context=0, backward=size) for _ in range(layers - 1)]
        self.backwards = nn.ModuleList([first, *above])
        self.hidden_size = size

    def encode(
        self, embedded: Tensor, lengths: Tensor, dropout: Dropout, cancel: Event | None = None
    ) -> tuple[Tensor, Tensor]:
        """Read G strings (G, S, E): the top layer's annotations (G, S, 2H), start states (L, G, H).

        What stands after a string's end reaches nothing: the backward direction reads each string
        turned round within its own length. The start state of the decoder, per layer, is the mean
        of the forward state at the last real character and the backward state at the first.
        """
        turn = _turned(lengths, embedded.shape[1])  # (S, G)
        last = (lengths - 1)[None, None, :, None].expand(1, 2, -1, self.hidden_size)
        below: tuple[Tensor, ...] = (embedded.transpose(0, 1),)  # time-major from here on
        starts: list[Tensor] = []
        for forwards, backwards in zip(*self.cells(), strict=True):
            if starts:
                below = tuple(map(dropout, below))
            ahead = _project(forwards, below)
            astern = _gather(_project(backwards, below), turn)
            states = _run(forwards, backwards, torch.stack([ahead, astern], 1), cancel)
            starts.append(states.gather(0, last)[0].mean(0))  # (G, H)
            below = (states[:, 0], _gather(states[:, 1], turn))
        return torch.cat(below, -1).transpose(0, 1), torch.stack(starts)

    def cells(self) -> tuple[list[GruCell], list[GruCell]]:
        """The layers' forward and backward cells."""
        return cast("list[GruCell]", self.forwards), cast("list[GruCell]", self.backwards)

    def decoding_weights(self) -> list[Tensor]:
        """What decoding multiplies, as `bptt.Decoder` takes it."""
        first, *above = self.cells()[0]
        weights = [cast("Tensor", first.context), first.hidden, first.hidden_bias]
        for cell in above:
            weights += [cell.hidden, cell.hidden_bias, cell.input, cell.input_bias]
        return weights

    def stacked_weights(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """What decoding multiplies besides embedding and context.

        Hidden weights (L, 3H, H) and biases (L, 3H) of all layers, input weights (L-1, 3H, H) and
        biases (L-1, 3H) of those above the first.
        """
        first, *above = cells = self.cells()[0]
        gates, size = first.hidden.shape
        return (
            torch.stack([cell.hidden for cell in cells]),
            torch.stack([cell.hidden_bias for cell in cells]),
            torch.cat([cell.input for cell in above] or [first.hidden[:0]]).view(-1, gates, size),
            torch.cat([cell.input_bias for cell in above] or [first.hidden_bias[:0]]).view(
                -1, gates
            ),
        )

    def project_context(self, contexts: Tensor) -> Tensor:
        """The context's part of the first layer's gates: (…, 2H) to (…, 3H)."""
        return contexts @ cast("Tensor", self.cells()[0][0].context).T

    def project(self, embedded: Tensor) -> Tensor:
        """The embedding's part of the first layer's gates: (…, E) to (…, 3H)."""
        return _project(self.cells()[0][0], (embedded,))

    def step(self, projected: Tensor, context: Tensor, hidden: Tensor, dropout: Dropout) -> Tensor:
        """Decode one step: embedding's part (B, 3H), context (B, 2H), states (L, B, H) to states.

        The context is the first layer's alone; layers above read the state below.
        """
        states: list[Tensor] = []
        for cell, last in zip(self.cells()[0], hidden.unbind(0), strict=True):
            if cell.context is not None:
                inputs = torch.addmm(projected, context, cell.context.T)
            else:
                inputs = _project(cell, (dropout(states[-1]),))
            recurrent = torch.addmm(cell.hidden_bias, last, cell.hidden.T)
            states.append(gru_cell(inputs, recurrent, last))
        return torch.stack(states)


def _run(forwards: GruCell, backwards: GruCell, projected: Tensor, cancel: Event | None) -> Tensor:
    """Both directions (S, 2, G, 3H) in one loop of batched products: states (S, 2, G, H)."""
    weights = torch.stack([forwards.hidden, backwards.hidden])  # (2, 3H, H)
    bias = torch.stack([forwards.hidden_bias, backwards.hidden_bias])
    chosen = kernels.for_tensors(projected.device, projected.dtype)
    single = kernels.for_one_text(projected.device, projected.dtype)
    if single is not None and projected.shape[2] == 1 and not torch.is_grad_enabled():
        states = projected.new_empty(*projected.shape[:2], weights.shape[2])  # (S, 2, H)
        arrays = (projected[:, :, 0], weights, bias, states)
        single.read_layer(*(array.numpy() for array in arrays))
        return states[:, :, None]
    if chosen is not None:
        found: Tensor = EncoderLayer.apply(  # type: ignore[no-untyped-call]
            chosen, projected, weights, bias, cancel
        )
        return found
    hidden = projected.new_zeros(2, projected.shape[2], forwards.hidden.shape[1])
    stepped = []
    for step in projected.unbind(0):
        cancellation.check(cancel)
        recurrent = torch.baddbmm(bias[:, None], hidden, weights.transpose(1, 2))
        hidden = gru_cell(step, recurrent, hidden)
        watch_backward(hidden, cancel)
        stepped.append(hidden)
    return torch.stack(stepped)


def _project(cell: GruCell, inputs: tuple[Tensor, ...]) -> Tensor:
    """Products of a cell's input weights with one input, or with the two directions below."""
    projected = nn.functional.linear(inputs[0], cell.input, cell.input_bias)
    if cell.backward_input is not None and len(inputs) == 2:
        projected = projected + inputs[1] @ cell.backward_input.T
    return projected


def _turned(lengths: Tensor, size: int) -> Tensor:
    """(S, G) positions that turn each string round within its length and leave padding alone."""
    positions = torch.arange(size, device=lengths.device)[:, None]
    turned = lengths - 1 - positions
    return torch.where(turned >= 0, turned, positions)


def _gather(values: Tensor, positions: Tensor) -> Tensor:
    """Values (S, G, …) at positions (S, G) of their own column, a row copied whole."""
    columns = torch.arange(values.shape[1], device=values.device)
    rows = (positions * values.shape[1] + columns).flatten()
    return values.flatten(0, 1).index_select(0, rows).view_as(values)
