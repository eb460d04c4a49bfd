"""The program's own line icons, drawn in any colour and sharp at any scale."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from charcopy_gui import paths

_STROKES = {
    "add": "M8 3v10M3 8h10",
    "remove": "M3 8h10",
    "up": "M8 13V3M4 7l4-4 4 4",
    "down": "M8 3v10M4 9l4 4 4-4",
    "run": "M5 3.2v9.6L12.8 8z",
    "stop": "M4 4h8v8H4z",
    "pause": "M5.5 3.5v9M10.5 3.5v9",
    "warning": "M8 2.4L14.2 13.4H1.8zM8 6.6v3.2M8 11.4v.4",
    "info": "M8 1.8a6.2 6.2 0 100 12.4A6.2 6.2 0 108 1.8M8 7.4v3.6M8 4.9v.4",
    "generate": "M2.5 4h11M2.5 8h7M2.5 12h4M11 13l2.5-5.5L16 13",
}
_FILLED = frozenset({"run", "stop"})
_SIZES = (16, 20, 24, 32, 48, 64)
"""Of the program's mark: a desktop asks for them all at once."""
_PALE = 0.35
"""Opacity of what is disabled."""
_clones: list[QIconEngine] = []
"""Qt owns them, but leaves it to Python to keep them."""


def icon(name: str, colour: QColor) -> QIcon:
    """A line icon in one colour, paler where its button is disabled."""
    return QIcon(_Drawn(_drawing(name, colour)))


def application_icon() -> QIcon:
    """The program's mark: a c on blue, underlined as copied."""
    drawing = (paths.resources() / "icons" / "charcopy.svg").read_text(encoding="utf-8")
    result, mark = QIcon(), _Drawn(drawing)
    for size in _SIZES:
        result.addPixmap(mark.pixmap(QSize(size, size), QIcon.Mode.Normal, QIcon.State.Off))
    return result


class _Drawn(QIconEngine):
    """Draws when an icon is first seen, at the very size that is asked for."""

    def __init__(self, drawing: str) -> None:
        super().__init__()
        self._drawing = drawing

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Draw into a rectangle, paler where disabled: as a whole, or strokes would show twice."""
        if mode is not QIcon.Mode.Disabled:
            QSvgRenderer(QByteArray(self._drawing.encode())).render(painter, QRectF(rect))
            return
        painter.save()
        painter.setOpacity(_PALE)
        painter.drawPixmap(rect, self.pixmap(rect.size(), QIcon.Mode.Normal, state))
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """The drawing on nothing; Qt's own pixmap would begin with whatever lay in memory."""
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return pixmap

    def clone(self) -> QIconEngine:
        """A copy, for an icon that is changed."""
        copy = _Drawn(self._drawing)
        _clones.append(copy)
        return copy


def _drawing(name: str, colour: QColor) -> str:
    fill = colour.name() if name in _FILLED else "none"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
        f'<path d="{_STROKES[name]}" fill="{fill}" stroke="{colour.name()}" stroke-width="1.5"'
        ' stroke-linecap="round" stroke-linejoin="round"/></svg>'
    )
