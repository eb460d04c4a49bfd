"""A widget around which a ring is drawn for who came to it by the keyboard."""

from __future__ import annotations

from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from charcopy_gui.appearance.keyboard import KEYBOARD

RING = 2
"""Pixels around everything for the ring; what the widget holds leaves them free."""


class Ringed(QWidget):
    """Takes the focus, and shows it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ringed = False
        self._colour = QColor()

    def set_ring(self, colour: QColor) -> None:
        """Draw the ring in another colour."""
        self._colour = colour
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show a ring to who came by the keyboard."""
        self._ringed = event.reason() in KEYBOARD
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """No ring any more."""
        self._ringed = False
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ring around what the widget's content leaves free."""
        if self._ringed:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._colour, RING))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 4, 4)
