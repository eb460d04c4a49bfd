"""Data: the corpora at the left; at the right the one that is chosen, or what is done to get it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.corpora.catalogue import AnyCorpus, Catalogue, key_of
from charcopy_gui.pages.data.chosen import Chosen
from charcopy_gui.pages.data.corpus_header import Action
from charcopy_gui.pages.data.corpus_list import CorpusList
from charcopy_gui.pages.data.fetching import Fetching
from charcopy_gui.pages.data.making import Making
from charcopy_gui.pages.data.own_files import OwnFiles
from charcopy_gui.pages.data.parts import Parts
from charcopy_gui.pages.data.reports import Reports
from charcopy_gui.pages.data.words import entries
from charcopy_gui.pages.drop_page import DropPage
from charcopy_gui.pages.parts.side_by_side import lay_side_by_side
from core.corpus.known import KnownCorpus
from core.corpus.own import OwnFile
from core.model_card import ModelCard

_LIST_WIDTH = 296


class DataPage(DropPage):
    """Turns what people ask of corpora into requests, and what comes of them into what is seen."""

    open_requested = Signal(object)
    """A KnownCorpus or an OwnFile."""
    count_requested = Signal(object)
    """An OpenCorpus."""
    download_requested = Signal(object)
    """A KnownCorpus."""
    build_requested = Signal(object)
    """A BuildChoices."""
    plus_requested = Signal(object)
    """A PlusChoices."""
    cancel_requested = Signal()
    probe_requested = Signal(object, object)
    """A path, and what is Known of it."""
    own_changed = Signal(object)
    """All OwnFiles there are now."""
    folder_chosen = Signal(object)
    """A path; None for no folder any more."""
    generate_requested = Signal(str, object)
    """A meaning representation as a line, for the model in use: None."""
    train_requested = Signal(str)
    """The name of a known corpus, or the path of a file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = CorpusList()
        self._parts = parts = Parts()
        self.view, self.importing = parts.view, parts.importing
        self.building, self.plus = parts.building, parts.plus
        self._chosen = Chosen(self.view, self)
        self._own = OwnFiles(self._chosen, self)
        self._fetching = Fetching(self.view.header, self.building, self.plus, self)
        self._making = Making(parts, self._chosen, self._fetching, self)
        self.reports = Reports(self.list, parts, self._chosen, self._fetching, self._own, self)
        self._lay_out()
        self._join()

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(16, 16, 8, 16)
        column.addWidget(self.list)
        lay_side_by_side(self, "data", left, self._parts, _LIST_WIDTH)

    def _join(self) -> None:
        self.list.chosen.connect(self._choose)
        self.list.path_given.connect(self.open_path)
        self.list.folder_left.connect(self._leave_folder)
        self._parts.turned.connect(self.abilities_changed)
        self._chosen.open_requested.connect(self.open_requested)
        self._own.changed.connect(self.own_changed)
        self.view.header.asked.connect(self._act)
        self.view.header.cancel_requested.connect(self.stop)
        self.view.count_requested.connect(self.count_requested)
        self.view.browse.send_requested.connect(self._send)
        self.importing.probe_requested.connect(self.probe_requested)
        self.importing.accepted.connect(self._take_own)
        self.importing.cancelled.connect(self._show_view)
        self._making.download_requested.connect(self.download_requested)
        self._making.build_requested.connect(self.build_requested)
        self._making.plus_requested.connect(self.plus_requested)
        for panel in (self.building, self.plus):
            panel.cancel_requested.connect(self.stop)
            panel.left.connect(self._show_view)
        self._fetching.changed.connect(self._list)

    # What people ask for.

    @property
    def is_ready(self) -> bool:
        """Whether the corpus that is chosen has been read, and its rows are listed."""
        return not self._chosen.is_reading and not self.view.browse.searching

    @property
    def can_stop(self) -> bool:
        """Whether there is a download to end, or a question to leave."""
        return self._fetching.corpus is not None or self._parts.seen is not self.view

    @Slot()
    def stop(self) -> None:
        """Leave a question; else end what is fetched or made."""
        parts, fetched = self._parts, self._fetching.corpus
        if parts.seen is self.importing or (parts.builds and fetched is None):
            self._show_view()
        elif self._fetching.stop():
            self.cancel_requested.emit()

    @Slot(object)
    def open_path(self, path: Path) -> None:
        """Import a file, or take a folder of corpora."""
        if path.is_dir():
            self.folder_chosen.emit(path)
            return
        before = self._chosen.catalogue.find(str(path))
        choices = before.choices if isinstance(before, OwnFile) else None
        self.importing.begin(path, choices)
        self._parts.show_part(self.importing)

    @Slot()
    def _show_view(self) -> None:
        """Leave what was asked; the keyboard is at the list again."""
        self._parts.show_view()
        self.list.setFocus()

    @Slot(str)
    def _choose(self, key: str) -> None:
        self._parts.show_part(self.view)
        self._chosen.choose(key)
        self._fetching.show_for(self._chosen.corpus)

    @Slot(object)
    def _act(self, action: Action) -> None:
        corpus = self._chosen.corpus
        if action is Action.DOWNLOAD and isinstance(corpus, KnownCorpus):
            self._making.download(corpus)
        elif action is Action.TRAIN:
            self.train_requested.emit(self.list.key)
        elif action is Action.BUILD:
            self._making.ask_for_e2e_plus()
        elif action is Action.PLUS:
            self._making.ask_for_plus()
        elif action is Action.ANSWER and isinstance(corpus, KnownCorpus) and self._chosen.asked:
            self.importing.begin(self._chosen.asked, part_of=corpus)
            self._parts.show_part(self.importing)
        elif action is Action.READ_AGAIN:
            self._read_again(corpus)
        elif action is Action.FORGET and isinstance(corpus, OwnFile):
            self._own.forget(corpus)
            self.list.choose(key_of(self._chosen.catalogue.known[0]))

    def _read_again(self, corpus: AnyCorpus | None) -> None:
        """Ask how a file is read, as it was asked at first."""
        if isinstance(corpus, OwnFile):
            self.open_path(corpus.path)
        elif corpus is not None:
            self._own.forget_answers(corpus)
            self._chosen.read()

    @Slot(object)
    def add_own(self, files: Sequence[OwnFile]) -> None:
        """Put files on the list; one that is there is read as is said now."""
        self._own.add(files)

    @Slot(object)
    def _take_own(self, own: OwnFile) -> None:
        if own.part_of:
            self.add_own((own,))
            self._show_view()
            self._choose(own.part_of)
            return
        self._chosen.corpus = None
        self.add_own((own,))
        self._show_view()
        self.list.choose(key_of(own))
        if self._chosen.corpus is None:  # It was chosen before, and is read anew.
            self._choose(key_of(own))

    @Slot()
    def _leave_folder(self) -> None:
        self.folder_chosen.emit(None)

    @Slot(str)
    def _send(self, mr: str) -> None:
        self.generate_requested.emit(mr, None)

    # Drops, and the first time it is seen.

    def would_take(self, paths: Sequence[Path]) -> bool:
        """One file or folder."""
        return len(paths) == 1

    def take(self, paths: Sequence[Path]) -> None:
        """Import it."""
        self.open_path(paths[0])

    def showEvent(self, event: QShowEvent) -> None:
        """Open the first corpus when the page is first seen."""
        super().showEvent(event)
        if self._chosen.corpus is None and self._chosen.catalogue.known:
            self.list.choose(key_of(self._chosen.catalogue.known[0]))

    # What the window reports.

    def set_catalogue(self, catalogue: Catalogue) -> None:
        """List other corpora, or the same ones elsewhere."""
        before, self._chosen.catalogue = self._chosen.catalogue, catalogue
        self._list()
        self.list.set_folder(catalogue.folder)
        if before.folder != catalogue.folder:
            self._chosen.read()

    @Slot(object)
    def set_model(self, card: ModelCard | None) -> None:
        """Mark characters that the model that writes never met; None marks none."""
        self.view.set_alphabet(None if card is None else frozenset(card.alphabet.characters))

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._parts.set_theme(theme)

    @Slot()
    def _list(self) -> None:
        self.list.set_entries(entries(self._chosen.catalogue, self._fetching.awaited))
        self._chosen.describe()
        self._fetching.show_for(self._chosen.corpus)
        self.abilities_changed.emit()
