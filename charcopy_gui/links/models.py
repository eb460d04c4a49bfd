"""The link between the Models page, the models' files, and what the window knows of models."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices

from charcopy_gui.frame.memory import Memory
from charcopy_gui.links.generate import GenerateLink
from charcopy_gui.links.model_copying import ModelCopying
from charcopy_gui.links.model_removal import ModelRemoval, is_training
from charcopy_gui.links.model_uses import ModelUses
from charcopy_gui.pages.models.page import ModelsPage
from charcopy_gui.storage import paths
from charcopy_gui.workers.models import Models
from core import model_store
from core.model_store import StoredModel, StoreError

_PAUSE = 300
"""Milliseconds for which a folder has to be still before it is looked at."""


class ModelsLink(QObject):
    """Lists models, and has done with their files what the page asks for."""

    changed = Signal()
    """There are other models, or they lie elsewhere."""
    failed = Signal(object)
    """A Failure that is a fault of the program, once the page has said it."""

    def __init__(
        self,
        page: ModelsPage,
        models: Models,
        memory: Memory,
        generate_link: GenerateLink,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._memory = memory
        self._generate_link = generate_link
        self._uses = ModelUses(memory, generate_link)
        self._watcher = QFileSystemWatcher(self)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        copying = ModelCopying(page, models, self)
        removal = ModelRemoval(page, self._uses, self)
        copying.failed.connect(self.failed)
        for part in (copying, removal):
            part.changed.connect(self._look_again)
        self._join()
        self.refresh()

    def _join(self) -> None:
        page = self._page
        page.seen.connect(self.refresh)
        page.default_requested.connect(self._set_default)
        page.folder_requested.connect(self._show_folder)
        page.asking.name_given.connect(self._rename)
        self._generate_link.model_chosen.connect(self._mark)
        self._watcher.directoryChanged.connect(self._wait)
        self._pause.timeout.connect(self._look_again)

    # The list.

    @Slot()
    def refresh(self) -> None:
        """Look for models anew, and from now on at the folders that there are."""
        own, *shipped = paths.model_folders()
        self._page.set_listing(model_store.listing(own, shipped, paths.run_models()))
        self._mark()
        folders = {str(folder) for folder in (own, paths.runs_folder()) if folder.is_dir()}
        if new := folders.difference(self._watcher.directories()):
            self._watcher.addPaths(sorted(new))

    @Slot()
    def _wait(self) -> None:
        self._pause.start()

    @Slot()
    def _look_again(self) -> None:
        """See which models there are; the one in use may have been taken away as well."""
        in_use = self._generate_link.model
        if in_use is not None and not in_use.exists():
            self._generate_link.follow_model(None)
        self.refresh()
        self.changed.emit()

    @Slot()
    def _mark(self) -> None:
        default = self._memory.settings.default_model
        self._page.set_used(self._generate_link.model, Path(default) if default else None)

    # What is done with a model.

    @Slot(object)
    def _set_default(self, path: Path | None) -> None:
        self._memory.keep_default_model(path)
        self._mark()

    @Slot(object)
    def _show_folder(self, model: StoredModel) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(model.path.parent))):
            self._page.say(f"It is in {model.path.parent}.")

    @Slot(object, str)
    def _rename(self, model: StoredModel, name: str) -> None:
        if is_training(model):
            words = f"{model.own_name} is being trained; it can be renamed once that is over."
            self._page.say_problem(words)
            return
        try:
            new = model_store.renamed(model, name)
        except StoreError as error:
            self._page.say_problem(str(error))
            return
        self._uses.move(model.path, new)
        self._page.list.choose(new)
        self._look_again()
