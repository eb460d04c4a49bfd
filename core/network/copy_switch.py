"""The copy mechanism: p_gen (equation 8), the copy alignment (9) and the mixture (7).

Shapes: B rows, T target positions, S source positions, H hidden, E embedding, V alphabet,
X extra characters of the extended alphabet.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd import Function
from torch.autograd.function import once_differentiable
from torch.nn import functional

from core import kernels
from core.kernels.reference import LOG_ZERO

FIRST_P_GEN = 0.5
"""p_gen^0, before anything was written."""


class CopySwitch(nn.Module):
    """The probability of generating a character rather than copying it."""

    def __init__(self, hidden_size: int, embedding_size: int) -> None:
        super().__init__()
        self.character = nn.Linear(embedding_size, 1)
        self.state = nn.Linear(hidden_size, 1, bias=False)
        self.context = nn.Linear(2 * hidden_size, 1, bias=False)
        self.previous = nn.Parameter(torch.zeros(()))

    def forward(
        self, embedded: Tensor, states: Tensor, contexts: Tensor, p_gen: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Equation 8, whose recurrence on the last p_gen is the paper's own and not detached.

        Embedded ỹ_{i-1} (T, B, E), states s_i (T, B, H), contexts C_i (T, B, 2H) and the p_gen
        (B,) before the first of them give logits (T, B) and the last p_gen (B,).
        """
        known = self.character(embedded) + self.state(states) + self.context(contexts)
        logits = []
        for logit in known[..., 0].unbind(0):
            logit = logit + self.previous * p_gen
            p_gen = torch.sigmoid(logit)
            logits.append(logit)
        return torch.stack(logits), p_gen


def log_copy_alignment(energies: Tensor, mask: Tensor, *, shift: bool) -> Tensor:
    """Logarithm of the copy alignment (equation 9): energies (…, B, S), mask (B, S) of sources.

    With shift it is the softmax over the real positions but the last, moved one to the right, so
    that attending to '[' copies the character after it. (Shifting the alignment first and
    dividing afterwards would be 0/0 when the last position holds all the mass.) Without shift it
    is the softmax over positions 2…S: SOS is never copied.
    """
    before_last = mask & functional.pad(mask[:, 1:], (0, 1))  # (B, S)
    if shift:
        log_alignment = energies.masked_fill(~before_last, LOG_ZERO).log_softmax(-1)
        return functional.pad(log_alignment[..., :-1], (1, 0), value=LOG_ZERO)
    after_first = functional.pad(before_last[:, :-1], (1, 0))
    return energies.masked_fill(~after_first, LOG_ZERO).log_softmax(-1)


def log_probability_of(
    targets: Tensor,
    log_alphabet: Tensor,
    log_copy: Tensor | None,
    gate: Tensor | None,
    sources: Tensor,
) -> Tensor:
    """Logarithm of the mixture (equation 7) at the targets only, without building all of it.

    Targets (B, T) extended ids, log P_alph (B, T, V), log copy alignment (B, T, S), p_gen's
    logits (B, T), source ids (B, S); gives (B, T). Both branches are joined by logaddexp, so
    that neither an unreachable one nor a saturated switch gives NaN.
    """
    known = targets < log_alphabet.shape[-1]
    index = torch.where(known, targets, 0)
    generated = log_alphabet.gather(-1, index[..., None])[..., 0]
    generated = torch.where(known, generated, LOG_ZERO)
    if log_copy is None or gate is None:
        return generated
    chosen = kernels.for_tensors(log_copy.device, log_copy.dtype)
    if chosen is None:
        matches = sources[:, None] == targets[..., None]  # (B, T, S)
        copied = log_copy.masked_fill(~matches, LOG_ZERO).logsumexp(-1)
    else:
        copied = LogCopied.apply(  # type: ignore[no-untyped-call]
            chosen, targets.T, log_copy.transpose(0, 1), sources
        ).T
    return torch.logaddexp(
        functional.logsigmoid(gate) + generated, functional.logsigmoid(-gate) + copied
    )


class LogCopied(Function):
    """Logarithm of the probability that copying writes the targets, on the kernels."""

    @staticmethod
    def forward(
        ctx: Any,  # noqa: ANN401
        kernels: ModuleType,
        targets: Tensor,
        log_copy: Tensor,
        sources: Tensor,
    ) -> Tensor:
        """Targets (T, B), log copy alignment (T, B, S), source ids (B, S) to (T, B)."""
        read = targets.contiguous(), log_copy.contiguous(), sources
        out = log_copy.new_empty(targets.shape)
        kernels.log_copied(*map(kernels.native, (*read, out)))
        ctx.save_for_backward(*read, out)
        ctx.kernels = kernels
        return out

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, d_out: Tensor) -> Any:  # noqa: ANN401
        """Only the source positions that hold the target have a gradient."""
        d_log_copy = torch.empty_like(ctx.saved_tensors[1])
        tensors = (*ctx.saved_tensors, d_out.contiguous(), d_log_copy)
        ctx.kernels.log_copied_backward(*map(ctx.kernels.native, tensors))
        return None, None, d_log_copy, None


def likeliest(
    log_alphabet: Tensor,
    log_copy: Tensor | None,
    gate: Tensor | None,
    sources: Tensor,
    width: int,
) -> Tensor:
    """The most probable extended id at each step, (B, T); see `shares` for what is read."""
    chosen = kernels.for_tensors(log_alphabet.device, log_alphabet.dtype)
    if chosen is None or log_copy is None or gate is None:
        generated, copied = shares(log_alphabet, log_copy, gate, sources, width)
        return (generated + copied).argmax(-1)
    alphabet, copy = log_alphabet.transpose(0, 1), log_copy.transpose(0, 1)
    read = (alphabet, alphabet.argmax(-1), copy, copy.argmax(-1), gate.T)
    native = [chosen.native(tensor.contiguous()) for tensor in read]
    out = torch.empty_like(read[1])
    chosen.likeliest(*native, chosen.native(sources), width, chosen.native(out))
    return out.T


def shares(
    log_alphabet: Tensor,
    log_copy: Tensor | None,
    gate: Tensor | None,
    sources: Tensor,
    width: int,
) -> tuple[Tensor, Tensor]:
    """The two summands of equation 7 over the extended alphabet, (B, T, V+X) each.

    Their sum is P; the first is the generated, the second the copied share of it.
    """
    generated = functional.pad(log_alphabet.exp(), (0, width - log_alphabet.shape[-1]))
    copied = torch.zeros_like(generated)
    if log_copy is None or gate is None:
        return generated, copied
    index = sources[:, None].expand(-1, log_copy.shape[1], -1)
    copied = copied.scatter_add(-1, index, log_copy.exp())
    p_gen = torch.sigmoid(gate)[..., None]
    return p_gen * generated, torch.sigmoid(-gate)[..., None] * copied
