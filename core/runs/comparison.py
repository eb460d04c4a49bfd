"""What two configurations differ in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.config import TrainingConfig


@dataclass(frozen=True, slots=True)
class Difference:
    """A setting that two configurations have other values of."""

    name: str
    """With a table's name before it, as in model.layers."""
    one: Any
    other: Any


def differences(one: TrainingConfig, other: TrainingConfig) -> tuple[Difference, ...]:
    """The settings that differ, in the order of the configuration."""
    flat = dict(_flat(other.to_mapping()))
    pairs = ((name, value, flat[name]) for name, value in _flat(one.to_mapping()))
    return tuple(Difference(*pair) for pair in pairs if pair[1] != pair[2])


def _flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value
