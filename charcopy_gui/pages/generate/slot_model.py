"""The rows of a meaning representation, as the table shows and edits them; all can be undone."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QIcon, QUndoStack

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.generate import slot_drag
from charcopy_gui.pages.generate.slot_history import SlotChange
from charcopy_gui.pages.generate.slot_marks import Column, Mark, MarkKind, Trained, marks_of
from core.meaning_representation import MeaningRepresentation, Slot

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NO_PARENT = QModelIndex()


class SlotModel(QAbstractTableModel):
    """Slots as rows: name and value, with a mark where one is odd. Nothing odd is refused."""

    changed = Signal()
    """The slots are others than before, whoever changed them."""
    walked = Signal(int)
    """Undo or redo changed slots; the first row that is another now, or would be."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._slots: tuple[Slot, ...] = ()
        self._trained = Trained()
        self._marks: dict[tuple[int, Column], Mark] = {}
        self._icons: dict[MarkKind, QIcon] = {}
        self._sessions = 0
        self.history = QUndoStack(self)
        self.set_theme(LIGHT)

    # What is in it.

    def mr(self) -> MeaningRepresentation:
        """The slots as they stand."""
        return MeaningRepresentation(self._slots)

    def mark(self, row: int, column: Column) -> str:
        """What is odd about a cell, empty where nothing is."""
        mark = self._marks.get((row, column))
        return "" if mark is None else mark.sentence

    @property
    def trained(self) -> Trained:
        """What the marks are made by."""
        return self._trained

    # Changing it.

    def new_session(self) -> int:
        """A number for changes that follow one another and are to be undone as one."""
        self._sessions += 1
        return self._sessions

    def set_slots(self, slots: Sequence[Slot], words: str, *, session: int = -1) -> None:
        """Change to these slots, as one step that can be undone.

        Args:
            slots: all slots, in order.
            words: what the step is called in the Edit menu.
            session: steps of one number, from 0, that follow one another become one step.
        """
        if tuple(slots) != self._slots:
            change = SlotChange(self._show, self._slots, tuple(slots), words, session)
            self.history.push(change)

    def insert(self, row: int, slots: Sequence[Slot], words: str = "Add slot") -> None:
        """Put slots before a row."""
        self.set_slots([*self._slots[:row], *slots, *self._slots[row:]], words)

    def remove(self, rows: Sequence[int], words: str = "Remove slot") -> None:
        """Take rows out."""
        kept = [slot for row, slot in enumerate(self._slots) if row not in rows]
        self.set_slots(kept, words)

    def move(self, rows: Sequence[int], before: int) -> int:
        """Put rows, in their order, before another; returns where the first of them is then."""
        taken = [self._slots[row] for row in sorted(rows)]
        left = [slot for row, slot in enumerate(self._slots) if row not in rows]
        target = before - sum(row < before for row in rows)
        self.set_slots([*left[:target], *taken, *left[target:]], "Move slot")
        return target

    def write(self, index: _Index, text: str, *, session: int = -1) -> None:
        """Let a cell say something else; space around a name is not kept."""
        slots, slot = list(self._slots), self._slots[index.row()]
        if index.column() == Column.NAME:
            slots[index.row()] = Slot(text.strip(), slot.value)
        else:
            slots[index.row()] = Slot(slot.name, text)
        self.set_slots(slots, "Edit slot", session=session)

    def _show(self, slots: tuple[Slot, ...], walked: bool) -> None:
        """Become these slots with as few rows touched as can be."""
        before = self._slots
        start = _common_length(before, slots)
        end = _common_length(before[start:][::-1], slots[start:][::-1])
        old, new = len(before) - start - end, len(slots) - start - end
        same = start + min(old, new)
        if new > old:
            self.beginInsertRows(_NO_PARENT, same, start + new - 1)
            self._slots = slots
            self.endInsertRows()
        elif old > new:
            self.beginRemoveRows(_NO_PARENT, same, start + old - 1)
            self._slots = slots
            self.endRemoveRows()
        self._slots = slots
        self._judge()
        self.changed.emit()
        if walked:
            self.walked.emit(start)

    def set_trained(self, trained: Trained) -> None:
        """Mark what a model does not know."""
        self._trained = trained
        self._judge()

    def set_theme(self, theme: Theme) -> None:
        """Draw the marks in the colours of a theme."""
        self._icons = {
            MarkKind.REFUSED: icons.icon("warning", theme.error),
            MarkKind.ODD: icons.icon("warning", theme.warning),
            MarkKind.UNKNOWN: icons.icon("info", theme.muted),
            MarkKind.UNTRAINED: icons.icon("info", theme.warning),
        }
        self._repaint()

    def _judge(self) -> None:
        self._marks = marks_of(self._slots, self._trained)
        self._repaint()

    def _repaint(self) -> None:
        if self._slots:
            last = self.index(len(self._slots) - 1, Column.VALUE)
            self.dataChanged.emit(self.index(0, Column.NAME), last)

    # What a view asks.

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:
        """One row a slot."""
        return 0 if parent.isValid() else len(self._slots)

    def columnCount(self, parent: _Index = _NO_PARENT) -> int:
        """Name and value."""
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> object:
        """The columns' titles."""
        if orientation is Qt.Orientation.Horizontal and 0 <= section < len(Column):
            if role == _Role.DisplayRole:
                return ("Slot", "Value")[section]
            if role == _Role.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> object:
        """A cell's text, its mark, and both for a screen reader."""
        if not index.isValid():
            return None
        slot, column = self._slots[index.row()], Column(index.column())
        text = slot.name if column is Column.NAME else slot.value
        mark = self._marks.get((index.row(), column))
        if role in (_Role.DisplayRole, _Role.EditRole):
            return text
        if role == _Role.DecorationRole and mark is not None:
            return self._icons[mark.kind]
        if role == _Role.ToolTipRole and mark is not None:
            return plain(mark.sentence)
        if role == _Role.AccessibleDescriptionRole:
            return f"{slot.name}: {slot.value}. {self.mark(index.row(), column)}".rstrip()
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Every cell can be edited, and every row dragged."""
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        flags = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled
        return flags | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsDragEnabled

    def setData(self, index: _Index, value: object, role: int = _Role.EditRole) -> bool:
        """Take what was typed into a cell."""
        if not index.isValid() or role != _Role.EditRole:
            return False
        self.write(index, str(value))
        return True

    # Dragging rows; the table takes what is dropped.

    def supportedDropActions(self) -> Qt.DropAction:
        """Rows move; text from elsewhere is copied."""
        return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction

    def mimeTypes(self) -> list[str]:
        """What may be dropped here."""
        return list(slot_drag.TYPES)

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """The dragged rows."""
        return slot_drag.dragged(self._slots, sorted({index.row() for index in indexes}))


def _common_length(one: Sequence[Slot], other: Sequence[Slot]) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
