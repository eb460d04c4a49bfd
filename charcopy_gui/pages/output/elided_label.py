"""Plain text that is cut with dots where there is too little room; its tooltip has it whole."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from charcopy_gui.appearance.tooltips import plain


class ElidedLabel(QLabel):
    """Takes what room there is, and needs none; has as many lines as its height has."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        """Show another text."""
        super().setText(text)
        self.setToolTip(plain(text))

    def minimumSizeHint(self) -> QSize:
        """No width at all: the rest is cut off."""
        return QSize(0, super().minimumSizeHint().height())

    def lines(self) -> list[str]:
        """What is seen of the text, broken between words; the last line may be cut."""
        metrics, room = self.fontMetrics(), self.width()
        lines, rest = [], self.text()
        for _ in range(self.height() // metrics.lineSpacing() - 1):
            words = rest.split(" ")
            fitting = next(
                (n for n in range(len(words), 0, -1) if _width(metrics, words[:n]) <= room), 0
            )
            if fitting in (0, len(words)):
                break
            lines.append(" ".join(words[:fitting]))
            rest = " ".join(words[fitting:])
        return [*lines, metrics.elidedText(rest, Qt.TextElideMode.ElideRight, room)]

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw as much of the text as there is room for."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), self.alignment(), "\n".join(self.lines()))


def _width(metrics: QFontMetrics, words: list[str]) -> int:
    return metrics.horizontalAdvance(" ".join(words))
