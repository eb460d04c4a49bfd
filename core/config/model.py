"""ModelConfig: the switches and sizes of a network."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from core.config.base import Config, check, check_bool, check_float, check_int

VARIANTS: dict[str, dict[str, bool]] = {
    "EDA": {"copy": False, "exchange": False},
    "EDA_C": {"copy": True, "exchange": False},
    "EDA_S": {"copy": False, "exchange": True},
    "EDA_CS": {"copy": True, "exchange": True},
}
"""The paper's variants, as switches of one network."""


@dataclass(frozen=True, slots=True)
class ModelConfig(Config):
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
            check_bool(name, getattr(self, name))
        for name in ("layers", "hidden_size", "attention_size", "embedding_size"):
            check_int(name, getattr(self, name), 1)
        check_float("dropout", self.dropout, 0, 0.95, open_low=False)

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
        check(name in VARIANTS, "variant", name, f"one of {', '.join(VARIANTS)}")
        return dataclasses.replace(self, **VARIANTS[name])
