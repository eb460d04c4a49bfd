"""Models that are imported and exported, for the Models page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.pages.models.page import ModelsPage
from charcopy_gui.storage import paths
from charcopy_gui.workers.models import Copied, Models, Refused
from core import model_store
from core.model_card import SUFFIX
from core.model_store import StoredModel
from core.records import Failure, FailureKind, Progress


class ModelCopying(QObject):
    """Has files copied, and says what came of it."""

    changed = Signal()
    """There are more models among the user's own."""
    failed = Signal(object)
    """A Failure that is a fault of the program, once the page has said it."""

    def __init__(self, page: ModelsPage, models: Models, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self._models = models
        self._arrived: list[Path] = []
        self._refused: list[str] = []
        page.cancel_requested.connect(models.stop)
        page.asking.files_given.connect(self._import)
        page.asking.place_given.connect(self._import_to)
        page.asking.target_given.connect(self._export)
        models.copying.record.connect(self._take)
        models.copying.failed.connect(self._fail)
        models.copying.ended.connect(self._end)

    @Slot(object)
    def _import(self, sources: Sequence[Path]) -> None:
        """Copy files to the user's models; a single one whose name is taken is asked for another.

        Of several, those with a name that is taken get a number.
        """
        folder = paths.model_folders()[0]
        for source in sources:
            if source.parent == folder:
                self._page.list.choose(source)
                self._page.say(f"{source.name} is already one of your models.")
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
            self.changed.emit()
        names = ", ".join(path.name.removesuffix(SUFFIX) for path in self._arrived)
        if self._refused:
            copied = f"Only {names} was copied. " if names else ""
            self._page.say_problem(f"{copied}{' '.join(self._refused)}")
        elif self._arrived:
            folder = self._arrived[-1].parent
            self._page.say(
                f"Copied {names} {'to your models' if folder == own else f'to {folder}'}."
            )
