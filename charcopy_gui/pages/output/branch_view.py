"""The tree of texts as it is seen: a line of numbers a text, and under it where it goes its way."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from charcopy_gui.appearance.text_size import scaled
from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.output.branch_model import EXCERPT, BranchModel, Column

_Index = QModelIndex | QPersistentModelIndex
_LEAST_ROWS = 2
_AROUND, _BESIDE = 10, 8
"""Pixels around the two lines of a row together, and on either side of a cell's text."""


class BranchView(QTreeView):
    """Chooses a text; Delete asks for a branch to be deleted."""

    delete_pressed = Signal()

    def __init__(self, model: BranchModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self.setModel(model)
        self.setItemDelegate(_Cells(self))
        self.setAccessibleName("Texts of this run")
        self.setToolTip("Choose a text to see its trace; Del deletes a branch")
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setUniformRowHeights(True)
        self.setIndentation(14)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(24)
        header.setSectionsMovable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(Column.DEPARTURE, QHeaderView.ResizeMode.Stretch)
        self.setColumnHidden(Column.TEXT, True)

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colours."""
        self._theme = theme
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete what is chosen."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Some rows; more where there is room."""
        return QSize(320, self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """A few rows and the titles."""
        height = self.header().sizeHint().height() + _LEAST_ROWS * row_height(self)
        return QSize(240, height)

    def changeEvent(self, event: QEvent) -> None:
        """Another size of text needs other rows."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def drawRow(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: _Index,
    ) -> None:
        """Draw what the cells leave free: a name as far as no number is in its way, and a text."""
        super().drawRow(painter, option, index)
        left = self.visualRect(index).left() + _BESIDE
        top, line = option.rect.top() + _AROUND // 2, self.fontMetrics().height()
        painter.save()
        painter.setPen(self._theme.text)
        right = self._draw_numbers(painter, index, top, line)
        self._draw(painter, QRect(left, top, right - left, line), str(index.data()))
        painter.setPen(self._theme.muted)
        below = QRect(left, top + line, self.viewport().width() - left, line)
        self._draw(painter, below, str(index.data(EXCERPT)))
        here = index.sibling(index.row(), Column.DEPARTURE)
        if self.hasFocus() and self.currentIndex().siblingAtColumn(Column.DEPARTURE) == here:
            painter.setPen(QPen(self._theme.accent, 2))
            painter.drawRect(option.rect.adjusted(1, 1, -1, -1))
        painter.restore()

    def _draw_numbers(self, painter: QPainter, index: _Index, top: int, line: int) -> int:
        """Draw a text's numbers; gives where the first of them begins."""
        edge = self.viewport().width()
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for column in range(Column.SLOTS, Column.TEXT):
            cell = index.sibling(index.row(), column)
            if self.isColumnHidden(column) or not cell.data():
                continue
            left = self.columnViewportPosition(column)
            room = QRect(left, top, self.columnWidth(column) - _BESIDE, line)
            painter.setFont(cell.data(Qt.ItemDataRole.FontRole) or self.font())
            painter.drawText(room, side, cell.data())
            advance = painter.fontMetrics().horizontalAdvance(cell.data())
            edge = min(edge, room.right() - advance)
        return edge

    def _draw(self, painter: QPainter, room: QRect, words: str) -> None:
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        room = room.adjusted(0, 0, -_BESIDE, 0)
        painter.setFont(self.font())
        painter.drawText(
            room,
            side,
            self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room.width()),
        )


class _Cells(QStyledItemDelegate):
    """Draws the field of a cell; its row draws the words."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        """No words, and no ring around a single cell."""
        super().initStyleOption(option, index)
        option.text = ""
        option.state &= ~QStyle.StateFlag.State_HasFocus

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """As wide as its words, and two lines high."""
        width = option.fontMetrics.horizontalAdvance(str(index.data() or ""))
        return QSize(width + 2 * _BESIDE, row_height(option.widget))


def row_height(view: QWidget) -> int:
    """Of two lines in a widget's font."""
    return 2 * view.fontMetrics().height() + scaled(_AROUND, view.font())
