"""The quiet words beside a row of the trace's canvas that say what is drawn in it."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from charcopy_gui.appearance.theme import Theme

DISTANCE = 8
"""Pixels between the words and what they are about."""


class AxisTitle(pg.GraphicsWidget):
    """Words in the gutter, at the height of the row's middle."""

    def __init__(self, words: str, theme: Theme) -> None:
        super().__init__()
        self._words = words
        self._theme = theme

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw them at the right."""
        room = QRectF(0, 0, self.size().width() - DISTANCE, self.size().height())
        painter.setPen(self._theme.muted)
        painter.drawText(
            room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._words
        )
