"""The program's own line icons, drawn in any colour and sharp at any scale."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from charcopy_gui.storage import paths

_STROKES = {
    "add": "M8 3v10M3 8h10",
    "remove": "M3 8h10",
    "up": "M8 13V3M4 7l4-4 4 4",
    "down": "M8 3v10M4 9l4 4 4-4",
    "run": "M5 3.2v9.6L12.8 8z",
    "stop": "M4 4h8v8H4z",
    "pause": "M5.5 3.5v9M10.5 3.5v9",
    "to_start": "M4 3.5v9M12.5 3.5v9L6.5 8z",
    "back": "M10.5 3.5v9L4.5 8z",
    "forward": "M5.5 3.5v9l6-4.5z",
    "to_end": "M12 3.5v9M3.5 3.5v9l6-4.5z",
    "look": "M8 1.5v3M8 11.5v3M1.5 8h3M11.5 8h3M8 6.8v2.4M6.8 8h2.4",
    "options": "M2.5 4.5h5M11.5 4.5h2M9.5 2.7v3.6M2.5 11.5h2M8.5 11.5h5M6.5 9.7v3.6",
    "dice": "M2.5 2.5h11v11h-11zM5.4 5.4v.1M8 8v.1M10.6 10.6v.1",
    "shuffle": "M2 5h2l6 6h4M2 11h2l6-6h4M12 3l2 2-2 2M12 9l2 2-2 2",
    "compare": "M2 4h5M2 8h5M2 12h3M9.5 4h4.5M9.5 8h4.5M9.5 12h3",
    "read_back": "M6.5 3.5L2.5 7l4 3.5M3 7h6.5a4 4 0 010 6H8",
    "warning": "M8 2.4L14.2 13.4H1.8zM8 6.6v3.2M8 11.4v.4",
    "info": "M8 1.8a6.2 6.2 0 100 12.4A6.2 6.2 0 108 1.8M8 7.4v3.6M8 4.9v.4",
    "tick": "M3 8.4l3.4 3.4L13 4.6",
    "cross": "M4 4l8 8M12 4l-8 8",
    "change": "M2.5 8h10.5M9 4l4 4-4 4",
    "almost": "M2.5 6.4c2-2 3.5-1.6 5.5 0s3.5 2 5.5 0M2.5 10.8c2-2 3.5-1.6 5.5 0s3.5 2 5.5 0",
    "dots": "M3.6 8v.1M8 8v.1M12.4 8v.1",
    "question": "M5.4 6a2.6 2.6 0 115 1.2c-.6 1.2-2.4 1.4-2.4 3M8 13v.1",
    "generate": "M2.5 4h11M2.5 8h7M2.5 12h4M11 13l2.5-5.5L16 13",
}
_FILLED = frozenset({"run", "stop"})
_SIZES = (16, 20, 24, 32, 48, 64)
"""Of the program's mark: a desktop asks for them all at once."""
_PALE = 0.5
"""Opacity of what is disabled."""
_icons: dict[tuple[str, str], QIcon] = {}
"""By name and colour. They are kept for good: where an icon that Python made is swept up with
whatever holds it, its engine goes before it, and the process with both."""
_clones: list[QIconEngine] = []
"""Qt owns them, but leaves it to Python to keep them."""


def icon(name: str, colour: QColor) -> QIcon:
    """A line icon in one colour, paler where its button is disabled."""
    key = name, colour.name()
    if key not in _icons:
        _icons[key] = QIcon(_Drawn(_drawing(name, colour)))
    return _icons[key]


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
        self._renderer: QSvgRenderer | None = None
        """Made when it is first needed, and kept: reading the drawing takes longer than drawing."""

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Draw into a rectangle, paler where disabled: as a whole, or strokes would show twice."""
        if mode is not QIcon.Mode.Disabled:
            if self._renderer is None:
                self._renderer = QSvgRenderer(QByteArray(self._drawing.encode()))
            self._renderer.render(painter, QRectF(rect))
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
