"""Reports: what the window says of corpora, read, counted, fetched or made, is made seen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from charcopy_gui.pages.corpora.catalogue import key_of
from charcopy_gui.pages.data.chosen import Chosen
from charcopy_gui.pages.data.corpus_list import CorpusList
from charcopy_gui.pages.data.fetching import Fetching
from charcopy_gui.pages.data.own_files import OwnFiles
from charcopy_gui.pages.data.parts import Parts
from core.corpus.distributions import CorpusStatistics
from core.corpus.opened import OpenCorpus
from core.corpus.own import OwnFile
from core.records import Failure, Progress

_STOPPED = "Stopped; nothing has changed."


class Reports(QObject):
    """Knows where each is to be shown, and whether anyone still waits for it."""

    def __init__(
        self,
        corpora: CorpusList,
        parts: Parts,
        chosen: Chosen,
        fetching: Fetching,
        own: OwnFiles,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._list, self._parts = corpora, parts
        self._chosen, self._fetching, self._own = chosen, fetching, own

    def show_corpus(self, corpus: OpenCorpus) -> None:
        """Show a corpus that was read."""
        self._chosen.show(corpus)

    def show_statistics(self, found: CorpusStatistics) -> None:
        """Show what was counted of it."""
        self._parts.view.show_statistics(found)

    def show_reading_failure(self, failure: Failure) -> None:
        """Say that it could not be read."""
        self._chosen.show_failure(failure)

    def show_question(self, path: Path, sentence: str) -> None:
        """A file of the known corpus that is read leaves something open."""
        self._chosen.show_question(path, sentence)

    def show_progress(self, progress: Progress) -> None:
        """Say how far a download or a build is."""
        self._fetching.show_progress(progress)

    def show_fetched(self, words: str) -> None:
        """A download or a build came to its end."""
        parts, corpus = self._parts, self._fetching.corpus
        self._fetching.end()
        if corpus is not None and parts.seen is parts.building:
            self._list.choose(key_of(corpus))
            parts.show_view()
        if corpus is not None and self._chosen.corpus == corpus:
            self._chosen.read()
            parts.view.header.say(words)

    def show_plus(self, files: Sequence[Path], words: str) -> None:
        """The plus version of a corpus was made: its files are read like any others."""
        parts = self._parts
        seen = parts.seen is parts.plus
        self._fetching.end()
        self._own.add([OwnFile(path) for path in files])
        if seen:
            parts.show_view()
            self._list.choose(str(files[0]))
        parts.view.header.say(words)

    def show_fetching_failure(self, failure: Failure) -> None:
        """Say why a download or a build did not come to its end."""
        parts = self._parts
        for panel in (parts.building, parts.plus):
            panel.problem.say(failure.sentence)
        if self._chosen.corpus == self._fetching.corpus:
            parts.view.header.say_problem(failure.sentence)

    @Slot()
    def end_fetching(self) -> None:
        """Nothing is fetched or made any more."""
        if self._fetching.is_stopping and self._chosen.corpus == self._fetching.corpus:
            self._parts.view.header.say(_STOPPED)
        if self._fetching.corpus is not None:
            self._fetching.end()
