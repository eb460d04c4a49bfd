"""What two runs differ in: their corpora, what they started from, and their settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.config import TrainingConfig
from core.runs.listing import RunSummary

_EMPTY = {
    "corpus": "unknown",
    "started_from": "scratch",
    "evaluate_every": "every epoch",
    "patience": "no limit",
    "threads": "automatic",
}
"""What it means where one of these is 0 or has no name."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that two runs have other values of."""

    name: str
    """With a table's name before it, as in model.layers."""
    one: Any
    other: Any

    @property
    def one_in_words(self) -> str:
        """The one's value, such as "on", "0.001" or "every epoch"."""
        return _in_words(self.name, self.one)

    @property
    def other_in_words(self) -> str:
        """The other's."""
        return _in_words(self.name, self.other)


def run_differences(one: RunSummary, other: RunSummary) -> tuple[Difference, ...]:
    """What differs of corpus and start, and then the settings that do."""
    begun = (
        Difference("corpus", one.corpus, other.corpus),
        Difference("started_from", one.fine_tuned_from, other.fine_tuned_from),
    )
    differing = tuple(each for each in begun if each.one != each.other)
    return differing + differences(one.config, other.config)


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


def _in_words(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if not value and name in _EMPTY:
        return _EMPTY[name]
    return f"{value:g}" if isinstance(value, float) else str(value)
