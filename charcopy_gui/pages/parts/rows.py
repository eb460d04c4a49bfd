"""How every table that is a list of rows looks, and how it takes mouse and keyboard."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from charcopy_gui.appearance.text_size import keep_fitted, scaled

_ROW_HEIGHT = 30


def lay_in_rows(table: QTableView, name: str) -> None:
    """Let whole rows be chosen and none be edited; all have one height, that of the text.

    The name is for screen readers.
    """
    table.setAccessibleName(name)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    rows, columns = table.verticalHeader(), table.horizontalHeader()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    rows.hide()
    columns.setHighlightSections(False)
    columns.setTextElideMode(Qt.TextElideMode.ElideRight)
    columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    keep_fitted(table, partial(_fit, table))


def _fit(table: QTableView) -> None:
    table.verticalHeader().setDefaultSectionSize(scaled(_ROW_HEIGHT, table.font()))
