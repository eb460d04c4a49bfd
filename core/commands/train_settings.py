"""The configuration that `train` works with: a preset, above it a file, above both the options."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core import model_card
from core.command_line import SIZES
from core.config import ConfigError, ModelConfig, TrainingConfig, presets
from core.runs import RunFolder
from core.runs.comparison import differences

TRAINING = tuple(
    field.name for field in dataclasses.fields(TrainingConfig) if field.name != "model"
)
"""Options that are settings of TrainingConfig, named as they are."""
MODEL = (*SIZES.values(), "dropout", "coverage", "shift", "attend_last_character")
"""Options that are settings of ModelConfig."""

_MAY_CHANGE = ("epochs", "patience", "keep_epochs", "save_minutes", "threads", "device")
"""Settings that a run can be resumed with other values of."""


def given(options: argparse.Namespace, names: tuple[str, ...]) -> dict[str, Any]:
    """The settings among the options that were said."""
    return {name: getattr(options, name) for name in names if getattr(options, name) is not None}


def training_config(
    path: Path | None,
    training: Mapping[str, Any],
    model: Mapping[str, Any],
    variant: str | None,
    fine_tune_from: str | None,
    preset: str | None = None,
) -> TrainingConfig:
    """The default configuration, with what preset, file and options change, each above the last.

    Where neither file nor options say otherwise, fine-tuning takes over the checkpoint's network,
    sizes and switches.

    Args:
        path: of a file.
        training: options that are settings of the training.
        model: options that are settings of the network.
        variant: name of one.
        fine_tune_from: a checkpoint.
        preset: name of one.

    Raises:
        ConfigError: a setting is unknown or out of range, or the file cannot be read.
        ModelCardError: the checkpoint cannot be read.
    """
    ready = presets.find(preset) if preset else None
    config = ready.config if ready else TrainingConfig()
    if fine_tune_from is not None:
        theirs = model_card.read(model_card.find(fine_tune_from)).config
        config = dataclasses.replace(config, model=theirs)
    if path is not None:
        config = _from_file(path)
    network = dataclasses.replace(config.model, **model)
    if variant is not None:
        network = network.with_variant(variant)
    return changed(config, training, network)


def resumed_config(
    folder: RunFolder, training: Mapping[str, Any], model: Mapping[str, Any], variant: str | None
) -> TrainingConfig:
    """The configuration of a run that goes on, with what may change of it.

    Raises:
        ConfigError: something else was to change.
        RunError: the run's configuration cannot be read.
    """
    config = folder.training_config()
    wanted = dataclasses.replace(config.model, **model)
    wanted = wanted if variant is None else wanted.with_variant(variant)
    new = changed(config, training, wanted)
    different = [difference.name for difference in differences(config, new)]
    fixed = [name.removeprefix("model.") for name in different if name not in _MAY_CHANGE]
    if fixed:
        msg = f"A run that goes on keeps its {', '.join(fixed)}; start a new one to change them."
        raise ConfigError(msg)
    return new


def changed(
    config: TrainingConfig, training: Mapping[str, Any], model: ModelConfig
) -> TrainingConfig:
    """The configuration with other settings, given as builtins, and another network.

    Raises:
        ConfigError: a setting is unknown or out of range.
    """
    kept = dataclasses.replace(config, model=model).to_mapping()
    return TrainingConfig.from_mapping({**kept, **training})


def _from_file(path: Path) -> TrainingConfig:
    try:
        return TrainingConfig.from_toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        msg = f"{path} cannot be read: {error.strerror or error}."
        raise ConfigError(msg) from error
    except UnicodeDecodeError as error:
        msg = f"{path} cannot be read: it is not UTF-8 text."
        raise ConfigError(msg) from error
    except ConfigError as error:
        msg = f"{path.name}: {error}"
        raise ConfigError(msg) from error
