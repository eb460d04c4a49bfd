"""Models that go to the trash, and come back from there, for the Models page."""

from __future__ import annotations

import shutil
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.generate_link import GenerateLink
from charcopy_gui.memory import Memory
from charcopy_gui.pages.models.page import ModelsPage
from charcopy_gui.trash import Trashed, move_to_trash
from core.model_store import Origin, StoredModel
from core.runs import RunFolder
from core.runs.lock import is_held

_WROTE = "What it wrote stays; no model is in use now."


class ModelRemoval(QObject):
    """Removes a model's file or its run, and undoes that while nothing else was removed."""

    changed = Signal()
    """There is a model less, or one more again."""

    def __init__(
        self,
        page: ModelsPage,
        memory: Memory,
        generate_link: GenerateLink,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._memory = memory
        self._generate_link = generate_link
        self._trashed: list[Trashed] = []
        self._was_in_use = self._was_default = False
        page.asking.trash_agreed.connect(self._trash)
        page.asking.deletion_agreed.connect(self._delete)
        page.undo_requested.connect(self._put_back)

    @Slot(object)
    def _trash(self, model: StoredModel) -> None:
        if is_training(model):
            words = f"{model.own_name} is being trained; it can be deleted once that is over."
            self._page.say_problem(words)
            return
        trashed = move_to_trash(_whole(model))
        if trashed is None:
            self._page.asking.ask_for_deletion(model)
            return
        self._trashed = [trashed]
        if model.origin is not Origin.RUN and model.notes.is_file():
            self._trashed += filter(None, [move_to_trash(model.notes)])
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
        self._trashed = []
        self._forget(model, f"{model.card.name} is deleted.")

    def _forget(self, model: StoredModel, words: str) -> None:
        """A model is gone: it is neither the default any longer nor in use, and one is offered."""
        self._was_default = self._memory.settings.default_model == str(model.path)
        self._was_in_use = self._generate_link.model == model.path
        if self._was_default:
            self._memory.keep_default_model(None)
        if self._was_in_use:
            self._generate_link.follow_model(None)
            words = f"{words} {_WROTE}"
        self.changed.emit()
        self._page.offer(
            words,
            can_undo=bool(self._trashed) and all(part.place for part in self._trashed),
            instead=self._other() if self._was_in_use else None,
        )

    def _other(self) -> StoredModel | None:
        """A model that could be used now: one that came with the program, else the first."""
        left = self._page.list.table.models
        shipped = (other for other in left if other.origin is Origin.SHIPPED)
        return next(shipped, left[0] if left else None)

    @Slot()
    def _put_back(self) -> None:
        """Undo the last removal, with what it meant for the model."""
        trashed, self._trashed = self._trashed, []
        if not trashed:
            return
        try:
            for part in trashed:
                part.put_back()
        except OSError as error:
            reason = error.strerror or str(error)
            self._page.say_problem(f"It cannot be put back: {reason}.")
            return
        path = self._path_of(trashed[0].was)
        if self._was_default:
            self._memory.keep_default_model(path)
        if self._was_in_use and self._generate_link.model is None:
            self._generate_link.follow_model(path)
        self._page.list.choose(path)
        self.changed.emit()
        self._page.say(f"{trashed[0].was.name} is back.")

    @staticmethod
    def _path_of(whole: Path) -> Path:
        """The model's file, of a run the one that is listed."""
        if whole.is_file():
            return whole
        run = RunFolder(whole)
        return run.best if run.best.is_file() else run.last


def is_training(model: StoredModel) -> bool:
    """Whether the model is that of a run which goes on."""
    return model.origin is Origin.RUN and is_held(RunFolder(model.path.parent).lock)


def _whole(model: StoredModel) -> Path:
    """What goes when a model goes: its file, or its run's folder."""
    return model.path.parent if model.origin is Origin.RUN else model.path
