"""Statistics of an open corpus as plots show them: of all of it, and of each split."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from threading import Event

import numpy as np
from numpy.typing import NDArray

from core import cancellation
from core.corpus import statistics
from core.corpus.example import Example
from core.corpus.opened import OpenCorpus
from core.corpus.statistics import Description, Overlap

WHOLE = ""
"""Stands for all splits together."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """What a set of examples is like, in numbers and in counts by length."""

    description: Description
    mr_lengths: NDArray[np.int64]
    """How many distinct meaning representations have 0, 1, 2 … characters."""
    reference_lengths: NDArray[np.int64]
    """The same of all references."""


@dataclass(frozen=True, slots=True)
class CorpusStatistics:
    """All that is counted of a corpus."""

    parts: Mapping[str, Distribution]
    """By split; WHOLE first."""
    overlaps: tuple[Overlap, ...]


def of_corpus(corpus: OpenCorpus, cancel: Event | None = None) -> CorpusStatistics:
    """Count everything.

    Raises:
        Cancelled: the event is set.
    """
    sets = {WHOLE: tuple(_together(corpus.splits)), **corpus.splits}
    parts = {}
    for name, examples in sets.items():
        cancellation.check(cancel)
        parts[name] = _distribution(examples)
    return CorpusStatistics(parts, statistics.overlaps(corpus.splits))


def _together(splits: Mapping[str, tuple[Example, ...]]) -> Iterator[Example]:
    for examples in splits.values():
        yield from examples


def _distribution(examples: tuple[Example, ...]) -> Distribution:
    mrs = dict.fromkeys(example.mr for example in examples)
    references = (example.reference for example in examples if example.reference)
    return Distribution(statistics.describe(examples), _counts(mrs), _counts(references))


def _counts(texts: Iterable[str]) -> NDArray[np.int64]:
    lengths = np.fromiter(map(len, texts), np.int64)
    return np.bincount(lengths).astype(np.int64)
