"""Where a checkpoint's weights come from, and what figures they reached; in builtins and back.

What is read may be anybody's: every value has its type and its range. Names that this version does
not know are passed over, so that a card may say more one day.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from types import MappingProxyType
from typing import Any, Self

_LARGEST = 1e15
"""Of any number in a card."""
_NAMES = ("corpus", "split", "decoding", "protocol")


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a checkpoint's weights come from."""

    corpus: str = ""
    licence: str = ""
    attribution: str = ""
    steps: int = 0
    epochs: int = 0
    seed: int = 0
    dev_bleu: float | None = None
    seconds: float = 0.0
    """Spent training, evaluations included."""
    created: str = ""
    """Date and time, ISO 8601, UTC."""
    fine_tuned_from: str = ""

    def __post_init__(self) -> None:
        for name in ("corpus", "licence", "attribution", "created", "fine_tuned_from"):
            _check_text(name, getattr(self, name))
        for name in ("steps", "epochs", "seed"):
            _check_number(name, getattr(self, name), int)
        _check_number("seconds", self.seconds, int | float)
        if self.dev_bleu is not None:
            _check_number("dev_bleu", self.dev_bleu, int | float)

    @classmethod
    def from_mapping(cls, values: object) -> Self:
        """Build from what JSON holds.

        Raises:
            ValueError: a value has the wrong type or range.
        """
        known = {each.name for each in fields(cls)}
        table = _table(values, "provenance")
        return cls(**{name: value for name, value in table.items() if name in known})

    def to_mapping(self) -> dict[str, Any]:
        """The values as builtins."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Figures:
    """What a model reached on one set, and how its texts were written."""

    corpus: str = ""
    split: str = ""
    decoding: str = ""
    """Such as "greedy", or "beam of 10, reranked"."""
    protocol: str = ""
    scores: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """By the names that `evaluate --json` gives them."""

    @classmethod
    def from_mapping(cls, values: object) -> Self:
        """Build from one flat object: texts say what was scored, numbers are the scores.

        A score that is null was not computed.

        Raises:
            ValueError: a value has the wrong type or range.
        """
        table = _table(values, "figures")
        names = {name: table[name] for name in _NAMES if name in table}
        for name, text in names.items():
            _check_text(name, text)
        scores = {
            name: value
            for name, value in table.items()
            if name not in names and value is not None and not isinstance(value, str)
        }
        for name, value in scores.items():
            _check_number(name, value, int | float)
        return cls(**names, scores=MappingProxyType(scores))

    def to_mapping(self) -> dict[str, Any]:
        """The flat object that `from_mapping` reads; texts that say nothing are left out."""
        names = {name: getattr(self, name) for name in _NAMES if getattr(self, name)}
        return {**names, **self.scores}


def figures_of(values: object) -> tuple[Figures, ...]:
    """Figures from a list of objects, or from a single one.

    Raises:
        ValueError: it is neither, or a value has the wrong type or range.
    """
    return tuple(map(Figures.from_mapping, values if isinstance(values, list) else [values]))


def _table(values: object, name: str) -> Mapping[str, Any]:
    if not isinstance(values, Mapping):
        msg = f"{name} must be an object of names and values."
        raise ValueError(msg)
    return values


def _check_text(name: str, value: object) -> None:
    if not isinstance(value, str):
        msg = f"{name} must be a text."
        raise ValueError(msg)


def _check_number(name: str, value: Any, kind: Any) -> None:  # noqa: ANN401
    good = isinstance(value, kind) and not isinstance(value, bool)
    # Compared before it is converted: a whole number may be too large for that.
    if not good or not -_LARGEST <= value <= _LARGEST or math.isnan(value):
        msg = f"{name} must be a {'whole ' if kind is int else ''}number of a usual size."
        raise ValueError(msg)
