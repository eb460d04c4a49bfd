"""What is asked before something is done with a run: its new name, and whether to throw it away."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.parts.name_dialog import NameDialog
from core.runs import RunError, listing

_GOES = "Its curves, its samples and its checkpoints go with it."
_IN_USE = "The model in use is one of them: its text stays, but it can no longer write."
_DEFAULT = "The default is one of them; the program will start with the model used last."


class RunAsking(QObject):
    """Opens the dialogs, and says what was agreed to."""

    name_given = Signal(object, str)
    """A run's folder and its new name."""
    trash_agreed = Signal(object)
    """The folder of a run to be moved to the trash."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._owner = owner

    def ask_for_name(self, path: Path, theme: Theme) -> None:
        """What a run is to be called."""
        dialog = NameDialog("Rename", "", path.name, partial(_refusal, path), theme, self._owner)
        dialog.named.connect(partial(self.name_given.emit, path))
        dialog.open()

    def ask_for_trash(self, path: Path, *, is_in_use: bool, is_default: bool) -> None:
        """Whether a run is to go to the trash, and what its models are used for."""
        words = f"Move {path.name} to the trash?"
        box = QMessageBox(QMessageBox.Icon.Question, "Delete a run", words, parent=self._owner)
        said = [_GOES, *([_IN_USE] if is_in_use else []), *([_DEFAULT] if is_default else [])]
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText(" ".join(said))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        agree = box.addButton("Move to trash", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        agree.clicked.connect(partial(self.trash_agreed.emit, path))
        box.open()


def _refusal(path: Path, name: str) -> str:
    """Why a run cannot be called so; empty where it can."""
    try:
        listing.check_name(path, name)
    except RunError as error:
        return str(error)
    return ""
