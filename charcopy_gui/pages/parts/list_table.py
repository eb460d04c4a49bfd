"""A table that is a list: whole rows are marked, one of them has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from charcopy_gui.pages.parts.rows import lay_in_rows


class ListTable(QTableView):
    """Without a grid; sorted by a column that is clicked, and again as it was."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """The name is for screen readers."""
        super().__init__(parent)
        lay_in_rows(self, name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header = self.horizontalHeader()
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)

    def chosen_rows(self) -> list[int]:
        """The rows that are marked, from the top."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def current_row(self) -> int:
        """The marked row with the keyboard, else the first that is marked; -1 without any."""
        rows, current = self.chosen_rows(), self.selectionModel().currentIndex()
        if self.selectionModel().isSelected(current):
            return current.row()
        return rows[0] if rows else -1
