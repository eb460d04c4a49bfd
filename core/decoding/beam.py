"""Beam search: for every source several texts side by side, for many sources at once.

Shapes: B rows, one a live text, those of one source together and the likeliest first; K = beam
width; V alphabet, X extra characters.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Event

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from core import cancellation
from core.alphabet import EOS, SOS, ExtendedAlphabet
from core.batching import Sources
from core.config import DecodingConfig
from core.decoding.distribution import mixture
from core.decoding.next_character import DoubleArray, NextCharacter
from core.network.memory import Memory
from core.network.model import EdaCs
from core.network.outputs import Outputs
from core.records import CharacterStep, Ending, Hypothesis, Phase

PATIENCE = 2
"""Texts that end, for each place of the beam, before a search is over.

Kasai et al. (2022) call it the patience factor. Where scores are made fair to long texts, a text
that goes round in circles could win for ever, if only it ended: without this every search would
go on to the longest length.
"""


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
    """The best hypotheses of every source that the memory holds, best first.

    `best` is how many, K at most and if None; to ask for fewer ends sooner. Each step goes on
    with the K likeliest continuations of a source's live texts. One that ends leaves its place,
    and is kept while it is among the best. A live text is given up once certainty about all that
    it has yet to write could not bring it among them, so nothing that could win is lost by it.
    The search of a source is over once `PATIENCE` K of its texts have ended. Texts cut off at the
    longest length come after those with an end. With `trace`, hypotheses carry their steps, of
    branch 0 for the best, 1 for the next.

    Raises:
        Cancelled: the event was set.
        DistributionError: the network gave no numbers.
    """
    sources = memory.sources
    state = model.start(memory)
    races = [_Race(config, best or config.beam_width) for _ in sources.texts]
    for index in range(config.max_length):
        cancellation.check(cancel)
        outputs, state = model.decode_step(memory, state)
        likeliest = _likeliest(mixture(outputs, memory, index), config.beam_width)
        groups = _advance(races, *likeliest, outputs if trace else None)
        if not groups:
            break
        live = [text for race in races for text in race.live]
        parents, characters, rows = torch.tensor(
            [[t.row for t in live], [t.character for t in live], groups], device=model.device
        )
        state = state.for_rows(parents).after(characters)
        if not torch.equal(rows, memory.groups):
            memory = memory.for_rows(rows)
    lengths = sources.lengths.tolist()
    return [
        race.hypotheses(alphabet, length, run)
        for race, alphabet, length in zip(races, sources.alphabets, lengths, strict=True)
    ]


def score(log_probability: float, length: int, penalty: float) -> float:
    """What texts of different lengths are ranked by: log P / ((5 + length) / 6)^penalty.

    The length counts characters, the end included (Wu et al. 2016, equation 14, without its
    coverage penalty).
    """
    return float(log_probability / ((5 + length) / 6) ** penalty)


def _likeliest(found: Tensor, width: int) -> tuple[DoubleArray, NDArray[np.int64]]:
    """Log-probabilities and ids of each row's likeliest characters: (B, V+X) to (B, K) each."""
    if width == 1:  # As greedy decoding has it where two are equally likely; topk picks any.
        probabilities, ids = found.max(-1, keepdim=True)
    else:
        probabilities, ids = found.topk(min(width, found.shape[-1]))
    return probabilities.cpu().double().log().numpy(), ids.cpu().numpy()


def _advance(
    races: list[_Race],
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


@dataclass(frozen=True, slots=True, eq=False)
class _Text:
    """A text up to one of its characters; what came before is another."""

    before: _Text | None
    character: int
    row: int
    """Where it stood when its last character was chosen."""
    said: Outputs | None
    """What the network said then, where a trace is wanted."""
    log_probability: float
    length: int


class _Race:
    """The texts of one source: the live ones, likeliest first, and the best that have ended."""

    def __init__(self, config: DecodingConfig, best: int) -> None:
        self._config = config
        self._best = best
        self.live = [_Text(None, SOS, 0, None, 0.0, 0)]
        self._ended: list[_Text] = []
        self._left = PATIENCE * config.beam_width

    def advance(
        self,
        log_probabilities: DoubleArray,
        ids: NDArray[np.int64],
        first_row: int,
        said: Outputs | None,
    ) -> None:
        """Go on with the likeliest continuations: (live, K) of each live text's own."""
        before = self.live
        totals = np.array([[text.log_probability] for text in before]) + log_probabilities
        self.live = []
        for place in np.argsort(-totals, axis=None, kind="stable")[: self._config.beam_width]:
            text, rank = divmod(int(place), ids.shape[1])
            total = float(totals[text, rank])
            if math.isinf(total):  # What is left can never be written.
                break
            length = before[text].length + 1
            character = int(ids[text, rank])
            longer = _Text(before[text], character, first_row + text, said, total, length)
            if character == EOS:
                insort(self._ended, longer, key=lambda ended: -self._score(ended))
                self._left -= 1
            else:
                self.live.append(longer)
        del self._ended[self._best :]
        self.live = [text for text in self.live if self._left > 0 and self._may_win(text)]

    def _may_win(self, text: _Text) -> bool:
        """Whether, with nothing but certainty to come, it would still be among the best."""
        if len(self._ended) < self._best:
            return True
        config = self._config
        reachable = score(text.log_probability, config.max_length, config.length_penalty)
        return reachable > self._score(self._ended[-1])

    def _score(self, text: _Text) -> float:
        return score(text.log_probability, text.length, self._config.length_penalty)

    def hypotheses(
        self, alphabet: ExtendedAlphabet, positions: int, run: int
    ) -> tuple[Hypothesis, ...]:
        """The best texts, once the race is over; `positions` is the length of their source."""
        steps: dict[_Text, CharacterStep] = {}  # Texts share their beginnings.
        found = []
        for branch, text in enumerate((self._ended + self.live)[: self._best]):
            path = _path(text)
            for part in path:
                if part not in steps and part.said is not None:
                    following = NextCharacter.of_source(part.said, part.row, positions)
                    steps[part] = self._step(part, following, alphabet, run)
            found.append(
                Hypothesis(
                    alphabet.decode([part.character for part in path]),
                    Ending.END if text.character == EOS else Ending.LENGTH,
                    text.log_probability,
                    self._score(text),
                    steps=tuple(replace(steps[p], branch=branch) for p in path if p in steps),
                )
            )
        return tuple(found)

    def _step(
        self, text: _Text, following: NextCharacter, alphabet: ExtendedAlphabet, run: int
    ) -> CharacterStep:
        return following.step(
            text.character,
            alphabet,
            self._config.candidates,
            run=run,
            branch=0,
            index=text.length - 1,
            forced=False,
        )


def _path(text: _Text) -> list[_Text]:
    """The text character by character, the first one first."""
    path = []
    while text.before is not None:
        path.append(text)
        text = text.before
    return path[::-1]
