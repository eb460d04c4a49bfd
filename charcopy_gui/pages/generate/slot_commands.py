"""What can be done to the rows of the table: by buttons, menus, keys and the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QItemSelectionModel, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QTableView

from charcopy_gui.pages.generate.slot_marks import Column
from charcopy_gui.pages.generate.slot_model import SlotModel
from charcopy_gui.pages.generate.slot_text import columns_of, json_of, line_of, slots_of_text
from core.meaning_representation import Slot

_NO_SLOTS = (
    "The clipboard holds no slots: a line such as name[The Eagle], two columns or JSON would do."
)
_Flag = QItemSelectionModel.SelectionFlag


class SlotCommands(QObject):
    """Acts on the rows that are selected in a view; every command is one step to undo."""

    refused = Signal(str)
    """Why nothing was done, in a sentence."""

    def __init__(self, view: QTableView, model: SlotModel, commit: Callable[[], None]) -> None:
        """`commit` closes the editor that is open and takes what it says."""
        super().__init__(view)
        self._view = view
        self._slots = model
        self._commit = commit

    # Rows.

    def selected_rows(self) -> list[int]:
        """The rows that are selected, from the top."""
        return sorted(index.row() for index in self._view.selectionModel().selectedRows())

    def select_rows(self, first: int, count: int = 1, column: int = Column.NAME) -> None:
        """Select some rows, and make the first of them the current one."""
        rows = self._slots.rowCount()
        selection = self._view.selectionModel()
        selection.clearSelection()
        if not rows:
            return
        self._view.setCurrentIndex(self._slots.index(min(first, rows - 1), column))
        for row in range(first, min(first + count, rows)):
            selection.select(self._slots.index(row, 0), _Flag.Select | _Flag.Rows)

    def add_row(self) -> None:
        """Put an empty slot below the current one and start typing its name."""
        self._commit()
        row = self._below()
        self._slots.insert(row, [Slot("", "")])
        index = self._slots.index(row, Column.NAME)
        self._view.setCurrentIndex(index)
        self._view.edit(index)

    def duplicate(self) -> None:
        """Put the selected slots below themselves once more."""
        self._commit()
        rows = self.selected_rows()
        if rows:
            self._slots.insert(rows[-1] + 1, self._chosen(), "Duplicate slot")
            self.select_rows(rows[-1] + 1, len(rows))

    def remove_rows(self) -> None:
        """Take the selected slots out."""
        self._remove("Remove slot")

    def move_up(self) -> None:
        """Put the selected slots one row higher."""
        self._move(-1)

    def move_down(self) -> None:
        """Put the selected slots one row lower."""
        self._move(1)

    def move_to(self, rows: Sequence[int], before: int) -> None:
        """Put rows before another, where they are selected."""
        column = max(self._view.currentIndex().column(), 0)
        self.select_rows(self._slots.move(rows, before), len(rows), column)

    def insert(self, row: int, slots: Sequence[Slot], words: str) -> None:
        """Put slots before a row, where they are selected."""
        self._slots.insert(row, slots, words)
        self.select_rows(row, len(slots))

    def _move(self, by: int) -> None:
        self._commit()
        rows = self.selected_rows()
        if rows and rows[0] + by >= 0 and rows[-1] + by < self._slots.rowCount():
            self.move_to(rows, rows[0] - 1 if by < 0 else rows[-1] + 2)

    def _remove(self, words: str) -> None:
        self._commit()
        rows = self.selected_rows()
        self._slots.remove(rows, words)
        if rows:
            self.select_rows(rows[0])

    def _below(self) -> int:
        """The row below the current one; the end, where there is none."""
        at = self._view.currentIndex()
        return at.row() + 1 if at.isValid() else self._slots.rowCount()

    # The clipboard.

    def copy(self) -> None:
        """Copy the selected slots, or all, as a line."""
        self._put(line_of)

    def copy_columns(self) -> None:
        """Copy them as two columns for a spreadsheet."""
        self._put(columns_of)

    def copy_json(self) -> None:
        """Copy them as JSON."""
        self._put(json_of)

    def cut(self) -> None:
        """Copy the selected slots as a line, and take them out."""
        if self.selected_rows():
            self.copy()
            self._remove("Cut slot")

    def paste(self) -> bool:
        """Put copied slots below the current one, or instead of all where all are selected.

        Returns:
            Whether the clipboard held any; if not, `refused` says what it should hold.
        """
        self._commit()
        slots = slots_of_text(QGuiApplication.clipboard().text())
        if not slots:
            self.refused.emit(_NO_SLOTS)
            return False
        rows = self.selected_rows()
        if len(rows) > 1 and len(rows) == self._slots.rowCount():
            self._slots.set_slots(slots, "Paste slots")
            self.select_rows(0, len(slots))
        else:
            self.insert(self._below(), slots, "Paste slots")
        return True

    def _put(self, written: Callable[[Sequence[Slot]], str]) -> None:
        self._commit()
        QGuiApplication.clipboard().setText(written(self._chosen() or self._slots.mr().slots))

    def _chosen(self) -> list[Slot]:
        slots = self._slots.mr().slots
        return [slots[row] for row in self.selected_rows()]

    # The menu of the table.

    def menu(self) -> QMenu:
        """All of it, for the table's context menu; keys are named, the table knows them."""
        menu = QMenu(self._view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        some = bool(self.selected_rows())
        for title, command, needs_rows in (
            ("&Add slot\tCtrl+Shift+A", self.add_row, False),
            ("&Duplicate\tCtrl+D", self.duplicate, True),
            ("&Remove\tDel", self.remove_rows, True),
            ("Move &up\tAlt+Up", self.move_up, True),
            ("Move do&wn\tAlt+Down", self.move_down, True),
            ("", None, False),
            ("Cu&t\tCtrl+X", self.cut, True),
            ("&Copy as line\tCtrl+C", self.copy, False),
            ("Copy as two co&lumns", self.copy_columns, False),
            ("Copy as &JSON", self.copy_json, False),
            ("&Paste\tCtrl+V", self.paste, False),
        ):
            if command is None:
                menu.addSeparator()
                continue
            action = menu.addAction(title)
            action.triggered.connect(command)
            action.setEnabled(some or not needs_rows)
        return menu
