"""What a preset makes of the settings, and which preset they are those of."""

from __future__ import annotations

import dataclasses

from core.config import ModelConfig, TrainingConfig
from core.config.presets import PRESETS, Preset


def taken(preset: Preset, before: TrainingConfig, start: ModelConfig | None) -> TrainingConfig:
    """The preset's configuration.

    Args:
        preset: that was chosen.
        before: whose device, threads and seed stay: they are the machine's and the user's.
        start: of the model that is fine-tuned, whose network stays; None from scratch.
    """
    return dataclasses.replace(
        preset.config,
        model=preset.config.model if start is None else start,
        device=before.device,
        threads=before.threads,
        seed=before.seed,
    )


def preset_of(config: TrainingConfig, start: ModelConfig | None) -> Preset | None:
    """The preset that was chosen and not changed since; None where there is none.

    Args:
        config: as it stands.
        start: of the model that is fine-tuned; None from scratch.
    """
    for preset in PRESETS:
        if preset.fine_tunes == (start is not None) and taken(preset, config, start) == config:
            return preset
    return None
