"""Where the weights start: from scratch, or from a checkpoint that is fine-tuned."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.parts.fields import ElidedBox
from charcopy_gui.pages.parts.file_dialog import FileDialog
from core import model_card
from core.model_card import ModelCard, ModelCardError

SCRATCH = "From scratch"
_TIP = "From scratch, or fine-tune a model that was trained before"


class StartChoice(QWidget):
    """A list of checkpoints, and what the chosen one is."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._which = ElidedBox()
        self._browse = QToolButton()
        self._about = remark("About the checkpoint")
        self._card: ModelCard | None = None
        self._lay_out()
        self._which.currentIndexChanged.connect(self._choose_entry)
        self._browse.clicked.connect(self._open_dialog)

    def _lay_out(self) -> None:
        self._which.addItem(SCRATCH, "")
        self._which.setAccessibleName("Start from")
        self._which.setToolTip(_TIP)
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
        """List the models there are; the chosen one stays it, listed or not, while it is there."""
        with QSignalBlocker(self._which):
            self._which.clear()
            self._which.addItem(SCRATCH, "")
            for name, path in models:
                self._add(name, str(path))
        self.choose("" if self._card is None else str(self._card.path))

    @Slot(str)
    def choose(self, path: str) -> None:
        """Choose a checkpoint, adding it to the list; an empty path is from scratch.

        One that cannot be read is said, and the choice stays; if it was the choice, it is from
        scratch then.
        """
        try:
            self._become(model_card.read(Path(path)) if path else None)
        except ModelCardError as error:
            gone = self._card is not None and str(self._card.path) == path
            self._become(None if gone else self._card)
            self._say(str(error))

    @Slot(object, object)
    def follow(self, was: Path, now: Path) -> None:
        """What is started from may lie elsewhere now."""
        if self._card is not None and self._card.path.is_relative_to(was):
            self.choose(str(now / self._card.path.relative_to(was)))

    def choose_shipped(self) -> None:
        """Choose the model that came with the program, or the first one there is."""
        listed = [self._which.itemData(place) for place in range(1, self._which.count())]
        with contextlib.suppress(ModelCardError):
            listed.insert(0, str(model_card.find(model_card.TRANSFER_BASE)))
        if listed:
            self.choose(listed[0])

    @Slot()
    def _choose_entry(self) -> None:
        self.choose(self._which.currentData())

    def _become(self, card: ModelCard | None) -> None:
        """Make this the choice: in the list, in words, and for whoever asks."""
        with QSignalBlocker(self._which):
            path = "" if card is None else str(card.path)
            if card is not None and self._which.findData(path) < 0:
                self._add(card.name, path)
            self._which.setCurrentIndex(self._which.findData(path))
        self._which.setToolTip(_TIP if card is None else plain(self._which.currentText()))
        self._say("" if card is None else _in_words(card))
        before, self._card = self._card, card
        if card != before:
            self.changed.emit()

    def _add(self, name: str, path: str) -> None:
        words = f"Fine-tune {name}"
        self._which.addItem(words, path)
        self._which.setItemData(self._which.count() - 1, plain(words), Qt.ItemDataRole.ToolTipRole)

    def _say(self, words: str) -> None:
        self._about.setText(words)
        self._about.setVisible(bool(words))

    @Slot()
    def _open_dialog(self) -> None:
        dialog = FileDialog(self, "Checkpoint to fine-tune")
        dialog.setNameFilter(f"Models (*{model_card.SUFFIX})")
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
