"""The link between the Models page, the models' files, and what the window knows of models."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices

from charcopy_gui import paths
from charcopy_gui.generate_link import GenerateLink
from charcopy_gui.memory import Memory
from charcopy_gui.pages.models.page import ModelsPage
from charcopy_gui.trash import move_to_trash
from charcopy_gui.workers.models import Copied, Models, Refused
from core import model_store
from core.model_card import SUFFIX
from core.model_store import Origin, StoredModel, StoreError
from core.records import Failure, FailureKind, Progress
from core.runs import RunFolder
from core.runs.lock import is_held

_PAUSE = 300
"""Milliseconds for which a folder has to be still before it is looked at."""
_TRAINING = "{name} is being trained; {what} once that is over."


class ModelsLink(QObject):
    """Lists models, and does with their files what the page asks for."""

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
        self._models = models
        self._memory = memory
        self._generate_link = generate_link
        self._watcher = QFileSystemWatcher(self)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._arrived: list[Path] = []
        self._refused: list[str] = []
        self._join()
        self.refresh()

    def _join(self) -> None:
        page, asking, copying = self._page, self._page.asking, self._models.copying
        page.seen.connect(self.refresh)
        page.default_requested.connect(self._set_default)
        page.folder_requested.connect(self._show_folder)
        page.cancel_requested.connect(self._models.stop)
        asking.files_given.connect(self._import)
        asking.place_given.connect(self._import_to)
        asking.name_given.connect(self._rename)
        asking.target_given.connect(self._export)
        asking.trash_agreed.connect(self._trash)
        asking.deletion_agreed.connect(self._delete)
        copying.record.connect(self._take)
        copying.failed.connect(self._fail)
        copying.ended.connect(self._end)
        self._generate_link.model_chosen.connect(self._mark)
        self._watcher.directoryChanged.connect(self._wait)
        self._pause.timeout.connect(self._look_again)

    # The list.

    @Slot()
    def refresh(self) -> None:
        """Look for models anew, and from now on at the folders that there are."""
        own = paths.user_models()
        shipped = [folder for folder in paths.model_folders() if folder != own]
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
        self.refresh()
        self.changed.emit()

    @Slot()
    def _mark(self) -> None:
        default = self._memory.settings.default_model
        self._page.set_used(self._generate_link.model, Path(default) if default else None)

    @Slot(object)
    def _set_default(self, path: Path | None) -> None:
        self._memory.keep_default_model(path)
        self._mark()

    @Slot(object)
    def _show_folder(self, model: StoredModel) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(model.path.parent))):
            self._page.say(f"It lies in {model.path.parent}.")

    # Copying.

    @Slot(object)
    def _import(self, sources: Sequence[Path]) -> None:
        """Copy files to the user's models; a single one whose name is taken is asked for another.

        Of several, those with a name that is taken get a number.
        """
        folder = paths.model_folders()[0]
        for source in sources:
            if source.parent == folder:
                self._page.list.choose(source)
                self._page.say(f"{source.name} is among your models already.")
                return
        pairs = model_store.places(sources, folder)
        name = sources[0].name.removesuffix(SUFFIX) if len(sources) == 1 else ""
        if name and (folder / f"{name}{SUFFIX}").exists():
            free = pairs[0][1].name.removesuffix(SUFFIX)
            self._page.asking.ask_for_free_name(sources[0], free, folder)
        else:
            self._bring_in(pairs)

    @Slot(object, object)
    def _import_to(self, source: Path, target: Path) -> None:
        self._bring_in([(source, target)])

    def _bring_in(self, pairs: Sequence[tuple[Path, Path]]) -> None:
        self._begin("Checking what is imported")
        self._models.bring_in(pairs)

    @Slot(object, object)
    def _export(self, model: StoredModel, target: Path) -> None:
        self._begin(f"Copying {model.card.name}")
        self._models.bring_out(model.path, target)

    def _begin(self, words: str) -> None:
        self._arrived, self._refused = [], []
        self._page.begin(words)

    @Slot(object)
    def _take(self, record: Progress | Copied | Refused) -> None:
        if isinstance(record, Progress):
            self._page.show_progress(record)
        elif isinstance(record, Copied):
            self._arrived.append(record.target)
        else:
            self._refused.append(record.sentence)

    @Slot(object)
    def _fail(self, failure: Failure) -> None:
        self._refused.append(failure.sentence)
        if failure.kind is FailureKind.BUG:
            self.failed.emit(failure)

    @Slot()
    def _end(self) -> None:
        own = paths.model_folders()[0]
        self._page.end()
        if any(path.parent == own for path in self._arrived):
            self._page.list.choose(self._arrived[-1])
            self._look_again()
        names = ", ".join(path.name.removesuffix(SUFFIX) for path in self._arrived)
        if self._refused:
            copied = f"Only {names} was copied. " if names else ""
            self._page.say_problem(f"{copied}{' '.join(self._refused)}")
        elif self._arrived:
            folder = self._arrived[-1].parent
            self._page.say(
                f"Copied {names} {'to your models' if folder == own else f'to {folder}'}."
            )

    # Names, and the trash.

    @Slot(object, str)
    def _rename(self, model: StoredModel, name: str) -> None:
        if self._is_training(model, "it can be renamed"):
            return
        try:
            new = model_store.renamed(model, name)
        except StoreError as error:
            self._page.say_problem(str(error))
            return
        if self._memory.settings.default_model == str(model.path):
            self._memory.keep_default_model(new)
        in_use = self._generate_link.model == model.path
        self._page.list.choose(new)
        self._look_again()
        if in_use:
            self._generate_link.choose_model(new)

    @Slot(object)
    def _trash(self, model: StoredModel) -> None:
        if self._is_training(model, "it can be deleted"):
            return
        if not move_to_trash(_whole(model)):
            self._page.asking.ask_for_deletion(model)
            return
        if model.origin is not Origin.RUN and model.notes.is_file():
            move_to_trash(model.notes)
        self._forget(model, f"{model.card.name} is in the trash.")

    @Slot(object)
    def _delete(self, model: StoredModel) -> None:
        try:
            if model.origin is Origin.RUN:
                shutil.rmtree(model.path.parent)
            else:
                model.path.unlink()
                model.notes.unlink(missing_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            self._page.say_problem(f"{_whole(model)} cannot be deleted: {reason}.")
            return
        self._forget(model, f"{model.card.name} is deleted.")

    def _forget(self, model: StoredModel, words: str) -> None:
        """A model is gone: it is the default no longer, and another one writes if it wrote."""
        if self._memory.settings.default_model == str(model.path):
            self._memory.keep_default_model(None)
        self._look_again()
        self._page.say(words)
        if self._generate_link.model == model.path:
            left = self._page.list.table.models
            shipped = [other for other in left if other.origin is Origin.SHIPPED]
            for other in (*shipped, *left)[:1]:
                self._generate_link.choose_model(other.path)
                self._page.say(f"{words} {other.card.name} writes from now on.")

    def _is_training(self, model: StoredModel, what: str) -> bool:
        """Whether the model's run goes on, which is said then."""
        run = RunFolder(model.path.parent)
        if model.origin is not Origin.RUN or not is_held(run.lock):
            return False
        self._page.say_problem(_TRAINING.format(name=model.own_name, what=what))
        return True


def _whole(model: StoredModel) -> Path:
    """What goes when a model goes: its file, or its run's folder."""
    return model.path.parent if model.origin is Origin.RUN else model.path
