"""The numbers of each way to write: those of the chosen one are seen."""

from __future__ import annotations

import secrets

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QGridLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.pages.parts.captions import fit_column, labelled, remark, spin_box
from charcopy_gui.pages.parts.fields import LARGEST_SEED
from core.config import DecodingConfig, Strategy

LONGEST = 5000
"""Characters that a text may be let grow to."""
_LAMBDA = (
    "The best text has the highest log P(text | MR) + λ log P(MR | text), each normalised by length"
)
_PER_SLOT = "Nats that a text loses for each slot missing, wrong, repeated or invented"
_TEMPERATURE = (
    "Higher takes more risks: near 0 it is almost always the likeliest character; at 1 each"
    " is drawn as often as the network expects it, and words begin to fall apart"
)
_NO_RERANK = "This model was trained without exchange: it cannot read its texts back."


class DecodingForm(QWidget):
    """Sampling's numbers, beam search's, reranking's, and the longest length."""

    changed = Signal()

    def __init__(self, device: QWidget, parent: QWidget | None = None) -> None:
        """`device` is the field for the device, whoever listens to it."""
        super().__init__(parent)
        self._strategy = Strategy.GREEDY
        self._config = DecodingConfig()
        self._temperature = _decimal(0.05, 5.0, 0.05)
        self._top_p = _decimal(0.05, 1.0, 0.05)
        self._seed = spin_box(0, LARGEST_SEED)
        self._width = spin_box(2, 64)
        self._penalty = _decimal(0, 10, 0.1)
        self._rerank = QCheckBox("Rerank by reading the texts back")
        self._no_rerank = remark("Why there is no reranking")
        self._weight = _decimal(0, 100, 0.1)
        self._slot_weight = _decimal(0, 1000, 0.5)
        self._samples = spin_box(0, 256)
        self._longest = spin_box(1, LONGEST)
        self._sampling = _row(
            ("Temperature", self._temperature), ("Top p", self._top_p), ("Seed", self._seed)
        )
        self._beam = _row(("Width", self._width), ("Length penalty", self._penalty))
        self._reranking = _row(
            ("λ, reading back", self._weight),
            ("Per slot error", self._slot_weight),
            ("Samples", self._samples),
        )
        self._name()
        self._always = _row(("Longest text", self._longest), ("Device", device))
        self._lay_out()
        self._rerank.toggled.connect(self._show)
        for box in self.findChildren(QSpinBox):
            box.valueChanged.connect(self._show)
        for decimal in self.findChildren(QDoubleSpinBox):
            decimal.valueChanged.connect(self._show)
        self.set_exchange(True)
        self.set_config(self._config)

    def _name(self) -> None:
        for widget, name, tip in (
            (self._temperature, "Temperature", _TEMPERATURE),
            (self._top_p, "Top p", "Draw among the likeliest that hold this much probability"),
            (self._seed, "Seed", "The same seed gives the same text"),
            (self._width, "Beam width", "Texts that are written side by side"),
            (self._penalty, "Length penalty", "0 favours short texts; 1 compares per character"),
            (self._rerank, "Rerank", "Prefer texts from which the source can be read back"),
            (self._weight, "λ, weight of reading back", _LAMBDA),
            (self._slot_weight, "Nats per slot error", _PER_SLOT),
            (self._samples, "Samples", "Sampled texts added to the beam's before reranking"),
            (self._longest, "Longest text", "Characters after which a text is cut off"),
        ):
            widget.setAccessibleName(name)
            widget.setToolTip(tip)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        beam = (self._beam, self._rerank, self._no_rerank, self._reranking)
        for part in (*beam, self._sampling, self._always):
            layout.addWidget(part)

    def config(self) -> DecodingConfig:
        """The strategy and the numbers as they stand."""
        beam = self._strategy is Strategy.BEAM
        return DecodingConfig(
            strategy=self._strategy,
            temperature=round(self._temperature.value(), 2),
            top_p=round(self._top_p.value(), 2),
            seed=self._seed.value(),
            max_length=self._longest.value(),
            beam_width=self._width.value(),
            length_penalty=round(self._penalty.value(), 2),
            rerank=beam and self._rerank.isEnabled() and self._rerank.isChecked(),
            reconstruction_weight=round(self._weight.value(), 2),
            slot_weight=round(self._slot_weight.value(), 2),
            samples=self._samples.value(),
        )

    def set_config(self, config: DecodingConfig) -> None:
        """Show a configuration's numbers."""
        self._temperature.setValue(config.temperature)
        self._top_p.setValue(config.top_p)
        self._seed.setValue(config.seed)
        self._longest.setValue(config.max_length)
        self._width.setValue(config.beam_width)
        self._penalty.setValue(config.length_penalty)
        self._rerank.setChecked(config.rerank)
        self._weight.setValue(config.reconstruction_weight)
        self._slot_weight.setValue(config.slot_weight)
        self._samples.setValue(config.samples)
        self.set_strategy(config.strategy)

    def set_strategy(self, strategy: Strategy) -> None:
        """Show the numbers of one way to write."""
        self._strategy = strategy
        self._show()

    def set_exchange(self, exchange: bool) -> None:
        """Whether the model can read its texts back."""
        self._rerank.setEnabled(exchange)
        self._no_rerank.setText("" if exchange else _NO_RERANK)
        self._show()

    def throw(self) -> None:
        """Another seed."""
        self._seed.setValue(secrets.randbelow(10_000))

    def summary(self) -> str:
        """The numbers in words; of the longest text only where it is another than at first."""
        most = self._longest.value()
        cut = [] if most == DecodingConfig().max_length else [f"at most {most:,} characters"]
        return ", ".join([*self._ways(), *cut])

    def _ways(self) -> list[str]:
        if self._strategy is Strategy.GREEDY:
            return []
        if self._strategy is Strategy.SAMPLED:
            return [
                f"temperature {self._temperature.value():g}",
                f"top p {self._top_p.value():g}",
                f"seed {self._seed.value()}",
            ]
        config = self.config()
        drawn = f" and {config.samples} sampled" if config.rerank and config.samples else ""
        read = ["reranked by reading back"] if config.rerank else []
        return [f"{config.beam_width} texts side by side{drawn}", *read]

    @Slot()
    def _show(self) -> None:
        beam = self._strategy is Strategy.BEAM
        reranked = beam and self._rerank.isEnabled() and self._rerank.isChecked()
        self._beam.setVisible(beam)
        self._rerank.setVisible(beam)
        self._no_rerank.setVisible(beam and not self._rerank.isEnabled())
        self._reranking.setVisible(reranked)
        drawn = reranked and self._samples.value() > 0
        self._sampling.setVisible(self._strategy is Strategy.SAMPLED or drawn)
        self.changed.emit()


def _decimal(low: float, high: float, step: float) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setRange(low, high)
    box.setSingleStep(step)
    fit_column(box)
    return box


def _row(*fields: tuple[str, QWidget]) -> QWidget:
    """Fields beside one another, each under its caption."""
    holder = QWidget()
    grid = QGridLayout(holder)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(8)
    for column, (words, field) in enumerate(fields):
        grid.addLayout(labelled(words, field), 0, column)
        grid.setColumnStretch(column, 1)
    return holder
