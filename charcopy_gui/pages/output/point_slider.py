"""A slider that goes where one points: no page steps, and the handle follows from there."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSlider, QStyle, QWidget

_HANDLE = 14
"""Its width in pixels, as the style sheet has it."""


class PointSlider(QSlider):
    """Comes to the pointer when pressed, and is released where that leaves it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._grip = 0
        """How far from the handle's middle it is held."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Come to the pointer; the handle itself is taken where it is."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        room = max(self.width() - _HANDLE, 1)
        middle = _HANDLE // 2 + QStyle.sliderPositionFromValue(
            self.minimum(), self.maximum(), self.sliderPosition(), room
        )
        away = round(event.position().x()) - middle
        self._grip = away if abs(away) <= _HANDLE // 2 else 0
        self.setSliderDown(True)
        self._follow(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        if self.isSliderDown():
            self._follow(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Stay there."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def _follow(self, event: QMouseEvent) -> None:
        at = round(event.position().x()) - self._grip - _HANDLE // 2
        room = max(self.width() - _HANDLE, 1)
        self.setSliderPosition(
            QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), at, room)
        )
