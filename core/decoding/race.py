"""The race of one source's texts: who is ahead, who has ended, and who cannot win any more.

Shapes: K = beam width.
"""

from __future__ import annotations

import math
from bisect import insort
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.alphabet import EOS, SOS, ExtendedAlphabet
from core.config import DecodingConfig
from core.decoding.next_character import DoubleArray, NextCharacter
from core.network.outputs import Outputs
from core.records import CharacterStep, Ending, Hypothesis

PATIENCE = 2
"""Texts that end, for each place of the beam, before a search is over.

Kasai et al. (2022) call it the patience factor. Where scores are made fair to long texts, a text
that goes round in circles could win for ever, if only it ended: without this every search would
go on to the longest length.
"""


def score(log_probability: float, length: int, penalty: float) -> float:
    """What texts of different lengths are ranked by: log P / ((5 + length) / 6)^penalty.

    The length counts characters, the end included (Wu et al. 2016, equation 14, without its
    coverage penalty).
    """
    return float(log_probability / ((5 + length) / 6) ** penalty)


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """A text up to one of its characters; what came before is another."""

    before: Text | None
    character: int
    row: int
    """Where it stood when its last character was chosen."""
    said: Outputs | None
    """What the network said then, where a trace is wanted."""
    log_probability: float
    length: int


class Race:
    """The texts of one source: the live ones, likeliest first, and the best that have ended."""

    def __init__(
        self,
        config: DecodingConfig,
        best: int,
        alphabet: ExtendedAlphabet,
        positions: int,
    ) -> None:
        """`alphabet` is extended by the source, `positions` its length."""
        self._config = config
        self._best = best
        self._alphabet = alphabet
        self._positions = positions
        self.live = [Text(None, SOS, 0, None, 0.0, 0)]
        self._ended: list[Text] = []
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
            longer = Text(before[text], character, first_row + text, said, total, length)
            if character == EOS:
                insort(self._ended, longer, key=lambda ended: -self._score(ended))
                self._left -= 1
            else:
                self.live.append(longer)
        del self._ended[self._best :]
        self.live = [text for text in self.live if self._left > 0 and self._may_win(text)]

    def _may_win(self, text: Text) -> bool:
        """Whether, with nothing but certainty to come, it would still be among the best."""
        if len(self._ended) < self._best:
            return True
        config = self._config
        reachable = score(text.log_probability, config.max_length, config.length_penalty)
        return reachable > self._score(self._ended[-1])

    def _score(self, text: Text) -> float:
        return score(text.log_probability, text.length, self._config.length_penalty)

    @property
    def leading(self) -> str:
        """The text that would win if it were over now."""
        return self._alphabet.decode(
            [part.character for part in _path(max(self._ended + self.live, key=self._score))]
        )

    @property
    def ended(self) -> int:
        """How many texts have ended."""
        return PATIENCE * self._config.beam_width - self._left

    def hypotheses(self, run: int, cut: Ending = Ending.LENGTH) -> tuple[Hypothesis, ...]:
        """The best texts, best first; `cut` is how those ended that have no end."""
        steps: dict[Text, CharacterStep] = {}  # Texts share their beginnings.
        found = []
        for branch, text in enumerate((self._ended + self.live)[: self._best]):
            path = _path(text)
            for part in path:
                if part not in steps and part.said is not None:
                    steps[part] = self._step(part, part.said, run)
            found.append(
                Hypothesis(
                    self._alphabet.decode([part.character for part in path]),
                    Ending.END if text.character == EOS else cut,
                    text.log_probability,
                    self._score(text),
                    steps=tuple(replace(steps[p], branch=branch) for p in path if p in steps),
                )
            )
        return tuple(found)

    def _step(self, text: Text, said: Outputs, run: int) -> CharacterStep:
        return NextCharacter.of_source(said, text.row, self._positions).step(
            text.character,
            self._alphabet,
            self._config.candidates,
            run=run,
            branch=0,
            index=text.length - 1,
            forced=False,
        )


def _path(text: Text) -> list[Text]:
    """The text character by character, the first one first."""
    path = []
    while text.before is not None:
        path.append(text)
        text = text.before
    return path[::-1]
