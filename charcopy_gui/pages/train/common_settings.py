"""The settings of a training that most people look at."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from charcopy_gui.pages.train.setting_field import ChoiceField, RealField, WholeField
from charcopy_gui.pages.train.settings_grid import SettingsGrid
from charcopy_gui.storage.settings import DEVICES, TrainingChoices
from core.config import ModelConfig


class CommonSettings(SettingsGrid):
    """Passes, batch, learning rate, and what the machine gives to it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._folds = WholeField(
            "folds",
            "Folds",
            "One run; or cross-validation: one run per fold, each scored on the part of train and"
            " dev that it left out",
            1,
            50,
            "one run",
            TrainingChoices,
        )
        rows = (
            (
                WholeField("epochs", "Epochs", "Passes through the corpus", 1, 10_000),
                WholeField("batch_size", "Batch", "Texts per step; fewer save memory", 1, 4096),
                RealField("learning_rate", "Learning rate", "How far a step goes, such as 0.001"),
            ),
            (
                RealField(
                    "dropout",
                    "Dropout",
                    "Share of values dropped in training, against overfitting",
                    ModelConfig,
                ),
                WholeField(
                    "patience",
                    "Patience",
                    "Evaluations without a better dev BLEU before training stops early",
                    0,
                    10_000,
                    "off",
                ),
                self._folds,
            ),
            (ChoiceField("device", "Device", "Where the network is trained", DEVICES),),
        )
        super().__init__(rows, parent)

    @property
    def folds(self) -> int:
        """Of a cross-validation; 0 for a single run."""
        return self._folds.value if self._folds.value > 1 else 0

    def set_folds(self, number: int) -> None:
        """Show a number of folds, or a single run."""
        self._folds.show_value(max(1, number))
