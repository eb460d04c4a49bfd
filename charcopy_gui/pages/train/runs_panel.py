"""All runs: the list, the curves of those that are marked, and what they differ in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from charcopy_gui.appearance.text_size import scaled
from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.parts.flow_layout import FlowLayout
from charcopy_gui.pages.parts.notice import Notice
from charcopy_gui.pages.train.run_asking import RunAsking
from charcopy_gui.pages.train.run_commands import Command, RunCommands, possible
from charcopy_gui.pages.train.run_facts import RunFacts
from charcopy_gui.pages.train.run_list import RunList
from core.runs import RunFolder
from core.runs.listing import RunSummary

if TYPE_CHECKING:
    from core.runs.curves import Curves

_MANY = "Select two runs to see how their settings differ."
_ROOM_BESIDE = 720
"""Pixels of width below which the facts stand under the plot, not beside it."""
_MOST_FOR_LIST = 260
"""Pixels of height that the list takes by itself."""
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
    trash_wanted = Signal(object)
    """A folder, before anybody was asked."""
    trash_requested = Signal(object)
    """A folder."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = RunList()
        self._commands = RunCommands(self.list)
        self._asking = RunAsking(self)
        self._problem = Notice("What went wrong with a run")
        self._empty = remark("About the list of runs")
        self._facts = RunFacts()
        self._hint = remark("How runs are compared")
        self._both = QSplitter(Qt.Orientation.Vertical)
        self._below = QSplitter(Qt.Orientation.Horizontal)
        self._overlay: OverlayLike | None = None
        self._theme = LIGHT
        self._training = False
        self._is_divided = False
        """Whether somebody has said how high the list is."""
        self._lay_out()
        self._both.splitterMoved.connect(self._keep_division)
        self._asking.name_given.connect(self.rename_requested)
        self._asking.trash_agreed.connect(self.trash_requested)
        self._commands.asked.connect(self._act)
        self.list.doubleClicked.connect(partial(self._act, Command.SHOW))
        self.list.customContextMenuRequested.connect(self._open_menu)
        self.list.selectionModel().selectionChanged.connect(self._mark)
        self.set_runs(())

    def _lay_out(self) -> None:
        self._empty.setText(EMPTY)
        self._hint.setText(_MANY)
        self._below.setChildrenCollapsible(False)
        self._below.addWidget(self._facts)
        buttons = FlowLayout(gap=8)
        for button in self._commands.buttons():
            buttons.addWidget(button)
        above = QWidget()
        self._above = column = QVBoxLayout(above)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(8)
        column.addWidget(self._empty)
        column.addWidget(self.list, 1)
        column.addLayout(buttons)
        column.addWidget(self._hint)
        column.addWidget(self._problem)
        self._both.setChildrenCollapsible(False)
        self._both.addWidget(above)
        self._both.addWidget(self._below)
        self._both.setStretchFactor(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._both)

    def set_overlay(self, overlay: OverlayLike) -> None:
        """Take the plot of several runs in."""
        self._overlay = overlay
        self._below.insertWidget(0, cast(QWidget, overlay))
        self._below.setStretchFactor(0, 3)
        self._below.setStretchFactor(1, 2)
        overlay.set_theme(self._theme)

    # Which runs there are, and which are marked.

    def set_runs(self, runs: Sequence[RunSummary]) -> None:
        """List other runs; those that are marked stay so."""
        self._empty.setVisible(not runs)
        self.list.setVisible(bool(runs))
        self.list.set_runs(runs)
        self._fit_list()
        self._mark()

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
        self.list.table.set_theme(theme)
        self._problem.set_theme(theme)
        if self._overlay is not None:
            self._overlay.set_theme(theme)

    def showEvent(self, event: QShowEvent) -> None:
        """Say that it is seen: there may be others by now."""
        super().showEvent(event)
        self.seen.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, the facts stand under the plot."""
        super().resizeEvent(event)
        has_room = self.width() >= scaled(_ROOM_BESIDE, self.font())
        way = Qt.Orientation.Horizontal if has_room else Qt.Orientation.Vertical
        if self._below.orientation() is not way:
            self._below.setOrientation(way)
            self._share()
        self._fit_list()

    def _share(self) -> None:
        """More of the room for the plot than for the facts."""
        self._below.setSizes([300, 200])

    @Slot()
    def _keep_division(self) -> None:
        self._is_divided = True

    def _fit_list(self) -> None:
        """The list is as high as its rows, to a limit, and the rest is the plot's."""
        if self._is_divided:
            return
        rows = min(self.list.needed_height(), scaled(_MOST_FOR_LIST, self.font()))
        rest = self._above.totalMinimumHeightForWidth(self.width()) - self.list.minimumHeight()
        high = rows + rest
        self._both.setSizes([high, max(1, self._both.height() - high)])

    @Slot()
    def _mark(self) -> None:
        runs = self.list.runs
        self._facts.show_runs(runs)
        had, has = not self._facts.isHidden(), 1 <= len(runs) <= 2
        self._facts.setVisible(has)
        self._hint.setVisible(len(runs) > 2)
        self._fit_list()
        if has and not had:
            self._share()
        self._show_possible()
        self.marked.emit(tuple(run.path for run in runs))

    def _show_possible(self) -> None:
        can = possible(self.list.run, training=self._training)
        self._commands.set_possible(can, several=len(self.list.runs) > 1)

    # What is done with one.

    @Slot(object)
    def _act(self, command: Command, *_: object) -> None:
        run = self.list.run
        if run is None or len(self.list.runs) > 1:
            return
        self.say_problem("")
        doing: dict[Command, Callable[[], object]] = {
            Command.SHOW: partial(self.show_requested.emit, run),
            Command.RESUME: partial(self.resume_requested.emit, run),
            Command.USE: partial(self.use_requested.emit, RunFolder(run.path).best),
            Command.SETTINGS: partial(self.settings_requested.emit, run),
            Command.RENAME: partial(self._asking.ask_for_name, run.path, self._theme),
            Command.FOLDER: partial(self.folder_requested.emit, run.path),
            Command.DELETE: partial(self.trash_wanted.emit, run.path),
        }
        doing[command]()

    def ask_for_trash(self, path: Path, is_in_use: bool, is_default: bool) -> None:
        """Ask whether a run is to go; whether one of its models writes, and whether by default."""
        self._asking.ask_for_trash(path, is_in_use=is_in_use, is_default=is_default)

    @Slot(QPoint)
    def _open_menu(self, place: QPoint) -> None:
        if self.list.run is not None:
            menu = self._commands.menu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.list.viewport().mapToGlobal(place))
