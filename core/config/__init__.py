"""Frozen, validated configurations of model, training and decoding; TOML in and out."""

from core.config.base import ConfigError
from core.config.decoding import DecodingConfig, Strategy
from core.config.model import VARIANTS, ModelConfig
from core.config.training import BackwardInput, Optimizer, Schedule, TrainingConfig

__all__ = [
    "VARIANTS",
    "BackwardInput",
    "ConfigError",
    "DecodingConfig",
    "ModelConfig",
    "Optimizer",
    "Schedule",
    "Strategy",
    "TrainingConfig",
]
