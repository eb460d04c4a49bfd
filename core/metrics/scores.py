"""What every metric gives, and what it asks of its input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

References = Sequence[Sequence[str]]
"""The human texts of each hypothesis, one or more; their number may vary."""


@dataclass(frozen=True, slots=True)
class Scores:
    """One metric on a whole set."""

    corpus: float
    sentences: tuple[float, ...]
    """The metric of each hypothesis by itself, in their order."""


def check(metric: str, hypotheses: Sequence[str], references: References) -> None:
    """Look whether a metric can be computed.

    Raises:
        ValueError: there are no hypotheses, the two differ in number, or one has no reference.
    """
    if not hypotheses:
        msg = f"{metric} needs at least one hypothesis."
        raise ValueError(msg)
    if len(hypotheses) != len(references):
        msg = f"There are {len(hypotheses)} hypotheses, but references for {len(references)}."
        raise ValueError(msg)
    for number, own in enumerate(references, 1):
        if not own:
            msg = f"Hypothesis {number} has no reference."
            raise ValueError(msg)
