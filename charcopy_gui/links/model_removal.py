"""Models that go to the trash, and come back from there, for the Models page."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoCommand

from charcopy_gui.links.model_uses import ModelUses, Uses
from charcopy_gui.pages.models.page import ModelsPage
from charcopy_gui.storage.trash import Trashed, move_to_trash
from core.model_store import Origin, StoredModel
from core.runs import RunFolder
from core.runs.lock import is_held

_WROTE = "What it wrote stays; no model is in use now."


@dataclass(frozen=True, slots=True)
class _Removed:
    """A model that is gone, what of it lies in the trash, and what it was used for."""

    model: StoredModel
    parts: tuple[Trashed, ...]
    uses: Uses


class _Removal(QUndoCommand):
    """A model that went to the trash, and can come back from it."""

    def __init__(self, removal: ModelRemoval, removed: _Removed) -> None:
        super().__init__(f"Deleting {removed.model.own_name}")
        self._removal = removal
        self._model = removed.model
        self._removed: _Removed | None = removed
        """None while it is back."""

    def undo(self) -> None:
        """Put it back; it can be deleted again, unless that failed."""
        if self._removed is None or not self._removal.put_back(self._removed):
            self.setObsolete(True)
        self._removed = None

    def redo(self) -> None:
        """Delete it again; the first time it is gone already."""
        if self._removed is None:
            self._removed = self._removal.trash_again(self._model)
            self.setObsolete(self._removed is None)


class ModelRemoval(QObject):
    """Removes a model's file or its run, and undoes that while the trash has it."""

    changed = Signal()
    """There is a model less, or one more again."""

    def __init__(
        self,
        page: ModelsPage,
        uses: ModelUses,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._uses = uses
        page.asking.trash_agreed.connect(self._trash)
        page.asking.deletion_agreed.connect(self._delete)

    @Slot(object)
    def _trash(self, model: StoredModel) -> None:
        if is_training(model):
            words = f"{model.own_name} is being trained; it can be deleted once that is over."
            self._page.say_problem(words)
            return
        removed = self._removed(model)
        if removed is None:
            self._page.asking.ask_for_deletion(model)
            return
        if all(part.place for part in removed.parts):
            self._page.history.push(_Removal(self, removed))
        self._forget(removed, f"{model.card.name} is in the trash.")

    def _removed(self, model: StoredModel) -> _Removed | None:
        """Move a model to the trash, with its notes; None where there is none for it."""
        uses = self._uses.of(_whole(model))
        trashed = move_to_trash(_whole(model))
        if trashed is None:
            return None
        parts = [trashed]
        if model.origin is not Origin.RUN and model.notes.is_file():
            parts += filter(None, [move_to_trash(model.notes)])
        return _Removed(model, tuple(parts), uses)

    @Slot(object)
    def _delete(self, model: StoredModel) -> None:
        removed = _Removed(model, (), self._uses.of(_whole(model)))
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
        self._forget(removed, f"{model.card.name} is deleted.")

    def _forget(self, removed: _Removed, words: str) -> None:
        """A model is gone: it is neither the default any longer nor in use, and one is offered."""
        self._uses.move(_whole(removed.model), None)
        if removed.uses.writes:
            words = f"{words} {_WROTE}"
        self.changed.emit()
        self._page.offer(
            words,
            can_undo=bool(removed.parts) and all(part.place for part in removed.parts),
            instead=self._other() if removed.uses.writes else None,
        )

    def _other(self) -> StoredModel | None:
        """A model that could be used now: one that came with the program, else the first."""
        left = self._page.list.table.models
        shipped = (other for other in left if other.origin is Origin.SHIPPED)
        return next(shipped, left[0] if left else None)

    # What the history asks for.

    def put_back(self, removed: _Removed) -> bool:
        """Undo a removal, with what it meant for the model; False where that failed."""
        try:
            for part in removed.parts:
                part.put_back()
        except OSError as error:
            reason = error.strerror or str(error)
            self._page.say_problem(f"{removed.model.own_name} cannot be put back: {reason}.")
            return False
        path = self._path_of(removed.parts[0].was)
        self._uses.give_back(path, removed.uses)
        self._page.list.choose(path)
        self.changed.emit()
        self._page.say(f"{removed.parts[0].was.name} is back.")
        return True

    def trash_again(self, model: StoredModel) -> _Removed | None:
        """Remove a model that was put back; None where that failed."""
        removed = None if is_training(model) else self._removed(model)
        if removed is None:
            self._page.say_problem(f"{model.own_name} cannot be moved to the trash now.")
        else:
            self._forget(removed, f"{model.card.name} is in the trash again.")
        return removed

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
