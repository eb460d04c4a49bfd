"""Example, one pair of meaning representation and reference, and Corpus, two splits of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Example:
    """A meaning representation, as its file writes it, and one human text for it."""

    mr: str
    reference: str
    """Empty where the file gives meaning representations alone."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """What a model is trained on and chosen by."""

    name: str
    train: tuple[Example, ...]
    dev: tuple[Example, ...]
    licence: str = ""
    attribution: str = ""
    """Whom to name, and where it comes from."""


def group_by_mr(examples: Iterable[Example]) -> dict[str, tuple[str, ...]]:
    """The references of each distinct meaning representation, both in order of appearance."""
    groups: dict[str, list[str]] = {}
    for example in examples:
        groups.setdefault(example.mr, []).append(example.reference)
    return {mr: tuple(references) for mr, references in groups.items()}
