"""A thin line around parts of the window; it goes where they go, and never stands in the way."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QScrollArea, QWidget

_AROUND = 6
"""Pixels from a part to the outer edge of the line around it: text may begin where a part does."""
_WIDTH, _RADIUS = 2, 8
_MOVES = (
    QEvent.Type.Move,
    QEvent.Type.Resize,
    QEvent.Type.Show,
    QEvent.Type.Hide,
)


class Outline(QWidget):
    """Lies over the window; what is pressed there reaches what is under it."""

    moved = Signal()
    """What it is around has another place or size, or can no longer be seen."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._parts: tuple[QWidget, ...] = ()
        self._watched: set[QWidget] = set()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def put_around(self, parts: Sequence[QWidget]) -> None:
        """Go around all of these, or away where there are none."""
        if tuple(parts) == self._parts:
            return
        self._watch(parts)
        self._parts = tuple(parts)
        for part in parts:
            _scroll_to(part)
        self._follow()

    def _watch(self, parts: Sequence[QWidget]) -> None:
        wanted = {above for part in parts for above in _upwards(part)}
        for widget in self._watched - wanted:
            widget.removeEventFilter(self)
        for widget in wanted - self._watched:
            widget.installEventFilter(self)
        self._watched = wanted

    @property
    def about(self) -> QRect:
        """What it is around, as far as it can be seen, in the window; empty where it cannot."""
        seen = QRect()
        for part in self._parts:
            seen |= self._seen(part)
        return seen

    def _seen(self, part: QWidget) -> QRect:
        if not part.isVisible():
            return QRect()
        seen = QRect(part.mapTo(self._window, QPoint()), part.size())
        for above in _upwards(part)[1:]:
            seen &= QRect(above.mapTo(self._window, QPoint()), above.size())
        return seen

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow a part, and whatever it lies in."""
        if event.type() in _MOVES:
            self._follow()
        return super().eventFilter(watched, event)

    def _follow(self) -> None:
        about = self.about
        self.setVisible(not about.isEmpty())
        around = about.adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)
        self.setGeometry(around & self._window.rect())
        self.raise_()
        self.moved.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line, in the colour of what is chosen."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), _WIDTH))
        inset = _WIDTH / 2
        line = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(line, _RADIUS, _RADIUS)


def _upwards(part: QWidget) -> list[QWidget]:
    """A widget and all that it lies in, the window last."""
    found = [part]
    while not found[-1].isWindow() and (above := found[-1].parentWidget()) is not None:
        found.append(above)
    return found


def _scroll_to(part: QWidget) -> None:
    """Bring a part into view where its page is scrolled."""
    for above in _upwards(part)[1:]:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(part)
