"""The models there are as a table, and the part of it that a search lets through."""

from __future__ import annotations

from collections.abc import Sequence
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

from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.models import words
from core.model_store import Origin, StoredModel

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NO_PARENT = QModelIndex()
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
SORT_ROLE = int(_Role.UserRole)


class Column(IntEnum):
    """What is shown of a model."""

    NAME = 0
    MARKS = 1
    VARIANT = 2
    CORPUS = 3
    SIZES = 4
    DEV_BLEU = 5
    MADE = 6
    SIZE = 7
    ORIGIN = 8


_TITLES = (
    *("Name", "Used", "Variant", "Corpus", "Layers × hidden"),
    *("dev BLEU", "Made", "On disk", "From"),
)
_NUMBERS = (Column.DEV_BLEU, Column.SIZE)


class ModelTable(QAbstractTableModel):
    """A row for every model."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._models: tuple[StoredModel, ...] = ()
        self._in_use: Path | None = None
        self._default: Path | None = None

    @property
    def models(self) -> tuple[StoredModel, ...]:
        """The rows."""
        return self._models

    def set_models(self, models: Sequence[StoredModel]) -> None:
        """List other models."""
        self.beginResetModel()
        self._models = tuple(models)
        self.endResetModel()

    def mark(self, in_use: Path | None, default: Path | None) -> None:
        """Say which model writes, and which will when the program starts."""
        self._in_use, self._default = in_use, default
        if self._models:
            last = self.index(len(self._models) - 1, Column.ORIGIN)
            self.dataChanged.emit(self.index(0, 0), last)

    def marks(self, model: StoredModel) -> str:
        """What a model is used for, in words."""
        found = ["in use"] if model.path == self._in_use else []
        if self._is_default(model):
            found.append("built-in default" if self._default is None else "default")
        return ", ".join(found)

    def _is_default(self, model: StoredModel) -> bool:
        """Whether it was chosen to start with; while none was, whether it opens by itself."""
        return model.is_built_in_default if self._default is None else model.path == self._default

    # What a view asks.

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:
        """One row a model."""
        return 0 if parent.isValid() else len(self._models)

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
        """A cell's text, what it is sorted by, and words for a screen reader."""
        if not index.isValid():
            return None
        model, column = self._models[index.row()], index.column()
        if role == _Role.DisplayRole:
            return self._text(model, column)
        if role == SORT_ROLE:
            return self._sorted_by(model, column)
        if role == _Role.TextAlignmentRole:
            return _RIGHT if column in _NUMBERS else None
        if role == _Role.ToolTipRole:
            return plain(self._text(model, column))
        if role == _Role.AccessibleDescriptionRole:
            texts = ((_TITLES[each], self._text(model, each)) for each in Column)
            return ", ".join(f"{title} {text}" for title, text in texts if text)
        return None

    def _text(self, model: StoredModel, column: int) -> str:
        card = model.card
        texts = {
            Column.NAME: card.name,
            Column.MARKS: self.marks(model),
            Column.VARIANT: card.config.variant,
            Column.CORPUS: card.provenance.corpus,
            Column.SIZES: f"{card.config.layers} × {card.config.hidden_size}",
            Column.DEV_BLEU: words.dev_bleu(card),
            Column.MADE: words.date(card),
            Column.SIZE: words.bytes_in_words(model.size),
            Column.ORIGIN: model.origin.value,
        }
        return words.shortened(texts[Column(column)])

    def _sorted_by(self, model: StoredModel, column: int) -> object:
        if column == Column.DEV_BLEU:
            score = model.card.provenance.dev_bleu
            return -1.0 if score is None else float(score)
        if column == Column.SIZES:
            return 0 if model.card.stored is None else model.card.stored.weights
        if column == Column.SIZE:
            return model.size
        if column == Column.MARKS:
            return 2 * (model.path == self._in_use) + self._is_default(model)
        if column == Column.ORIGIN:
            return list(Origin).index(model.origin)
        return self._text(model, column).casefold()


class FoundModels(QSortFilterProxyModel):
    """Those models in whose texts all the words of a search stand, in the order of a column."""

    def __init__(self, table: ModelTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words: list[str] = []
        self.setSourceModel(table)
        self.setSortRole(SORT_ROLE)
        self.setDynamicSortFilter(True)

    def search(self, text: str) -> None:
        """Let through what holds all these words."""
        self._words = text.casefold().split()
        self.setFilterFixedString(text)  # Qt looks at every row anew.

    def filterAcceptsRow(self, row: int, parent: _Index) -> bool:
        """Whether a model is let through."""
        table = self.sourceModel()
        cells = (table.index(row, column, parent).data() for column in Column)
        text = " ".join(map(str, cells)).casefold()
        return all(word in text for word in self._words)

    def model_at(self, row: int) -> StoredModel | None:
        """The model of a row; None where there is none."""
        index = self.mapToSource(self.index(row, 0))
        table = self.sourceModel()
        if not index.isValid() or not isinstance(table, ModelTable):
            return None
        return table.models[index.row()]

    def row_of(self, path: Path) -> int:
        """The row of a model by its file; -1 where it is not let through."""
        rows = range(self.rowCount())
        found = ((row, self.model_at(row)) for row in rows)
        return next((row for row, model in found if model and model.path == path), -1)
