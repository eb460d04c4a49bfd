"""The link between the Generate page and the generation worker."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.requests import ModelReady
from charcopy_gui.writing_link import WritingLink
from core import model_card
from core.config import DecodingConfig
from core.generation_tree import BranchRequest
from core.records import Failure, FailureKind, Phase
from core.session import Session

_NO_MODEL = "There is no model yet: train one, or open one under File, Open."


class GenerateLink(WritingLink):
    """What the Generate page alone can ask for: other models and devices, what-ifs, sessions."""

    model_chosen = Signal(object)
    """The ModelCard of the model that writes from now on."""
    device_chosen = Signal(str)
    """The device that was asked for."""
    noticed = Signal(str)
    """A sentence that is good to know: a session was made with another model than this one."""

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
        self._session: Session | None = None
        """One that is shown, and whose model was not yet compared with the one in use."""
        self._sha256: str | None = ""
        """Of the model that wrote what is shown; None while it is being loaded."""
        page.runs.set_device(device)
        page.generate_requested.connect(self._generate)
        page.branch_requested.connect(self._branch)
        page.stop_requested.connect(generation.stop)
        page.device_requested.connect(self._choose_device)
        self.model_ready.connect(self._show_model)

    @property
    def sha256(self) -> str:
        """Of the file of the model that wrote what is shown; empty where that is not known."""
        return self._sha256 or ""

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

    def show_session(self, session: Session, model: Path | None = None) -> None:
        """Show what was kept; `model` is the file of the model that wrote it, where it is here.

        Where it is not, what-ifs are written by the model in use, and that is said.
        """
        self._session, self._sha256 = session, session.model_sha256
        if model is not None and model != self.model:
            self._take_card(model)
        self.drop()
        self._generate_page.show_session(session)
        if self.model is None:
            self._session = None
            self.noticed.emit(
                f"This session was made with the model {session.model}, and there is no model here:"
                " what is kept is shown, and nothing can be written."
            )

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
        if self._may_write():
            self._session = self._sha256 = None
            self.write(mr, config)

    @Slot(object)
    def _branch(self, request: BranchRequest) -> None:
        tree = self._generate_page.tree
        if tree is not None and tree.run == request.run and self._may_write():
            self.branch(tree, request)

    def _may_write(self) -> bool:
        if self.model is None:
            self._generate_page.output.say_error(_NO_MODEL)
        return self.model is not None

    @Slot(object)
    def _show_model(self, ready: ModelReady) -> None:
        self._generate_page.set_model(ready.card, self.device, ready.device)
        if self._sha256 is None:
            self._sha256 = ready.sha256
        if self._session is None:
            return
        session, self._session = self._session, None
        known = session.model_sha256 and ready.sha256
        same = (session.model_sha256 == ready.sha256) if known else session.model == ready.card.name
        if not same:
            self.noticed.emit(_difference(session.model, ready.card.name))


def _difference(kept: str, used: str) -> str:
    which = f"another model of the name {kept}" if kept == used else f"the model {kept}"
    return (
        f"This session was made with {which}, which is not here. What is kept is shown as it was"
        f" written; what-ifs are written by {used}."
    )
