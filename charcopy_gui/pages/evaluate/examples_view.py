"""Texts: every text of a result as a list, worst first, and the chosen one in full below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance.text_size import keep_fitted, scaled
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.evaluate.example_detail import ExampleDetail
from charcopy_gui.pages.evaluate.examples_model import Column, ExamplesModel, Kind, sorted_title
from charcopy_gui.pages.evaluate.result import Result
from charcopy_gui.pages.parts.captions import fit_column
from charcopy_gui.pages.parts.fields import ElidedBox
from charcopy_gui.pages.parts.rows import lay_in_rows

_FIGURES = (Column.LINE, Column.ERRORS, Column.ROUGE_L, Column.BLEU, Column.CIDER)
_AROUND = 24
"""Pixels beside a title."""
_ROOMY = {Column.BLEU: 640, Column.CIDER: 640, Column.ROUGE_L: 440, Column.MR: 320}
"""Pixels from which on a column is shown, with text of the usual size."""


class ExamplesView(QWidget):
    """Chooses a result, filters its texts, and shows one of them."""

    open_requested = Signal(object, object)
    """The chosen text's meaning representation as the corpus has it, and its Result."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._results: list[Result] = []
        self._which = ElidedBox()
        self._kind = QComboBox()
        self._words = QLineEdit()
        self._count = QLabel()
        self.model = ExamplesModel(self)
        self.table = QTableView()
        self.detail = ExampleDetail()
        self._line: int | None = None
        self._fill()
        self._set_up_table()
        self._lay_out()
        self._join()

    def _fill(self) -> None:
        for kind in Kind:
            self._kind.addItem(kind.value, kind)
        self._words.setPlaceholderText("Find words")
        self._words.setClearButtonEnabled(True)
        self._words.setMinimumWidth(120)
        fit_column(self._which)
        fit_column(self._kind)
        self._count.setProperty("muted", True)
        for widget, name, tip in (
            (self._which, "Result whose texts are shown", "One of the results under Figures"),
            (self._kind, "Which texts are shown", "By what was found in them"),
            (self._words, "Find texts", "Texts whose table or text has these words"),
            (self._count, "Texts shown", "Texts that are shown, of all"),
        ):
            widget.setAccessibleName(name)
            widget.setToolTip(tip)

    def _set_up_table(self) -> None:
        table = self.table
        table.setModel(self.model)
        lay_in_rows(table, "Texts")
        table.setToolTip("Return opens the chosen text on the Generate page")
        table.setSortingEnabled(True)
        table.sortByColumn(Column.ERRORS, Qt.SortOrder.DescendingOrder)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setMinimumHeight(88)
        columns = table.horizontalHeader()
        columns.setSortIndicatorShown(False)  # It would lie over the title, which has an arrow.
        for column in (Column.MR, Column.TEXT):
            columns.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        numbers = QFont(table.font())
        numbers.setFeature(QFont.Tag("tnum"), 1)
        table.setFont(numbers)
        keep_fitted(table, self._fit_table)

    def _fit_table(self) -> None:
        font = self.table.font()
        header = self.table.horizontalHeader()
        for column in _FIGURES:
            width = header.fontMetrics().horizontalAdvance(sorted_title(column))
            header.resizeSection(column, width + scaled(_AROUND, font))

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._kind, 1)
        top.addWidget(self._words, 1)
        top.addWidget(self._count)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.setObjectName("evaluateTexts")
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.table)
        parts.addWidget(self.detail)
        parts.setSizes([300, 260])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._which)
        layout.addLayout(top)
        layout.addWidget(parts, 1)

    def _join(self) -> None:
        self._which.currentIndexChanged.connect(self._show_result)
        self._kind.currentIndexChanged.connect(self._filter)
        self._words.textChanged.connect(self._filter)
        self.model.modelReset.connect(self._choose_again)
        self.table.selectionModel().currentRowChanged.connect(self._show_example)
        self.table.activated.connect(self._open)
        self.detail.open_requested.connect(self._open)

    @property
    def chosen(self) -> Result | None:
        """The result whose texts are shown; None where there is none."""
        return self._which.currentData()

    def show_results(self, results: Sequence[Result]) -> None:
        """List these results; the texts of a new one are shown, else those that were."""
        shown = self.chosen
        if shown not in results or results[-1] not in self._results:
            shown = results[-1] if results else None
        self._results = list(results)
        with QSignalBlocker(self._which):
            self._which.clear()
            for result in results:
                words = f"{result.report.system}, {result.how}, on {result.report.corpus}"
                self._which.addItem(words, result)
                if result is shown:
                    self._which.setCurrentIndex(self._which.count() - 1)
        self._which.setVisible(len(results) > 1)
        self._show_result()

    @Slot()
    def _show_result(self) -> None:
        self._line = None
        result = self.chosen
        self.model.set_report(None if result is None else result.report)
        self._which.setToolTip(plain(self._which.currentText()))

    @Slot()
    def _filter(self) -> None:
        self.model.set_filter(self._kind.currentData(), self._words.text())

    @Slot()
    def _choose_again(self) -> None:
        """After sorting and filtering, the chosen text stays so where it is shown."""
        shown, total = self.model.rowCount(), self.model.total
        self._count.setText(f"{shown:,} of {total:,}" if shown != total else f"{total:,} texts")
        row = None if self._line is None else self.model.row_of(self._line)
        if row is None and shown:
            row = 0
        if row is None:
            self._line = None
            self.detail.clear()
        else:
            self.table.setCurrentIndex(self.model.index(row, 0))

    @Slot(QModelIndex)
    def _show_example(self, index: QModelIndex) -> None:
        if index.isValid():
            self._line, one = self.model.example(index.row())
            self.detail.show_example(self._line, one)

    @Slot()
    def _open(self) -> None:
        index, result = self.table.currentIndex(), self.chosen
        if index.isValid() and result is not None:
            _, one = self.model.example(index.row())
            self.open_requested.emit(one.source, result)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, it is for table and text."""
        super().resizeEvent(event)
        for column, room in _ROOMY.items():
            self.table.setColumnHidden(column, self.width() < scaled(room, self.font()))

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self.detail.set_theme(theme)
