"""Models: the list of all at the top; under it the card of the one that is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import (
    QHideEvent,
    QKeySequence,
    QShortcut,
    QShowEvent,
    QUndoStack,
)
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.drop_page import DropPage
from charcopy_gui.pages.models.asking import Asking
from charcopy_gui.pages.models.card_view import CardView
from charcopy_gui.pages.models.commands import Command, Commands
from charcopy_gui.pages.models.model_list_view import ModelListView
from charcopy_gui.pages.models.news import News
from charcopy_gui.pages.parts.notice import Notice
from charcopy_gui.pages.parts.task_bar import TaskBar
from core import model_store
from core.model_store import Listing, Origin, StoredModel
from core.records import Progress

_STAYS = "It came with the program and stays with it; models of your own can be deleted."
_STOPPED = "Stopped; nothing has changed."


class ModelsPage(DropPage):
    """Turns what people ask of models into requests, and what comes of them into what is seen."""

    use_requested = Signal(object)
    """The path of the model that is to write from now on."""
    default_requested = Signal(object)
    """The path of the model to start with; None for the one used last."""
    compare_requested = Signal(object)
    """The paths of models, two at least."""
    evaluate_requested = Signal(object)
    """A path."""
    fine_tune_requested = Signal(object)
    """A path."""
    folder_requested = Signal(object)
    """A StoredModel whose folder is to be shown."""
    cancel_requested = Signal()
    seen = Signal()
    """The page comes into view."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.history = QUndoStack(self)
        """What was deleted, and can come back."""
        self._commands = Commands(self)
        self.list = ModelListView(self._commands)
        self.card = CardView(self._commands)
        self.asking = Asking(self)
        self._task = TaskBar()
        self._problem = Notice("What went wrong")
        self._news = News()
        self._in_use: Path | None = None
        self._default: Path | None = None
        self._busy = self._stopping = False
        self._lay_out()
        self._join()
        self._show_chosen()
        self.list.focus_rows()  # Where the keyboard is when the page is first seen.

    def _lay_out(self) -> None:
        above = QWidget()
        column = QVBoxLayout(above)
        column.setContentsMargins(16, 16, 16, 8)
        column.setSpacing(8)
        column.addWidget(self.list, 1)
        for part in (self._task, self._problem, self._news):
            column.addWidget(part)
        both = QSplitter(Qt.Orientation.Vertical)
        both.setObjectName("models")
        both.setChildrenCollapsible(False)
        both.addWidget(above)
        both.addWidget(self.card)
        both.setStretchFactor(1, 1)
        both.setSizes([280, 520])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(both)

    def _join(self) -> None:
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self.list.focus_search)
        self.list.chosen.connect(self._show_chosen)
        self.list.import_requested.connect(self.asking.ask_for_files)
        self._commands.asked.connect(self._act)
        self._task.cancel_requested.connect(self.stop)
        self._news.undo_requested.connect(self.history.undo)
        self._news.use_requested.connect(self.use_requested)

    # What people ask for.

    @property
    def can_stop(self) -> bool:
        """Whether something is being copied."""
        return self._busy

    @Slot()
    def stop(self) -> None:
        """End the copying."""
        if self._busy and not self._stopping:
            self._stopping = True
            self._task.show_stopping()
            self.cancel_requested.emit()

    @Slot(object)
    def _act(self, command: Command) -> None:
        model = self.list.model
        if model is None:
            return
        self.say("")
        doing: dict[Command, Callable[[], object]] = {
            Command.USE: lambda: self.use_requested.emit(model.path),
            Command.DEFAULT: lambda: self._ask_for_default(model),
            Command.COMPARE: lambda: self.compare_requested.emit(self._compared()),
            Command.EVALUATE: lambda: self.evaluate_requested.emit(model.path),
            Command.FINE_TUNE: lambda: self.fine_tune_requested.emit(model.path),
            Command.RENAME: lambda: self._rename(model),
            Command.EXPORT: lambda: self.asking.ask_for_target(model),
            Command.SHOW: lambda: self.folder_requested.emit(model),
            Command.DELETE: lambda: self._delete(model),
        }
        doing[command]()

    def _ask_for_default(self, model: StoredModel) -> None:
        self.default_requested.emit(None if model.path == self._default else model.path)

    def _compared(self) -> list[Path]:
        """The models that are marked; with a single one, the one in use."""
        marked = [model.path for model in self.list.marked]
        if len(marked) == 1 and self._in_use is not None and self._in_use not in marked:
            marked.append(self._in_use)
        return marked

    def _rename(self, model: StoredModel) -> None:
        if reason := model_store.why_not_renamed(model):
            self.say_problem(f"{model.card.name} cannot be renamed. {reason}")
        else:
            self.asking.ask_for_name(model)

    def _delete(self, model: StoredModel) -> None:
        if model.origin is Origin.SHIPPED:
            self.say_problem(f"{model.card.name} cannot be deleted. {_STAYS}")
            return
        in_use, default = model.path == self._in_use, model.path == self._default
        self.asking.ask_for_trash(model, is_in_use=in_use, is_default=default)

    # Drops, and when it is seen.

    def would_take(self, paths: Sequence[Path]) -> bool:
        """Files, while nothing is copied."""
        return bool(paths) and not self._busy

    def take(self, paths: Sequence[Path]) -> None:
        """Import them."""
        self.asking.give_files([str(path) for path in paths])

    def showEvent(self, event: QShowEvent) -> None:
        """Say that it is seen: files may have changed meanwhile."""
        super().showEvent(event)
        self.history.setActive(True)
        self.seen.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """What is undone is that of the page that is seen."""
        super().hideEvent(event)
        self.history.setActive(False)

    # What the window reports.

    def set_listing(self, listing: Listing) -> None:
        """List other models."""
        self.list.set_listing(listing)
        self._show_chosen()

    def set_used(self, in_use: Path | None, default: Path | None) -> None:
        """Mark the model that writes, and the one to start with."""
        self._in_use, self._default = in_use, default
        self.list.mark(in_use, default)
        self._show_chosen()

    def begin(self, words: str) -> None:
        """Something is being copied."""
        self.say("")
        self._set_busy(True)
        self._task.begin(words)

    def show_progress(self, progress: Progress) -> None:
        """Say how far it is."""
        if not self._stopping:
            self._task.show_progress(progress)

    def end(self) -> None:
        """Nothing is copied any more."""
        if self._stopping and not self._problem.text():
            self.say(_STOPPED)
        self._task.end()
        self._set_busy(False)

    def say(self, words: str) -> None:
        """Say what was done; it takes the place of what went wrong."""
        self.offer(words)

    def offer(
        self, words: str, *, can_undo: bool = False, instead: StoredModel | None = None
    ) -> None:
        """Say what was done, and offer to undo it, or a model in place of one that is gone."""
        self._problem.say("")
        self._news.say(words, can_undo=can_undo, instead=instead)

    def say_problem(self, words: str) -> None:
        """Say what went wrong."""
        self.say("")
        self._problem.say(words)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        for part in (self.card, self.asking, self._task, self._problem):
            part.set_theme(theme)

    def _set_busy(self, busy: bool) -> None:
        self._busy, self._stopping = busy, False
        self.list.set_busy(busy)
        self._show_abilities()
        self.abilities_changed.emit()

    @Slot()
    def _show_chosen(self) -> None:
        """Show the chosen model's card, and which commands can be given."""
        model = self.list.model
        self.card.show_model(model, "" if model is None else self.list.table.marks(model))
        self._show_abilities()

    def _show_abilities(self) -> None:
        used, compares = (self._in_use, self._default), len(self._compared()) > 1
        self._commands.show_possible(self.list.model, *used, compares=compares, busy=self._busy)
