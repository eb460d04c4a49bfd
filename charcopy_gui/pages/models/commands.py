"""What can be done with a model: every command once, for buttons, menus and keys alike."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from core.model_store import StoredModel


class Command(Enum):
    """A command, in the words of its button."""

    USE = "Use"
    DEFAULT = "Set as default"
    COMPARE = "Compare…"
    EVALUATE = "Evaluate"
    FINE_TUNE = "Fine-tune"
    RENAME = "Rename…"
    EXPORT = "Export…"
    SHOW = "Show in folder"
    DELETE = "Delete…"

    @property
    def title(self) -> str:
        """For screen readers."""
        return self.value.rstrip("…")


NO_DEFAULT = "No longer default"
"""What setting as default says of the model that is."""
_TIPS = {
    Command.USE: "Write with this model, on Generate (Return)",
    Command.DEFAULT: "Let the program start with this model",
    Command.COMPARE: "Let the selected models write for the same table, side by side; a"
    " single one is compared with the model in use",
    Command.EVALUATE: "Choose it on the Evaluate page",
    Command.FINE_TUNE: "Choose it on the Train page, to be trained on for another corpus",
    Command.RENAME: "Give it another name (F2)",
    Command.EXPORT: "Copy it to a file that carries its card (Ctrl+E)",
    Command.SHOW: "Open its folder",
    Command.DELETE: "Move it to the trash (Del)",
}
_KEYS = {
    Command.USE: ("Return", "Enter"),
    Command.RENAME: ("F2",),
    Command.EXPORT: ("Ctrl+E",),
    Command.DELETE: ("Del",),
}
_GROUPS = (
    (Command.USE, Command.DEFAULT),
    (Command.COMPARE, Command.EVALUATE, Command.FINE_TUNE),
    (Command.RENAME, Command.EXPORT, Command.SHOW),
    (Command.DELETE,),
)
_MORE = (Command.RENAME, Command.EXPORT, Command.SHOW, Command.DELETE)


class _Button(QPushButton):
    """Says what its action says, and can be pressed while that can be given."""

    def __init__(self, command: Command, action: QAction) -> None:
        super().__init__(action.text())
        self._action = action
        self.setAccessibleName(command.title)
        self.setToolTip(_TIPS[command])
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)

    @Slot()
    def _follow(self) -> None:
        self.setText(self._action.text())
        self.setEnabled(self._action.isEnabled())


class Commands(QWidget):
    """Actions with their keys; it shows nothing by itself."""

    asked = Signal(object)
    """A Command."""

    def __init__(self, owner: QWidget) -> None:
        """The keys work while the owner, or something in it, has the focus."""
        super().__init__(owner)
        self.hide()
        self._actions: dict[Command, QAction] = {}
        for command in Command:
            action = QAction(command.value, self)
            action.setToolTip(_TIPS[command])
            action.setData(command)
            action.setShortcuts([QKeySequence(key) for key in _KEYS.get(command, ())])
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(self._ask)
            self._actions[command] = action
        owner.addActions(list(self._actions.values()))

    def button(self, command: Command) -> QPushButton:
        """A button for a command, able to do what the command is."""
        return _Button(command, self._actions[command])

    def more(self, parent: QWidget) -> QMenu:
        """A menu of what has no button."""
        menu = QMenu(parent)
        menu.addActions([self._actions[command] for command in _MORE])
        return menu

    def menu(self, parent: QWidget) -> QMenu:
        """A menu of all."""
        menu = QMenu(parent)
        for number, group in enumerate(_GROUPS):
            if number:
                menu.addSeparator()
            menu.addActions([self._actions[command] for command in group])
        return menu

    def show_possible(
        self,
        model: StoredModel | None,
        in_use: Path | None,
        default: Path | None,
        *,
        compares: bool,
        busy: bool,
    ) -> None:
        """Let those be given that can be, for the model that is chosen, if there is one."""
        for action in self._actions.values():
            action.setEnabled(model is not None)
        path = None if model is None else model.path
        self._actions[Command.USE].setEnabled(model is not None and path != in_use)
        self._actions[Command.EXPORT].setEnabled(model is not None and not busy)
        self._actions[Command.COMPARE].setEnabled(compares)
        is_default = model is not None and path == default
        self._actions[Command.DEFAULT].setText(NO_DEFAULT if is_default else Command.DEFAULT.value)

    def give(self, command: Command) -> None:
        """Give a command, where it can be given."""
        self._actions[command].trigger()

    @Slot()
    def _ask(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.asked.emit(action.data())
