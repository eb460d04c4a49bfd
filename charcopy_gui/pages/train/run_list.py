"""The list of runs; any number of them can be marked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QItemSelection, QItemSelectionModel
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from charcopy_gui.pages.parts.list_table import ListTable
from charcopy_gui.pages.train.run_table import Column, RunTable, SortedRuns
from core.runs.listing import RunSummary

_NARROWEST_NAME = 176
"""Pixels."""


class RunList(ListTable):
    """Keeps what is marked when other runs are listed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Runs", parent)
        self.table = RunTable(self)
        self._sorted = SortedRuns(self.table, self)
        self.setModel(self._sorted)
        self.setMinimumHeight(64)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Interactive)
        self.setSortingEnabled(True)

    @property
    def runs(self) -> tuple[RunSummary, ...]:
        """Those that are marked, from the top."""
        return tuple(map(self._sorted.run_at, self.chosen_rows()))

    @property
    def run(self) -> RunSummary | None:
        """The one that commands act on: the marked one with the keyboard."""
        row = self.current_row()
        return None if row < 0 else self._sorted.run_at(row)

    def set_runs(self, runs: Sequence[RunSummary]) -> None:
        """List other runs; those that are marked stay so."""
        before = [run.path for run in self.runs]
        self.table.set_runs(runs)
        if [run.path for run in self.runs] != before:
            self.mark([path for path in before if self._sorted.row_of(path) >= 0])
        self._fit()

    def needed_height(self) -> int:
        """Pixels in which all rows are seen."""
        frame = 2 * self.frameWidth()
        return self.horizontalHeader().sizeHint().height() + self.verticalHeader().length() + frame

    def mark(self, paths: Sequence[Path]) -> None:
        """Mark these runs and no others."""
        chosen, last = QItemSelection(), len(Column) - 1
        rows = [row for row in map(self._sorted.row_of, paths) if row >= 0]
        for row in rows:
            chosen.select(self._sorted.index(row, 0), self._sorted.index(row, last))
        selection = self.selectionModel()
        if rows:
            none = QItemSelectionModel.SelectionFlag.NoUpdate
            selection.setCurrentIndex(self._sorted.index(rows[0], 0), none)
        selection.select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use the room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Names have what the other columns leave, and at least what lets them be told apart.

        Where there is too little room, the dates give way: most names begin with theirs.
        """
        header = self.horizontalHeader()
        always = (Column.STATUS, Column.BLEU, Column.STEPS)
        room = self.viewport().width() - sum(map(header.sectionSize, always))
        dates = max(self.sizeHintForColumn(Column.STARTED), header.sectionSizeHint(Column.STARTED))
        has_room = room - dates >= _NARROWEST_NAME
        self.setColumnHidden(Column.STARTED, not has_room)
        room -= dates if has_room else 0
        self.setColumnWidth(Column.NAME, max(_NARROWEST_NAME, room))
