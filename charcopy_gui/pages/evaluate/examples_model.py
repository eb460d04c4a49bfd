"""The texts of a report as rows: worst first or in another order, and those asked for only."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.metrics.slots.findings import SlotFindings, SlotState

if TYPE_CHECKING:
    from core.metrics.report import Report, ScoredText

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Column(IntEnum):
    """The columns from left to right."""

    LINE = 0
    ERRORS = 1
    ROUGE_L = 2
    BLEU = 3
    CIDER = 4
    MR = 5
    TEXT = 6


_TITLES = {
    Column.LINE: ("Line", "Of the set"),
    Column.ERRORS: ("Errors", "Slots missing or wrong, values invented or repeated"),
    Column.ROUGE_L: ("ROUGE-L", "Of this text alone"),
    Column.BLEU: ("BLEU", "Of this text alone"),
    Column.CIDER: ("CIDEr", "Of this text alone"),
    Column.MR: ("Table", "What was to be said"),
    Column.TEXT: ("Text", "What was said"),
}


def sorted_title(column: Column, order: Qt.SortOrder = Qt.SortOrder.DescendingOrder) -> str:
    """The title of a column that texts are sorted by."""
    arrow = "↑" if order is Qt.SortOrder.AscendingOrder else "↓"
    return f"{arrow} {_TITLES[column][0]}"


class Kind(Enum):
    """Which texts are shown, by what was found in them."""

    ALL = "All texts"
    ERRORS = "With any slot error"
    MISSING = "With a slot missing"
    WRONG = "With a slot wrong"
    INVENTED = "With a value invented"
    REPEATED = "With a value repeated"
    NEAR_COPY = "With a value copied with small errors"
    CLEAN = "Without slot errors"


def _belongs(findings: SlotFindings, kind: Kind) -> bool:
    found = {
        Kind.ALL: lambda: True,
        Kind.ERRORS: lambda: findings.errors > 0,
        Kind.MISSING: lambda: findings.count(SlotState.MISSING) > 0,
        Kind.WRONG: lambda: findings.count(SlotState.WRONG) > 0,
        Kind.INVENTED: lambda: bool(findings.invented),
        Kind.REPEATED: lambda: bool(findings.repeated),
        Kind.NEAR_COPY: lambda: findings.count(SlotState.NEAR_COPY) > 0,
        Kind.CLEAN: lambda: findings.errors == 0,
    }
    return found[kind]()


class ExamplesModel(QAbstractTableModel):
    """Holds a report's texts; sorts and filters by itself, in milliseconds for thousands."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._texts: tuple[ScoredText, ...] = ()
        self._searched: list[str] = []
        self._worst_first: list[int] = []
        self._rows: list[int] = []
        self._kind, self._words = Kind.ALL, ""
        self._order = (int(Column.ERRORS), Qt.SortOrder.DescendingOrder)

    def set_report(self, report: Report | None) -> None:
        """Show another report's texts, filtered and sorted as before."""
        self._texts = () if report is None else report.texts
        self._searched = [f"{one.mr}\n{one.text}".casefold() for one in self._texts]
        places = {id(one): place for place, one in enumerate(self._texts)}
        worst = () if report is None else report.worst_first
        self._worst_first = [places[id(one)] for one in worst]
        self._arrange()

    @property
    def total(self) -> int:
        """How many texts the report has."""
        return len(self._texts)

    def example(self, row: int) -> tuple[int, ScoredText]:
        """The line of a row's text, from 1, and the text."""
        place = self._rows[row]
        return place + 1, self._texts[place]

    def row_of(self, line: int) -> int | None:
        """Where the text of this line is shown; None where it is filtered out."""
        return self._rows.index(line - 1) if line - 1 in self._rows else None

    def set_filter(self, kind: Kind, words: str) -> None:
        """Show texts of this kind only that hold these words, in the table or the text."""
        self._kind, self._words = kind, words.casefold().strip()
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; of equal texts the worse comes first."""
        self._order = column, order
        self._arrange()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)

    def _arrange(self) -> None:
        self.beginResetModel()
        column, order = self._order
        kept = [place for place in self._worst_first if self._is_kept(place)]
        reverse = order is Qt.SortOrder.DescendingOrder
        self._rows = sorted(kept, key=lambda place: self._value(place, column), reverse=reverse)
        self.endResetModel()

    def _is_kept(self, place: int) -> bool:
        found = _belongs(self._texts[place].findings, self._kind)
        return found and self._words in self._searched[place]

    def _value(self, place: int, column: int) -> Any:  # noqa: ANN401
        one = self._texts[place]
        match column:
            case Column.LINE:
                return place + 1
            case Column.ERRORS:
                return one.findings.errors
            case Column.ROUGE_L:
                return one.figures.rouge_l
            case Column.BLEU:
                return one.figures.bleu
            case Column.CIDER:
                return one.figures.cider
            case Column.MR:
                return one.mr
            case _:
                return one.text

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """Texts that are shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        """Those of Column."""
        return 0 if parent.isValid() else len(Column)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A cell's text, its side, and the row in words for screen readers."""
        if not index.isValid():
            return None
        place, column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            value = self._value(place, column)
            return f"{value:.3f}" if isinstance(value, float) else str(value)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT if column >= Column.MR else _RIGHT
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            one = self._texts[place]
            return f"For {one.mr}: {one.text or 'nothing'}; {one.findings.errors} slot errors"
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """The titles of the columns, and what they mean."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        title, meaning = _TITLES[Column(section)]
        if role == Qt.ItemDataRole.DisplayRole:
            column, order = self._order
            return sorted_title(Column(section), order) if section == column else title
        if role == Qt.ItemDataRole.ToolTipRole:
            return meaning
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT if section >= Column.MR else _RIGHT
        return None
