"""Entries of a list with a second line that is quieter than the first."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

_SIDE, _TOP, _GAP = 10, 7, 2


class TwoLines(QStyledItemDelegate):
    """Draws what stands before the line end as the title, and the rest under it; both elided."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """The height of as many lines as there are; the width is the list's."""
        lines = str(index.data()).count("\n") + 1
        height = option.fontMetrics.height()
        return QSize(0, 2 * _TOP + lines * height + (lines - 1) * _GAP)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw what the style draws behind an entry, and the lines on it."""
        whole = QStyleOptionViewItem(option)
        self.initStyleOption(whole, index)
        title, _, state = str(index.data()).partition("\n")
        whole.text = ""
        style = whole.widget.style() if whole.widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, whole, painter, whole.widget)
        role, metrics = QPalette.ColorRole, whole.fontMetrics
        quiet = not whole.state & QStyle.StateFlag.State_Enabled
        room = whole.rect.adjusted(_SIDE, _TOP, -_SIDE, -_TOP)
        if whole.features & QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator:
            element = QStyle.SubElement.SE_ItemViewItemCheckIndicator
            box = style.subElementRect(element, whole, whole.widget)
            room.setLeft(box.right() + _SIDE)
        painter.save()
        painter.setFont(whole.font)
        for line, colour in (
            (title, role.PlaceholderText if quiet else role.Text),
            (state, role.PlaceholderText),
        ):
            place = QRect(room.left(), room.top(), room.width(), metrics.height())
            # A stylesheet makes the entry's own palette paler than the theme's.
            painter.setPen(QApplication.palette().color(QPalette.ColorGroup.Active, colour))
            shown = metrics.elidedText(line, Qt.TextElideMode.ElideMiddle, place.width())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, shown)
            room.setTop(place.bottom() + 1 + _GAP)
        painter.restore()
