"""Greedy decoding of many sources at once, for whole sets.

Shapes: B rows still being written.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event

import torch

from core import cancellation
from core.alphabet import EOS
from core.batching import Sources
from core.decoding.distribution import mixture
from core.network.model import EdaCs
from core.records import Phase


@torch.inference_mode()
def decode(
    model: EdaCs,
    sources: Sequence[str],
    phase: Phase,
    max_length: int,
    cancel: Event | None = None,
) -> list[str]:
    """The likeliest character at each step, for all sources; finished rows are dropped.

    Raises:
        Cancelled: the event was set.
        DistributionError: the network gave no numbers.
    """
    encoded = Sources.of(sources, model.alphabet, str(model.device))
    memory = model.encode(encoded, phase, cancel)
    state = model.start(memory)
    alive = list(range(len(sources)))
    written: list[list[int]] = [[] for _ in sources]
    for index in range(max_length):
        cancellation.check(cancel)
        outputs, state = model.decode_step(memory, state)
        characters = mixture(outputs, memory, index).argmax(-1)  # (B,)
        chosen = characters.tolist()
        for row, character in zip(alive, chosen, strict=True):
            written[row].append(character)
        state = state.after(characters)
        unfinished = [row for row, character in enumerate(chosen) if character != EOS]
        if not unfinished:
            break
        if len(unfinished) < len(alive):
            alive = [alive[row] for row in unfinished]
            rows = torch.tensor(unfinished, device=model.device)
            memory, state = memory.for_rows(memory.groups[rows]), state.for_rows(rows)
    return [a.decode(ids) for a, ids in zip(encoded.alphabets, written, strict=True)]
