"""How a page is divided: what is set at the left, what comes of it at the right."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QVBoxLayout, QWidget

from charcopy_gui.appearance.text_size import scaled


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
    splitter.addWidget(_Column(left))
    splitter.addWidget(right)
    splitter.setStretchFactor(1, 1)
    wide = scaled(width, page.font())
    splitter.setSizes([wide, 1336 - wide])
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(splitter)


class Squeezed(QWidget):
    """What stands in a column, and is scrolled only where it cannot be made low enough for it."""

    def heightForWidth(self, width: int) -> int:
        """The least that will do; a column would ask for what is wished for."""
        layout = self.layout()
        return -1 if layout is None else layout.totalMinimumHeightForWidth(width)


class _Column(QScrollArea):
    """The column, whole where there is room for it, never narrower than what it holds."""

    def __init__(self, column: QWidget) -> None:
        super().__init__()
        self._column = column
        self.setWidget(column)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def minimumSizeHint(self) -> QSize:
        """As wide as the column has to be, with the scroll bar."""
        bar = self.verticalScrollBar().sizeHint().width()
        column = self._column.minimumSizeHint().width()
        return QSize(column + bar, super().minimumSizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What the column holds may need more room than before, or less."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
