"""What the colours of a trace mean, drawn over a picture that stands without the window."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QGuiApplication, QLinearGradient, QPainter

from charcopy_gui.appearance.theme import Theme

_BOX, _GAP = 10, 6
_RAMP = 48
"""Pixels of the colours from no attention to all of it."""
_BELOW = 8
"""Pixels between the key and the trace."""


class ColourKey:
    """One line: generated, copied, and from no attention to all of it."""

    def __init__(self, theme: Theme, *, switch: bool) -> None:
        """`switch` is whether the model has a copy switch."""
        self._theme = theme
        self._font = QGuiApplication.font()
        self._metrics = QFontMetricsF(self._font)
        self._boxes: list[tuple[str, QColor]] = []
        if switch:
            self._boxes = [("generated", theme.generated), ("copied", theme.copied)]

    @property
    def height(self) -> int:
        """With the room below it."""
        return round(self._metrics.height()) + _BELOW

    @property
    def width(self) -> int:
        """Pixels that it needs."""
        words = [words for words, _ in self._boxes] + ["attention 0", "1"]
        taken = sum(self._metrics.horizontalAdvance(each) for each in words)
        return round(taken + len(self._boxes) * (_BOX + 4 * _GAP) + _RAMP + 2 * _GAP) + 1

    def paint(self, painter: QPainter) -> None:
        """Draw it at the left top."""
        painter.save()
        painter.setFont(self._font)
        x, middle = 0.0, self._metrics.height() / 2
        for words, colour in self._boxes:
            painter.fillRect(QRectF(x, middle - _BOX / 2, _BOX, _BOX), colour)
            x = self._write(painter, words, x + _BOX + _GAP) + 3 * _GAP
        x = self._write(painter, "attention 0", x) + _GAP
        ramp = QLinearGradient(QPointF(x, 0), QPointF(x + _RAMP, 0))
        ramp.setColorAt(0, self._theme.background)
        ramp.setColorAt(1, self._theme.heat)
        box = QRectF(x, middle - _BOX / 2, _RAMP, _BOX)
        painter.fillRect(box, ramp)
        painter.setPen(self._theme.outline)
        painter.drawRect(box)
        self._write(painter, "1", x + _RAMP + _GAP)
        painter.restore()

    def _write(self, painter: QPainter, words: str, x: float) -> float:
        """Write words at a place; gives where they end."""
        painter.setPen(self._theme.text)
        painter.drawText(QPointF(x, self._metrics.ascent()), words)
        return x + self._metrics.horizontalAdvance(words)
