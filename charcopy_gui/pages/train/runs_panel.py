"""All runs: the list, the curves of those that are marked, and what they differ in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

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
        self.list = RunList()
        self._commands = RunCommands(self.list)
        self._asking = RunAsking(self)
        self._problem = Notice("What went wrong with a run")
        self._empty = remark("About the list of runs")
        self._facts = RunFacts()
        self._below = QSplitter(Qt.Orientation.Horizontal)
        self._overlay: OverlayLike | None = None
        self._theme = LIGHT
        self._training = False
        self._in_use: Path | None = None
        self._lay_out()
        self._asking.name_given.connect(self.rename_requested)
        self._asking.trash_agreed.connect(self.trash_requested)
        self._commands.asked.connect(self._act)
        self.list.doubleClicked.connect(partial(self._act, Command.SHOW))
        self.list.customContextMenuRequested.connect(self._open_menu)
        self.list.selectionModel().selectionChanged.connect(self._mark)
        self.set_runs(())

    def _lay_out(self) -> None:
        self._empty.setText(EMPTY)
        self._below.setObjectName("runsBelow")
        self._below.setChildrenCollapsible(False)
        self._below.addWidget(self._facts)
        buttons = FlowLayout(gap=8)
        for button in self._commands.buttons():
            buttons.addWidget(button)
        above = QWidget()
        column = QVBoxLayout(above)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._empty)
        column.addWidget(self.list, 1)
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

    def set_runs(self, runs: Sequence[RunSummary]) -> None:
        """List other runs; those that are marked stay so."""
        self._empty.setVisible(not runs)
        self.list.setVisible(bool(runs))
        self.list.set_runs(runs)
        self._mark()

    def show_curves(self, runs: Sequence[tuple[str, Curves]]) -> None:
        """Draw the curves that were asked for."""
        if self._overlay is not None:
            self._overlay.show_runs(runs)

    def set_training(self, training: bool) -> None:
        """Whether a run is going on: then no other can be resumed."""
        self._training = training
        self._show_possible()

    def set_in_use(self, model: Path | None) -> None:
        """Which model writes: whoever deletes its run is told."""
        self._in_use = model

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

    @Slot()
    def _mark(self) -> None:
        runs = self.list.runs
        self._facts.show_runs(runs)
        self._show_possible()
        self.marked.emit(tuple(run.path for run in runs))

    def _show_possible(self) -> None:
        self._commands.set_possible(possible(self.list.run, training=self._training))

    # What is done with one.

    @Slot(object)
    def _act(self, command: Command, *_: object) -> None:
        run = self.list.run
        if run is None:
            return
        self.say_problem("")
        doing: dict[Command, Callable[[], object]] = {
            Command.SHOW: partial(self.show_requested.emit, run),
            Command.RESUME: partial(self.resume_requested.emit, run),
            Command.USE: partial(self.use_requested.emit, RunFolder(run.path).best),
            Command.SETTINGS: partial(self.settings_requested.emit, run),
            Command.RENAME: partial(self._asking.ask_for_name, run.path, self._theme),
            Command.FOLDER: partial(self.folder_requested.emit, run.path),
            Command.DELETE: partial(self._ask_for_trash, run.path),
        }
        doing[command]()

    def _ask_for_trash(self, path: Path) -> None:
        is_in_use = self._in_use is not None and self._in_use.is_relative_to(path)
        self._asking.ask_for_trash(path, is_in_use=is_in_use)

    @Slot(QPoint)
    def _open_menu(self, place: QPoint) -> None:
        if self.list.run is not None:
            menu = self._commands.menu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.list.viewport().mapToGlobal(place))
