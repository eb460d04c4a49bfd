"""How a page is divided: what is set at the left, what comes of it at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QVBoxLayout, QWidget


def lay_side_by_side(
    page: QWidget, name: str, left: QWidget, right: QWidget, width: int = 376
) -> None:
    """Fill a page with a column that scrolls where need be, and the rest.

    The splitter between them bears the name, by which its position is remembered; until it is
    moved, the column has this width.
    """
    splitter = QSplitter(Qt.Orientation.Horizontal)
    splitter.setObjectName(name)
    splitter.setChildrenCollapsible(False)
    splitter.addWidget(_scrolling(left))
    splitter.addWidget(right)
    splitter.setStretchFactor(1, 1)
    splitter.setSizes([width, 1336 - width])
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(splitter)


def _scrolling(column: QWidget) -> QScrollArea:
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
