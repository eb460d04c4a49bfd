"""Beam search: for every source several texts side by side, for many sources at once.

Shapes: B rows, one a live text, those of one source together and the likeliest first; K = beam
width; V alphabet, X extra characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Event

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from core import cancellation
from core.batching import Sources
from core.config import DecodingConfig
from core.decoding.distribution import mixture
from core.decoding.next_character import DoubleArray
from core.decoding.race import Race
from core.network.memory import Memory
from core.network.model import EdaCs
from core.network.outputs import Outputs
from core.records import Hypothesis, Phase


@torch.inference_mode()
def search(
    model: EdaCs,
    sources: Sequence[str],
    phase: Phase,
    config: DecodingConfig,
    *,
    best: int | None = None,
    trace: bool = False,
    run: int = 0,
    cancel: Event | None = None,
) -> list[tuple[Hypothesis, ...]]:
    """The best hypotheses of every source, best first; see `over`."""
    encoded = Sources.of(sources, model.alphabet, str(model.device))
    memory = model.encode(encoded, phase, cancel)
    return over(model, memory, config, best=best, trace=trace, run=run, cancel=cancel)


@torch.inference_mode()
def over(
    model: EdaCs,
    memory: Memory,
    config: DecodingConfig,
    *,
    best: int | None = None,
    trace: bool = False,
    run: int = 0,
    cancel: Event | None = None,
) -> list[tuple[Hypothesis, ...]]:
    """The best hypotheses of every source that the memory holds, best first; see `racing`.

    Those cut off at the longest length come after those with an end. With `trace`, hypotheses
    carry their steps, of branch 0 for the best, 1 for the next.

    Raises:
        Cancelled: the event was set.
        DistributionError: the network gave no numbers.
    """
    *_, races = racing(model, memory, config, best=best, trace=trace, cancel=cancel)
    return [race.hypotheses(run) for race in races]


@torch.inference_mode()
def racing(
    model: EdaCs,
    memory: Memory,
    config: DecodingConfig,
    *,
    best: int | None = None,
    trace: bool = False,
    cancel: Event | None = None,
) -> Iterator[Sequence[Race]]:
    """The race of every source that the memory holds: the same ones after every character.

    `best` is how many texts are wanted, K at most and if None; to ask for fewer ends sooner. Each
    step goes on with the K likeliest continuations of a source's live texts. One that ends leaves
    its place, and is kept while it is among the best. A live text is given up once certainty about
    all that it has yet to write could not bring it among them, so nothing that could win is lost
    by it. A race is over once `PATIENCE` K of its texts have ended.

    Raises:
        Cancelled: the event was set.
        DistributionError: the network gave no numbers.
    """
    sources = memory.sources
    state = model.start(memory)
    races = [
        Race(config, best or config.beam_width, alphabet, length)
        for alphabet, length in zip(sources.alphabets, sources.lengths.tolist(), strict=True)
    ]
    groups = memory.groups.tolist()
    for index in range(config.max_length):
        cancellation.check(cancel)
        outputs, state = model.decode_step(memory, state)
        likeliest = _likeliest(mixture(outputs, memory, index), config.beam_width)
        before, groups = groups, _advance(races, *likeliest, outputs if trace else None)
        yield races
        if not groups:
            break
        live = [text for race in races for text in race.live]
        parents, characters, rows = torch.tensor(
            [[t.row for t in live], [t.character for t in live], groups], device=model.device
        )
        state = state.for_rows(parents).after(characters)
        if groups != before:
            memory = memory.for_rows(rows)


def _likeliest(found: Tensor, width: int) -> tuple[DoubleArray, NDArray[np.int64]]:
    """Log-probabilities and ids of each row's likeliest characters: (B, V+X) to (B, K) each."""
    if width == 1:  # As greedy decoding has it where two are equally likely; topk picks any.
        probabilities, ids = found.max(-1, keepdim=True)
    else:
        probabilities, ids = found.topk(min(width, found.shape[-1]))
    return probabilities.cpu().double().log().numpy(), ids.cpu().numpy()


def _advance(
    races: list[Race],
    log_probabilities: DoubleArray,
    ids: NDArray[np.int64],
    said: Outputs | None,
) -> list[int]:
    """One character in every race; the source of each row that is live afterwards."""
    groups: list[int] = []
    row = 0
    for source, race in enumerate(races):
        end = row + len(race.live)
        if end > row:
            race.advance(log_probabilities[row:end], ids[row:end], row, said)
            groups += [source] * len(race.live)
        row = end
    return groups
