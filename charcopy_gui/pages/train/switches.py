"""The network's switches, one by one, and the paper's name for them together."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QVBoxLayout, QWidget

from charcopy_gui.pages.parts.fields import ElidedBox
from core.config import VARIANTS, ModelConfig

_VARIANTS = {
    "EDA": "EDA: neither copies nor exchanges",
    "EDA_C": "EDA_C: copies",
    "EDA_S": "EDA_S: exchanges",
    "EDA_CS": "EDA_CS: copies and exchanges",
}
_SWITCHES = (
    ("copy", "Copy", "Characters of the table can be copied into the text"),
    ("exchange", "Exchange", "A second phase reads the text back with exchanged GRUs"),
    ("shift", "Shift", "Looking at a character copies the one after it"),
    ("coverage", "Coverage", "Attention knows what it has read already"),
)


class Switches(QWidget):
    """A variant sets its switches, and switches find their variant."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._variant = ElidedBox()
        self._boxes: dict[str, QCheckBox] = {}
        self._fill()
        self._variant.activated.connect(self._set_variant)
        self.set_switches(ModelConfig())

    def _fill(self) -> None:
        for name, words in _VARIANTS.items():
            self._variant.addItem(words, name)
        self._variant.setSizeAdjustPolicy(
            ElidedBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._variant.setAccessibleName("Variant")
        self._variant.setToolTip("The paper's variants: each sets copy and exchange")
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        for number, (name, title, tip) in enumerate(_SWITCHES):
            box = QCheckBox(title)
            box.setAccessibleName(title)
            box.setToolTip(tip)
            box.toggled.connect(self._follow)
            self._boxes[name] = box
            grid.addWidget(box, number // 2, number % 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._variant)
        layout.addLayout(grid)

    def applied_to(self, config: ModelConfig) -> ModelConfig:
        """The configuration with these switches."""
        switches = {name: box.isChecked() for name, box in self._boxes.items()}
        return dataclasses.replace(config, **switches)

    @property
    def coverage(self) -> bool:
        """Whether attention knows what it has read already."""
        return self._boxes["coverage"].isChecked()

    def set_switches(self, config: ModelConfig) -> None:
        """Show a configuration's switches."""
        for name, box in self._boxes.items():
            box.setChecked(getattr(config, name))
        self._follow()

    @Slot()
    def _set_variant(self) -> None:
        for name, on in VARIANTS[self._variant.currentData()].items():
            self._boxes[name].setChecked(on)

    @Slot()
    def _follow(self) -> None:
        variant = self.applied_to(ModelConfig()).variant
        self._variant.setCurrentIndex(self._variant.findData(variant))
        self._boxes["shift"].setEnabled(self._boxes["copy"].isChecked())
        self.changed.emit()
