"""Frozen, validated configurations of model, training and decoding; TOML in and out."""

from __future__ import annotations

import dataclasses
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Self, get_type_hints

import tomli_w


class ConfigError(ValueError):
    """A setting has a value it cannot have; the message names the setting and the reason."""


class Strategy(Enum):
    """How the next character is chosen."""

    GREEDY = "greedy"
    SAMPLED = "sampled"
    BEAM = "beam"
    """Several texts side by side; the likeliest of them, for their lengths."""


class BackwardInput(Enum):
    """What the second phase reads."""

    PREDICTED = "predicted"
    """The likeliest characters of the first phase's own forward pass (the paper's way)."""
    FREE_RUNNING = "free_running"
    """Greedy decoding of the source."""
    REFERENCE = "reference"
    """The human text itself: the second phase becomes plain language understanding."""


VARIANTS: dict[str, dict[str, bool]] = {
    "EDA": {"copy": False, "exchange": False},
    "EDA_C": {"copy": True, "exchange": False},
    "EDA_S": {"copy": False, "exchange": True},
    "EDA_CS": {"copy": True, "exchange": True},
}
"""The paper's variants, as switches of one network."""


class _Config:
    """What all three configurations share: reading from plain mappings, with errors that name."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Build from builtins, as TOML or JSON has them.

        Raises:
            ConfigError: a name that is no setting, or a value of the wrong type or range.
        """
        hints = get_type_hints(cls)
        arguments: dict[str, Any] = {}
        for name, value in values.items():
            if name not in hints:
                known = ", ".join(sorted(hints))
                msg = f"{name!r} is no setting here; the settings are {known}."
                raise ConfigError(msg)
            arguments[name] = _converted(name, value, hints[name])
        return cls(**arguments)

    def to_mapping(self) -> dict[str, Any]:
        """The settings as builtins; one that is None is left out."""
        plain: dict[str, Any] = {}
        for name in get_type_hints(type(self)):
            value = getattr(self, name)
            if isinstance(value, _Config):
                plain[name] = value.to_mapping()
            elif isinstance(value, Enum):
                plain[name] = value.value
            elif value is not None:
                plain[name] = value
        return plain

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Read TOML text.

        Raises:
            ConfigError: the text is not TOML, or holds a bad setting.
        """
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            msg = f"This is not valid TOML: {error}."
            raise ConfigError(msg) from error
        return cls.from_mapping(values)

    def to_toml(self) -> str:
        """The settings as TOML text."""
        return tomli_w.dumps(self.to_mapping())


def _converted(name: str, value: Any, kind: Any) -> Any:  # noqa: ANN401
    if isinstance(kind, type) and issubclass(kind, _Config):
        if not isinstance(value, Mapping):
            msg = f"{name} must be a table of settings, not {value!r}."
            raise ConfigError(msg)
        return kind.from_mapping(value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(value)
        except ValueError:
            choices = ", ".join(str(member.value) for member in kind)
            msg = f"{name} must be one of {choices}, not {value!r}."
            raise ConfigError(msg) from None
    return value


def _check(condition: bool, name: str, value: object, must: str) -> None:
    if not condition:
        msg = f"{name} must be {must}, not {value!r}."
        raise ConfigError(msg)


def _check_int(name: str, value: object, least: int) -> None:
    is_int = isinstance(value, int) and not isinstance(value, bool)
    _check(is_int and value >= least, name, value, f"a whole number of at least {least}")  # type: ignore[operator]


def _check_bool(name: str, value: object) -> None:
    _check(isinstance(value, bool), name, value, "true or false")


def _check_float(name: str, value: object, low: float, high: float, *, open_low: bool) -> None:
    good = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    above = good and (value > low if open_low else value >= low)  # type: ignore[operator]
    bound = f"{'above' if open_low else 'at least'} {low:g}"
    limit = "" if math.isinf(high) else f" and at most {high:g}"
    _check(bool(above and value <= high), name, value, f"a number {bound}{limit}")  # type: ignore[operator]


@dataclass(frozen=True, slots=True)
class ModelConfig(_Config):
    """The network's switches and sizes; checkpoints keep it."""

    copy: bool = True
    """Copy mechanism (equations 7 to 9)."""
    exchange: bool = True
    """Second phase with exchanged GRUs."""
    shift: bool = True
    """Copy the character after the one attended to (equation 9)."""
    coverage: bool = False
    """Attention sees what it has read already (See 2017)."""
    attend_last_character: bool = True
    """The energy also reads the last character written."""
    layers: int = 1
    """L"""
    hidden_size: int = 128
    """H"""
    attention_size: int = 64
    """A"""
    embedding_size: int = 32
    """E"""
    dropout: float = 0.1
    """On embeddings, between layers and before the output layer."""

    def __post_init__(self) -> None:
        for name in ("copy", "exchange", "shift", "coverage", "attend_last_character"):
            _check_bool(name, getattr(self, name))
        for name in ("layers", "hidden_size", "attention_size", "embedding_size"):
            _check_int(name, getattr(self, name), 1)
        _check_float("dropout", self.dropout, 0, 0.95, open_low=False)

    @property
    def variant(self) -> str:
        """The paper's name for these switches."""
        for name, switches in VARIANTS.items():
            if switches == {"copy": self.copy, "exchange": self.exchange}:
                return name
        raise AssertionError(self)

    def with_variant(self, name: str) -> ModelConfig:
        """The same sizes with the switches of the variant `name`.

        Raises:
            ConfigError: there is no such variant.
        """
        _check(name in VARIANTS, "variant", name, f"one of {', '.join(VARIANTS)}")
        return dataclasses.replace(self, **VARIANTS[name])


