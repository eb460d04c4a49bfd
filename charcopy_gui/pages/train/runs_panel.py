"""All runs: the list, the curves of those that are marked, and what they differ in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QMessageBox,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.pages.captions import remark
from charcopy_gui.pages.name_dialog import NameDialog
from charcopy_gui.pages.notice import Notice
from charcopy_gui.pages.train.run_commands import Command, RunCommands, possible
from charcopy_gui.pages.train.run_facts import RunFacts
from charcopy_gui.pages.train.run_table import Column, RunTable, SortedRuns
from charcopy_gui.theme import LIGHT, Theme
from core.runs import RunError, RunFolder, listing
from core.runs.listing import RunSummary

if TYPE_CHECKING:
    from core.runs.curves import Curves

_NARROWEST_NAME = 200
"""Pixels."""
EMPTY = "There are no runs yet. Every training that is started is listed here, with its curves."


class OverlayLike(Protocol):
    """What the list asks of the plot of several runs."""

    def show_runs(self, runs: Sequence[tuple[str, Curves]]) -> None:
        """Draw these, each with its name."""

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""


class RunsPanel(QWidget):
    """Says what is to be done with which run; others do it."""

    seen = Signal()
    marked = Signal(object)
    """The folders of the runs whose curves are to be drawn."""
    show_requested = Signal(object)
    """A RunSummary."""
    resume_requested = Signal(object)
    """A RunSummary."""
    settings_requested = Signal(object)
    """A RunSummary."""
    use_requested = Signal(object)
    """The path of a checkpoint."""
    rename_requested = Signal(object, str)
    """A folder and a name."""
    folder_requested = Signal(object)
    """A folder."""
    trash_requested = Signal(object)
    """A folder."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = RunTable(self)
        self._sorted = SortedRuns(self.table, self)
        self._view = QTableView()
        self._commands = RunCommands(self._view)
        self._problem = Notice("What went wrong with a run")
        self._empty = remark("About the list of runs")
        self._facts = RunFacts()
        self._below = QSplitter(Qt.Orientation.Horizontal)
        self._overlay: OverlayLike | None = None
        self._theme = LIGHT
        self._training = False
        self._set_up_view()
        self._lay_out()
        self._commands.asked.connect(self._act)
        self._view.doubleClicked.connect(partial(self._act, Command.SHOW))
        self._view.customContextMenuRequested.connect(self._open_menu)
        self._view.selectionModel().selectionChanged.connect(self._mark)
        self.set_runs(())

    def _set_up_view(self) -> None:
        view = self._view
        view.setModel(self._sorted)
        view.setAccessibleName("Runs")
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.setTabKeyNavigation(False)
        view.setShowGrid(False)
        view.setWordWrap(False)
        view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setMinimumHeight(96)
        view.verticalHeader().hide()
        header = view.horizontalHeader()
        header.setHighlightSections(False)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Interactive)
        view.setSortingEnabled(True)

    def _lay_out(self) -> None:
        self._empty.setText(EMPTY)
        self._below.setObjectName("runsBelow")
        self._below.setChildrenCollapsible(False)
        self._below.addWidget(self._facts)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in self._commands.buttons():
            buttons.addWidget(button)
        buttons.addStretch(1)
        above = QWidget()
        column = QVBoxLayout(above)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._empty)
        column.addWidget(self._view, 1)
        column.addLayout(buttons)
        column.addWidget(self._problem)
        both = QSplitter(Qt.Orientation.Vertical)
        both.setObjectName("runs")
        both.setChildrenCollapsible(False)
        both.addWidget(above)
        both.addWidget(self._below)
        both.setStretchFactor(1, 1)
        both.setSizes([260, 320])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(both)

    def set_overlay(self, overlay: OverlayLike) -> None:
        """Take the plot of several runs in."""
        self._overlay = overlay
        self._below.insertWidget(0, cast(QWidget, overlay))
        self._below.setStretchFactor(0, 3)
        self._below.setStretchFactor(1, 2)
        self._below.setSizes([480, 320])
        overlay.set_theme(self._theme)

    # Which runs there are, and which are marked.

    @property
    def runs(self) -> tuple[RunSummary, ...]:
        """Those that are marked, from the top."""
        rows = sorted(index.row() for index in self._view.selectionModel().selectedRows())
        return tuple(map(self._sorted.run_at, rows))

    @property
    def run(self) -> RunSummary | None:
        """The one that commands act on: the marked one with the keyboard."""
        selection = self._view.selectionModel()
        if not selection.hasSelection():
            return None
        current = selection.currentIndex()
        if selection.isSelected(current):
            return self._sorted.run_at(current.row())
        return self.runs[0]

    def set_runs(self, runs: Sequence[RunSummary]) -> None:
        """List other runs; those that are marked stay so."""
        before = [run.path for run in self.runs]
        self.table.set_runs(runs)
        self._empty.setVisible(not runs)
        self._view.setVisible(bool(runs))
        if [run.path for run in self.runs] != before:
            self.mark([path for path in before if self._sorted.row_of(path) >= 0])
        self._fit()
        self._mark()

    def mark(self, paths: Sequence[Path]) -> None:
        """Mark these runs and no others."""
        chosen, last = QItemSelection(), len(Column) - 1
        rows = [row for row in map(self._sorted.row_of, paths) if row >= 0]
        for row in rows:
            chosen.select(self._sorted.index(row, 0), self._sorted.index(row, last))
        selection = self._view.selectionModel()
        if rows:
            none = QItemSelectionModel.SelectionFlag.NoUpdate
            selection.setCurrentIndex(self._sorted.index(rows[0], 0), none)
        selection.select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def show_curves(self, runs: Sequence[tuple[str, Curves]]) -> None:
        """Draw the curves that were asked for."""
        if self._overlay is not None:
            self._overlay.show_runs(runs)

    def set_training(self, training: bool) -> None:
        """Whether a run is going on: then no other can be resumed."""
        self._training = training
        self._show_possible()

    def say_problem(self, sentence: str) -> None:
        """Say what went wrong with a run."""
        self._problem.say(sentence)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        self.table.set_theme(theme)
        self._problem.set_theme(theme)
        if self._overlay is not None:
            self._overlay.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use the room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Names have what the other columns leave, and at least what lets them be told apart."""
        others = self._view.horizontalHeader().length() - self._view.columnWidth(Column.NAME)
        room = self._view.viewport().width() - others
        self._view.setColumnWidth(Column.NAME, max(_NARROWEST_NAME, room))

    def showEvent(self, event: QShowEvent) -> None:
        """Say that it is seen: there may be others by now."""
        super().showEvent(event)
        self.seen.emit()

    @Slot()
    def _mark(self) -> None:
        self._facts.show_runs(self.runs)
        self._show_possible()
        self.marked.emit(tuple(run.path for run in self.runs))

    def _show_possible(self) -> None:
        self._commands.set_possible(possible(self.run, training=self._training))

    # What is done with one.

    @Slot(object)
    def _act(self, command: Command, *_: object) -> None:
        run = self.run
        if run is None:
            return
        self.say_problem("")
        doing: dict[Command, Callable[[], object]] = {
            Command.SHOW: partial(self.show_requested.emit, run),
            Command.RESUME: partial(self.resume_requested.emit, run),
            Command.USE: partial(self.use_requested.emit, RunFolder(run.path).best),
            Command.SETTINGS: partial(self.settings_requested.emit, run),
            Command.RENAME: partial(self._ask_for_name, run.path),
            Command.FOLDER: partial(self.folder_requested.emit, run.path),
            Command.DELETE: partial(self._ask_for_trash, run.path),
        }
        doing[command]()

    def _ask_for_name(self, path: Path) -> None:
        refusal = partial(_refusal, path)
        dialog = NameDialog("Rename", "", path.name, refusal, self._theme, self)
        dialog.named.connect(partial(self.rename_requested.emit, path))
        dialog.open()

    def _ask_for_trash(self, path: Path) -> None:
        words = f"Move {path.name} to the trash?"
        box = QMessageBox(QMessageBox.Icon.Question, "Delete a run", words, parent=self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText("Its curves, its samples and its checkpoints go with it.")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        agree = box.addButton("Move to trash", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        agree.clicked.connect(partial(self.trash_requested.emit, path))
        box.open()

    @Slot(QPoint)
    def _open_menu(self, place: QPoint) -> None:
        if self.run is not None:
            menu = self._commands.menu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self._view.viewport().mapToGlobal(place))


def _refusal(path: Path, name: str) -> str:
    """Why a run cannot be called so; empty where it can."""
    try:
        listing.check_name(path, name)
    except RunError as error:
        return str(error)
    return ""
