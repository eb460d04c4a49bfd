"""Sampling: how a character is drawn, and many texts drawn at once as candidates of a reranking.

Shapes: B rows still being written, V alphabet, X extra characters.
"""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass, field
from threading import Event

import numpy as np
import torch
from numpy.typing import NDArray

from core import cancellation
from core.alphabet import EOS, ExtendedAlphabet
from core.config import DecodingConfig
from core.decoding import race
from core.decoding.distribution import mixture
from core.decoding.next_character import DoubleArray, NextCharacter
from core.network.memory import Memory
from core.network.model import EdaCs
from core.network.outputs import Outputs
from core.records import Ending, Hypothesis


def drawn(found: DoubleArray, points: DoubleArray, config: DecodingConfig) -> NDArray[np.int64]:
    """Draw a character in every row, by the configuration's temperature and top_p.

    Args:
        found: P of every character (B, V+X).
        points: where between 0 and 1 each row's draw falls (B,).
        config: how characters are drawn.

    Returns:
        Their extended ids (B,).
    """
    with np.errstate(divide="ignore", over="ignore"):  # A logarithm of 0 is as it should be.
        shares = np.exp(np.log(found / found.max(1, keepdims=True)) / config.temperature)
    shares /= shares.sum(1, keepdims=True)
    ids: NDArray[np.int64] = np.argsort(-shares, axis=1, kind="stable")
    ordered = np.take_along_axis(shares, ids, 1)
    before = np.cumsum(ordered, 1) - ordered
    kept = np.where(before < config.top_p, ordered, 0)
    reached = np.cumsum(kept, 1) <= (points * kept.sum(1))[:, None]
    ranks = np.minimum(reached.sum(1), np.count_nonzero(kept, axis=1) - 1)
    chosen: NDArray[np.int64] = np.take_along_axis(ids, ranks[:, None], 1)[:, 0]
    return chosen


@torch.inference_mode()
def over(
    model: EdaCs,
    memory: Memory,
    config: DecodingConfig,
    *,
    trace: bool = False,
    run: int = 0,
    cancel: Event | None = None,
) -> list[tuple[Hypothesis, ...]]:
    """Draw `samples` texts for every source that the memory holds, in the order of drawing.

    What is drawn depends on seed, source and the sample's number, not on the other sources. With
    `trace`, hypotheses carry their steps, of branch 0 for the first, 1 for the next.

    Raises:
        Cancelled: the event was set.
        DistributionError: the network gave no numbers.
    """
    sources = memory.sources
    texts = [_Text() for _ in sources.texts for _ in range(config.samples)]
    alive = np.arange(len(texts))
    points = np.concatenate([_points(source, config) for source in sources.texts])
    memory = memory.for_rows(torch.from_numpy(alive // config.samples).to(model.device))
    state = model.start(memory)
    for index in range(config.max_length):
        cancellation.check(cancel)
        outputs, state = model.decode_step(memory, state)
        found = mixture(outputs, memory, index).cpu().numpy().astype(np.float64)
        chosen = drawn(found, points[alive, index], config)
        logs = np.log(np.take_along_axis(found, chosen[:, None], 1)[:, 0])
        for row, number in enumerate(alive.tolist()):
            texts[number].append(
                int(chosen[row]), float(logs[row]), row, outputs if trace else None
            )
        unfinished = np.flatnonzero(chosen != EOS)
        if len(unfinished) == 0:
            break
        state = state.after(torch.from_numpy(chosen).to(model.device))
        if len(unfinished) < len(alive):
            alive, rows = alive[unfinished], torch.from_numpy(unfinished).to(model.device)
            memory, state = memory.for_rows(memory.groups[rows]), state.for_rows(rows)
    lengths = sources.lengths.tolist()
    return [
        tuple(
            text.hypothesis(alphabet, length, config, run, branch)
            for branch, text in enumerate(texts[first : first + config.samples])
        )
        for alphabet, length, first in zip(
            sources.alphabets, lengths, range(0, len(texts), config.samples), strict=True
        )
    ]


def _points(source: str, config: DecodingConfig) -> DoubleArray:
    """Where the draws of one source fall: (samples, max_length)."""
    known = zlib.crc32(source.encode("utf-8", "surrogatepass"))
    return np.stack(
        [
            np.random.default_rng((config.seed, known, number)).random(config.max_length)
            for number in range(config.samples)
        ]
    )


@dataclass(slots=True)
class _Text:
    """A text while it is drawn."""

    characters: list[int] = field(default_factory=list)
    """Extended ids."""
    log_probabilities: list[float] = field(default_factory=list)
    places: list[tuple[Outputs, int]] = field(default_factory=list)
    """What the network said at each step, and in which row, where a trace is wanted."""

    def append(
        self, character: int, log_probability: float, row: int, said: Outputs | None
    ) -> None:
        self.characters.append(character)
        self.log_probabilities.append(log_probability)
        if said is not None:
            self.places.append((said, row))

    def hypothesis(
        self,
        alphabet: ExtendedAlphabet,
        positions: int,
        config: DecodingConfig,
        run: int,
        branch: int,
    ) -> Hypothesis:
        total = math.fsum(self.log_probabilities)
        steps = (
            NextCharacter.of_source(said, row, positions).step(
                self.characters[index],
                alphabet,
                config.candidates,
                run=run,
                branch=branch,
                index=index,
                forced=False,
            )
            for index, (said, row) in enumerate(self.places)
        )
        return Hypothesis(
            alphabet.decode(self.characters),
            Ending.END if self.characters[-1] == EOS else Ending.LENGTH,
            total,
            race.score(total, len(self.characters), config.length_penalty),
            steps=tuple(steps),
        )
