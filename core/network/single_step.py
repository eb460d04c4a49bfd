"""One step of one text on a compiled kernel, for writing while somebody waits.

What reads the context reads it linearly: so the products of the source's annotations with those
weights are made once a source, and a step adds them up by the alignment. What a character brings
to a step is always the same, and is multiplied once too.

Shapes: S source positions, V alphabet, H hidden, A attention size, L layers.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np
import torch
from torch import Tensor, nn

from core.alphabet import UNKNOWN
from core.network.attention import Attention
from core.network.copy_switch import CopySwitch
from core.network.memory import DecoderState, Memory
from core.network.outputs import Outputs
from core.network.recurrence import Gru
from core.records import FloatArray

_NONE = np.empty(0, np.float32)


class SingleStep:
    """The decoder over one source: from a prefix state to what may come next, and the next state.

    It holds the weights as they are when it is made.
    """

    def __init__(
        self,
        kernel: ModuleType,
        memory: Memory,
        embedding: Tensor,
        attention: Attention,
        gru: Gru,
        switch: CopySwitch | None,
        output: nn.Linear,
        *,
        shift: bool,
    ) -> None:
        """The memory is of one source; embedding (V, E) and the rest are the network's."""
        self._kernel, self._shift, self._copies = kernel, shift, switch is not None
        self._ids, self._width = memory.ids, memory.sources.width
        self._alphabet, size = len(embedding), gru.hidden_size
        annotations, keys = memory.annotations[0], memory.keys[0]
        read_out = _read_out(output, switch)  # (V+1, 3H)
        of_state, of_context = read_out[:, :size], read_out[:, size:]
        queries = attention.character_part(embedding)
        if queries is None:
            queries = keys.new_zeros(self._alphabet, keys.shape[1])
        self._characters = _arrays(
            queries, torch.cat([gru.project(embedding), _bias(output, switch, embedding)], 1)
        )
        self._attention = _arrays(attention.state.weight, attention.energy, keys)
        self._coverage, self._source = _arrays(
            keys.new_zeros(0) if attention.coverage is None else attention.coverage,
            torch.cat([gru.project_context(annotations), annotations @ of_context.T], 1),
        )
        self._cells = _arrays(*gru.stacked_weights(), of_state)
        self._recurrent = 0.0 if switch is None else float(switch.previous)
        rows = (keys.shape[1], 3 * size + self._alphabet + 1)
        self._room = [np.empty(count, np.float32) for count in rows]

    def __call__(
        self, state: DecoderState, p_gen_pin: float | None, attention_pin: int | None
    ) -> tuple[Outputs, DecoderState]:
        """See `EdaCs.decode_step`."""
        hidden = state.hidden.numpy()[:, 0]
        covered = _NONE if state.covered is None else state.covered.numpy()[0]
        character = int(state.character)
        energies, alignment, log_copy = np.empty((3, self._ids.shape[1]), np.float32)
        logits = np.empty(self._alphabet + 1, np.float32)
        log_alphabet = np.empty(self._alphabet, np.float32)
        new_hidden, new_covered = np.empty_like(hidden), np.empty_like(covered)
        self._kernel.write_step(
            character if character < self._alphabet else UNKNOWN,
            -1 if attention_pin is None else attention_pin,
            *self._characters,
            *self._attention,
            covered,
            self._coverage,
            self._source,
            hidden,
            *self._cells,
            *self._room,
            energies,
            alignment,
            logits,
            new_hidden,
            new_covered,
        )
        self._kernel.distributions(logits, energies, self._shift, log_alphabet, log_copy)
        gate, p_gen = None, state.p_gen
        if self._copies:
            gate, p_gen = self._switched(float(logits[-1]), float(p_gen), p_gen_pin)
        outputs = Outputs(
            _row(alignment),
            _row(log_alphabet),
            _row(log_copy) if self._copies else None,
            gate,
            None if state.covered is None else state.covered[:, None],
            self._ids,
            self._width,
        )
        after = None if state.covered is None else torch.from_numpy(new_covered[None])
        hidden_after = torch.from_numpy(new_hidden[:, None])
        return outputs, DecoderState(hidden_after, p_gen, state.character, after)

    def _switched(self, logit: float, last: float, pin: float | None) -> tuple[Tensor, Tensor]:
        """Equation 8 with its recurrence: p_gen's logit (1, 1), and p_gen (1,)."""
        gate = torch.tensor([[logit + self._recurrent * last]])
        if pin is not None:
            gate = torch.logit(torch.full_like(gate, pin))
        return gate, gate[0].sigmoid()


def _read_out(output: nn.Linear, switch: CopySwitch | None) -> Tensor:
    """What reads state and context: the output layer, and p_gen's row below it (V+1, 3H)."""
    if switch is None:
        return torch.cat([output.weight, output.weight.new_zeros(1, output.in_features)])
    return torch.cat([output.weight, torch.cat([switch.state.weight, switch.context.weight], 1)])


def _bias(output: nn.Linear, switch: CopySwitch | None, embedding: Tensor) -> Tensor:
    """What each last character (V, E) brings to the logits and to p_gen's: (V, V+1)."""
    fixed = output.bias.expand(len(embedding), -1)
    if switch is None:
        return torch.cat([fixed, fixed.new_zeros(len(embedding), 1)], 1)
    return torch.cat([fixed, switch.character(embedding)], 1)


def _arrays(*tensors: Tensor) -> list[FloatArray]:
    return [tensor.detach().contiguous().numpy() for tensor in tensors]


def _row(values: FloatArray) -> Tensor:
    """(N,) as one step of one row: (1, 1, N)."""
    return torch.from_numpy(values[None, None])
