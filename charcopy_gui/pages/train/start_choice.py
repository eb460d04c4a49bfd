"""Where the weights start: from scratch, or from a checkpoint that is fine-tuned."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.pages.train.captions import remark
from core import model_card
from core.model_card import ModelCard, ModelCardError

SCRATCH = "From scratch"


class StartChoice(QWidget):
    """A list of checkpoints, and what the chosen one is."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._which = QComboBox()
        self._browse = QToolButton()
        self._about = remark("About the checkpoint")
        self._card: ModelCard | None = None
        self._lay_out()
        self._which.currentIndexChanged.connect(self._read_card)
        self._browse.clicked.connect(self._open_dialog)

    def _lay_out(self) -> None:
        self._which.addItem(SCRATCH, None)
        self._which.setAccessibleName("Start from")
        self._which.setToolTip("From scratch, or fine-tune a model that was trained before")
        self._which.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._browse.setText("Browse…")
        self._browse.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._browse.setAccessibleName("Browse for a checkpoint")
        self._browse.setToolTip("Fine-tune a checkpoint that is not in the list")
        self._about.hide()
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._which, 1)
        line.addWidget(self._browse)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(line)
        layout.addWidget(self._about)

    @property
    def card(self) -> ModelCard | None:
        """The checkpoint that is fine-tuned; None from scratch."""
        return self._card

    def set_models(self, models: Sequence[tuple[str, Path]]) -> None:
        """List the models there are; the chosen one stays chosen, listed or not."""
        chosen = self._card
        self._which.blockSignals(True)
        self._which.clear()
        self._which.addItem(SCRATCH, None)
        for name, path in models:
            self._which.addItem(f"Fine-tune {name}", str(path))
        if chosen is not None:
            self.choose(str(chosen.path))
        self._which.blockSignals(False)

    @Slot(str)
    def choose(self, path: str) -> None:
        """Choose a checkpoint, adding it to the list; an empty path is from scratch."""
        if path and self._which.findData(path) < 0:
            try:
                name = model_card.read(Path(path)).name
            except ModelCardError as error:
                self._say(str(error))
                return
            self._which.addItem(f"Fine-tune {name}", path)
        self._which.setCurrentIndex(self._which.findData(path) if path else 0)

    @Slot()
    def _read_card(self) -> None:
        path = self._which.currentData()
        try:
            self._card = None if path is None else model_card.read(Path(path))
        except ModelCardError as error:
            self._which.setCurrentIndex(0)
            self._say(str(error))
            return
        self._say("" if self._card is None else _in_words(self._card))
        self.changed.emit()

    def _say(self, words: str) -> None:
        self._about.setText(words)
        self._about.setVisible(bool(words))

    @Slot()
    def _open_dialog(self) -> None:
        dialog = QFileDialog(self, "Checkpoint to fine-tune")
        dialog.setNameFilter(f"Models (*{model_card.SUFFIX})")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.choose)
        dialog.open()


def _in_words(card: ModelCard) -> str:
    origin = card.provenance
    trained = f" on {origin.corpus}" if origin.corpus else ""
    score = "" if origin.dev_bleu is None else f", dev BLEU {origin.dev_bleu:.3f}"
    characters = len(card.alphabet.characters)
    return (
        f"{card.config.variant}{trained}{score}. Its sizes and its alphabet of {characters}"
        " characters are kept; others can only be copied."
    )
