"""What the window remembers: every choice is written down as it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QMainWindow, QWidget

from charcopy_gui import settings as remembered
from charcopy_gui.pages.file_dialog import LAST
from charcopy_gui.settings import EvaluationChoices, Geometry, Settings, TrainingChoices
from core.config import DecodingConfig
from core.model_card import ModelCard


@dataclass(frozen=True, slots=True)
class Places:
    """Where the window keeps what it remembers; None for what it is not to remember."""

    settings: Path | None = None
    geometry: Path | None = None


class Memory(QObject):
    """The settings as they stand, and where the window and its splitters stood."""

    failed = Signal(str)
    """Why a choice could not be written down, in a sentence."""

    def __init__(self, settings: Settings, places: Places, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._places = places
        LAST.set_path(settings.folder)
        LAST.changed.connect(self.keep_folder)

    @property
    def settings(self) -> Settings:
        """The choices made so far."""
        return self._settings

    @Slot(str)
    def keep_mr(self, mr: str) -> None:
        """A text was asked for this meaning representation."""
        self._keep(replace(self._settings, mr=mr))

    @Slot(object, object)
    def keep_decoding(self, _mr: str, decoding: DecodingConfig) -> None:
        """A text was asked for, to be written so."""
        self._keep(replace(self._settings, decoding=decoding))

    @Slot(object)
    def keep_model(self, card: ModelCard) -> None:
        """Another model writes."""
        self._keep(replace(self._settings, model=str(card.path)))

    def keep_default_model(self, path: Path | None) -> None:
        """Another model is the one to start with; None for the one used last."""
        self._keep(replace(self._settings, default_model=str(path or "")))

    @Slot(str)
    def keep_device(self, device: str) -> None:
        """Another device was asked for."""
        self._keep(replace(self._settings, device=device))

    @Slot(bool)
    def keep_live(self, live: bool) -> None:
        """Live mode was switched on or off."""
        self._keep(replace(self._settings, live=live))

    @Slot(str)
    def keep_theme(self, theme: str) -> None:
        """Another theme was chosen."""
        self._keep(replace(self._settings, theme=theme))

    @Slot(object)
    def keep_training(self, choices: TrainingChoices) -> None:
        """A run was begun with these choices."""
        self._keep(replace(self._settings, training=choices))

    @Slot(object)
    def keep_evaluation(self, choices: EvaluationChoices) -> None:
        """An evaluation was begun with these choices."""
        self._keep(replace(self._settings, evaluation=choices))

    @Slot(str)
    def keep_folder(self, folder: str) -> None:
        """A file was chosen in another folder."""
        self._keep(replace(self._settings, folder=folder))

    def keep_corpora(self, folder: Path | None, own: Sequence[Mapping[str, Any]]) -> None:
        """Another folder of corpora was chosen, or other files were imported."""
        self._keep(replace(self._settings, corpora=str(folder or ""), own_files=own))

    def _keep(self, settings: Settings) -> None:
        self._settings = settings
        if self._places.settings is None:
            return
        try:
            remembered.save(settings, self._places.settings)
        except OSError as error:
            self.failed.emit(f"The settings could not be saved: {error.strerror}.")

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
        """Remember where the window and its splitters are."""
        if self._places.geometry is not None:
            Geometry(self._places.geometry).keep(window)
