"""The beginning of a file: what becomes of its first row, what is left out, and its cells."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QLabel,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.parts.captions import heading, labelled, remark
from charcopy_gui.pages.parts.rows import lay_in_rows
from charcopy_gui.pages.parts.wrapped import Wrapped
from core.corpus.example import Example
from core.corpus.formats import Choices, Preview

_WIDEST = 360
_FEW = 2
"""Columns of a file that share the room there is; more are gone through sideways."""
_BEFORE = ("Line", "Left out because")


class FirstRows(Wrapped):
    """Shows a preview under some choices; without one, nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mr = _cited("Meaning representation of the first row")
        self._text = _cited("Text of the first row")
        self._example = QWidget()
        self._title = heading("First rows")
        self._left_out = remark("Rows left out")
        self._table = QTableWidget()
        lay_in_rows(self._table, "First rows")
        self._table.horizontalHeader().setStretchLastSection(True)
        self._lay_out()

    def _lay_out(self) -> None:
        example = QVBoxLayout(self._example)
        example.setContentsMargins(0, 0, 0, 8)
        example.setSpacing(8)
        example.addWidget(heading("First row"))
        example.addLayout(labelled("Table", self._mr))
        example.addLayout(labelled("Text", self._text))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._example)
        layout.addWidget(self._title)
        layout.addWidget(self._left_out)
        layout.addWidget(self._table, 1)
        layout.addStretch()

    def show_preview(self, preview: Preview | None, choices: Choices | None) -> None:
        """Show the beginning of a file; without choices, columns are nothing yet."""
        shown = preview is not None and bool(preview.rows)
        for part in (self._example, self._title, self._left_out, self._table):
            part.setVisible(shown)
        if preview is None or not shown:
            return
        made = next((row.examples[0] for row in preview.rows if row.examples), None)
        self._show_example(made if choices is not None else None)
        words = left_out_in_words(preview)
        self._left_out.setText(words)
        self._left_out.setVisible(bool(words))
        self._show_cells(preview, choices)

    def _show_example(self, example: Example | None) -> None:
        self._example.setVisible(example is not None)
        if example is not None:
            self._mr.setText(example.mr)
            self._text.setText(example.reference or "none")

    def _show_cells(self, preview: Preview, choices: Choices | None) -> None:
        columns = (*_BEFORE, *(_titled(column, choices) for column in preview.columns))
        table = self._table
        table.setColumnCount(len(columns))
        table.setHorizontalHeaderLabels(columns)
        table.setRowCount(len(preview.rows))
        for number, row in enumerate(preview.rows):
            for column, text in enumerate((f"{row.line:,}", row.problem, *row.cells)):
                item = QTableWidgetItem(text)
                item.setToolTip(plain(text))
                table.setItem(number, column, item)
        table.setColumnHidden(1, not any(row.problem for row in preview.rows))
        table.resizeColumnsToContents()
        few = len(preview.columns) <= _FEW
        mode = QHeaderView.ResizeMode.Stretch if few else QHeaderView.ResizeMode.Interactive
        for column in range(1, len(columns)):
            table.horizontalHeader().setSectionResizeMode(column, mode)
            if not few:
                table.setColumnWidth(column, min(_WIDEST, table.columnWidth(column)))


def left_out_in_words(preview: Preview) -> str:
    """How many rows are left out, and why the first is; empty where none is."""
    first, count = preview.first_left_out, preview.left_out
    if first is None:
        return ""
    share = f"{count:,} of {preview.counted:,} rows"
    what = f"{share} cannot be read and {'is' if count == 1 else 'are'} left out"
    return f"{what}; the first, line {first.line:,}: {first.reason}"


def _titled(column: str, choices: Choices | None) -> str:
    """A column's name, and what it is taken for."""
    if choices is None:
        return column
    if column == choices.reference:
        return f"{column} (reference)"
    if column not in choices.mr:
        return column
    return f"{column} (meaning representation)" if len(choices.mr) == 1 else f"{column} (slot)"


def _cited(name: str) -> QLabel:
    """Words of a file, which wrap."""
    label = remark(name)
    label.setProperty("muted", False)
    policy = label.sizePolicy()
    policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
    label.setSizePolicy(policy)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
