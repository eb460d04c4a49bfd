"""Report: what reading a corpus' files left out and changed, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QTableView, QVBoxLayout, QWidget

from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.parts.captions import heading, remark
from charcopy_gui.pages.parts.rows import lay_in_rows
from core.corpus.formats import Reading

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NO_PARENT = QModelIndex()
_TITLES = ("File", "Line", "Why it was left out")
_WHOLE = "Every row was read, and nothing had to be changed."
_MADE = "This corpus is made by the program itself; no file was read."


class SkippedModel(QAbstractTableModel):
    """The rows that gave no example."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[str, int, str]] = []

    def set_rows(self, rows: Sequence[tuple[str, int, str]]) -> None:
        """Show rows: file, line and reason."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:
        """One row a row."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _NO_PARENT) -> int:
        """File, line and reason."""
        return 0 if parent.isValid() else len(_TITLES)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> object:
        """The columns' titles."""
        shown = role == _Role.DisplayRole and orientation == Qt.Orientation.Horizontal
        return _TITLES[section] if shown else None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> object:
        """A cell's text."""
        if not index.isValid():
            return None
        name, line, reason = self._rows[index.row()]
        if role == _Role.DisplayRole:
            return (name, f"{line:,}", reason)[index.column()]
        if role == _Role.ToolTipRole:
            return plain(reason)
        if role == _Role.AccessibleDescriptionRole:
            return f"{name}, line {line}: {reason}"
        return None


class Report(QWidget):
    """Sentences on each file, and a table of the rows that were left out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = remark("What was changed")
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._title = heading("")
        self._model = SkippedModel(self)
        self._table = QTableView()
        self._lay_out()

    def _lay_out(self) -> None:
        table = self._table
        table.setModel(self._model)
        lay_in_rows(table, "Rows left out")
        table.horizontalHeader().setStretchLastSection(True)
        table.horizontalHeader().resizeSection(0, 200)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._words)
        layout.addWidget(self._title)
        layout.addWidget(table, 1)
        layout.addStretch()

    def show_readings(self, readings: Mapping[Path, Reading]) -> None:
        """Account for some files."""
        self._words.setText("\n".join(_account(readings)) if readings else _MADE)
        rows = [
            (path.name, row.line, row.reason)
            for path, reading in readings.items()
            for row in reading.skipped
        ]
        self._model.set_rows(rows)
        self._title.setText(f"{counted(len(rows), 'row')} left out")
        for part in (self._title, self._table):
            part.setVisible(bool(rows))


def left_out(readings: Mapping[Path, Reading]) -> str:
    """How many rows of some files could not be read, and why the first; empty where all could."""
    skipped = [(path, row) for path, reading in readings.items() for row in reading.skipped]
    if not skipped:
        return ""
    path, first = skipped[0]
    rows = sum(len(reading.examples) for reading in readings.values()) + len(skipped)
    where = f"line {first.line:,}" + (f" of {path.name}" if len(readings) > 1 else "")
    were = "row was" if len(skipped) == 1 else "rows were"
    return (
        f"{len(skipped):,} {were} left out, of {rows:,}; the first, {where}: {first.reason} "
        "The report lists them all."
    )


def counted(number: int, thing: str) -> str:
    """Such as "1 row", "2 rows"."""
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def _account(readings: Mapping[Path, Reading]) -> Iterator[str]:
    for path, reading in readings.items():
        parts = list(_sentences(reading)) or [_WHOLE]
        choices = reading.choices
        how = f"{choices.format.value}, {choices.encoding}"
        yield f"{path} ({counted(len(reading.examples), 'row')}; {how})"
        yield from (f"    {part}" for part in parts)


def _sentences(reading: Reading) -> Iterator[str]:
    changes = reading.changes
    if changes.byte_order_mark:
        yield "A byte order mark was dropped from its start."
    if changes.line_ends:
        yield f"{counted(changes.line_ends, 'field')} had line ends inside, which are spaces now."
    if changes.surrounding_space:
        fields = counted(changes.surrounding_space, "field")
        yield f"{fields} had space around the text, which is gone now."
    if reading.dropped:
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in reading.dropped)
        yield f"Left out, not being descriptions: {kinds}."
    if reading.duplicates:
        one = reading.duplicates == 1
        what = "equals an earlier one; it is kept" if one else "equal an earlier one; they are kept"
        yield f"{counted(reading.duplicates, 'row')} {what}."
    if reading.skipped:
        what = "it is listed below" if len(reading.skipped) == 1 else "they are listed below"
        yield f"{counted(len(reading.skipped), 'row')} could not be read; {what}."
