"""The program's own line icons, drawn in any colour and sharp at any scale."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

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

_MARK = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect width="64" height="64" rx="14" fill="#0072b2"/>
<path d="M41 22.5a13.5 13.5 0 100 19" fill="none" stroke="#fff" stroke-width="7"
 stroke-linecap="round"/><rect x="14" y="51" width="36" height="5" rx="2.5"
 fill="#e69f00"/></svg>"""


def icon(name: str, colour: QColor) -> QIcon:
    """A line icon in one colour, paler where its button is disabled."""
    result = QIcon()
    pale = QColor(colour)
    pale.setAlphaF(0.35)
    for size in _SIZES:
        result.addPixmap(_pixmap(_drawing(name, colour), size))
        result.addPixmap(_pixmap(_drawing(name, pale), size), QIcon.Mode.Disabled)
    return result


def application_icon() -> QIcon:
    """The program's mark: a c on blue, underlined as copied."""
    result = QIcon()
    for size in _SIZES:
        result.addPixmap(_pixmap(_MARK, size))
    return result


def _drawing(name: str, colour: QColor) -> str:
    fill = colour.name() if name in _FILLED else "none"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
        f'<path d="{_STROKES[name]}" fill="{fill}" stroke="{colour.name()}" stroke-width="1.5"'
        f' opacity="{colour.alphaF():.2f}" stroke-linecap="round" stroke-linejoin="round"/></svg>'
    )


def _pixmap(drawing: str, size: int) -> QPixmap:
    pixmap = QPixmap(QSize(size, size))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap
