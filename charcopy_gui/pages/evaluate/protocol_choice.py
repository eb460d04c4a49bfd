"""How texts are treated before they are scored."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from charcopy_gui.pages.parts.captions import fit_column, remark
from core.metrics.task import Protocol

_CHOICES = {
    Protocol.FULL: ("Full text", "Texts are scored as they are, in full."),
    Protocol.PAPER: (
        "The paper's",
        "As in the paper, to compare with its figures: £ becomes L, é becomes e, and a file"
        " without a header loses its first row.",
    ),
}


class ProtocolChoice(QWidget):
    """Two protocols, and what the chosen one means."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._which = QComboBox()
        self._meaning = remark("What the protocol means")
        for protocol, (words, _) in _CHOICES.items():
            self._which.addItem(words, protocol)
        self._which.setAccessibleName("Protocol")
        self._which.setToolTip("How texts are treated before they are scored")
        fit_column(self._which)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._which)
        layout.addWidget(self._meaning)
        self._which.currentIndexChanged.connect(self._show)
        self._show()

    def protocol(self) -> Protocol:
        """The chosen one."""
        return self._which.currentData()

    def choose(self, name: str) -> None:
        """Show the protocol of this name; the full one where there is none."""
        values = [protocol.value for protocol in _CHOICES]
        self._which.setCurrentIndex(values.index(name) if name in values else 0)

    @Slot()
    def _show(self) -> None:
        self._meaning.setText(_CHOICES[self.protocol()][1])
