"""A layout that wraps, as words do."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget


class FlowLayout(QLayout):
    """Side by side from the left, as many in a line as there is room for.

    What grows, by its size policy, shares the room that its line has left.
    """

    def __init__(self, parent: QWidget | None = None, gap: int = 6) -> None:
        super().__init__(parent)
        self._gap = gap
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Put something at the end."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """One of them; None past the end, by which Qt knows it."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take one of them out."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Neither wants more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The narrower, the more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """How high all lines are together."""
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def sizeHint(self) -> QSize:
        """The least: how wide it gets is for others to say."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Room for the widest of them."""
        size = QSize()
        for item in self._seen():
            size = size.expandedTo(_least(item))
        return size

    def line_width(self) -> int:
        """Room for all of them in one line."""
        return self._width(self._seen())

    def setGeometry(self, rect: QRect) -> None:
        """Put each in its place."""
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def _seen(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _width(self, items: list[QLayoutItem]) -> int:
        widths = [_least(item).width() + self._gap for item in items]
        return sum(widths) - self._gap if widths else 0

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        y = rect.y()
        for line in self._lines(rect.width()):
            height = max(_least(item).height() for item in line)
            if move:
                self._place(line, QRect(rect.x(), y, rect.width(), height))
            y += height + self._gap
        return max(0, y - self._gap - rect.y())

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        for item in self._seen():
            if lines and self._width([*lines[-1], item]) <= width:
                lines[-1].append(item)
            else:
                lines.append([item])
        return lines

    def _place(self, line: list[QLayoutItem], rect: QRect) -> None:
        """Put a line's items side by side, each in the middle of the line's height."""
        growing = sum(map(_grows, line))
        more = max(0, rect.width() - self._width(line)) // max(growing, 1)
        x = rect.x()
        for item in line:
            size = _least(item) + (QSize(more, 0) if _grows(item) else QSize(0, 0))
            y = rect.y() + (rect.height() - size.height()) // 2
            item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self._gap


def _grows(item: QLayoutItem) -> bool:
    """Whether it takes more room than it needs: a slider, or words that are cut where need be."""
    widget, policies = item.widget(), QSizePolicy.Policy
    growing = (policies.Expanding, policies.Ignored)
    return widget is not None and widget.sizePolicy().horizontalPolicy() in growing


def _least(item: QLayoutItem) -> QSize:
    hint = item.sizeHint()
    return QSize(item.minimumSize().width(), hint.height()) if _grows(item) else hint
