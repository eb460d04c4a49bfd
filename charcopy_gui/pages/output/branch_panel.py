"""The texts of a run: walk from one to another, compare them, delete them."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.output.branch_model import BranchModel, Column
from charcopy_gui.pages.output.branch_view import BranchView
from charcopy_gui.pages.output.departure import departure, model_text
from charcopy_gui.pages.parts.captions import heading, remark
from charcopy_gui.pages.parts.fields import ElidedBox
from core.config import Strategy
from core.generation_tree import GenerationTree

_BRANCHES, _FOUND = "Branches", "Texts found, best first"
ORIGINAL = -1
"""Compare with the text that a branch departs from, and the beam's other texts with the best."""
NOTHING = -2
_HINT = "Click a candidate, drag p_gen or move the attention: the result is listed here."
_SEARCHING = "The texts are listed here once they are found."


class Other(NamedTuple):
    """A text that the one that is shown is compared with."""

    branch: int
    name: str


class BranchPanel(QWidget):
    """A tree of texts, and with which of them the one that is shown is compared."""

    branch_chosen = Signal(int)
    delete_wanted = Signal(int)
    compared_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = BranchModel(self)
        self._tree: GenerationTree | None = None
        self._choice = ORIGINAL
        """What people want to compare with."""
        self._view = BranchView(self.model)
        self._title = heading(_BRANCHES)
        self._stack = QStackedWidget()
        self._hint = remark("How branches come about")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._compared = ElidedBox()
        self._delete = QToolButton()
        self._name()
        self._lay_out()
        self._view.selectionModel().currentRowChanged.connect(self._take_choice)
        self._view.delete_pressed.connect(self._ask_to_delete)
        self._delete.clicked.connect(self._ask_to_delete)
        self._compared.activated.connect(self._take_comparison)
        self.model.rowsInserted.connect(self._view.expandAll)
        self.show_tree(None)

    def _name(self) -> None:
        self._compared.setAccessibleName("Compare with")
        self._compared.setSizeAdjustPolicy(
            ElidedBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._compared.setToolTip(
            "Characters in which the text differs from this one get a line above them"
        )
        self._delete.setAccessibleName("Delete branch")
        self._delete.setToolTip("Delete this branch and all that branch off it (Del)")

    def _lay_out(self) -> None:
        below = QHBoxLayout()
        below.setSpacing(8)
        label = QLabel("Compare with")
        label.setProperty("muted", True)
        label.setBuddy(self._compared)
        below.addWidget(label)
        below.addWidget(self._compared, 1)
        below.addWidget(self._delete)
        listed = QWidget()
        column = QVBoxLayout(listed)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._view, 1)
        column.addLayout(below)
        # Both ask for the same room, so that nothing moves when the first branch comes; a layout
        # counts only what was not hidden by itself.
        for part in (self._view, label, self._compared, self._delete):
            part.show()
        self._stack.addWidget(self._hint)
        self._stack.addWidget(listed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._title)
        layout.addWidget(self._stack, 1)

    def showEvent(self, event: QShowEvent) -> None:
        """Know how much room the list takes before it is seen: it depends on the style."""
        super().showEvent(event)
        for part in self.findChildren(QWidget):
            part.ensurePolished()
            part.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        """It asks for one height, whatever the hint needs: see `minimumSizeHint`."""
        return False

    def sizeHint(self) -> QSize:
        """A few rows of the list, whether there is one or not."""
        return QSize(super().sizeHint().width(), super().minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """The list's; until there is one, and little room, the hint is content with its own."""
        least = super().minimumSizeHint()
        if self._stack.currentWidget() is not self._hint:
            return least
        spare = self._stack.minimumSizeHint().height() - self._hint.heightForWidth(self.width())
        return least - QSize(0, max(0, spare))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, other lines of the hint."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    # What is shown.

    def show_tree(self, tree: GenerationTree | None) -> None:
        """Show another run's texts: one that was chosen to compare with is none of them."""
        if self._choice not in (ORIGINAL, NOTHING):
            self._choice = ORIGINAL
        self._tree = tree
        self.model.show_tree(tree)
        self._refill()

    def refresh(self) -> None:
        """Show what has come since, and what has gone."""
        before = self.model.numbers
        # Where the chosen text has gone, the view would choose another by itself.
        selection = self._view.selectionModel()
        selection.blockSignals(True)
        self.model.refresh()
        selection.blockSignals(False)
        if before != self.model.numbers:
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
        self._list_others()
        self._show_abilities()

    def compared(self, branch: int) -> Other | None:
        """The text that a branch is to be compared with, if with any."""
        if self._tree is None or branch not in self._tree:
            return None
        other = self._choice
        if other == ORIGINAL:
            original = model_text(self._tree, self._tree[branch])
            other = NOTHING if original is None else original
        if other == branch or other not in self._tree:
            return None
        return Other(other, departure(self._tree, self._tree[other]))

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colours."""
        self._view.set_theme(theme)
        self._delete.setIcon(icons.icon("remove", theme.text))

    def _list_others(self) -> None:
        """List the texts to compare the chosen one with."""
        tree, shown = self._tree, self.model.branch(self._view.currentIndex())
        self._compared.clear()
        self._compared.addItem("nothing", NOTHING)
        if tree is None or shown is None or shown not in tree:
            return
        original = model_text(tree, tree[shown])
        for branch in tree:
            if branch.id == original:
                words = "its original" if tree[shown].parent is not None else "the best"
                self._compared.addItem(f"{words}: {departure(tree, branch)}", ORIGINAL)
            elif branch.id != shown:
                self._compared.addItem(departure(tree, branch), branch.id)
        wanted = ORIGINAL if self._choice == original else self._choice
        self._compared.setCurrentIndex(max(self._compared.findData(wanted), 0))

    @Slot()
    def _take_comparison(self) -> None:
        self._choice = self._compared.currentData()
        self.compared_changed.emit()

    def _refill(self) -> None:
        """List the texts, and show the columns that say something."""
        tree = self._tree
        self._list_others()
        several = tree is not None and len(tree) > 1
        self._stack.setCurrentIndex(int(several))
        self.updateGeometry()
        found = () if tree is None else tree.hypotheses
        searched = tree is not None and tree.config.strategy is Strategy.BEAM
        self._hint.setText(_SEARCHING if searched and not found else _HINT)
        self._title.setText(_FOUND if searched else _BRANCHES)
        self._view.setColumnHidden(Column.SCORE, not found)
        for column, known in (
            (Column.READ_BACK, [h.reconstruction_log_probability for h in found]),
            (Column.SLOTS, [h.slot_coverage for h in found]),
        ):
            self._view.setColumnHidden(column, all(value is None for value in known))
        self._view.expandAll()
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
