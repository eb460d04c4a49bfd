"""The table of slots: edited in place, as tall as its rows."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from charcopy_gui.pages.generate.slot_marks import Column
from charcopy_gui.pages.generate.slot_model import SlotModel
from charcopy_gui.pages.generate.slot_text import line_of, slots_of_text
from core.meaning_representation import Slot

_ROW_HEIGHT = 28
_LEAST_ROWS = 3
_MOST_ROWS = 10
_Trigger = QAbstractItemView.EditTrigger


class SlotTable(QTableView):
    """Shows a SlotModel, and changes it by mouse and keyboard."""

    def __init__(self, model: SlotModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slots = model
        self._cells = _CellDelegate(self)
        self.setItemDelegate(self._cells)
        self.setModel(model)
        self.setAccessibleName("Slots and values")
        self.setToolTip("Double-click or type to edit; paste a line or two columns")
        self._look()
        for signal in (model.rowsInserted, model.rowsRemoved, model.modelReset):
            signal.connect(self.updateGeometry)

    def _look(self) -> None:
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(True)
        self.setEditTriggers(
            _Trigger.DoubleClicked | _Trigger.EditKeyPressed | _Trigger.AnyKeyPressed
        )
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDragDropOverwriteMode(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        columns = self.horizontalHeader()
        columns.setStyleSheet("QHeaderView::section { padding-left: 11px; }")
        columns.setHighlightSections(False)
        columns.setSectionsClickable(False)
        columns.setFixedHeight(_ROW_HEIGHT)
        columns.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Interactive)
        columns.setSectionResizeMode(Column.VALUE, QHeaderView.ResizeMode.Stretch)
        columns.resizeSection(Column.NAME, 136)

    # Size.

    def sizeHint(self) -> QSize:
        """As tall as the rows, up to ten."""
        rows = min(max(self._slots.rowCount(), _LEAST_ROWS), _MOST_ROWS)
        return QSize(320, self._height_of(rows))

    def minimumSizeHint(self) -> QSize:
        """The same height: the column scrolls, not the table in it."""
        return QSize(240, self.sizeHint().height())

    def _height_of(self, rows: int) -> int:
        return (rows + 1) * _ROW_HEIGHT + 2 * self.frameWidth()

    # What the buttons and menus do.

    def selected_rows(self) -> list[int]:
        """The rows that are selected, from the top."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def add_row(self) -> None:
        """Put an empty slot below the current one and start typing its name."""
        self.commit_open_editor()
        row = self.currentIndex().row() + 1 if self.currentIndex().isValid() else None
        row = self._slots.rowCount() if row is None else row
        self._slots.insert(row, [Slot("", "")])
        index = self._slots.index(row, Column.NAME)
        self.setCurrentIndex(index)
        self.edit(index)

    def remove_rows(self) -> None:
        """Take the selected slots out."""
        self.commit_open_editor()
        rows = self.selected_rows()
        self._slots.remove(rows)
        if rows and self._slots.rowCount():
            self.selectRow(min(rows[0], self._slots.rowCount() - 1))

    def move_up(self) -> None:
        """Put the selected slots one row higher."""
        self._move(-1)

    def move_down(self) -> None:
        """Put the selected slots one row lower."""
        self._move(1)

    def _move(self, by: int) -> None:
        self.commit_open_editor()
        rows = self.selected_rows()
        if not rows or rows[0] + by < 0 or rows[-1] + by >= self._slots.rowCount():
            return
        before = rows[0] - 1 if by < 0 else rows[-1] + 2
        column = max(self.currentIndex().column(), 0)
        first = self._slots.move(rows, before)
        self.clearSelection()
        self.setCurrentIndex(self._slots.index(first, column))
        flags = self.selectionModel().SelectionFlag
        for row in range(first, first + len(rows)):
            self.selectionModel().select(self._slots.index(row, 0), flags.Select | flags.Rows)

    def copy(self) -> None:
        """Copy the selected slots, or all, as a line."""
        slots, rows = self._slots.mr().slots, self.selected_rows()
        chosen = [slots[row] for row in rows] if rows else slots
        QGuiApplication.clipboard().setText(line_of(chosen))

    def paste(self) -> bool:
        """Put copied slots below the current one, or instead of all where all are selected.

        Returns:
            Whether the clipboard held any.
        """
        slots = slots_of_text(QGuiApplication.clipboard().text())
        if not slots:
            return False
        rows = self.selected_rows()
        if len(rows) > 1 and len(rows) == self._slots.rowCount():
            self._slots.set_slots(slots, "Paste slots")
            return True
        at = self.currentIndex()
        row = at.row() + 1 if at.isValid() else self._slots.rowCount()
        self._slots.insert(row, slots, "Paste slots")
        self.setCurrentIndex(self._slots.index(row + len(slots) - 1, Column.NAME))
        return True

    def commit_open_editor(self) -> None:
        """Take what stands in a cell still being edited."""
        self._cells.commit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, paste, remove and start editing by the keys people know."""
        if self.state() is QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)  # What the editor in the cell had no use for.
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        elif event.matches(QKeySequence.StandardKey.Delete):
            self.remove_rows()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.edit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class _CellDelegate(QStyledItemDelegate):
    """Knows the editor that is open, and puts marks at a cell's right."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._editor: QLineEdit | None = None

    def createEditor(
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> QWidget:
        """A plain line, without a frame of its own."""
        del option
        self._editor = QLineEdit(parent)
        self._editor.setFrame(False)
        self._editor.setObjectName("cellEditor")
        column = ("Slot", "Value")[index.column()]
        self._editor.setAccessibleName(f"{column} in row {index.row() + 1}")
        return self._editor

    def destroyEditor(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        """Forget the editor."""
        if editor is self._editor:
            self._editor = None
        super().destroyEditor(editor, index)

    def commit(self) -> None:
        """Take the open editor's text, and close it."""
        if (editor := self._editor) is not None:
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Text at the left, a mark at the right."""
        super().initStyleOption(option, index)
        option.decorationPosition = QStyleOptionViewItem.Position.Right
