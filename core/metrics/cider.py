"""CIDEr as coco-caption counts it (its CIDEr-D): likeness of n-grams that are rare in the corpus.

Vedantam, Zitnick and Parikh 2015.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import fmean
from threading import Event
from typing import TypeAlias

from core.metrics import ngrams, portions, scores
from core.metrics.ngrams import Ngram
from core.metrics.scores import References, Scores
from core.metrics.tokens import grouped_tokens, tokens
from core.records import Progress

_LONGEST = 4
_SPREAD = 6.0
"""Standard deviation, in tokens, of the penalty for another length."""

_Counts: TypeAlias = list[Counter[Ngram]]
"""The n-grams of each reference."""


@dataclass(frozen=True, slots=True)
class _Vector:
    """A text's n-grams, weighted by their rarity."""

    weights: dict[Ngram, float]
    norms: tuple[float, ...]
    """Length of the vector's part for each order."""
    size: int
    """Tokens of the text."""


def cider(
    hypotheses: Sequence[str], references: References, cancel: Event | None = None
) -> Generator[Progress, None, Scores]:
    """CIDEr; how rare an n-gram is, the references of the whole set say.

    Yields:
        Progress.

    Returns:
        The figures.

    Raises:
        ValueError: there are no hypotheses, the two differ in number, or one has no reference.
        Cancelled: the event was set.
    """
    scores.check("CIDEr", hypotheses, references)
    human = grouped_tokens(references)
    # In how many sets of references an n-gram occurs.
    spread: Counter[Ngram] = Counter()

    def count(own: Sequence[Sequence[str]]) -> _Counts:
        counted = [ngrams.counts(text, _LONGEST) for text in own]
        spread.update(set(chain.from_iterable(counted)))
        return counted

    counted = yield from portions.each(count, human, "CIDEr, references", cancel)
    rarest = math.log(len(hypotheses))
    rarity = {ngram: rarest - math.log(count) for ngram, count in spread.items()}

    def likeness(text: Sequence[str], own: Sequence[Sequence[str]], counts: _Counts) -> float:
        vector = _vector(ngrams.counts(text, _LONGEST), rarity, rarest, len(text))
        others = (
            _vector(of_one, rarity, rarest, len(reference))
            for of_one, reference in zip(counts, own, strict=True)
        )
        return 10 * fmean(_likeness(vector, other) for other in others)

    texts = list(zip(tokens(hypotheses), human, counted, strict=True))
    sentences = yield from portions.each(lambda one: likeness(*one), texts, "CIDEr", cancel)
    return Scores(fmean(sentences), tuple(sentences))


def _vector(
    counts: Counter[Ngram], rarity: dict[Ngram, float], rarest: float, size: int
) -> _Vector:
    weights = {ngram: count * rarity.get(ngram, rarest) for ngram, count in counts.items()}
    squares = [0.0] * _LONGEST
    for ngram, weight in weights.items():
        squares[len(ngram) - 1] += weight * weight
    return _Vector(weights, tuple(map(math.sqrt, squares)), size)


def _likeness(written: _Vector, human: _Vector) -> float:
    """Clipped cosine, mean of the four orders, less the more the lengths differ."""
    products = [0.0] * _LONGEST
    for ngram, weight in written.weights.items():
        if other := human.weights.get(ngram):
            products[len(ngram) - 1] += min(weight, other) * other
    cosines = (
        product / (a * b) if a and b else product
        for product, a, b in zip(products, written.norms, human.norms, strict=True)
    )
    # The original counts pairs of tokens, so that no text and one token are equally long.
    apart = max(written.size - 1, 0) - max(human.size - 1, 0)
    return sum(cosines) / _LONGEST * math.exp(-(apart**2) / (2 * _SPREAD**2))
