"""The texts of a run as rows of a tree: each under the one it departs from."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.output.departure import departure, excerpt
from core.generation_tree import Branch, GenerationTree
from core.records import Hypothesis

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NOWHERE = QModelIndex()


class Column(IntEnum):
    """What is told of a text."""

    DEPARTURE = 0
    SLOTS = 1
    READ_BACK = 2
    SCORE = 3
    LOG_PROBABILITY = 4
    TEXT = 5


_TITLES = ("Text", "Slots", "Read back", "Score", "log P", "")
_TIPS = (
    "What was changed and where; below, the text from that point",
    "Share of the slots that the text says",
    "log P(MR | text): natural logarithm of the probability of reading the table back",
    "What texts are ranked by: log P normalised by length, with λ × reading back where reranked",
    "log P(text | MR): natural logarithm of the text's probability",
    "The text",
)
EXCERPT = Qt.ItemDataRole.UserRole
"""The text from where it goes its own way."""


class BranchModel(QAbstractItemModel):
    """A row a text; its number is the id of its indices."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tree: GenerationTree | None = None
        self._rows: dict[int | None, list[int]] = {None: []}
        """The texts under each; those that depart from none under None."""
        self._parents: dict[int, int | None] = {}

    # What is in it.

    def show_tree(self, tree: GenerationTree | None) -> None:
        """Show another run's texts."""
        self.beginResetModel()
        self._tree = tree
        self._rows, self._parents = {None: []}, {}
        for branch in tree or ():
            self._put(branch)
        self.endResetModel()

    def refresh(self) -> None:
        """Take in what came, what went, and what was written since."""
        if self._tree is None:
            return
        for number in [number for number in self._parents if number not in self._tree]:
            if number in self._parents:  # Not gone already, with the one it departs from.
                self._take_out(number)
        for branch in self._tree:
            if branch.id not in self._parents:
                row = len(self._above(branch))
                self.beginInsertRows(self.index_of(branch.parent), row, row)
                self._put(branch)
                self.endInsertRows()
        for parent, rows in self._rows.items():
            if rows:
                above = self.index_of(parent)
                last = self.index(len(rows) - 1, len(Column) - 1, above)
                self.dataChanged.emit(self.index(0, 0, above), last)

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of all texts that are listed."""
        return frozenset(self._parents)

    def branch(self, index: _Index) -> int | None:
        """The number of the text at an index."""
        return index.internalId() if index.isValid() else None

    def index_of(self, branch: int | None, column: int = 0) -> QModelIndex:
        """Where a text stands."""
        if branch is None or branch not in self._parents:
            return _NOWHERE
        row = self._rows[self._parents[branch]].index(branch)
        return self.createIndex(row, column, branch)

    def _put(self, branch: Branch) -> None:
        self._parents[branch.id] = branch.parent
        row = len(self._above(branch))
        self._rows.setdefault(branch.parent, []).insert(row, branch.id)
        self._rows.setdefault(branch.id, [])

    def _above(self, branch: Branch) -> list[int]:
        """Those beside a text that came before it."""
        return [other for other in self._rows.get(branch.parent, []) if other < branch.id]

    def _take_out(self, branch: int) -> None:
        parent = self._parents[branch]
        row = self._rows[parent].index(branch)
        self.beginRemoveRows(self.index_of(parent), row, row)
        self._rows[parent].remove(branch)
        below = [branch]
        while below:
            gone = below.pop()
            below += self._rows.pop(gone)
            del self._parents[gone]
        self.endRemoveRows()

    # What a view asks.

    def index(self, row: int, column: int, parent: _Index = _NOWHERE) -> QModelIndex:
        """A cell under a text, or at the top."""
        rows = self._rows.get(self.branch(parent), [])
        if not 0 <= row < len(rows) or not 0 <= column < len(Column) or parent.column() > 0:
            return _NOWHERE
        return self.createIndex(row, column, rows[row])

    def parent(self, index: _Index = _NOWHERE) -> QModelIndex:  # type: ignore[override]
        """The text that one departs from."""
        branch = self.branch(index)
        return _NOWHERE if branch is None else self.index_of(self._parents.get(branch))

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """How many texts depart from one."""
        return 0 if parent.column() > 0 else len(self._rows.get(self.branch(parent), []))

    def columnCount(self, _parent: _Index = _NOWHERE) -> int:
        """The same for every text."""
        return len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> object:
        """The columns' titles, and what they mean."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        if role == _Role.DisplayRole:
            return _TITLES[section]
        if role == _Role.ToolTipRole:
            return _TIPS[section]
        if role == _Role.TextAlignmentRole:
            return _side(section)
        return None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> object:
        """A cell's words, and all of a text's for tooltips and screen readers."""
        number = self.branch(index)
        if self._tree is None or number is None or number not in self._tree:
            return None
        branch, column = self._tree[number], Column(index.column())
        if role == _Role.DisplayRole:
            return self._cell(self._tree, branch, column)
        if role == EXCERPT:
            return excerpt(self._tree, branch)
        if role == _Role.ToolTipRole:
            return plain(f"{departure(self._tree, branch)}: {self._tree.text(number)}")
        if role == _Role.AccessibleDescriptionRole:
            return self._told(self._tree, branch)
        if role == _Role.TextAlignmentRole:
            return _side(column)
        if role == _Role.FontRole and column in (
            Column.LOG_PROBABILITY,
            Column.SCORE,
            Column.READ_BACK,
        ):
            font = QFont()
            font.setFeature(QFont.Tag("tnum"), 1)
            return font
        return None

    def _cell(self, tree: GenerationTree, branch: Branch, column: Column) -> str:
        if column is Column.DEPARTURE:
            return departure(tree, branch)
        if column is Column.TEXT:
            return tree.text(branch.id)
        if column is Column.LOG_PROBABILITY:
            return "…" if branch.ending is None else _number(branch.log_probability)
        found = _found(tree, branch)
        if found is None:
            return ""
        if column is Column.SCORE:
            return _number(found.score)
        if column is Column.READ_BACK:
            value = found.reconstruction_log_probability
            return "" if value is None else _number(value)
        return "" if found.slot_coverage is None else f"{found.slot_coverage:.0%}"

    def _told(self, tree: GenerationTree, branch: Branch) -> str:
        parts = [departure(tree, branch)]
        for column in range(Column.SLOTS, Column.TEXT):
            cell = self._cell(tree, branch, Column(column))
            if cell:
                parts.append(f"{_TITLES[column]} {cell}")
        return ", ".join(parts) + f": {tree.text(branch.id)}"


def _found(tree: GenerationTree, branch: Branch) -> Hypothesis | None:
    """What beam search said of a text, where it found it."""
    found = tree.hypotheses
    return found[branch.id] if branch.what_if is None and branch.id < len(found) else None


def _side(column: int) -> Qt.AlignmentFlag:
    numbers = Column.SLOTS <= column <= Column.LOG_PROBABILITY
    side = Qt.AlignmentFlag.AlignRight if numbers else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _number(value: float) -> str:
    return f"{value:,.2f}".replace("-", "−")
