"""The table of slots: edited in place, as tall as its rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSizePolicy, QTableView, QWidget

from charcopy_gui.appearance.text_size import keep_fitted, scaled
from charcopy_gui.pages.generate import slot_drag
from charcopy_gui.pages.generate.cell_editor import CellDelegate
from charcopy_gui.pages.generate.completion import Completions
from charcopy_gui.pages.generate.slot_commands import SlotCommands
from charcopy_gui.pages.generate.slot_marks import Column
from charcopy_gui.pages.generate.slot_model import SlotModel

_ROW_HEIGHT = 28
_LEAST_ROWS = 3
_MOST_ROWS = 10
_Trigger = QAbstractItemView.EditTrigger
_Key = QKeySequence.StandardKey
_EMPTY = "No slots yet: add one with +, take an example, or paste a line or two columns."
_NO_SLOTS = "What was dropped holds no slots."


class SlotTable(QTableView):
    """Shows a SlotModel; what is done to its rows lies in `commands`."""

    refused = Signal(str)
    """Why something was not done, in a sentence."""

    def __init__(
        self,
        model: SlotModel,
        completions: Completions | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._slots = model
        self._completions = completions or Completions()
        self._cells = CellDelegate(model, self._words, self)
        self.commands = SlotCommands(self, model, self._cells.commit)
        self.setItemDelegate(self._cells)
        self.setModel(model)
        self.setAccessibleName("Slots and values")
        self.setToolTip("Double-click or type to edit; drag rows; paste a line or two columns")
        self._look()
        self.commands.refused.connect(self.refused)
        self._cells.rows_pasted.connect(self.commands.paste)
        model.walked.connect(self._follow_history)
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
        columns = self.horizontalHeader()
        columns.setStyleSheet("QHeaderView::section { padding-left: 11px; }")
        columns.setHighlightSections(False)
        columns.setSectionsClickable(False)
        columns.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Interactive)
        columns.setSectionResizeMode(Column.VALUE, QHeaderView.ResizeMode.Stretch)
        keep_fitted(self, self._fit)

    def _fit(self) -> None:
        height = scaled(_ROW_HEIGHT, self.font())
        self.horizontalHeader().resizeSection(Column.NAME, scaled(136, self.font()))
        self.verticalHeader().setDefaultSectionSize(height)
        self.horizontalHeader().setFixedHeight(height)
        self.updateGeometry()

    # Size.

    def sizeHint(self) -> QSize:
        """As tall as the rows, up to ten."""
        rows = min(max(self._slots.rowCount(), _LEAST_ROWS), _MOST_ROWS)
        height = scaled(_ROW_HEIGHT, self.font())
        return QSize(320, (rows + 1) * height + 2 * self.frameWidth())

    def minimumSizeHint(self) -> QSize:
        """The same height: the column scrolls, not the table in it."""
        return QSize(240, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say what to do where there is nothing yet."""
        super().paintEvent(event)
        if not self._slots.rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().placeholderText().color())
            room = self.viewport().rect().adjusted(11, 8, -11, -8)
            painter.drawText(room, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop, _EMPTY)

    # Editing.

    @property
    def composing(self) -> bool:
        """Whether an input method has begun something in the open editor."""
        return self._cells.editor is not None and self._cells.editor.composing

    def commit_open_editor(self) -> None:
        """Take what stands in a cell still being edited."""
        self._cells.commit()

    def _words(self, index: QModelIndex | QPersistentModelIndex) -> Sequence[str]:
        """What a cell could say: a slot that is not there yet, or a value of its slot."""
        slots = self._slots.mr().slots
        if index.column() == Column.VALUE:
            return self._completions.values(slots[index.row()].name)
        others = {slot.name for row, slot in enumerate(slots) if row != index.row()}
        return [name for name in self._completions.names() if name not in others]

    @Slot(int)
    def _follow_history(self, row: int) -> None:
        """Look where undo or redo changed something."""
        if self._cells.editor is None:
            self.commands.select_rows(row, column=max(self.currentIndex().column(), 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, paste, remove and start editing by the keys people know."""
        if self.state() is QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)  # What the editor in the cell had no use for.
        elif command := self._command_of(event):
            command()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.edit(self.currentIndex())
        elif self._leaves(event):
            event.ignore()  # Then the focus goes on to the next widget.
        else:
            super().keyPressEvent(event)

    def _command_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        do = self.commands
        keys: tuple[tuple[QKeySequence.StandardKey, Callable[[], object]], ...] = (
            (_Key.Copy, do.copy),
            (_Key.Cut, do.cut),
            (_Key.Paste, do.paste),
            (_Key.Delete, do.remove_rows),
        )
        return next((command for key, command in keys if event.matches(key)), None)

    def _leaves(self, event: QKeyEvent) -> bool:
        """Tab walks along the cells, and out of the table at its ends."""
        at = self.currentIndex()
        if event.key() == Qt.Key.Key_Tab:
            return not at.isValid() or at == self._slots.index(
                self._slots.rowCount() - 1, Column.VALUE
            )
        return event.key() == Qt.Key.Key_Backtab and at.row() <= 0 and at.column() <= 0

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done to the rows."""
        self.commands.menu().popup(event.globalPos())

    # Dragging.

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Rows and text come in; files are the window's."""
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Move rows that were dragged; put in the slots of a text."""
        data, row = event.mimeData(), self._row_at(event)
        self.commit_open_editor()
        # Whoever dragged it keeps it: own rows have been moved already.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if rows := slot_drag.own_rows(data):
            self.commands.move_to(rows, row)
        elif slots := slot_drag.dropped(data):
            self.commands.insert(row, slots, "Drop slots")
        else:
            self.refused.emit(_NO_SLOTS)
        self.stopAutoScroll()
        self.setState(QAbstractItemView.State.NoState)
        self.viewport().update()

    def _row_at(self, event: QDropEvent) -> int:
        """The row before which something is dropped: the nearest gap between two."""
        at = event.position().toPoint()
        index = self.indexAt(at)
        if not index.isValid():
            return self._slots.rowCount()
        return index.row() + (at.y() > self.visualRect(index).center().y())
