"""What is on its way: one download or one build, shown by the panel that asked for it."""

from __future__ import annotations

from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from charcopy_gui.pages.corpora.catalogue import AnyCorpus
from charcopy_gui.pages.data.build_panel import BuildPanel
from charcopy_gui.pages.data.corpus_header import CorpusHeader
from charcopy_gui.pages.data.plus_panel import PlusPanel
from core.corpus.known import KnownCorpus
from core.records import Progress

_Panel: TypeAlias = CorpusHeader | BuildPanel | PlusPanel


class Fetching(QObject):
    """Knows which corpus is fetched or made, and who shows how far that is."""

    changed = Signal()
    """Something begins, or has ended."""

    def __init__(
        self,
        header: CorpusHeader,
        building: BuildPanel,
        plus: PlusPanel,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._panels = header, building, plus
        self._shown: _Panel = header
        self._corpus: AnyCorpus | None = None
        self._stopping = False

    @property
    def corpus(self) -> AnyCorpus | None:
        """What is fetched or made, or made from; None where nothing is."""
        return self._corpus

    @property
    def awaited(self) -> str:
        """The known corpus, by its name, that will be here; empty where none will."""
        is_plus = isinstance(self._shown, PlusPanel)
        return "" if is_plus or not isinstance(self._corpus, KnownCorpus) else self._corpus.name

    @property
    def is_stopping(self) -> bool:
        """Whether it was told to stop."""
        return self._stopping

    def begin(self, corpus: AnyCorpus, shown: _Panel, words: str) -> None:
        """Something begins, and one of the panels shows it."""
        self._corpus, self._shown, self._stopping = corpus, shown, False
        for panel in self._panels:
            panel.set_busy(True)
        shown.task.begin(words)
        self.changed.emit()

    def show_for(self, chosen: object) -> None:
        """The header shows only what belongs to the corpus that is chosen."""
        header, *_ = self._panels
        header.task.setVisible(self._shown is header and chosen == self._corpus)

    def show_progress(self, progress: Progress) -> None:
        """Say how far it is."""
        if not self._stopping:
            self._shown.task.show_progress(progress)

    def stop(self) -> bool:
        """Say that it stops; False where there is nothing to stop, or it stops already."""
        if self._corpus is None or self._stopping:
            return False
        self._stopping = True
        self._shown.task.show_stopping()
        return True

    def end(self) -> None:
        """It has ended, however it did."""
        self._corpus, self._stopping = None, False
        for panel in self._panels:
            panel.task.end()
            panel.set_busy(False)
        self.changed.emit()
