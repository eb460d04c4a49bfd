"""The network's sizes; a checkpoint that is fine-tuned brings its own."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSpinBox, QWidget

from charcopy_gui.pages.parts.captions import labelled, spin_box
from charcopy_gui.pages.parts.even_layout import EvenLayout
from core.config import ModelConfig

_SIZES = (
    ("layers", "Layers", "L, layers of each GRU", 8),
    ("hidden_size", "Hidden", "H, numbers in a GRU's state", 4096),
    ("attention_size", "Attention", "A, numbers that the attention compares", 4096),
    ("embedding_size", "Embedding", "E, numbers that stand for a character", 4096),
)
_FIXED = "the checkpoint that is fine-tuned decides it"


class Sizes(QWidget):
    """Four numbers in a row, or in two."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._boxes: dict[str, QSpinBox] = {}
        self._own = ModelConfig()
        self._fixed = False
        layout = EvenLayout(4, self)
        for name, title, _, largest in _SIZES:
            box = spin_box(1, largest)
            box.setAccessibleName(title)
            box.valueChanged.connect(self.changed)
            self._boxes[name] = box
            field, column = QWidget(), labelled(title, box)
            column.setContentsMargins(0, 0, 0, 0)
            field.setLayout(column)
            layout.addWidget(field)
        self.set_sizes(self._own)
        self.fix(None)

    def applied_to(self, config: ModelConfig) -> ModelConfig:
        """The configuration with these sizes."""
        return dataclasses.replace(
            config,
            layers=self._boxes["layers"].value(),
            hidden_size=self._boxes["hidden_size"].value(),
            attention_size=self._boxes["attention_size"].value(),
            embedding_size=self._boxes["embedding_size"].value(),
        )

    def set_sizes(self, config: ModelConfig) -> None:
        """Show a configuration's sizes, be they larger than what can be asked for here."""
        for name, _, _, largest in _SIZES:
            size = getattr(config, name)
            self._boxes[name].setMaximum(max(largest, size))
            self._boxes[name].setValue(size)

    def set_own(self, config: ModelConfig) -> None:
        """Show a configuration's sizes, or keep them for when no checkpoint decides them."""
        self._own = config
        if not self._fixed:
            self.set_sizes(config)

    def of(self, config: ModelConfig) -> tuple[int, ...]:
        """The sizes of a configuration."""
        return tuple(getattr(config, name) for name, _, _, _ in _SIZES)

    def fix(self, config: ModelConfig | None) -> None:
        """Show a checkpoint's sizes, unchangeable; with None the user's own again."""
        if not self._fixed:
            self._own = self.applied_to(self._own)
        self._fixed = config is not None
        self.set_sizes(config or self._own)
        for name, _, tip, _ in _SIZES:
            self._boxes[name].setEnabled(not self._fixed)
            self._boxes[name].setToolTip(f"{tip}; {_FIXED}" if self._fixed else tip)
