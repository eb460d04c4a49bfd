"""The canvas under the trace's plots: the pointer and the wheel."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from charcopy_gui.plots.columns import Columns

NOTCH = 120
"""What one notch of a mouse wheel reports."""

COLUMNS_PER_NOTCH = 6


class Canvas(pg.GraphicsLayoutWidget):
    """Turns pointer and wheel into columns: wheel or drag scrolls, with Ctrl the wheel zooms."""

    pointed = Signal(int)
    """The column under the pointer, -1 for none."""
    clicked = Signal(int)
    tip_wanted = Signal(QPoint, int)
    """Where on the screen, and for which column."""
    moved = Signal()
    """Someone scrolled or zoomed."""

    def __init__(self, columns: Columns) -> None:
        super().__init__()
        self.gutter = 0
        """Pixels left of the first column."""
        self._columns = columns
        self._pointed = -1
        self._pressed: tuple[float, int] | None = None
        self._dragging = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click or a drag began."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = (event.position().x(), self._columns.first)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say which column is under the pointer, or drag the columns along."""
        if self._pressed is None:
            self._point(self._column(event.position().x()))
            return
        x, first = self._pressed
        moved = event.position().x() - x
        self._dragging |= abs(moved) >= QApplication.startDragDistance()
        if self._dragging:
            self._columns.scroll(first - round(moved / self._columns.cell))
            self.moved.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A press that was no drag is a click."""
        column = self._column(event.position().x())
        if self._pressed is not None and not self._dragging and column >= 0:
            self.clicked.emit(column)
        self._pressed = None
        self._dragging = False

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Show the whole text again."""
        self._columns.fit()
        self.moved.emit()

    def leaveEvent(self, event: QEvent) -> None:
        """No column is under the pointer any more."""
        self._point(-1)
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, or zoom with Ctrl; what has no effect here is left to the page."""
        delta = event.angleDelta().y() or event.angleDelta().x()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._columns.zoom(1.25 ** (delta / NOTCH), event.position().x() - self.gutter)
        elif self._columns.last_first > 0:
            self._columns.scroll(self._columns.first - round(COLUMNS_PER_NOTCH * delta / NOTCH))
        else:
            event.ignore()
            return
        event.accept()
        self.moved.emit()

    def viewportEvent(self, event: QEvent) -> bool:
        """Ask for a tooltip that fits the column."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self.tip_wanted.emit(event.globalPos(), self._column(event.pos().x()))
            return True
        return super().viewportEvent(event)

    def _column(self, x: float) -> int:
        return self._columns.at(x - self.gutter)

    def _point(self, column: int) -> None:
        if column != self._pointed:
            self._pointed = column
            self.pointed.emit(column)
