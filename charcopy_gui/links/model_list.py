"""Which models there are, and which of them writes; by name, wherever the window names them."""

from __future__ import annotations

import contextlib
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from charcopy_gui.frame.menus import Menus
from charcopy_gui.frame.navigation import Navigation
from charcopy_gui.links.generate import GenerateLink
from charcopy_gui.storage import paths
from charcopy_gui.workers.requests import ModelReady
from core import model_card
from core.model_card import ModelCard, ModelCardError


def models() -> list[tuple[str, Path]]:
    """Names and paths: the user's own and those shipped, then one of every run."""
    cards = model_card.available(paths.model_folders())
    cards += filter(None, map(_readable, paths.run_models()))
    return [(card.name, card.path) for card in cards]


def _readable(path: Path) -> ModelCard | None:
    try:
        return model_card.read(path)
    except ModelCardError:
        return None


class ModelList(QObject):
    """Lists models in the menu and for pages, and names the one in use."""

    listed = Signal(object)
    """Names and paths of the models there are now."""

    def __init__(
        self, window: QWidget, link: GenerateLink, menus: Menus, navigation: Navigation
    ) -> None:
        super().__init__(window)
        self._link = link
        self._menus = menus
        self._navigation = navigation
        self._found: list[tuple[str, Path]] = []
        self._card: ModelCard | None = None
        menus.model_chosen.connect(link.choose_model)
        link.model_chosen.connect(self._take)
        link.model_ready.connect(self._show_ready)
        if link.model is not None:
            # One that cannot be read says so when it is loaded.
            with contextlib.suppress(ModelCardError):
                self._name(model_card.read(link.model))

    @property
    def found(self) -> list[tuple[str, Path]]:
        """Names and paths as they were last listed; empty before `refresh`."""
        return self._found

    @property
    def card(self) -> ModelCard | None:
        """What the model that writes says of itself; None where there is none."""
        return self._card

    @Slot()
    def refresh(self) -> None:
        """Look for models anew."""
        self._found = models()
        self._menus.set_models(self._found, self._link.model)
        self.listed.emit(self._found)

    @Slot(object)
    def _take(self, card: ModelCard | None) -> None:
        self.refresh()
        if card is not None:
            self._name(card)
            return
        gone = f"\n{self._card.name} is gone" if self._card is not None else ""
        self._card = None
        self._navigation.set_model(f"No model{gone}", "Choose one under File, Model")

    @Slot(object)
    def _show_ready(self, ready: ModelReady) -> None:
        self._name(ready.card)
        asked = self._link.device.upper()
        self._navigation.set_device(ready.device.description, asked, ready.device.reason)

    def _name(self, card: ModelCard) -> None:
        self._card = card
        corpus = card.provenance.corpus
        tip = f"{card.config.variant}, trained on {corpus}" if corpus else ""
        self._navigation.set_model(card.name, tip)
