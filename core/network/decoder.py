"""The decoder's loop over characters: on the kernels where there are any, else in plain torch.

Shapes: B rows, G distinct sources, S source positions, T steps, H hidden, E embedding, A attention
size, L layers.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event

import torch
from torch import Tensor

from core import cancellation, kernels
from core.batching import BatchError
from core.network import bptt
from core.network.attention import Attention
from core.network.memory import DecoderState, Memory
from core.network.recurrence import Dropout, Gru, watch_backward


@dataclass(frozen=True)
class Unrolled:
    """What T steps leave for the output layer and the copy switch."""

    states: Tensor
    """(T, B, H) of the top layer."""
    contexts: Tensor
    """(T, B, 2H)"""
    energies: Tensor
    """(T, B, S)"""
    alignments: Tensor
    """(T, B, S)"""
    covered: Tensor | None
    """(T, B, S) what each step found covered; None without coverage."""
    hidden: Tensor
    """(L, B, H) after the last step."""
    covered_last: Tensor | None
    """(B, S) after the last step."""


def unroll(
    gru: Gru,
    attention: Attention,
    memory: Memory,
    state: DecoderState,
    embedded: Tensor,
    dropout: Dropout,
    cancel: Event | None,
    pin: int | None = None,
) -> Unrolled:
    """Run equations 1 to 3 and the recurrent cells over the embedded inputs (T, B, E).

    A pin moves all attention to one position.

    Raises:
        BatchError: the state is not one of this memory.
        Cancelled: the event was set.
    """
    rows = len(memory.groups)
    if not rows == state.hidden.shape[1] == embedded.shape[1]:
        msg = f"A memory of {rows} rows cannot be read by states of {state.hidden.shape[1]}."
        raise BatchError(msg)
    positions = memory.keys.shape[1]
    if state.covered is not None and state.covered.shape[1] != positions:
        msg = f"A source of {positions} positions has coverage of {state.covered.shape[1]}."
        raise BatchError(msg)
    projected = gru.project(embedded)  # (T, B, 3H)
    characters = attention.character_part(embedded)  # (T, B, A)
    chosen = kernels.for_tensors(embedded.device, embedded.dtype)
    if chosen is None or pin is not None:
        return _plain(gru, attention, memory, state, projected, characters, dropout, cancel, pin)
    steps, layers = len(projected), len(state.hidden) - 1
    setting = bptt.Setting(
        chosen,
        memory.groups,
        memory.sources.lengths,
        dropout.mask(state.hidden.new_empty(steps, layers, *state.hidden.shape[1:]))
        if layers and dropout.active
        else None,
        state.covered,
        cancel,
    )
    (
        states,
        contexts,
        energies,
        alignments,
        covered,
        hidden,
        covered_last,
    ) = bptt.Decoder.apply(  # type: ignore[no-untyped-call]
        setting,
        projected,
        characters,
        memory.keys,
        memory.annotations,
        state.hidden,
        attention.energy,
        attention.state.weight,
        attention.coverage,
        *gru.decoding_weights(),
    )
    return Unrolled(
        states,
        contexts,
        energies,
        alignments,
        None if state.covered is None else covered,
        hidden,
        None if state.covered is None else covered_last,
    )


def _plain(
    gru: Gru,
    attention: Attention,
    memory: Memory,
    state: DecoderState,
    projected: Tensor,
    characters: Tensor | None,
    dropout: Dropout,
    cancel: Event | None,
    pin: int | None,
) -> Unrolled:
    """The loop itself, each operation one of torch's."""
    groups = memory.groups
    attend = attention.over(memory.keys[groups], memory.annotations[groups], memory.mask)
    hidden, covered = state.hidden, state.covered
    stepped, states, coverages = [], [], []
    for t, step in enumerate(projected.unbind(0)):
        cancellation.check(cancel)
        part = None if characters is None else characters[t]
        energies, alignment, context = attend.step(hidden[-1], part, covered, pin)
        hidden = gru.step(step, context, hidden, dropout)
        watch_backward(hidden, cancel)
        if covered is not None:
            coverages.append(covered)
            covered = covered + alignment
        stepped.append((context, energies, alignment))
        states.append(hidden[-1])
    contexts, all_energies, alignments = (
        torch.stack(parts) for parts in zip(*stepped, strict=True)
    )
    return Unrolled(
        torch.stack(states),
        contexts,
        all_energies,
        alignments,
        torch.stack(coverages) if coverages else None,
        hidden,
        covered,
    )
