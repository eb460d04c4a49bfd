"""The table of rows: one line a row, all of one height, so that any number of them scrolls."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from charcopy_gui.appearance.text_size import keep_fitted, scaled
from charcopy_gui.pages.data.row_model import Column, RowModel
from charcopy_gui.pages.parts.rows import lay_in_rows

_WIDTHS = {Column.NUMBER: 72, Column.SPLIT: 64}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class RowTable(QTableView):
    """Chooses one row at a time."""

    row_chosen = Signal(object)
    """A Row; None where none is chosen."""
    send_requested = Signal()
    """Enter, or a double-click, on the row that is chosen."""

    def __init__(self, model: RowModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self._set_up()
        self.doubleClicked.connect(self.send_requested)

    def _set_up(self) -> None:
        lay_in_rows(self, "Rows")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for column in (Column.MR, Column.REFERENCE):
            self.horizontalHeader().setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        keep_fitted(self, self._fit)

    def _fit(self) -> None:
        for column, width in _WIDTHS.items():
            self.horizontalHeader().resizeSection(column, scaled(width, self.font()))

    def show_splits(self, several: bool) -> None:
        """Whether the rows belong to splits."""
        self.setColumnHidden(Column.SPLIT, not several)

    def currentChanged(
        self,
        current: QModelIndex | QPersistentModelIndex,
        previous: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Tell which row is chosen."""
        super().currentChanged(current, previous)
        self.row_chosen.emit(self._model.row(current.row()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter sends the row."""
        if event.key() in _ENTER and self.currentIndex().isValid():
            self.send_requested.emit()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint, holding on to Python: else each cell would wait for a thread that is at work."""
        super().paintEvent(event)
