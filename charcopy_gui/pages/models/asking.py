"""What is asked before something is done with a model: names, files, and whether to delete it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton, QWidget

from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.parts.file_dialog import FileDialog
from charcopy_gui.pages.parts.name_dialog import NameDialog
from core import model_store
from core.model_card import SUFFIX
from core.model_store import Origin, StoredModel, StoreError

_PATTERN = f"Models (*{SUFFIX})"
_RUN = (
    "It is the model of a run: the run goes with it, with its curves, its samples and what it takes"
    " to resume it."
)
_IN_USE = "It is the model in use: its text stays, but it can no longer write."
_DEFAULT = "It is the default; the program will start with the model used last."
_FOR_GOOD = "There is no trash for {path}. Deleted, it cannot be brought back."


class Asking(QObject):
    """Opens the dialogs, and says what was agreed to."""

    files_given = Signal(object)
    """Paths of files to import."""
    place_given = Signal(object, object)
    """The path of a file to import, and where to."""
    name_given = Signal(object, str)
    """A StoredModel and its new name."""
    target_given = Signal(object, object)
    """A StoredModel, and the path of the file to export it to."""
    trash_agreed = Signal(object)
    """A StoredModel to be moved to the trash."""
    deletion_agreed = Signal(object)
    """A StoredModel to be deleted for good."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._owner = owner
        self._theme = LIGHT

    @Slot()
    def ask_for_files(self) -> None:
        """Which files are to be imported."""
        dialog = FileDialog(self._owner, "Import models")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters([_PATTERN, "All files (*)"])
        dialog.filesSelected.connect(self.give_files)
        dialog.open()

    @Slot(list)
    def give_files(self, names: list[str]) -> None:
        """These are, wherever they were chosen."""
        self.files_given.emit([Path(name) for name in names])

    def ask_for_free_name(self, source: Path, name: str, folder: Path) -> None:
        """What a file is to be called that has the name of another model."""
        dialog = NameDialog(
            "Import",
            f"There is a model called {source.name.removesuffix(SUFFIX)} already.",
            name,
            partial(_refusal_in, folder),
            self._theme,
            self._owner,
        )
        dialog.named.connect(partial(self._give_place, source, folder))
        dialog.open()

    def _give_place(self, source: Path, folder: Path, name: str) -> None:
        self.place_given.emit(source, folder / f"{name}{SUFFIX}")

    def ask_for_name(self, model: StoredModel) -> None:
        """What a model is to be called."""
        dialog = NameDialog("Rename", "", model.own_name, _refusal, self._theme, self._owner)
        dialog.named.connect(partial(self.name_given.emit, model))
        dialog.open()

    def ask_for_target(self, model: StoredModel) -> None:
        """Where a model is to be copied to."""
        dialog = FileDialog(self._owner, "Export a model")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(f"{model.own_name}{SUFFIX}")
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        dialog.setNameFilter(_PATTERN)
        dialog.fileSelected.connect(partial(self._give_target, model))
        dialog.open()

    def _give_target(self, model: StoredModel, name: str) -> None:
        self.target_given.emit(model, Path(name))

    def ask_for_trash(self, model: StoredModel, *, is_in_use: bool, is_default: bool) -> None:
        """Whether a model is to go to the trash."""
        more = [_RUN] if model.origin is Origin.RUN else []
        more += ([_IN_USE] if is_in_use else []) + ([_DEFAULT] if is_default else [])
        question = f"Move {model.card.name} to the trash?"
        agree = self._question(question, " ".join(more), "Move to trash")
        agree.clicked.connect(partial(self.trash_agreed.emit, model))

    def ask_for_deletion(self, model: StoredModel) -> None:
        """Whether it is to be deleted where there is no trash."""
        more = _FOR_GOOD.format(path=model.path)
        agree = self._question(f"Delete {model.card.name} for good?", more, "Delete for good")
        agree.clicked.connect(partial(self.deletion_agreed.emit, model))

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme

    def _question(self, words: str, more: str, agree: str) -> QPushButton:
        """Open a question; returns the button that agrees."""
        box = QMessageBox(QMessageBox.Icon.Question, "Delete a model", words, parent=self._owner)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText(more)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        button = box.addButton(agree, QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.open()
        return button


def _refusal(name: str) -> str:
    """Why a model cannot be called so; empty where it can."""
    try:
        model_store.check_name(name)
    except StoreError as error:
        return str(error)
    return ""


def _refusal_in(folder: Path, name: str) -> str:
    """Why there cannot be one more model of this name in a folder; empty where there can."""
    if refusal := _refusal(name):
        return refusal
    taken = (folder / f"{name}{SUFFIX}").exists()
    return f"There is a model called {name} already." if taken else ""
