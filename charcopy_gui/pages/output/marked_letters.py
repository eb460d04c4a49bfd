"""A sample of the marks on a text that is compared with another."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPixmap

from charcopy_gui.appearance.theme import Theme

_SHARPNESS = 2


def marked_letters(theme: Theme, font: QFont) -> QPixmap:
    """Letters with the line above them that marks what another text does not have."""
    metrics = QFontMetrics(font)
    size = QSize(metrics.horizontalAdvance("ab") + 2, metrics.height() + 3)
    pixmap = QPixmap(size * _SHARPNESS)
    pixmap.setDevicePixelRatio(_SHARPNESS)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setFont(font)
    painter.setPen(theme.text)
    painter.drawText(QPointF(1, 3 + metrics.ascent()), "ab")
    painter.fillRect(0, 0, size.width(), 2, theme.accent)
    painter.end()
    return pixmap
