"""A column that scrolls where the window is too low for it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


def scrolling(column: QWidget) -> QScrollArea:
    """The column, whole where there is room for it, never narrower than what it holds."""
    area = QScrollArea()
    area.setWidget(column)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setMinimumWidth(
        column.minimumSizeHint().width() + area.verticalScrollBar().sizeHint().width()
    )
    return area
