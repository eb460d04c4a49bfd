"""A title and the buttons that belong to it, beside it or, where there is little room, under it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QSizePolicy, QWidget

from charcopy_gui.pages.parts.captions import title_font
from charcopy_gui.pages.parts.flow_layout import FlowLayout

_GAP = 8


class TitleRow(QWidget):
    """Never wider than its widest button; the title's middle is left out where it is too long."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """The name of the title is for screen readers."""
        super().__init__(parent)
        self.title = _Title()
        self.title.setAccessibleName(name)
        self._row = QWidget()
        self._flow = FlowLayout(self._row, _GAP)
        self._both = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._both.setContentsMargins(0, 0, 0, 0)
        self._both.setSpacing(_GAP)
        self._both.addWidget(self.title, 1)
        self._both.addWidget(self._row)

    def add(self, part: QWidget) -> None:
        """Put a button, or words, at the end."""
        self._flow.addWidget(part)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, another place for the buttons."""
        super().resizeEvent(event)
        self._make_room()

    def event(self, event: QEvent) -> bool:
        """Other buttons, another title, or larger letters: room is made for them, too."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._make_room()
        return super().event(event)

    def _make_room(self) -> None:
        line = self._flow.line_width()
        beside = self.title.sizeHint().width() + _GAP + line <= self.width()
        direction = QBoxLayout.Direction
        self._both.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
        self._row.setMinimumWidth(line if beside else 0)


class _Title(QLabel):
    """A name on one line."""

    def __init__(self) -> None:
        super().__init__()
        self.setFont(title_font(self.font()))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what there is room for."""
        del event
        middle, room = Qt.TextElideMode.ElideMiddle, self.width()
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        painter.drawText(
            self.rect(),
            Qt.AlignmentFlag.AlignVCenter,
            self.fontMetrics().elidedText(self.text(), middle, room),
        )
        painter.end()
