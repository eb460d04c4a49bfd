"""ROUGE-L as coco-caption counts it: the longest common subsequence of tokens."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from statistics import fmean
from threading import Event

from core.metrics import portions, scores
from core.metrics.scores import References, Scores
from core.metrics.tokens import grouped_tokens, tokens
from core.records import Progress

_BETA_SQUARED = 1.2**2
"""Recall weighs so much more than precision."""


def rouge_l(
    hypotheses: Sequence[str], references: References, cancel: Event | None = None
) -> Generator[Progress, None, Scores]:
    """ROUGE-L; precision and recall are the best over the references, each by itself.

    Yields:
        Progress.

    Returns:
        The figures.

    Raises:
        ValueError: there are no hypotheses, the two differ in number, or one has no reference.
        Cancelled: the event was set.
    """
    scores.check("ROUGE-L", hypotheses, references)
    pairs = list(zip(tokens(hypotheses), grouped_tokens(references), strict=True))
    sentences = yield from portions.each(lambda pair: _sentence(*pair), pairs, "ROUGE-L", cancel)
    return Scores(fmean(sentences), tuple(sentences))


def _sentence(hypothesis: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    if not hypothesis:
        return 0.0
    common = _longest_common(hypothesis, references)
    precision = max(common) / len(hypothesis)
    recall = max(
        length / max(len(reference), 1)
        for length, reference in zip(common, references, strict=True)
    )
    if not precision:
        return 0.0
    return (1 + _BETA_SQUARED) * precision * recall / (recall + _BETA_SQUARED * precision)


def _longest_common(sequence: Sequence[str], others: Sequence[Sequence[str]]) -> list[int]:
    """Length of the longest common subsequence with each of the others.

    A row of the usual table is one whole number, a bit for each token of `sequence`: 0 where the
    length grows (Hyyrö 2004). It takes a few operations a token in the place of a loop.
    """
    places: dict[str, int] = {}
    for index, token in enumerate(sequence):
        places[token] = places.get(token, 0) | 1 << index
    full = (1 << len(sequence)) - 1
    lengths = []
    for other in others:
        row = full
        for token in other:
            met = row & places.get(token, 0)
            row = (row + met | row - met) & full
        lengths.append(len(sequence) - row.bit_count())
    return lengths
