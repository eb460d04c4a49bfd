"""Ready-made trainings, from a first look to the paper's sizes."""

from __future__ import annotations

from dataclasses import dataclass

from core.config.model import ModelConfig
from core.config.training import Schedule, TrainingConfig


@dataclass(frozen=True, slots=True)
class Preset:
    """Settings that go well together, and what they are for."""

    name: str
    """As the command line takes it."""
    title: str
    sentence: str
    """What it is for, and how long it takes."""
    config: TrainingConfig
    corpus: str
    """The known corpus that it was chosen with; others will do."""
    fine_tunes: bool = False
    """Whether it starts from a model that was trained before, whose sizes and switches it keeps."""


QUICK_LOOK = Preset(
    "quick-look",
    "Quick look",
    "A small model that learns to copy names within minutes on a laptop.",
    TrainingConfig(
        ModelConfig(hidden_size=96, attention_size=64),
        epochs=8,
        batch_size=16,
        learning_rate=2e-3,
        learning_rate_decay=0.85,
    ),
    "demo",
)
OVERNIGHT = Preset(
    "overnight",
    "This machine overnight",
    "A good model of E2E on a computer without a GPU, by the morning.",
    TrainingConfig(
        ModelConfig(hidden_size=256, attention_size=128, dropout=0.1),
        epochs=12,
        batch_size=64,
        learning_rate=1e-3,
        learning_rate_decay=0.85,
        warmup_steps=200,
        patience=4,
    ),
    "e2e",
)
PAPER = Preset(
    "paper",
    "The paper's sizes",
    "Four layers and a hundred epochs, as published; for a GPU, or for many days.",
    TrainingConfig(
        ModelConfig(layers=4, hidden_size=256, attention_size=128, embedding_size=16, dropout=0.2),
        epochs=100,
        batch_size=16,
        learning_rate=1e-4,
        schedule=Schedule.CONSTANT,
    ),
    "e2e",
)
FINE_TUNE_NOW = Preset(
    "fine-tune-now",
    "Fine-tune now",
    "An existing model learns another corpus, such as Hotel, in minutes on two cores.",
    TrainingConfig(
        epochs=6,
        batch_size=32,
        learning_rate=2.5e-3,
        schedule=Schedule.LINEAR,
        warmup_steps=20,
        coverage_weight=0.1,
        backward_every=4,
        evaluate_every=100,
    ),
    "hotel",
    fine_tunes=True,
)

PRESETS = (QUICK_LOOK, OVERNIGHT, PAPER, FINE_TUNE_NOW)


def find(name: str) -> Preset | None:
    """The preset of this name, or None."""
    return next((preset for preset in PRESETS if preset.name == name), None)
