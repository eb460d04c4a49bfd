"""Additive attention (equations 1 to 3), optionally with coverage (See et al. 2017).

Shapes: B rows, S source positions, T steps, H hidden, E embedding, A attention size.

A step's gradient towards keys and annotations is as large as they are, and there are T of them.
So a step is one autograd function that does not keep its (B, S, A) tanh but computes it again,
adds to the keys' gradient in place, and only notes what the annotations' gradient needs: that is
one product over all steps, made when the last step has been gone back through.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd import Function

from core.kernels.reference import LOG_ZERO


class Attention(nn.Module):
    """Scores every annotation against the decoder's last state."""

    def __init__(
        self,
        hidden_size: int,
        embedding_size: int,
        attention_size: int,
        *,
        attend_last_character: bool,
        coverage: bool,
    ) -> None:
        super().__init__()
        self.state = nn.Linear(hidden_size, attention_size, bias=False)
        self.annotation = nn.Linear(2 * hidden_size, attention_size)
        self.character = (
            nn.Linear(embedding_size, attention_size, bias=False) if attend_last_character else None
        )
        bound = attention_size**-0.5
        self.energy = nn.Parameter(torch.empty(attention_size).uniform_(-bound, bound))
        self.coverage = nn.Parameter(torch.zeros(attention_size)) if coverage else None

    def keys(self, annotations: Tensor) -> Tensor:
        """W_h h_j + b for every position at once: (…, S, 2H) to (…, S, A)."""
        keys: Tensor = self.annotation(annotations)
        return keys

    def character_part(self, embedded: Tensor) -> Tensor | None:
        """W_y of the last character, for any number of steps at once: (…, E) to (…, A)."""
        return None if self.character is None else self.character(embedded)

    def over(self, keys: Tensor, annotations: Tensor, mask: Tensor) -> AttentionSteps:
        """Attention's steps over sources with these keys (B, S, A) and annotations (B, S, 2H)."""
        return AttentionSteps(self, keys, annotations, mask)


class AttentionSteps:
    """Attention over the sources of one pass, step after step."""

    def __init__(self, parts: Attention, keys: Tensor, annotations: Tensor, mask: Tensor) -> None:
        self._parts = parts
        self._gradients = _Gradients()
        passed: tuple[Tensor, Tensor] = _Sources.apply(  # type: ignore[no-untyped-call]
            keys, annotations, self._gradients
        )
        self._keys, self._annotations = passed
        self._mask = mask

    def step(
        self,
        state: Tensor,
        character_part: Tensor | None,
        covered: Tensor | None = None,
        pin: int | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Equations 1 to 3 for state s_{i-1} (B, H) and what was covered (B, S).

        Gives energies (B, S), alignment (B, S) with exactly 0 on padding, context (B, 2H). A pin
        moves all attention to one position.
        """
        query = self._parts.state(state)  # (B, A)
        if character_part is not None:
            query = query + character_part
        weight = self._parts.coverage if covered is not None else None
        stepped: tuple[Tensor, Tensor, Tensor] = _Step.apply(  # type: ignore[no-untyped-call]
            query,
            self._parts.energy,
            self._keys,
            self._annotations,
            covered,
            weight,
            self._mask,
            pin,
            self._gradients,
        )
        return stepped


class _Gradients:
    """What the steps leave behind on the way back for the sources' own gradients."""

    def __init__(self) -> None:
        self.keys: Tensor | None = None
        self.alignments: list[Tensor] = []
        self.contexts: list[Tensor] = []

    def take(self) -> tuple[Tensor | None, list[Tensor], list[Tensor]]:
        """All that was noted, so that a second way back starts anew."""
        taken = self.keys, self.alignments, self.contexts
        self.keys, self.alignments, self.contexts = None, [], []
        return taken


class _Sources(Function):
    """Passes keys and annotations on; on the way back, makes their gradients of the notes."""

    @staticmethod
    def forward(
        ctx: Any,  # noqa: ANN401
        keys: Tensor,
        annotations: Tensor,
        gradients: _Gradients,
    ) -> tuple[Tensor, Tensor]:
        ctx.gradients = gradients
        ctx.set_materialize_grads(False)  # What comes back is in the notes.
        return keys.view_as(keys), annotations.view_as(annotations)

    @staticmethod
    def backward(ctx: Any, _keys: None, _annotations: None) -> Any:  # noqa: ANN401
        keys, alignments, contexts = ctx.gradients.take()
        # (B, S, T) times (B, T, 2H)
        annotations = torch.bmm(torch.stack(alignments, 2), torch.stack(contexts, 1))
        return keys, annotations, None


class _Step(Function):
    """One step of attention with its gradient written out."""

    @staticmethod
    def forward(
        ctx: Any,  # noqa: ANN401
        query: Tensor,
        energy: Tensor,
        keys: Tensor,
        annotations: Tensor,
        covered: Tensor | None,
        coverage: Tensor | None,
        mask: Tensor,
        pin: int | None,
        gradients: _Gradients,
    ) -> tuple[Tensor, Tensor, Tensor]:
        energies = _inner(query, keys, covered, coverage) @ energy  # (1)
        if pin is not None:
            energies = torch.full_like(energies, LOG_ZERO)
            energies[:, pin] = 0
        alignment = energies.masked_fill(~mask, LOG_ZERO).softmax(-1)  # (2)
        context = torch.bmm(alignment[:, None], annotations)[:, 0]  # (3)
        ctx.save_for_backward(query, energy, keys, annotations, covered, coverage, alignment)
        ctx.gradients = gradients
        return energies, alignment, context

    @staticmethod
    def backward(ctx: Any, d_energies: Tensor, d_alignment: Tensor, d_context: Tensor) -> Any:  # noqa: ANN401
        query, energy, keys, annotations, covered, coverage, alignment = ctx.saved_tensors
        notes: _Gradients = ctx.gradients
        notes.alignments.append(alignment)
        notes.contexts.append(d_context)
        d_alignment = d_alignment + torch.bmm(annotations, d_context[:, :, None])[:, :, 0]
        mean = (alignment * d_alignment).sum(-1, keepdim=True)
        d_energies = torch.addcmul(d_energies, alignment, d_alignment - mean)  # (B, S)
        inner = _inner(query, keys, covered, coverage)  # (B, S, A)
        d_energy = d_energies.flatten() @ inner.flatten(0, 1)
        d_inner = (1 - inner.square_()).mul_(energy).mul_(d_energies[:, :, None])
        d_covered = d_coverage = None
        if covered is not None:
            d_covered = d_inner @ coverage
            d_coverage = covered.flatten() @ d_inner.flatten(0, 1)
        d_query = d_inner.sum(1)
        notes.keys = d_inner if notes.keys is None else notes.keys.add_(d_inner)
        return d_query, d_energy, None, None, d_covered, d_coverage, None, None, None


def _inner(query: Tensor, keys: Tensor, covered: Tensor | None, coverage: Tensor | None) -> Tensor:
    """The tanh of equation 1: (B, S, A)."""
    inner = keys + query[:, None]
    if covered is not None and coverage is not None:
        inner.addcmul_(covered[:, :, None], coverage)
    return inner.tanh_()
