"""The link between the Read back page and its own generation worker."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Slot

from charcopy_gui.links.writing import WritingLink
from charcopy_gui.pages.read_back.page import ReadBackPage
from charcopy_gui.workers.generation import Generation
from core.config import DecodingConfig
from core.generation_tree import BranchRequest
from core.model_card import ModelCard
from core.records import Phase
from core.session import Session


class ReadBackLink(WritingLink):
    """What is special about reading back: it follows the window's model and device."""

    def __init__(
        self, page: ReadBackPage, generation: Generation, parent: QObject | None = None
    ) -> None:
        super().__init__(page, generation, None, "auto", Phase.TEXT_TO_TABLE, parent)
        self._read_back_page = page
        self._generation = generation
        page.read_requested.connect(self._read)
        page.branch_requested.connect(self._branch)
        page.stop_requested.connect(generation.stop)
        page.seen.connect(self._load_early)
        page.session_given.connect(self.show_session)
        self.model_ready.connect(page.model_ready)

    def session(self) -> Session | None:
        """What is seen, as it is now, with the table that it is compared with."""
        session = super().session()
        return session and replace(session, table=self._read_back_page.table)

    @Slot(object)
    def follow_model(self, card: ModelCard | None) -> None:
        """Another model is in use in the window; one without exchange is not loaded."""
        able = card is not None and card.config.exchange
        self.set_model(card.path if card is not None and able else None)
        self._read_back_page.set_model(card)

    @Slot(str)
    def follow_device(self, device: str) -> None:
        """Another device was asked for; the next sentence is read there."""
        self.set_device(device)

    @Slot(str)
    def _read(self, sentence: str) -> None:
        self.write(sentence, DecodingConfig())

    @Slot(object)
    def _branch(self, request: BranchRequest) -> None:
        tree = self._read_back_page.instrument.tree
        if tree is not None and tree.run == request.run:
            self.branch(tree, request)

    @Slot()
    def _load_early(self) -> None:
        """Have the model ready before there is a sentence, so that it is read at once."""
        if self.ready is None and not self._generation.busy:
            self.load()
