"""The kernels in plain torch, in any precision: what every fast one is tested against.

Nothing else calls them; where there are no fast ones, `core.network` works without kernels.
They write into tensors that they are given, so that a loop over characters allocates nothing.
Shapes: B rows, G distinct sources, S source positions, A attention size, D = 2H, N rows of a
cell, H hidden.
"""

from __future__ import annotations

import torch
from torch import Tensor

LOG_ZERO = -1e30
"""Stands for the logarithm of 0: exp() of it is exactly 0, and no gradient of it is NaN."""


def native(tensor: Tensor) -> Tensor:
    """The tensor as these kernels take it: as it is."""
    return tensor.detach()


def _inner(
    query: Tensor, keys: Tensor, groups: Tensor, covered: Tensor, coverage: Tensor
) -> Tensor:
    """The tanh of equation 1: (B, S, A)."""
    inner = keys[groups] + query[:, None]
    if len(covered):
        inner.addcmul_(covered[:, :, None], coverage)
    return inner.tanh_()


def _mask(groups: Tensor, lengths: Tensor, positions: int) -> Tensor:
    return torch.arange(positions, device=lengths.device) < lengths[groups][:, None]


def energies(
    query: Tensor,
    keys: Tensor,
    vector: Tensor,
    groups: Tensor,
    lengths: Tensor,
    covered: Tensor,
    coverage: Tensor,
    out: Tensor,
) -> None:
    """Equation 1 at every real position, LOG_ZERO at padding.

    Reads query (B, A), keys (G, S, A), vector (A,), groups (B,), lengths (G,), covered (B, S),
    or (0, 0) without coverage, and coverage (A,); writes out (B, S).
    """
    scores = _inner(query, keys, groups, covered, coverage) @ vector
    out.copy_(scores.masked_fill_(~_mask(groups, lengths, scores.shape[1]), LOG_ZERO))


def contexts(
    alignment: Tensor, annotations: Tensor, groups: Tensor, lengths: Tensor, out: Tensor
) -> None:
    """Equation 3: reads alignment (B, S) and annotations (G, S, D), writes out (B, D)."""
    out.copy_(torch.bmm(alignment[:, None], annotations[groups])[:, 0])


def attention_backward(
    query: Tensor,
    keys: Tensor,
    annotations: Tensor,
    vector: Tensor,
    groups: Tensor,
    lengths: Tensor,
    covered: Tensor,
    coverage: Tensor,
    alignment: Tensor,
    d_energies: Tensor,
    d_alignment: Tensor,
    d_context: Tensor,
    d_query: Tensor,
    d_keys: Tensor,
    d_vector: Tensor,
    d_covered: Tensor,
    d_coverage: Tensor,
) -> None:
    """Back through equations 1 to 3 for one step.

    Reads d_energies and d_alignment (B, S), d_context (B, D); writes d_query (B, A) and, with
    coverage, d_covered (B, S); adds to d_keys (G, S, A) and, each source apart, to d_vector (G, A)
    and d_coverage (G, A). The annotations' gradient is one product over all steps, made elsewhere.
    """
    d_scores = d_alignment + torch.bmm(annotations[groups], d_context[:, :, None])[:, :, 0]
    mean = (alignment * d_scores).sum(-1, keepdim=True)
    d_energy = d_energies + alignment * (d_scores - mean)  # (B, S)
    d_energy = torch.where(_mask(groups, lengths, d_energy.shape[1]), d_energy, 0)
    inner = _inner(query, keys, groups, covered, coverage)
    d_vector.index_add_(0, groups, torch.einsum("bs,bsa->ba", d_energy, inner))
    d_inner = (1 - inner.square()) * vector * d_energy[:, :, None]  # (B, S, A)
    torch.sum(d_inner, 1, out=d_query)
    d_keys.index_add_(0, groups, d_inner)
    if len(covered):
        d_covered.copy_(d_inner @ coverage)
        d_coverage.index_add_(0, groups, torch.einsum("bs,bsa->ba", covered, d_inner))


def gru_forward(
    projected: Tensor, recurrent: Tensor, hidden: Tensor, gates: Tensor, out: Tensor
) -> None:
    """One step of the cell.

    Reads the input's and the last state's products (N, 3H) and the last state (N, H); writes
    gates (N, 3H), that is reset, update and new after their non-linearities, and out (N, H).
    """
    size = hidden.shape[1]
    torch.sigmoid(projected[:, : 2 * size] + recurrent[:, : 2 * size], out=gates[:, : 2 * size])
    reset, update = gates[:, :size], gates[:, size : 2 * size]
    new = torch.tanh(projected[:, 2 * size :] + reset * recurrent[:, 2 * size :])
    gates[:, 2 * size :] = new
    torch.lerp(new, hidden, update, out=out)


def gru_backward(
    d_hidden: Tensor,
    gates: Tensor,
    recurrent: Tensor,
    hidden: Tensor,
    d_projected: Tensor,
    d_recurrent: Tensor,
    d_last: Tensor,
) -> None:
    """Back through one step of the cell.

    Reads d_hidden (N, H), what `gru_forward` read and wrote; writes d_projected and d_recurrent
    (N, 3H), and into d_last (N, H) what reaches the last state past the products.
    """
    size = hidden.shape[1]
    reset, update, new = gates.chunk(3, -1)
    d_new = d_hidden * (1 - update) * (1 - new.square())
    d_update = d_hidden * (hidden - new) * update * (1 - update)
    d_reset = d_new * recurrent[:, 2 * size :] * reset * (1 - reset)
    torch.cat([d_reset, d_update, d_new], 1, out=d_projected)
    torch.cat([d_reset, d_update, d_new * reset], 1, out=d_recurrent)
    torch.mul(d_hidden, update, out=d_last)


def log_copied(targets: Tensor, log_copy: Tensor, ids: Tensor, out: Tensor) -> None:
    """Logarithm of the probability that copying writes the targets.

    Reads targets (T, B), log copy alignment (T, B, S), source ids (B, S); writes out (T, B),
    LOG_ZERO where the source lacks the target.
    """
    matches = ids == targets[..., None]
    out.copy_(log_copy.masked_fill(~matches, LOG_ZERO).logsumexp(-1))
    out.masked_fill_(~matches.any(-1), LOG_ZERO)


def log_copied_backward(
    targets: Tensor, log_copy: Tensor, ids: Tensor, out: Tensor, d_out: Tensor, d_log_copy: Tensor
) -> None:
    """Back through `log_copied`: reads what it read and wrote and d_out (T, B).

    Writes d_log_copy (T, B, S).
    """
    shares = (log_copy - out[..., None]).exp() * d_out[..., None]
    d_log_copy.copy_(torch.where(ids == targets[..., None], shares, 0))


def likeliest(
    log_alphabet: Tensor,
    which: Tensor,
    log_copy: Tensor,
    where: Tensor,
    gate: Tensor,
    ids: Tensor,
    width: int,
    out: Tensor,
) -> None:
    """The most probable character of the mixture (equation 7).

    Reads log P_alph (T, B, V) and which character has most of it (T, B), log copy alignment
    (T, B, S) and where it is largest (T, B), p_gen's logits (T, B), source ids (B, S) and V+X;
    writes extended ids into out (T, B).
    """
    generated = torch.sigmoid(gate)[..., None] * log_alphabet.exp()
    copied = torch.sigmoid(-gate)[..., None] * log_copy.exp()
    shares = torch.nn.functional.pad(generated, (0, width - generated.shape[-1]))
    out.copy_(shares.scatter_add(-1, ids.expand_as(copied), copied).argmax(-1))
