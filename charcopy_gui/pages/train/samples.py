"""The texts that the latest evaluation wrote for a few tables of the dev corpus."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.pages.captions import heading, remark
from core.records import DevScores

EMPTY = "Each evaluation writes a text for a few tables of the dev corpus, and shows them here."

_PADDING = 8
"""Of a cell, left and right, as in the stylesheet."""


class _Wrapping(QStyledItemDelegate):
    """Makes rows as high as their text: the stylesheet's padding takes width from it."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """The room for a cell, wrapped to its column."""
        narrower = QStyleOptionViewItem(option)
        narrower.rect = option.rect.adjusted(0, 0, -2 * _PADDING, 0)
        return super().sizeHint(narrower, index)


class Samples(QWidget):
    """A table with two columns: what was to be said, and what was said."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = QTableWidget(0, 2)
        self._when = remark("Evaluation")
        self._set_up()
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(heading("Sample texts"))
        title.addWidget(self._when, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(title)
        layout.addWidget(self._table, 1)
        layout.addStretch()
        self.clear()

    def _set_up(self) -> None:
        table = self._table
        table.setAccessibleName("Sample texts")
        table.setHorizontalHeaderLabels(["Meaning representation", "Text"])
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        table.horizontalHeader().setHighlightSections(False)
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.verticalHeader().hide()
        table.setShowGrid(False)
        table.setWordWrap(True)
        table.setTextElideMode(Qt.TextElideMode.ElideNone)
        table.setItemDelegate(_Wrapping(table))
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setMinimumHeight(64)

    def show_scores(self, scores: DevScores) -> None:
        """Show an evaluation's texts."""
        self._when.setText(f"step {scores.step:,}, dev BLEU {scores.bleu:.3f}")
        self._table.setRowCount(len(scores.samples))
        for row, sample in enumerate(scores.samples):
            for column, text in enumerate((sample.mr, sample.text)):
                item = QTableWidgetItem(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
                words = f"For {sample.mr}: {sample.text or 'nothing'}"
                item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, words)
                self._table.setItem(row, column, item)
        self._table.show()

    def clear(self) -> None:
        """Show no texts, and say what will be here."""
        self._table.setRowCount(0)
        self._table.hide()
        self._when.setText(EMPTY)
