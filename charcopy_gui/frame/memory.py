"""What the window remembers: every choice is written down as it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QMainWindow, QWidget

from charcopy_gui.page_names import PAGE_KEYS
from charcopy_gui.pages.generate.slot_model import SlotModel
from charcopy_gui.pages.parts.file_dialog import LAST
from charcopy_gui.storage import settings_file
from charcopy_gui.storage.geometry import Geometry
from charcopy_gui.storage.settings import EvaluationChoices, Settings, TrainingChoices
from core.config import DecodingConfig
from core.model_card import ModelCard

_REST_MILLISECONDS = 300
"""Edits that follow one another sooner are written down together."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where the window keeps what it remembers; None for what it is not to remember."""

    settings: Path | None = None
    geometry: Path | None = None
    workspace: Path | None = None
    """A session: the text that is shown, with its branches."""
    marks: Path | None = None
    """A folder; see `loading_marks`."""


class Memory(QObject):
    """The settings as they stand, and where the window and its splitters stood."""

    failed = Signal(str)
    """Why a choice could not be written down, in a sentence."""
    model_moved = Signal(object, object)
    """The path of a model, or of a run's folder, and where it lies from now on."""

    def __init__(self, settings: Settings, places: Places, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._places = places
        self.first_start = places.settings is not None and not places.settings.exists()
        """Whether nothing was remembered before."""
        self._table: SlotModel
        self._waiting: set[str] = set()
        """Fields that were changed and are not written down yet."""
        self._rest = QTimer(self, singleShot=True, interval=_REST_MILLISECONDS)
        self._rest.timeout.connect(self.flush)
        LAST.set_path(settings.folder)
        LAST.changed.connect(self.keep_folder)

    @property
    def settings(self) -> Settings:
        """The choices made so far."""
        return self._settings

    def follow(self, table: SlotModel) -> None:
        """Keep a table as it is changed, and as changes are undone, from now on."""
        self._table = table
        table.history.indexChanged.connect(self.keep_table)

    @Slot()
    def keep_table(self) -> None:
        """The table is another now; written down once the hand rests."""
        mr = self._table.mr()
        try:
            line, slots = mr.linearise(), tuple[tuple[str, str], ...]()
        except ValueError:  # A slot of it cannot stand in a line, and is to be there again.
            line, slots = "", tuple((slot.name, slot.value) for slot in mr.slots)
        if (line, slots) != (self._settings.mr, self._settings.slots):
            self._change(mr=line, slots=slots)
            self._rest.start()

    @Slot(int)
    def keep_page(self, index: int) -> None:
        """Another page is seen."""
        page = PAGE_KEYS[index] if index else ""
        if page != self._settings.page:
            self._keep(page=page)

    @Slot(object, object)
    def keep_decoding(self, _mr: str, decoding: DecodingConfig) -> None:
        """A text was asked for, to be written so."""
        self._keep(decoding=decoding)

    @Slot(object)
    def keep_model(self, card: ModelCard | None) -> None:
        """Another model writes; None where the one in use is gone."""
        self._keep(model=str(card.path) if card else "")

    def keep_default_model(self, path: Path | None) -> None:
        """Another model is the one to start with; None for the one used last."""
        self._keep(default_model=str(path or ""))

    def move_model(self, was: Path, now: Path) -> None:
        """A model, or a run with its models, lies elsewhere: what was chosen of it is there."""
        old, moved = self._settings, partial(_moved, was=was, now=now)
        training = replace(old.training, start_from=moved(old.training.start_from))
        evaluation = replace(old.evaluation, model=moved(old.evaluation.model))
        compared = tuple(map(moved, old.compared))
        self._keep(training=training, evaluation=evaluation, compared=compared)
        self.model_moved.emit(was, now)

    @Slot(str)
    def keep_device(self, device: str) -> None:
        """Another device was asked for."""
        self._keep(device=device)

    @Slot(bool)
    def keep_live(self, live: bool) -> None:
        """Live mode was switched on or off."""
        self._keep(live=live)

    @Slot(str)
    def keep_theme(self, theme: str) -> None:
        """Another theme was chosen."""
        self._keep(theme=theme)

    def keep_text_size(self, percent: int) -> None:
        """Another size of text was chosen."""
        self._keep(text_size=percent)

    @Slot(object)
    def keep_training(self, choices: TrainingChoices) -> None:
        """A run was begun with these choices."""
        self._keep(training=choices)

    @Slot(object)
    def keep_evaluation(self, choices: EvaluationChoices) -> None:
        """An evaluation was begun with these choices."""
        self._keep(evaluation=choices)

    @Slot(object)
    def keep_compared(self, paths: Sequence[Path]) -> None:
        """Other models were ticked on Compare."""
        self._keep(compared=tuple(map(str, paths)))

    @Slot(str)
    def keep_folder(self, folder: str) -> None:
        """A file was chosen in another folder."""
        self._keep(folder=folder)

    def keep_corpora(self, folder: Path | None, own: Sequence[Mapping[str, Any]]) -> None:
        """Another folder of corpora was chosen, or other files were imported."""
        self._keep(corpora=str(folder or ""), own_files=own)

    def _keep(self, **changes: object) -> None:
        """Write a choice down at once."""
        self._change(**changes)
        self.flush()

    def _change(self, **changes: Any) -> None:  # noqa: ANN401
        self._settings = replace(self._settings, **changes)
        self._waiting |= changes.keys()

    @Slot()
    def flush(self) -> None:
        """Write down what was changed since the last time."""
        self._rest.stop()
        if self._places.settings is None or not self._waiting:
            return
        try:
            settings_file.change(self._places.settings, self._settings, self._waiting)
        except OSError as error:
            self.failed.emit(
                f"The settings could not be saved: {error.strerror}: {error.filename}."
            )
        else:
            self._waiting = set()

    def restore(self, window: QMainWindow) -> None:
        """Put the window where it was."""
        if self._places.geometry is not None:
            Geometry(self._places.geometry).restore(window)

    @Slot(object)
    def divide(self, page: QWidget) -> None:
        """Put a page's splitters where they were."""
        if self._places.geometry is not None:
            Geometry(self._places.geometry).divide(page)

    def keep_geometry(self, window: QMainWindow) -> None:
        """The window closes: remember where it is, and whatever is not written down yet."""
        self.flush()
        if self._places.geometry is not None:
            Geometry(self._places.geometry).keep(window)


def _moved(path: str, *, was: Path, now: Path) -> str:
    """Where a file is that lay in or at `was`; elsewhere, and where there is none, as it was."""
    if not path or not Path(path).is_relative_to(was):
        return path
    return str(now / Path(path).relative_to(was))
