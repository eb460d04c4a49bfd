"""The list of models with a search over it; one is chosen, several can be marked."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.pages.models.commands import Command, Commands
from charcopy_gui.pages.models.model_table import Column, FoundModels, ModelTable
from charcopy_gui.pages.parts.captions import heading, remark
from charcopy_gui.pages.parts.list_table import ListTable
from core.model_store import Listing, StoredModel

_SEARCH_WIDTH = 240
_WIDEST, _PADDING = 260, 24
"""Pixels of a text in a column, and those around it."""
_ON_THE_CARD = (
    Column.SIZE,
    Column.MADE,
    Column.SIZES,
    Column.VARIANT,
    Column.ORIGIN,
    Column.CORPUS,
)
"""Columns that are hidden, in this order, where there is no room for them."""
_SAID = 3
"""Files that cannot be read and are named."""
_NONE = "There is no model yet: train one, or import a file."
_NONE_FOUND = "No model has all these words."


class ModelListView(QWidget):
    """Chooses one of the models there are."""

    chosen = Signal()
    """Another model is chosen, or others are marked."""
    import_requested = Signal()

    def __init__(self, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._commands = commands
        self.table = ModelTable(self)
        self._found = FoundModels(self.table, self)
        self._search = QLineEdit()
        self._import = QPushButton("Import…")
        self._view = ListTable("Models")
        self._note = remark("About the list")
        self._refused: tuple[str, ...] = ()
        self._wanted: Path | None = None
        self._lay_out()
        self._search.textChanged.connect(self._filter)
        self._import.clicked.connect(self.import_requested)
        self._view.doubleClicked.connect(self._use)
        self._view.customContextMenuRequested.connect(self._open_menu)
        self._view.selectionModel().selectionChanged.connect(self._choose)

    def _lay_out(self) -> None:
        self._search.setPlaceholderText("Search")
        self._search.setAccessibleName("Search models")
        self._search.setToolTip("Show the models that have all these words (Ctrl+F)")
        self._search.setClearButtonEnabled(True)
        self._search.setFixedWidth(_SEARCH_WIDTH)
        self._import.setAccessibleName("Import")
        self._import.setToolTip("Copy a model's file into your models (Ctrl+I, or drop it here)")
        self._import.setShortcut(QKeySequence("Ctrl+I"))
        self._view.setModel(self._found)
        self._view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self._view.setSortingEnabled(True)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(heading("Models"))
        top.addStretch(1)
        top.addWidget(self._search)
        top.addWidget(self._import)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self._view, 1)
        layout.addWidget(self._note)

    @property
    def model(self) -> StoredModel | None:
        """The model that is chosen; of several, the one with the keyboard."""
        return self._found.model_at(self._view.current_row())

    @property
    def marked(self) -> tuple[StoredModel, ...]:
        """All that are marked, from the top."""
        return tuple(filter(None, map(self._found.model_at, self._view.chosen_rows())))

    def focus_rows(self) -> None:
        """Let the keys walk along the models."""
        self._view.setFocus()

    def focus_search(self) -> None:
        """Let words be typed."""
        self._search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search.selectAll()

    def set_listing(self, listing: Listing) -> None:
        """List other models; the one that is chosen stays so while it is there."""
        before = self.model
        wanted = self._wanted or (before.path if before else None)
        self.table.set_models(listing.models)
        self._refused = listing.refused
        self._fit()
        if wanted is not None:
            self._select(wanted)
        self._say()

    def mark(self, in_use: Path | None, default: Path | None) -> None:
        """Say which model writes, and which will when the program starts."""
        self.table.mark(in_use, default)
        if self.model is None:
            self._select(in_use)
        self._fit()

    def choose(self, path: Path) -> None:
        """Choose a model, now or as soon as it is listed."""
        self._wanted = path
        if self._found.row_of(path) < 0:
            self._search.clear()
        self._select(path)

    def set_busy(self, busy: bool) -> None:
        """While something is copied, nothing else can be."""
        self._import.setEnabled(not busy)

    def _select(self, path: Path | None) -> None:
        row = -1 if path is None else self._found.row_of(path)
        if row >= 0:
            self._wanted = None
        if self._found.rowCount():
            # Not `selectRow`: while Ctrl is held, as for Ctrl+6, that takes the mark off again.
            flag = QItemSelectionModel.SelectionFlag
            self._view.selectionModel().setCurrentIndex(
                self._found.index(max(row, 0), 0), flag.ClearAndSelect | flag.Rows
            )
        else:
            self.chosen.emit()

    def _fit(self) -> None:
        """Every column as wide as its texts; of what is left, the names have the most.

        Where there is little room, those are hidden that the card says, too.
        """
        widths = {column: self._needed(column) for column in Column}
        # The bar may come and go with the rows; columns should not.
        bar = self._view.verticalScrollBar().sizeHint().width()
        left = self._view.width() - bar - sum(widths.values())
        for column in _ON_THE_CARD:
            hidden = left < 0
            self._view.setColumnHidden(column, hidden)
            left += widths[column] if hidden else 0
        seen = [column for column in widths if not self._view.isColumnHidden(column)]
        share = max(0, left) // (len(seen) + 1)
        for column in seen:
            more = share if column is not Column.NAME else max(0, left) - share * (len(seen) - 1)
            self._view.setColumnWidth(column, widths[column] + more)

    def _needed(self, column: Column) -> int:
        """How wide a column has to be."""
        texts = [str(self._found.headerData(column, Qt.Orientation.Horizontal))]
        texts += [self._found.index(row, column).data() for row in range(self._found.rowCount())]
        widest = max(map(self._view.fontMetrics().horizontalAdvance, texts))
        return min(widest, _WIDEST) + _PADDING

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use the room."""
        super().resizeEvent(event)
        self._fit()

    def _say(self) -> None:
        """What else there is to say of the list, under it."""
        said = [*self._refused[:_SAID]]
        if (more := len(self._refused) - _SAID) > 0:
            said.append(f"{more} more of these files cannot be read.")
        if not self._found.rowCount():
            said.insert(0, _NONE_FOUND if self.table.models else _NONE)
        self._note.setText("\n".join(said))
        self._note.setVisible(bool(said))

    @Slot(str)
    def _filter(self, text: str) -> None:
        before = self.model
        self._found.search(text)
        self._select(before.path if before else None)
        self._say()

    @Slot()
    def _choose(self) -> None:
        self.chosen.emit()

    @Slot()
    def _use(self) -> None:
        self._commands.give(Command.USE)

    @Slot(QPoint)
    def _open_menu(self, place: QPoint) -> None:
        if self.model is not None:
            menu = self._commands.menu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self._view.viewport().mapToGlobal(place))
