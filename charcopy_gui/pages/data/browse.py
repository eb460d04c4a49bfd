"""Browse: the rows of a corpus, searched in slices between which the window lives on."""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.data.filter_bar import FilterBar
from charcopy_gui.pages.data.row_detail import RowDetail
from charcopy_gui.pages.data.row_model import RowModel
from charcopy_gui.pages.data.row_table import RowTable
from charcopy_gui.pages.parts.captions import remark
from core.corpus.browsing import Row, Rows

_SLICE_SECONDS = 0.005
"""Of searching, before the window has its turn."""

_NO_MATCH = "Nothing matches. Rows must have all of the words, and match the lists above."
_NO_ROWS = "There are no rows."


class Browse(QWidget):
    """A filter, the rows that it lets through, and the one that is chosen."""

    send_requested = Signal(str)
    """A meaning representation that is to be written about."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: Rows | None = None
        self._search: Iterator[list[int]] | None = None
        self._begun = False
        self.filter = FilterBar()
        self.model = RowModel(self)
        self.table = RowTable(self.model)
        self._nothing = remark("Nothing found")
        self.detail = RowDetail()
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._lay_out()
        self.filter.changed.connect(self._begin)
        self.filter.left.connect(self._enter_table)
        self._turn.timeout.connect(self._go_on)
        self.table.row_chosen.connect(self._show_row)
        self.table.send_requested.connect(self._send_chosen)
        self.detail.send_requested.connect(self.send_requested)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.filter)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.hide()
        layout.addWidget(self.table, 1)
        layout.addWidget(self._nothing, 1)
        layout.addWidget(self.detail)

    @property
    def searching(self) -> bool:
        """Whether there may be more rows to show."""
        return self._search is not None

    def set_rows(self, rows: Rows | None) -> None:
        """Show a corpus, or none."""
        self._rows = rows
        self.model.set_rows(rows)
        self.filter.set_rows(rows)
        self.detail.show_row(None)
        self.table.show_splits(rows is not None and bool(rows.rows) and bool(rows.rows[0].split))
        self._begin()

    def set_alphabet(self, characters: frozenset[str] | None) -> None:
        """Mark characters outside of these; None marks none."""
        self.model.set_alphabet(characters)
        self.detail.set_alphabet(characters)

    def set_theme(self, theme: Theme) -> None:
        """Draw marks in a theme's colours."""
        self.model.set_theme(theme)
        self.detail.set_theme(theme)

    @Slot()
    def _begin(self) -> None:
        """Search anew; a search that was going on is given up."""
        self._search = None if self._rows is None else self._rows.found(self.filter.filter())
        self._begun = False
        if self._search is None:
            self._turn.stop()
        else:
            self._turn.start()

    @Slot()
    def _go_on(self) -> None:
        found: list[int] = []
        end = time.perf_counter() + _SLICE_SECONDS
        while self._search is not None and time.perf_counter() < end:
            portion = next(self._search, None)
            if portion is None:
                self._search = None
            else:
                found += portion
        self._take(found)
        if self._search is not None:
            self._turn.start()

    def _take(self, found: list[int]) -> None:
        # What an earlier search found stays until there is something in its place.
        if not self._begun and (found or self._search is None):
            self._begun = True
            self.model.begin(found)
            self.detail.show_row(None)
        else:
            self.model.extend(found)
        if self._rows is not None:
            whole = len(self._rows.rows)
            self.filter.set_count(self.model.rowCount(), whole, self._search is not None)
            self._show_table(bool(self.model.rowCount()) or self._search is not None)

    def _show_table(self, shown: bool) -> None:
        """Show the rows, or in their place why there are none."""
        filtered = self._rows is not None and bool(self._rows.rows)
        self._nothing.setText(_NO_MATCH if filtered else _NO_ROWS)
        self.table.setVisible(shown)
        self._nothing.setVisible(not shown)

    @Slot()
    def _enter_table(self) -> None:
        if self.model.rowCount():
            self.table.setFocus()
            self.table.selectRow(0)

    @Slot(object)
    def _show_row(self, row: Row | None) -> None:
        self.detail.show_row(row)

    @Slot()
    def _send_chosen(self) -> None:
        row = self.model.row(self.table.currentIndex().row())
        if row is not None:
            self.send_requested.emit(row.example.mr)
