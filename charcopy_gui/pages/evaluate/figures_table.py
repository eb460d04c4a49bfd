"""The table of figures: a row a metric, a column a system; ours first, then published ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from charcopy_gui.appearance.text_size import keep_fitted, scaled
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.evaluate.published import PublishedSystem, Source
from charcopy_gui.pages.evaluate.result import Result
from core.metrics.task import Protocol

_NONE = "–"
_SHARES = ("SER", "exact_copy")
"""Shown in per cent."""
_LESS_IS_BETTER = ("SER",)
_COUNT = "n"
_ROWS = {
    "BLEU": ("BLEU", "Sequences of one to four words shared with the references, 0 to 1"),
    "NIST": ("NIST", "Like BLEU, but rare sequences count for more"),
    "METEOR": ("METEOR", "Words shared with the references, synonyms and word stems too, 0 to 1"),
    "ROUGE_L": ("ROUGE-L", "The longest sequence of words, gaps allowed, shared with a reference"),
    "CIDEr": ("CIDEr", "Sequences of words shared with most references of the same table"),
    "SER": (
        "Slot error rate",
        "Slots missing, wrong, added or repeated, of all slots; less is better. Counted as by the"
        " script that cleaned the E2E corpus",
    ),
    "exact_copy": ("Exact copies", "Names and other open values copied without a wrong character"),
    _COUNT: ("Texts", "How many were scored"),
}
"""The names of figures, and for people their titles and meanings."""


@dataclass(frozen=True, slots=True)
class _Column:
    title: str
    below: str
    tip: str
    figures: Mapping[str, float | int | None]
    protocol: Protocol
    """Only figures of the same one compare."""
    counts: bool = True
    """Whether its figures may be the best: those of a part of the texts are not like others."""
    result: Result | None = None


_ROW_HEIGHT = 28


class FiguresTable(QTableWidget):
    """Shows results and published systems; in each row the best figure of a protocol is bold."""

    remove_requested = Signal()
    """Del was pressed: the current column is not wanted any more."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(len(_ROWS), 0, parent)
        self._columns: list[_Column] = []
        self._has_best = False
        self.setAccessibleName("Figures")
        self.setVerticalHeaderLabels([title for title, _ in _ROWS.values()])
        for row, (_, meaning) in enumerate(_ROWS.values()):
            self.verticalHeaderItem(row).setToolTip(meaning)
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectColumns)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        columns, rows = self.horizontalHeader(), self.verticalHeader()
        columns.setHighlightSections(False)
        columns.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setHighlightSections(False)
        numbers = QFont(self.font())
        numbers.setFeature(QFont.Tag("tnum"), 1)
        self.setFont(numbers)
        keep_fitted(self, self._fit_rows)

    def _fit_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(scaled(_ROW_HEIGHT, self.font()))

    def sizeHint(self) -> QSize:
        """As high as the rows, so that the scroll bar is right below them."""
        height = self.horizontalHeader().sizeHint().height() + self.verticalHeader().length()
        bar = self.horizontalScrollBar().sizeHint().height()
        return QSize(480, height + bar + 2 * self.frameWidth())

    def minimumSizeHint(self) -> QSize:
        """Some of the rows."""
        return QSize(240, 120)

    @property
    def has_best(self) -> bool:
        """Whether there is a row in which figures compare."""
        return self._has_best

    @property
    def chosen(self) -> Result | None:
        """Whose column is current; None where it is a published system's, or none."""
        column = self.currentColumn()
        return self._columns[column].result if 0 <= column < len(self._columns) else None

    def show_systems(self, results: Sequence[Result], beside: Sequence[PublishedSystem]) -> None:
        """Show these columns, and no others."""
        self._columns = [*map(_of_result, results), *map(_of_published, beside)]
        self.setColumnCount(len(self._columns))
        protocols = {column.protocol for column in self._columns}
        best = {(name, one): self._best(name, one) for name in _ROWS for one in protocols}
        self._has_best = any(value is not None for value in best.values())
        for number, column in enumerate(self._columns):
            self.setHorizontalHeaderItem(number, self._header(column))
            for row, name in enumerate(_ROWS):
                value = column.figures.get(name)
                first = best[name, column.protocol]
                is_best = column.counts and value is not None and value == first
                self.setItem(row, number, self._cell(column, name, value, is_best))
        # Once, not with every cell: that would take tens of milliseconds.
        self.resizeColumnsToContents()
        self.updateGeometry()

    def _best(self, name: str, protocol: Protocol) -> float | None:
        compared = [c for c in self._columns if c.counts and c.protocol is protocol]
        values = [value for c in compared if (value := c.figures.get(name)) is not None]
        if name == _COUNT or len(values) < 2:
            return None
        return min(values) if name in _LESS_IS_BETTER else max(values)

    def _header(self, column: _Column) -> QTableWidgetItem:
        item = QTableWidgetItem(f"{column.title}\n{column.below}")
        item.setToolTip(plain(column.tip))
        font = QFont(self.font())
        font.setBold(column.result is not None)
        item.setFont(font)
        return item

    def _cell(
        self, column: _Column, name: str, value: float | None, is_best: bool
    ) -> QTableWidgetItem:
        item = QTableWidgetItem(_shown(name, value))
        if name == _COUNT and column.result is not None and column.result.is_partial:
            item.setText(f"{item.text()} of {column.result.expected:,}")
        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        title, _ = _ROWS[name]
        best = ", the best shown of its protocol" if is_best else ""
        words = f"{title} of {column.title}, {column.below.strip()}: {item.text()}{best}"
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        if column.result is not None and name == "METEOR" and value is None:
            item.setToolTip(plain(column.result.report.meteor_problem))
        font = QFont(self.font())
        font.setBold(is_best)
        item.setFont(font)
        return item

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Del removes the current column; copying takes the whole table, for a spreadsheet."""
        if event.matches(QKeySequence.StandardKey.Delete):
            self.remove_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            QApplication.clipboard().setText(self._as_text())
        else:
            super().keyPressEvent(event)

    def _as_text(self) -> str:
        """All that is shown, with tabs between the columns."""
        titles = (f"{c.title}, {c.below.strip().replace(chr(10), ', ')}" for c in self._columns)
        lines = ["\t".join(("", *titles))]
        for row, (title, _) in enumerate(_ROWS.values()):
            cells = (self.item(row, column) for column in range(self.columnCount()))
            lines.append("\t".join((title, *(cell.text() if cell else "" for cell in cells))))
        return "\n".join(lines)


def _of_result(result: Result) -> _Column:
    report = result.report
    where = result.model or result.choices.outputs
    tip = f"{report.system} on {report.corpus}, {result.how}; {where}; {result.day}"
    figures, counts = report.to_mapping(), not result.is_partial
    return _Column(
        report.system, f"{result.how}\n{result.day}", tip, figures, report.protocol, counts, result
    )


def _of_published(system: PublishedSystem) -> _Column:
    words = system.source.words
    team = f", by {system.team}" if system.team else ""
    tip = f"{system.system}{team}; {words}"
    protocol = Protocol.PAPER if system.source is Source.PAPER else Protocol.FULL
    return _Column(system.system, f"{words}\n", tip, system.figures, protocol)


def _shown(name: str, value: float | None) -> str:
    if value is None:
        return _NONE
    if name == _COUNT:
        return f"{value:,}"
    return f"{value:.2%}" if name in _SHARES else f"{value:.4f}"
