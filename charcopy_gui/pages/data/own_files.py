"""People's own files on the list of corpora, and how files that left something open are read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from charcopy_gui.pages.data.chosen import Chosen
from core.corpus.known import KnownCorpus
from core.corpus.own import OwnFile


class OwnFiles(QObject):
    """Says what the list is to be; whoever keeps it reports the new catalogue."""

    changed = Signal(object)
    """All OwnFiles there are now."""

    def __init__(self, chosen: Chosen, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._chosen = chosen

    @property
    def _all(self) -> tuple[OwnFile, ...]:
        return self._chosen.catalogue.own

    def add(self, files: Sequence[OwnFile]) -> None:
        """Put files on the list; one that is there is read as is said now."""
        new = {own.path: own for own in files}
        kept = [new.pop(own.path, own) for own in self._all]
        self.changed.emit((*kept, *new.values()))

    def forget(self, own: OwnFile) -> None:
        """Take a file off the list; it stays where it is."""
        self.changed.emit(tuple(each for each in self._all if each != own))

    def forget_answers(self, corpus: KnownCorpus) -> None:
        """Nothing is known any more of how a known corpus' files are read."""
        self.changed.emit(tuple(own for own in self._all if own.part_of != corpus.name))
