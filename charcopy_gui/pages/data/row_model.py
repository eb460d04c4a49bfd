"""The rows of a corpus as a table over a model: whatever their number, only those seen are made."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QIcon

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.data.unknown import outside, sentence
from core.corpus.browsing import Row, Rows

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NO_PARENT = QModelIndex()
_DISPLAY, _ALIGNMENT, _DECORATION, _TIP, _DESCRIPTION = _TOLD = (
    int(_Role.DisplayRole),
    int(_Role.TextAlignmentRole),
    int(_Role.DecorationRole),
    int(_Role.ToolTipRole),
    int(_Role.AccessibleDescriptionRole),
)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_TITLES = ("Row", "Split", "Meaning representation", "Reference")


class Column(IntEnum):
    """What is shown of a row."""

    NUMBER = 0
    SPLIT = 1
    MR = 2
    REFERENCE = 3


class RowModel(QAbstractTableModel):
    """Those rows of a corpus that a filter let through."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Rows | None = None
        self._shown: list[int] = []
        self._alphabet: frozenset[str] | None = None
        self._mark = QIcon()
        self.set_theme(LIGHT)

    def set_rows(self, rows: Rows | None) -> None:
        """Take another corpus; none of its rows is shown yet."""
        self.beginResetModel()
        self._rows, self._shown = rows, []
        self.endResetModel()

    def begin(self, shown: Sequence[int]) -> None:
        """Show these rows, by their places in the corpus, and no others."""
        self.beginResetModel()
        self._shown = list(shown)
        self.endResetModel()

    def extend(self, shown: Sequence[int]) -> None:
        """Show more rows, under those that are shown."""
        if shown:
            start = len(self._shown)
            self.beginInsertRows(_NO_PARENT, start, start + len(shown) - 1)
            self._shown += shown
            self.endInsertRows()

    def row(self, number: int) -> Row | None:
        """A row as it stands in the corpus; None where there is none."""
        if self._rows is None or not 0 <= number < len(self._shown):
            return None
        return self._rows.rows[self._shown[number]]

    def set_alphabet(self, characters: frozenset[str] | None) -> None:
        """Mark characters outside of these; None marks none."""
        self._alphabet = characters
        self._repaint()

    def set_theme(self, theme: Theme) -> None:
        """Draw the marks in a theme's colours."""
        self._mark = icons.icon("info", theme.warning)
        self._repaint()

    def _repaint(self) -> None:
        if self._shown:
            last = self.index(len(self._shown) - 1, Column.REFERENCE)
            self.dataChanged.emit(self.index(0, Column.NUMBER), last)

    # What a view asks.

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:
        """One row an example."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: _Index = _NO_PARENT) -> int:
        """The same for every corpus."""
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> object:
        """The columns' titles, over numbers at the right."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == _Role.TextAlignmentRole:
            return _RIGHT if section == Column.NUMBER else None
        return _TITLES[section] if role == _Role.DisplayRole else None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> object:
        """A cell's text, a mark where a character is unknown, and words for a screen reader."""
        # Asked ten times for each cell that is painted: whatever is not told here goes first.
        if role not in _TOLD:
            return None
        row, column = self.row(index.row()), index.column()
        if row is None:
            return None
        if role == _DISPLAY:
            return _text(row, column)
        if role == _ALIGNMENT:
            return _RIGHT if column == Column.NUMBER else None
        if role == _DESCRIPTION:
            return f"{row.split} {row.number}. {row.example.mr}. {row.example.reference}".strip()
        if column < Column.MR:
            return None
        unknown = outside(_text(row, column), self._alphabet)
        if role == _DECORATION:
            return self._mark if unknown else None
        return plain(f"{_text(row, column)} {sentence(unknown)}".rstrip())


def _text(row: Row, column: int) -> str:
    if column == Column.NUMBER:
        return f"{row.number:,}"
    if column == Column.SPLIT:
        return row.split
    return row.example.mr if column == Column.MR else row.example.reference
