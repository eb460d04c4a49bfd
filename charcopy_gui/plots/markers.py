"""Marks over the trace's plots: on the chosen step's column, and on a source character's row."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from charcopy_gui.appearance.theme import Theme


class Marker(pg.GraphicsObject):
    """The frame around the chosen step's column, from the top plot to the bottom one."""

    wash = 0.06
    """How strongly what is marked is darkened, or on dark ground lightened."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rect = QRectF()
        self.setZValue(10)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def place(self, rect: QRectF) -> None:
        """Mark these pixels; none for an empty rectangle."""
        if rect != self._rect:
            self.prepareGeometryChange()
            self._rect = rect
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def boundingRect(self) -> QRectF:
        """What is marked, and the lines around it."""
        return self._rect.adjusted(-2, -2, 2, 2)

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw a wash, and lines outside of its pixels."""
        if self._rect.isEmpty():
            return
        wash = QColor(self._theme.text)
        wash.setAlphaF(self.wash)
        painter.fillRect(self._rect, wash)
        for line in self._lines():
            painter.fillRect(line, self._theme.muted)

    def _lines(self) -> tuple[QRectF, ...]:
        """At the left and at the right."""
        rect = self._rect
        left = QRectF(rect.left() - 1, rect.top(), 1, rect.height())
        return left, left.translated(rect.width() + 1, 0)


class RowMarker(Marker):
    """A band through the alignment and its axis, in the row of a source character."""

    wash = 0.14

    def _lines(self) -> tuple[QRectF, ...]:
        return ()
