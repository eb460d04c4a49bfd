"""How to train: epochs, batch, learning rate, and what the machine gives to it."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QGridLayout, QLineEdit, QWidget

from charcopy_gui.pages.captions import fit_column, labelled, spin_box
from charcopy_gui.pages.fields import LARGEST_SEED, device_box
from core.config import ConfigError, TrainingConfig

_COLUMNS = 3


class TrainingNumbers(QWidget):
    """Seven fields in three columns."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._epochs = spin_box(1, 10_000)
        self._batch = spin_box(1, 4096)
        self._rate = QLineEdit()
        self._dropout = QDoubleSpinBox()
        self._seed = spin_box(0, LARGEST_SEED)
        self._threads = spin_box(0, 256)
        self._device = device_box()
        self._fill()
        self._lay_out()
        self.set_numbers(TrainingConfig())
        for box in (self._epochs, self._batch, self._dropout, self._seed, self._threads):
            box.valueChanged.connect(self.changed)
        self._rate.textChanged.connect(self.changed)
        self._device.currentIndexChanged.connect(self.changed)

    def _fill(self) -> None:
        self._dropout.setRange(0, 0.95)
        self._dropout.setSingleStep(0.05)
        self._rate.setAlignment(Qt.AlignmentFlag.AlignRight)
        fit_column(self._rate)
        fit_column(self._dropout)
        self._threads.setSpecialValueText("auto")

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(8)
        fields: tuple[tuple[str, QWidget, str], ...] = (
            ("Epochs", self._epochs, "Passes through the corpus"),
            ("Batch", self._batch, "Texts a step; fewer need less memory"),
            ("Learning rate", self._rate, "How far a step goes, such as 0.001"),
            (
                "Dropout",
                self._dropout,
                "Share of numbers left out, against learning by rote",
            ),
            ("Seed", self._seed, "The same seed gives the same run"),
            ("Threads", self._threads, "Of the CPU; auto leaves the window one of three or more"),
        )
        for number, (title, field, tip) in enumerate(fields):
            field.setAccessibleName(title)
            field.setToolTip(tip)
            grid.addLayout(labelled(title, field), number // _COLUMNS, number % _COLUMNS)
            grid.setColumnStretch(number % _COLUMNS, 1)
        self._device.setAccessibleName("Device to train on")
        self._device.setToolTip("Where the network is trained")
        grid.addLayout(labelled("Device", self._device), 2, 0, 1, _COLUMNS)

    def applied_to(self, config: TrainingConfig) -> TrainingConfig:
        """The configuration with these numbers.

        Raises:
            ConfigError: the learning rate is none.
        """
        model = dataclasses.replace(config.model, dropout=round(self._dropout.value(), 2))
        return dataclasses.replace(
            config,
            model=model,
            epochs=self._epochs.value(),
            batch_size=self._batch.value(),
            learning_rate=self._learning_rate(),
            seed=self._seed.value(),
            threads=self._threads.value(),
            device=self._device.currentData(),
        )

    def set_numbers(self, config: TrainingConfig) -> None:
        """Show a configuration's numbers."""
        self._epochs.setValue(config.epochs)
        self._batch.setValue(config.batch_size)
        self._rate.setText(f"{config.learning_rate:g}")
        self._dropout.setValue(config.model.dropout)
        self._seed.setValue(config.seed)
        self._threads.setValue(config.threads)
        self._device.setCurrentIndex(max(self._device.findData(config.device), 0))

    def mark_rate(self, wrong: bool) -> None:
        """Show by its edge whether the learning rate can be used."""
        self._rate.setProperty("invalid", wrong)
        self._rate.style().unpolish(self._rate)
        self._rate.style().polish(self._rate)

    def focus_problem(self) -> None:
        """Put the cursor into the learning rate: all else can hold what can be used only."""
        self._rate.setFocus()

    def _learning_rate(self) -> float:
        text = self._rate.text().strip().replace(",", ".")
        try:
            return float(text)
        except ValueError:
            msg = f"The learning rate must be a number such as 0.001, not {text!r}."
            raise ConfigError(msg) from None
