"""The scroll bar under the plots that share their columns."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollBar

from charcopy_gui.plots.columns import Columns

BAR_HEIGHT = 10
"""Pixels."""


class ColumnsBar(QScrollBar):
    """There while not all columns fit; its room is there always.

    It comes and goes while the plots are being laid out, and must not move them then.
    """

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setFixedHeight(BAR_HEIGHT)
        self.setAccessibleName("Scroll through the written characters")
        room = self.sizePolicy()
        room.setRetainSizeWhenHidden(True)
        self.setSizePolicy(room)

    def show_columns(self, columns: Columns) -> None:
        """Stand where the view is now; this tells nobody."""
        self.blockSignals(True)
        self.setRange(0, columns.last_first)
        self.setPageStep(columns.visible)
        self.setValue(columns.first)
        self.blockSignals(False)
        self.setVisible(columns.last_first > 0)
