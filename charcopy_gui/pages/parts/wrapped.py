"""A part of a page whose text wraps, and that asks for the height which this takes."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget


class Wrapped(QWidget):
    """Never lower than its text at this width; splitters and stacks would not ask for that."""

    def minimumSizeHint(self) -> QSize:
        """As high as it has to be at the width that it has."""
        least, layout = super().minimumSizeHint(), self.layout()
        width = max(self.width(), least.width())
        height = 0 if layout is None else layout.totalMinimumHeightForWidth(width)
        return least.expandedTo(QSize(0, height))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, another height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
