"""What can be done with a run: every command once, for buttons, menus and keys alike."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from core.runs import RunFolder
from core.runs.listing import RunSummary


class Command(Enum):
    """A command, in the words of its button."""

    SHOW = "Show"
    RESUME = "Resume"
    USE = "Use in Generate"
    SETTINGS = "Take its settings"
    RENAME = "Rename…"
    FOLDER = "Open folder"
    DELETE = "Delete…"

    @property
    def title(self) -> str:
        """For screen readers."""
        return f"{self.value.rstrip('…')} the run" if self is not Command.USE else self.value


_TIPS = {
    Command.SHOW: "Show its curves and its film (Return)",
    Command.RESUME: "Go on where it stopped",
    Command.USE: "Let its best checkpoint write",
    Command.SETTINGS: "Set the form on the left as it was set for this run",
    Command.RENAME: "Give it another name (F2)",
    Command.FOLDER: "Open the folder with its files",
    Command.DELETE: "Move it to the trash (Del)",
}
_MORE = "Rename it, open its folder, take its settings, delete it"
_KEYS = {
    Command.SHOW: ("Return", "Enter"),
    Command.RENAME: ("F2",),
    Command.DELETE: ("Del",),
}
_BUTTONS = (Command.SHOW, Command.RESUME, Command.USE)


_ONE_ONLY = "Several runs are selected; select one alone"


def possible(run: RunSummary | None, *, training: bool) -> Mapping[Command, bool]:
    """Which commands can be given for a run, while another is being trained or not."""
    there = run is not None
    rests = run is not None and not run.status.state.going_on
    return dict.fromkeys(Command, there) | {
        Command.RESUME: run is not None and run.can_resume and not training,
        Command.USE: run is not None and RunFolder(run.path).best.is_file(),
        Command.SETTINGS: there and not training,
        Command.RENAME: rests,
        Command.DELETE: rests,
    }


class RunCommands(QObject):
    """Actions with their keys, which work while their owner has the focus."""

    asked = Signal(object)
    """A Command."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._actions: dict[Command, QAction] = {}
        self._more = QPushButton("More")
        for command in Command:
            action = QAction(command.value, self)
            action.setToolTip(_TIPS[command])
            action.setShortcuts([QKeySequence(key) for key in _KEYS.get(command, ())])
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(partial(self.asked.emit, command))
            self._actions[command] = action
        owner.addActions(list(self._actions.values()))

    def buttons(self) -> list[QWidget]:
        """A button for each of the most used, and one with a menu of the others."""
        found: list[QWidget] = [_button(each, self._actions[each]) for each in _BUTTONS]
        more = self._more
        more.setAccessibleName("More to do with the run")
        more.setToolTip(_MORE)
        menu = QMenu(more)
        menu.addActions([a for each, a in self._actions.items() if each not in _BUTTONS])
        more.setMenu(menu)
        return [*found, more]

    def menu(self, parent: QWidget) -> QMenu:
        """A menu of all."""
        menu = QMenu(parent)
        menu.addActions(list(self._actions.values()))
        return menu

    def set_possible(self, possible: Mapping[Command, bool], *, several: bool) -> None:
        """Which can be given: none while several runs are marked, since each is for one."""
        for command, action in self._actions.items():
            action.setToolTip(_ONE_ONLY if several else _TIPS[command])
            action.setEnabled(possible[command] and not several)
        self._more.setEnabled(not several)
        self._more.setToolTip(_ONE_ONLY if several else _MORE)


def _button(command: Command, action: QAction) -> QPushButton:
    button = QPushButton(command.value)
    button.setAccessibleName(command.title)
    button.clicked.connect(action.trigger)

    def follow() -> None:
        button.setEnabled(action.isEnabled())
        button.setToolTip(action.toolTip())

    action.changed.connect(follow)
    follow()
    return button
