"""What a picture of a trace shows: what was read, and which model read it."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QPainter, QTextLayout, QTextOption

from charcopy_gui.appearance.theme import Theme
from core.records import GenerationStarted

_ABOVE = 8
"""Pixels between the trace and its caption."""


class Caption:
    """The source, wrapped, and under it the model's name."""

    def __init__(self, started: GenerationStarted, theme: Theme, width: int) -> None:
        """Lay it out in so many pixels."""
        self._theme = theme
        self._font = QGuiApplication.font()
        self._metrics = QFontMetricsF(self._font)
        self._lines = self._wrapped(_printable(started.source.characters[1:-1]), width)
        self._model = f"Model: {started.model}" if started.model else ""

    @property
    def height(self) -> int:
        """With the room above it."""
        return round((len(self._lines) + bool(self._model)) * self._metrics.height()) + _ABOVE

    def paint(self, painter: QPainter) -> None:
        """Draw it below the left top."""
        painter.save()
        painter.setFont(self._font)
        painter.setPen(self._theme.text)
        baseline = _ABOVE + self._metrics.ascent()
        for line in self._lines:
            painter.drawText(QPointF(0, baseline), line)
            baseline += self._metrics.height()
        painter.setPen(self._theme.muted)
        painter.drawText(QPointF(0, baseline), self._model)
        painter.restore()

    def _wrapped(self, text: str, width: int) -> list[str]:
        layout, lines = QTextLayout(text, self._font), []
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            units = text.encode("utf-16-le")[2 * line.textStart() :][: 2 * line.textLength()]
            lines.append(units.decode("utf-16-le").strip())
        layout.endLayout()
        return lines


def _printable(characters: tuple[str, ...]) -> str:
    """What can stand in a line, of one character each."""
    return "".join(c if c.isprintable() else "\ufffd" for c in characters)
