"""How a model writes the texts that are scored: greedily, by beam search, or reranked."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QGridLayout, QVBoxLayout, QWidget

from charcopy_gui.pages.parts.captions import fit_column, labelled, remark, spin_box
from charcopy_gui.pages.parts.fields import device_box
from core.config import DecodingConfig, Strategy


class _Way(NamedTuple):
    """An entry of the list."""

    title: str
    meaning: str
    strategy: Strategy
    rerank: bool = False


_WAYS = (
    _Way(
        "Greedy",
        "Always the likeliest character; the fastest, as in the paper.",
        Strategy.GREEDY,
    ),
    _Way(
        "Beam search",
        "Several texts side by side, the likeliest of them is kept; proportionally slower.",
        Strategy.BEAM,
    ),
    _Way(
        "Beam search, reranked",
        "Of several texts, the one from which its table is read back best, with the fewest slot"
        " errors, is kept: for models trained with exchange.",
        Strategy.BEAM,
        rerank=True,
    ),
)


class DecodingChoice(QWidget):
    """A strategy in a sentence, the numbers of beam search, and the device."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._strategy = QComboBox()
        self._meaning = remark("What the strategy means")
        self._beam = QWidget()
        self._width = spin_box(2, 64)
        self._penalty = QDoubleSpinBox()
        self._device = device_box()
        self._fill()
        self._lay_out()
        self._strategy.currentIndexChanged.connect(self._show)
        self.set_decoding(DecodingConfig(), "auto")

    def _fill(self) -> None:
        for way in _WAYS:
            self._strategy.addItem(way.title)
        self._penalty.setRange(0, 10)
        self._penalty.setSingleStep(0.1)
        for column in (self._strategy, self._penalty, self._device):
            fit_column(column)
        for field, name, tip in (
            (self._strategy, "How texts are written", "Greedy, by beam search, or reranked"),
            (self._width, "Beam width", "Texts that are written side by side"),
            (self._penalty, "Length penalty", "0 favours short texts; 1 compares per character"),
            (self._device, "Device to evaluate on", "Where the network runs"),
        ):
            field.setAccessibleName(name)
            field.setToolTip(tip)

    def _lay_out(self) -> None:
        beam = QGridLayout(self._beam)
        beam.setContentsMargins(0, 0, 0, 0)
        beam.setSpacing(8)
        beam.addLayout(labelled("Width", self._width), 0, 0)
        beam.addLayout(labelled("Length penalty", self._penalty), 0, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for part in (self._strategy, self._meaning, self._beam):
            layout.addWidget(part)
        layout.addLayout(labelled("Device", self._device))

    def config(self) -> DecodingConfig:
        """The strategy and its numbers."""
        return DecodingConfig(
            strategy=self._way.strategy,
            rerank=self._way.rerank,
            beam_width=self._width.value(),
            length_penalty=round(self._penalty.value(), 2),
        )

    @property
    def _way(self) -> _Way:
        return _WAYS[self._strategy.currentIndex()]

    @property
    def device(self) -> str:
        """The device that is asked for."""
        return self._device.currentData()

    def set_decoding(self, config: DecodingConfig, device: str) -> None:
        """Show a configuration and a device."""
        asked = config.strategy, config.rerank
        found = (n for n, way in enumerate(_WAYS) if (way.strategy, way.rerank) == asked)
        self._strategy.setCurrentIndex(next(found, 0))
        self._width.setValue(config.beam_width)
        self._penalty.setValue(config.length_penalty)
        self._device.setCurrentIndex(max(self._device.findData(device), 0))
        self._show()

    @Slot()
    def _show(self) -> None:
        self._meaning.setText(self._way.meaning)
        self._beam.setVisible(self._way.strategy is Strategy.BEAM)
        self.changed.emit()
