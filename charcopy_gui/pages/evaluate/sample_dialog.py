"""Asks how large a sample of texts is to be, and which one."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QVBoxLayout, QWidget

from charcopy_gui.pages.parts.captions import labelled, remark, spin_box
from charcopy_gui.pages.parts.fields import LARGEST_SEED

_USUAL = 100
_ABOUT = (
    "A spreadsheet with texts chosen at random, each with its table, three references and the"
    " slots found, and empty columns for your own marks. The same seed gives the same sample."
)


class SampleDialog(QDialog):
    """Two numbers."""

    sample_chosen = Signal(int, int)
    """How many texts, and the seed."""

    def __init__(self, texts: int, parent: QWidget | None = None) -> None:
        """A sample of at most so many texts."""
        super().__init__(parent)
        self.setWindowTitle("A sample to find errors in by hand")
        self._count = spin_box(1, max(texts, 1))
        self._seed = spin_box(0, LARGEST_SEED)
        self._count.setValue(min(_USUAL, texts))
        self._seed.setValue(1)
        for box, name, tip in (
            (self._count, "Texts in the sample", f"Of {texts:,}"),
            (self._seed, "Seed of the sample", "The same seed gives the same sample"),
        ):
            box.setAccessibleName(name)
            box.setToolTip(tip)
        about = remark("What the sample is for")
        about.setText(_ABOUT)
        about.setMinimumWidth(400)
        grid = QGridLayout()
        grid.setSpacing(8)
        grid.addLayout(labelled("Texts", self._count), 0, 0)
        grid.addLayout(labelled("Seed", self._seed), 0, 1)
        kind = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kind.Save | kind.Cancel)
        buttons.accepted.connect(self._choose)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(16)
        layout.addWidget(about)
        layout.addLayout(grid)
        layout.addWidget(buttons)

    @Slot()
    def _choose(self) -> None:
        self.sample_chosen.emit(self._count.value(), self._seed.value())
        self.accept()