@dataclass(frozen=True, slots=True)
class DecodingConfig(_Config):
    """How a text is decoded."""

    strategy: Strategy = Strategy.GREEDY
    temperature: float = 1.0
    """Of sampling: below 1 sharpens, above 1 flattens."""
    top_p: float = 1.0
    """Sample only among the likeliest characters that hold this share of the probability."""
    seed: int = 0
    """Of sampling; the same seed gives the same text."""
    max_length: int = 600
    """Characters, the end character included."""
    candidates: int = 8
    """How many likeliest characters a step reports."""
    beam_width: int = 4
    """Texts that beam search keeps side by side; one is greedy."""
    length_penalty: float = 1.0
    """Of beam search: 0 compares log-probabilities, which favours short texts; 1 compares them
    per character."""

    def __post_init__(self) -> None:
        known = isinstance(self.strategy, Strategy)
        _check(known, "strategy", self.strategy, "greedy, sampled or beam")
        _check_float("temperature", self.temperature, 0, 100, open_low=True)
        _check_float("top_p", self.top_p, 0, 1, open_low=True)
        _check_int("seed", self.seed, 0)
        _check_int("max_length", self.max_length, 1)
        _check_int("candidates", self.candidates, 1)
        _check_int("beam_width", self.beam_width, 1)
        _check_float("length_penalty", self.length_penalty, 0, 10, open_low=False)


@dataclass(frozen=True, slots=True)
class TrainingConfig(_Config):
    """Everything that decides a training run, the model's configuration included."""

    model: ModelConfig = field(default_factory=ModelConfig)
    epochs: int = 10
    batch_size: int = 64
    """Targets a batch."""
    references_per_source: int = 4
    """So many references of one MR at most stay together, share a batch and its encoding."""
    learning_rate: float = 1e-3
    learning_rate_decay: float = 0.9
    """The learning rate is multiplied by it after every epoch."""
    clip: float = 1.0
    """Largest gradient norm."""
    coverage_weight: float = 1.0
    """The lambda of the coverage loss; used by models with coverage."""
    backward_input: BackwardInput = BackwardInput.PREDICTED
    evaluate_every: int = 0
    """Steps between two evaluations; 0 evaluates at the end of every epoch."""
    patience: int = 0
    """Evaluations without a better dev BLEU before training stops; 0 never stops early."""
    seed: int = 1
    device: str = "auto"
    threads: int = 0
    """Threads of the CPU's matrix products; 0 leaves the choice to the program."""

    def __post_init__(self) -> None:
        _check(isinstance(self.model, ModelConfig), "model", self.model, "a table of settings")
        for name in ("epochs", "batch_size", "references_per_source"):
            _check_int(name, getattr(self, name), 1)
        for name in ("evaluate_every", "patience", "seed", "threads"):
            _check_int(name, getattr(self, name), 0)
        _check_float("learning_rate", self.learning_rate, 0, 10, open_low=True)
        _check_float("learning_rate_decay", self.learning_rate_decay, 0, 1, open_low=True)
        _check_float("clip", self.clip, 0, math.inf, open_low=True)
        _check_float("coverage_weight", self.coverage_weight, 0, math.inf, open_low=False)
        known = isinstance(self.backward_input, BackwardInput)
        _check(known, "backward_input", self.backward_input, "a backward input")
        _check(isinstance(self.device, str), "device", self.device, "the name of a device")
