"""A layout of columns, of one width where that will do, fewer where there is little room."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget

from charcopy_gui.pages.parts.flow_layout import FlowLayout

_GAP = 8


class EvenLayout(FlowLayout):
    """So many columns; half as many, and so on, where its parts would not fit."""

    def __init__(self, columns: int, parent: QWidget | None = None) -> None:
        super().__init__(parent, _GAP)
        self._columns = columns

    def sizeHint(self) -> QSize:
        """All columns."""
        least = self.minimumSize()
        return QSize(self._columns * (least.width() + _GAP) - _GAP, least.height())

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        seen, high = self._seen(), self.minimumSize().height()
        widths = self._widths(rect.width())
        for number, item in enumerate(seen if move else ()):
            row, column = divmod(number, len(widths))
            left = sum(widths[:column]) + column * _GAP
            corner = rect.topLeft() + QPoint(left, row * (high + _GAP))
            item.setGeometry(QRect(corner, QSize(widths[column], high)))
        rows = -(-len(seen) // len(widths))
        return max(0, rows * (high + _GAP) - _GAP)

    def _widths(self, room: int) -> list[int]:
        """Of the columns: the same for all, or what each has to have and a share of the rest."""
        needed = [item.sizeHint().width() for item in self._seen()]
        columns = self._columns
        while True:
            least = [max(needed[column::columns], default=0) for column in range(columns)]
            free = room - (columns - 1) * _GAP
            if columns == 1 or sum(least) <= free:
                break
            columns //= 2
        if max(least) <= free // columns:
            least = [free // columns] * columns
        spare = max(0, free - sum(least))
        widths = [width + spare // columns for width in least]
        widths[-1] += spare % columns  # The last one ends where the layout does.
        return widths
