"""Making: corpora are fetched, or made of others; what there is to say for that is asked first."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.pages.data.chosen import Chosen
from charcopy_gui.pages.data.fetching import Fetching
from charcopy_gui.pages.data.parts import Parts
from core.corpus import catalog, e2e_plus
from core.corpus.known import KnownCorpus


class Making(QObject):
    """Turns what the panels were told into requests, and says that each is on its way."""

    download_requested = Signal(object)
    """A KnownCorpus."""
    build_requested = Signal(object)
    """A BuildChoices."""
    plus_requested = Signal(object)
    """A PlusChoices."""

    def __init__(
        self, parts: Parts, chosen: Chosen, fetching: Fetching, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._parts, self._chosen, self._fetching = parts, chosen, fetching
        parts.building.build_requested.connect(self._build)
        parts.plus.build_requested.connect(self._build_plus)

    def download(self, corpus: KnownCorpus) -> None:
        """Fetch a corpus; its header shows how far it is."""
        header = self._parts.view.header
        header.say("")
        self._fetching.begin(corpus, header, "Waiting for an answer")
        self.download_requested.emit(corpus)

    def ask_for_e2e_plus(self) -> None:
        """What is to be said before E2E+ is made."""
        self._parts.building.begin(e2e_plus.place(self._chosen.catalogue.folder))
        self._parts.show_part(self._parts.building)

    def ask_for_plus(self) -> None:
        """What is to be said before the plus version of the corpus that is seen is made."""
        if (opened := self._parts.view.corpus) is not None:
            self._parts.plus.begin(opened, *self._chosen.plus_version())
            self._parts.show_part(self._parts.plus)

    @Slot(object)
    def _build(self, choices: object) -> None:
        self._fetching.begin(catalog.E2E_PLUS, self._parts.building, "Reading E2E")
        self.build_requested.emit(choices)

    @Slot(object)
    def _build_plus(self, choices: object) -> None:
        if (corpus := self._chosen.corpus) is not None:
            self._fetching.begin(corpus, self._parts.plus, "Replacing values")
            self.plus_requested.emit(choices)
