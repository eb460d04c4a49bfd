"""The corpus that is chosen: described, read where it is here, shown, or asked about."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from charcopy_gui.pages.corpora.catalogue import AnyCorpus, Catalogue
from charcopy_gui.pages.data.corpus_view import CorpusView
from charcopy_gui.pages.data.words import about
from core.corpus import folders
from core.corpus.known import KnownCorpus
from core.corpus.opened import OpenCorpus
from core.corpus.own import OwnFile
from core.records import Failure

_READING = "Reading…"
_NOT_HERE = "Download it to look into it, or choose a folder that has it."
_NO_CORPUS = "There are no rows to look at: this is a list to build E2E+ with."


class Chosen(QObject):
    """Knows which corpus the view is about, and whether it is waited for."""

    open_requested = Signal(object)
    """A KnownCorpus or an OwnFile."""

    def __init__(self, view: CorpusView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.catalogue = Catalogue(known=())
        """Where corpora are found."""
        self.corpus: AnyCorpus | None = None
        """None before the first was chosen."""
        self.is_reading = False
        """Whether it is waited for."""
        self.asked: Path | None = None
        """A file of it that leaves open how it is read."""

    def choose(self, key: str) -> None:
        """Turn to another corpus, or to the same one anew."""
        self.corpus = self.catalogue.find(key)
        self._view.header.say("")
        self.read()

    def read(self) -> None:
        """Describe it, and have it read where it is here."""
        self.asked = None
        corpus = self.corpus
        if corpus is None:
            return
        self.describe()
        self._view.header.set_usable(True)
        self.is_reading = self.catalogue.is_readable(corpus)
        if self.is_reading:
            self._view.show_nothing(_READING)
            self.open_requested.emit(corpus)
        elif isinstance(corpus, KnownCorpus):
            self._view.show_nothing(_NOT_HERE if corpus.is_corpus else _NO_CORPUS)
        else:
            self._view.show_nothing("")

    def describe(self) -> None:
        """Say what it is, where it is, and what can be done with it."""
        if self.corpus is not None:
            words = about(self.catalogue, self.corpus, asks=self.asked is not None)
            self._view.header.show_corpus(words)

    def plus_version(self) -> tuple[str, Path]:
        """What the files of its plus version are called, and where they could be written.

        Raises:
            ValueError: no corpus is chosen.
        """
        corpus = self.corpus
        if corpus is None:
            raise ValueError("No corpus is chosen to make a plus version of.")
        if isinstance(corpus, OwnFile):
            return corpus.path.stem, corpus.path.parent
        return corpus.name, folders.downloads() / f"{corpus.name}-plus"

    def show(self, opened: OpenCorpus) -> None:
        """Show what was read; where nobody waits for it any more, it is passed over."""
        if self.is_reading:
            self.is_reading = False
            self._view.show_corpus(opened)

    def show_question(self, path: Path, sentence: str) -> None:
        """Say that one of its files leaves something open."""
        if self.is_reading:
            self.is_reading, self.asked = False, path
            self.describe()
            self._view.show_nothing("")
            self._view.header.say_problem(sentence)

    def show_failure(self, failure: Failure) -> None:
        """Say that it could not be read; of one that nobody waits for, there is nothing to say."""
        if not self.is_reading and self._view.corpus is None:
            return
        self.is_reading = False
        if self._view.corpus is None:
            self._view.show_nothing("")
            self._view.header.set_usable(False)
        self._view.header.say_problem(failure.sentence)
