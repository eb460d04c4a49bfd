"""The texts of a run: walk from one to another, compare them, delete them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui import icons
from charcopy_gui.pages.captions import heading, remark
from charcopy_gui.pages.fields import ElidedBox
from charcopy_gui.pages.output.branch_model import BranchModel, Column
from charcopy_gui.pages.output.departure import departure
from charcopy_gui.theme import Theme
from core.generation_tree import GenerationTree

ORIGINAL = -1
"""Compare a branch with the text it departs from."""
NOTHING = -2
_LEAST_ROWS, _ROW = 4, 26
_LEAST_TEXT = 64
"""Pixels of a text, if it is to be seen at all."""
_HINT = (
    "Change something at a step, and what comes of it is listed here:"
    " click a candidate, drag p_gen, or move the attention."
)


class _Tree(QTreeView):
    """A tree in which Delete deletes."""

    delete_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete what is chosen."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Some rows; more where there is room."""
        return QSize(320, self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """A few rows and the titles."""
        return QSize(240, (_LEAST_ROWS + 1) * _ROW)


class _Departures(_Tree):
    """Gives the first column what it needs, and shows texts where some of them can be seen."""

    def fit(self) -> None:
        """The texts have changed, or the room."""
        numbers = range(Column.LOG_PROBABILITY, Column.TEXT)
        room = self.viewport().width() - sum(self.columnWidth(c) for c in numbers)
        needed = self.sizeHintForColumn(Column.DEPARTURE) + 8
        seen = room - min(needed, room // 2) >= _LEAST_TEXT
        self.setColumnHidden(Column.TEXT, not seen)
        most = room - _LEAST_TEXT if seen else room
        self.setColumnWidth(Column.DEPARTURE, min(needed, most) if seen else most)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room out anew."""
        super().resizeEvent(event)
        self.fit()


class BranchPanel(QWidget):
    """A tree of texts, and with which of them the one that is shown is compared."""

    branch_chosen = Signal(int)
    delete_wanted = Signal(int)
    compared_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = BranchModel(self)
        self._tree: GenerationTree | None = None
        self._view = _Departures()
        self._hint = remark("How branches come about")
        self._compared = ElidedBox()
        self._delete = QToolButton()
        self._name()
        self._lay_out()
        self._view.selectionModel().currentRowChanged.connect(self._take_choice)
        self._view.delete_pressed.connect(self._ask_to_delete)
        self._delete.clicked.connect(self._ask_to_delete)
        self._compared.currentIndexChanged.connect(self.compared_changed)
        self.model.rowsInserted.connect(self._view.expandAll)
        self.show_tree(None)

    def _name(self) -> None:
        self._hint.setText(_HINT)
        view = self._view
        view.setModel(self.model)
        view.setAccessibleName("Texts of this run")
        view.setToolTip("Choose a text to see its trace; Del deletes a branch")
        view.setRootIsDecorated(False)
        view.setItemsExpandable(False)
        view.setUniformRowHeights(True)
        view.setIndentation(14)
        view.setAllColumnsShowFocus(True)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setTextElideMode(Qt.TextElideMode.ElideRight)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = view.header()
        header.setStretchLastSection(True)
        header.setMinimumSectionSize(24)
        header.setSectionsMovable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(Column.DEPARTURE, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(Column.TEXT, QHeaderView.ResizeMode.Stretch)
        view.setStyleSheet(f"QTreeView::item {{ height: {_ROW}px; padding: 0 4px; }}")
        self._compared.setAccessibleName("Compare with")
        self._compared.setToolTip(
            "Characters in which the text differs from this one get a line above them"
        )
        self._delete.setAccessibleName("Delete branch")
        self._delete.setToolTip("Delete this branch and all that depart from it (Del)")

    def _lay_out(self) -> None:
        below = QHBoxLayout()
        below.setSpacing(8)
        label = QLabel("Compare with")
        label.setProperty("muted", True)
        label.setBuddy(self._compared)
        self._below = (label, self._compared, self._delete)
        below.addWidget(label)
        below.addWidget(self._compared, 1)
        below.addWidget(self._delete)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(heading("Branches"))
        layout.addWidget(self._hint)
        layout.addWidget(self._view, 1)
        layout.addLayout(below)
        layout.addStretch()

    # What is shown.

    def show_tree(self, tree: GenerationTree | None) -> None:
        """Show another run's texts."""
        self._tree = tree
        self.model.show_tree(tree)
        self._refill()

    def refresh(self) -> None:
        """Show what has come since, and what has gone."""
        before = self._numbers()
        # Where the chosen text has gone, the view would choose another by itself.
        selection = self._view.selectionModel()
        selection.blockSignals(True)
        self.model.refresh()
        selection.blockSignals(False)
        if before != (set() if self._tree is None else {branch.id for branch in self._tree}):
            self._refill()

    def set_branch(self, branch: int | None) -> None:
        """Select the text that is shown."""
        selection = self._view.selectionModel()
        selection.blockSignals(True)
        index = self.model.index_of(branch)
        self._view.setCurrentIndex(index)
        selection.blockSignals(False)
        self._view.scrollTo(index)
        self._view.viewport().update()
        self._show_abilities()

    def compared(self, branch: int) -> int | None:
        """The text that a branch is to be compared with, if with any."""
        chosen = self._compared.currentData()
        if self._tree is None or chosen in (None, NOTHING) or branch not in self._tree:
            return None
        other: int | None = self._tree[branch].parent if chosen == ORIGINAL else chosen
        return None if other is None or other not in self._tree or other == branch else other

    def set_theme(self, theme: Theme) -> None:
        """Draw the icon in a theme's colours."""
        self._delete.setIcon(icons.icon("remove", theme.text))

    def _numbers(self) -> set[int]:
        return {self._compared.itemData(i) for i in range(2, self._compared.count())}

    def _refill(self) -> None:
        """List the texts to compare with, and show the columns that say something."""
        tree = self._tree
        chosen = self._compared.currentData()
        self._compared.blockSignals(True)
        self._compared.clear()
        self._compared.addItem("its original", ORIGINAL)
        self._compared.addItem("nothing", NOTHING)
        if tree is not None:
            for branch in tree:
                self._compared.addItem(departure(tree, branch), branch.id)
        self._compared.setCurrentIndex(max(self._compared.findData(chosen), 0))
        self._compared.blockSignals(False)
        several = tree is not None and len(tree) > 1
        self._hint.setVisible(not several)
        for part in (self._view, *self._below):
            part.setVisible(several)
        found = () if tree is None else tree.hypotheses
        self._view.setColumnHidden(Column.SCORE, not found)
        for column, known in (
            (Column.READ_BACK, [h.reconstruction_log_probability for h in found]),
            (Column.SLOTS, [h.slot_coverage for h in found]),
        ):
            self._view.setColumnHidden(column, all(value is None for value in known))
        self._view.expandAll()
        self._view.fit()
        self._show_abilities()

    def _show_abilities(self) -> None:
        branch, tree = self.model.branch(self._view.currentIndex()), self._tree
        if tree is None or branch is None or branch not in tree:
            self._delete.setEnabled(False)
        else:
            self._delete.setEnabled(tree[branch].what_if is not None)

    @Slot(QModelIndex)
    def _take_choice(self, index: QModelIndex) -> None:
        branch = self.model.branch(index)
        self._show_abilities()
        if branch is not None:
            self.branch_chosen.emit(branch)

    @Slot()
    def _ask_to_delete(self) -> None:
        branch = self.model.branch(self._view.currentIndex())
        if branch is not None and self._delete.isEnabled():
            self.delete_wanted.emit(branch)
