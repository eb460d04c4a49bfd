"""What passes between encoder and decoder, and from one step to the next.

Shapes: B rows, G distinct sources, S source positions, H hidden, A attention size, L layers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from torch import Tensor

from core.batching import BatchError, Sources
from core.network.outputs import Outputs
from core.records import Phase


@dataclass(frozen=True)
class Memory:
    """What the encoder leaves to the decoder: G sources, read by B rows.

    Raises:
        BatchError: a row wants a source that is not there; looked at on the CPU.
    """

    sources: Sources
    annotations: Tensor
    """(G, S, 2H)"""
    keys: Tensor
    """(G, S, A) the attention's part of the annotations, computed once."""
    start: Tensor
    """(L, G, H)"""
    phase: Phase
    groups: Tensor
    """(B,) index of each row's source."""
    step: Callable[..., tuple[Outputs, DecoderState]] | None = None
    """A faster way to make a single step over it, where there is one: `SingleStep`."""

    def __post_init__(self) -> None:
        if self.groups.device.type != "cpu":
            return  # To look, a GPU would be waited for; a batch's rows were looked at before.
        lowest, highest = (int(end) for end in self.groups.aminmax())
        if lowest < 0 or highest >= len(self.sources.texts):
            wrong = lowest if lowest < 0 else highest
            msg = f"A row wants source {wrong}, but they are 0 to {len(self.sources.texts) - 1}."
            raise BatchError(msg)

    def for_rows(self, groups: Tensor) -> Memory:
        """The same sources, read by these rows (B,)."""
        return replace(self, groups=groups, step=None)

    @cached_property
    def ids(self) -> Tensor:
        """(B, S) each row's source, as extended ids."""
        return self.sources.ids[self.groups]

    @cached_property
    def mask(self) -> Tensor:
        """(B, S) True at the real positions of each row's source."""
        return self.sources.mask[self.groups]


@dataclass(frozen=True)
class DecoderState:
    """All that the next step depends on besides the memory: the prefix state."""

    hidden: Tensor
    """(L, B, H)"""
    p_gen: Tensor
    """(B,) the last one; FIRST_P_GEN at the start and without a copy switch."""
    character: Tensor
    """(B,) extended id of the last character; SOS at the start."""
    covered: Tensor | None
    """(B, S) sum of the alignments so far; None without coverage."""

    def for_rows(self, rows: Tensor) -> DecoderState:
        """The states of these rows only."""
        covered = None if self.covered is None else self.covered[rows]
        return DecoderState(self.hidden[:, rows], self.p_gen[rows], self.character[rows], covered)

    def after(self, characters: Tensor) -> DecoderState:
        """The state once these characters (B,) were written."""
        return replace(self, character=characters)
