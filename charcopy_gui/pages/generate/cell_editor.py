"""Editing a cell: what is typed is in the table at once, and undone as one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from charcopy_gui.pages.generate.completion import completer
from charcopy_gui.pages.generate.shared_line import SharedLine, commit_composition
from charcopy_gui.pages.generate.slot_marks import Column
from charcopy_gui.pages.generate.slot_model import SlotModel
from charcopy_gui.pages.generate.slot_text import slots_of_text

_Index = QModelIndex | QPersistentModelIndex
_DRAWN = 400
"""Characters of a cell that are drawn: more than any screen has room for in a row."""
_SEVERAL = 2
_TABS = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
_ENDING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, *_TABS)


class CellEditor(SharedLine):
    """A plain line over a cell, with a list of what could be meant."""

    rows_pasted = Signal()
    """Several slots are to be pasted: they belong into the table, not into this cell."""

    def __init__(self, words: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrame(False)
        self.setObjectName("cellEditor")
        self.setCompleter(completer(words, self))

    def event(self, event: QEvent) -> bool:
        """Return and Tab end the editing, though the list may be open; Tab takes what it shows."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in _ENDING
            and self._close_list(takes_choice=event.key() in _TABS)
        ):
            # Once more, for those who watch this editor: the list has kept it from them.
            return QCoreApplication.sendEvent(self, event)
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down opens the whole list; several slots are pasted into the table."""
        if event.matches(QKeySequence.StandardKey.Paste) and self._clipboard_has_rows():
            self.rows_pasted.emit()
        elif event.key() == Qt.Key.Key_Down and not event.modifiers():
            self.completer().setCompletionPrefix("")
            self.completer().complete()
        else:
            super().keyPressEvent(event)

    def _close_list(self, *, takes_choice: bool) -> bool:
        """Close the list if it is open; not where something in it is chosen, and to be taken."""
        popup = self.completer().popup()
        if popup is None or not popup.isVisible():
            return False
        chosen = popup.currentIndex()
        if chosen.isValid() and not takes_choice:
            return False
        if chosen.isValid():
            self.setText(str(chosen.data()))
        popup.hide()
        return True

    def _clipboard_has_rows(self) -> bool:
        return len(slots_of_text(QGuiApplication.clipboard().text())) >= _SEVERAL


class CellDelegate(QStyledItemDelegate):
    """Knows the editor that is open, and puts marks at a cell's right."""

    rows_pasted = Signal()

    def __init__(
        self, model: SlotModel, words: Callable[[_Index], Sequence[str]], parent: QWidget
    ) -> None:
        """`words` are what a cell could say."""
        super().__init__(parent)
        self._slots = model
        self._words = words
        self._editor: CellEditor | None = None
        self._index = QPersistentModelIndex()
        self._session = -1
        self._before = ""
        model.walked.connect(self._begin_anew)

    # The editor.

    @property
    def editor(self) -> CellEditor | None:
        """The editor that is open."""
        return self._editor

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:
        """A line over the cell, and a history of its own."""
        del option
        editor = CellEditor(self._words(index), parent)
        column = ("Slot", "Value")[index.column()]
        editor.setAccessibleName(f"{column} in row {index.row() + 1}")
        editor.setToolTip("Return keeps it, Esc discards it, Down lists known values")
        self._editor, self._session = editor, self._slots.new_session()
        self._index, self._before = QPersistentModelIndex(index), str(index.data())
        editor.setText(self._before)
        editor.textChanged.connect(self._take)
        editor.rows_pasted.connect(self._paste_rows)
        return editor

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: _Index
    ) -> None:
        """The editor is as large as the cell."""
        del index
        editor.setGeometry(option.rect)

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        """Follow undo and redo; what the editor says already stays, and its cursor with it."""
        said = str(index.data(Qt.ItemDataRole.EditRole))
        if isinstance(editor, QLineEdit) and _meant(editor.text(), index) != said:
            editor.setText(said)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        """Take what was typed, as it was typed."""
        del model
        if isinstance(editor, QLineEdit):
            self._slots.write(index, editor.text(), session=self._session)

    def destroyEditor(self, editor: QWidget, index: _Index) -> None:
        """Forget the editor."""
        if editor is self._editor:
            self._editor = None
        super().destroyEditor(editor, index)

    def eventFilter(self, editor: QWidget, event: QEvent) -> bool:  # type: ignore[override]
        """Esc takes back what was typed."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Escape
            and self._index.isValid()
        ):
            self._slots.write(self._index, self._before, session=self._session)
        return super().eventFilter(editor, event)

    def commit(self) -> None:
        """Take the open editor's text, and close it."""
        if self._editor is not None:
            commit_composition()
        if (editor := self._editor) is not None:
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)

    def _take(self, text: str) -> None:
        if self._index.isValid() and _meant(text, self._index) != self._index.data():
            self._slots.write(self._index, text, session=self._session)

    def _begin_anew(self) -> None:
        """Undo or redo came in between: what is typed from now on is another step."""
        if self._editor is not None and self._index.isValid():
            self._session, self._before = self._slots.new_session(), str(self._index.data())

    def _paste_rows(self) -> None:
        self.commit()
        self.rows_pasted.emit()

    # The cell.

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        """Text at the left, on one line; a mark at the right."""
        super().initStyleOption(option, index)
        option.decorationPosition = QStyleOptionViewItem.Position.Right
        text = str(index.data())
        option.text = text[:_DRAWN].translate(_ONE_LINE) + "…" * (len(text) > _DRAWN)


_ONE_LINE = str.maketrans(dict.fromkeys("\n\r\u2028\u2029\v\f", "↵") | {"\t": "→"})


def _meant(text: str, index: _Index) -> str:
    """What a cell will say once this is typed."""
    return text.strip() if index.column() == Column.NAME else text
