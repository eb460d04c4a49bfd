"""The pages, and above them at the first start the offer to be shown around."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.frame.memory import Memory
from charcopy_gui.pages.parts.offer_bar import OfferBar
from charcopy_gui.window.tour.tours import Tours

_WORDS = "New here? A tour of five steps shows what there is to see. It is under Help, too."


class TourOffer(QWidget):
    """Made once in a lifetime; whoever has other things to do does them."""

    def __init__(self, pages: QWidget, tours: Tours, memory: Memory) -> None:
        super().__init__()
        self._bar = OfferBar("Guided tour")
        self._edge = QWidget()
        margins = QVBoxLayout(self._edge)
        margins.setContentsMargins(16, 12, 16, 0)
        margins.addWidget(self._bar)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._edge)
        layout.addWidget(pages, 1)
        self._bar.accepted.connect(tours.begin_tour)
        self._bar.declined.connect(self._edge.hide)
        tours.begun.connect(self._edge.hide)
        self._edge.setVisible(memory.first_start)
        if memory.first_start:
            self._bar.offer(_WORDS, "Show me around", "Begin the guided tour", "Leave it for now")
