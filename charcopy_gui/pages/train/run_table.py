"""The runs there are as a table: what became of each, how good it was, and how far it came."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import IntEnum
from pathlib import Path

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.appearance.tooltips import plain
from core.runs import RunState
from core.runs.listing import RunSummary

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NO_PARENT = QModelIndex()
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
SORT_ROLE = int(_Role.UserRole)


class Column(IntEnum):
    """What is shown of a run."""

    NAME = 0
    STATUS = 1
    BLEU = 2
    STEPS = 3
    STARTED = 4


_TITLES = ("Name", "Status", "Dev BLEU", "Steps", "Started")
_NUMBERS = (Column.BLEU, Column.STEPS)
_ICONS = {
    RunState.RUNNING: ("run", "accent"),
    RunState.PAUSED: ("pause", "accent"),
    RunState.FINISHED: ("tick", "success"),
    RunState.STOPPED: ("stop", "muted"),
    RunState.INTERRUPTED: ("warning", "warning"),
    RunState.FAILED: ("cross", "error"),
}
"""Of each state, the icon beside its word, and the icon's colour in the theme."""


def bleu_in_words(run: RunSummary) -> str:
    """The best dev BLEU; of folds, with how far they lie apart."""
    if run.best_bleu is None:
        return ""
    return f"{run.best_bleu:.3f}" + (f" ± {run.spread:.3f}" if run.spread is not None else "")


def outcome_in_words(run: RunSummary) -> str:
    """How far a run came, and how well it wrote, in a sentence."""
    steps = f"{run.step:,} step{'' if run.step == 1 else 's'}"
    if run.folds:
        where = f"after {steps} in {run.folds} folds"
    elif run.status.state is RunState.FINISHED:
        where = f"after {steps}"
    else:
        where = f"at step {run.step:,}" if run.step else "before its first step was saved"
    bleu = bleu_in_words(run)
    score = f"; {'mean' if run.folds else 'best'} dev BLEU {bleu}" if bleu else ""
    return f"{run.status.state.value.capitalize()} {where}{score}."


def when(moment: str) -> str:
    """A moment of ISO 8601 in this computer's time; empty where there is none."""
    try:
        return f"{datetime.fromisoformat(moment).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return moment


class RunTable(QAbstractTableModel):
    """A row for every run."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runs: tuple[RunSummary, ...] = ()
        self._theme = LIGHT

    @property
    def runs(self) -> tuple[RunSummary, ...]:
        """The rows."""
        return self._runs

    def set_runs(self, runs: Sequence[RunSummary]) -> None:
        """List other runs; the same ones with other figures stay where they are."""
        if [run.path for run in runs] == [run.path for run in self._runs]:
            self._runs = tuple(runs)
            self._changed()
            return
        self.beginResetModel()
        self._runs = tuple(runs)
        self.endResetModel()

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self._theme = theme
        self._changed()

    def _changed(self) -> None:
        if self._runs:
            last = self.index(len(self._runs) - 1, len(Column) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:
        """One row a run."""
        return 0 if parent.isValid() else len(self._runs)

    def columnCount(self, parent: _Index = _NO_PARENT) -> int:
        """Always the same."""
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> object:
        """The columns' titles, over numbers at the right."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == _Role.TextAlignmentRole:
            return _RIGHT if section in _NUMBERS else _LEFT
        return _TITLES[section] if role == _Role.DisplayRole else None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> object:
        """A cell's text and icon, what it is sorted by, and words for a screen reader."""
        if not index.isValid():
            return None
        run, column = self._runs[index.row()], Column(index.column())
        if role == _Role.DisplayRole:
            return self._text(run, column)
        if role == SORT_ROLE:
            return self._sorted_by(run, column)
        if role == _Role.DecorationRole and column == Column.STATUS:
            name, colour = _ICONS[run.status.state]
            return icons.icon(name, getattr(self._theme, colour))
        if role == _Role.TextAlignmentRole:
            return _RIGHT if column in _NUMBERS else None
        if role == _Role.ToolTipRole:
            return plain(run.status.sentence or self._text(run, column))
        if role == _Role.AccessibleDescriptionRole:
            texts = ((_TITLES[each], self._text(run, each)) for each in Column)
            return ", ".join(f"{title} {text}" for title, text in texts if text)
        return None

    def _text(self, run: RunSummary, column: Column) -> str:
        return {
            Column.NAME: run.name,
            Column.STATUS: run.status.state.value,
            Column.BLEU: bleu_in_words(run),
            Column.STEPS: f"{run.step:,}" if run.step else "",
            Column.STARTED: when(run.started),
        }[column]

    def _sorted_by(self, run: RunSummary, column: Column) -> object:
        if column == Column.BLEU:
            return -1.0 if run.best_bleu is None else run.best_bleu
        if column == Column.STEPS:
            return run.step
        return run.started if column == Column.STARTED else self._text(run, column).casefold()


class SortedRuns(QSortFilterProxyModel):
    """The runs in the order of a column, the newest first until one is chosen."""

    def __init__(self, table: RunTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self.setSourceModel(table)
        self.setSortRole(SORT_ROLE)
        self.setDynamicSortFilter(True)

    def run_at(self, row: int) -> RunSummary:
        """The run of a row."""
        return self._table.runs[self.mapToSource(self.index(row, 0)).row()]

    def row_of(self, path: Path) -> int:
        """The row of a run by its folder; -1 where there is none."""
        rows = range(self.rowCount())
        return next((row for row in rows if self.run_at(row).path == path), -1)
