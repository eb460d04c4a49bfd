"""Counting n-grams, for the metrics that compare them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

Ngram = tuple[str, ...]


def counts(tokens: Sequence[str], longest: int) -> Counter[Ngram]:
    """How often each n-gram of 1 to `longest` tokens occurs."""
    orders = range(1, longest + 1)
    return Counter(
        chain.from_iterable(zip(*(tokens[i:] for i in range(n)), strict=False) for n in orders)
    )
