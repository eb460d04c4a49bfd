"""The link between the Generate page and the generation worker."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.links.writing import WritingLink
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.requests import ModelReady
from core import model_card
from core.config import DecodingConfig
from core.generation_tree import BranchRequest
from core.records import Failure, FailureKind, Phase
from core.session import Session

_NO_MODEL = "No model is in use: choose one under File, Model, or train one."


class GenerateLink(WritingLink):
    """What the Generate page alone can ask for: other models and devices, what-ifs, sessions."""

    model_chosen = Signal(object)
    """The ModelCard of the model that writes from now on; None where the one in use is gone."""
    device_chosen = Signal(str)
    """The device that was asked for."""

    def __init__(
        self,
        page: GeneratePage,
        generation: Generation,
        model: Path | None,
        device: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(page, generation, model, device, Phase.TABLE_TO_TEXT, parent)
        self._generate_page = page
        page.set_has_model(model is not None)
        page.runs.set_device(device)
        page.generate_requested.connect(self._generate)
        page.branch_requested.connect(self._branch)
        page.stop_requested.connect(generation.stop)
        page.device_requested.connect(self._choose_device)
        self.model_ready.connect(self._show_model)

    @Slot(object)
    def choose_model(self, path: Path) -> None:
        """Let another model write the table anew, once its card could be read."""
        if not self._take_card(path):
            return
        request = self._generate_page.request()
        if request is None:
            self.load()
        else:
            self._generate(*request)

    def follow_model(self, path: Path | None) -> None:
        """The model in use lies elsewhere now, or nowhere; what it wrote stays as it is."""
        if path is None:
            self.set_model(None)
            self.model_chosen.emit(None)
        elif self._take_card(path):
            self.load()

    def show_session(self, session: Session, model: Path | None = None) -> None:
        """Show what was kept; `model` is the file of the model that wrote it, where it is here.

        Where it is not, what-ifs are written by the model in use, and that is said.
        """
        if model is not None and model != self.model:
            self._take_card(model)
        super().show_session(session)

    def set_model(self, path: Path | None) -> None:
        """Let another model write from the next request on; without one nothing can be."""
        super().set_model(path)
        self._generate_page.set_has_model(path is not None)

    def _take_card(self, path: Path) -> bool:
        try:
            card = model_card.read(path)
        except model_card.ModelCardError as error:
            self.show_failure(Failure(FailureKind.INPUT, str(error)))
            return False
        self.set_model(path)
        self.model_chosen.emit(card)
        return True

    @Slot(str)
    def _choose_device(self, device: str) -> None:
        self.set_device(device)
        self.device_chosen.emit(device)
        self.load()

    @Slot(object, object)
    def _generate(self, mr: str, config: DecodingConfig) -> None:
        self._say_if_nobody_writes()
        self.write(mr, config)

    @Slot(object)
    def _branch(self, request: BranchRequest) -> None:
        tree = self._generate_page.tree
        if tree is not None and tree.run == request.run:
            self._say_if_nobody_writes()
            self.branch(tree, request)

    def _say_if_nobody_writes(self) -> None:
        if self.model is None:
            self._generate_page.output.say_error(_NO_MODEL)

    @Slot(object)
    def _show_model(self, ready: ModelReady) -> None:
        self._generate_page.set_model(ready.card, self.device, ready.device)
