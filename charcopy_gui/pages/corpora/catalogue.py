"""Catalogue: known corpora and people's own files, and which of them are on this computer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from core.corpus import catalog, folders
from core.corpus.formats import Answers
from core.corpus.known import KnownCorpus
from core.corpus.opened import SPLITS
from core.corpus.own import OwnFile

AnyCorpus: TypeAlias = KnownCorpus | OwnFile


def key_of(corpus: AnyCorpus) -> str:
    """The name of a known corpus, or the path of a file."""
    return str(corpus.path) if isinstance(corpus, OwnFile) else corpus.name


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Known corpora and people's own files, and where the former are looked for."""

    known: tuple[KnownCorpus, ...] = catalog.CATALOG
    own: tuple[OwnFile, ...] = ()
    """Also files of known corpora that left something open: how they are read was answered."""
    folder: Path | None = None
    """One that was chosen; looked into first."""

    def find(self, key: str) -> AnyCorpus | None:
        """The corpus of this key; None where there is none."""
        both: Sequence[AnyCorpus] = (*self.known, *self.own)
        return next((corpus for corpus in both if key_of(corpus) == key), None)

    @property
    def imported(self) -> tuple[OwnFile, ...]:
        """People's own files, without those that are a known corpus'."""
        return tuple(own for own in self.own if not own.part_of)

    @property
    def answers(self) -> Answers:
        """How files are read that leave something open."""
        return {own.path: own.choices for own in self.own}

    def here(self, corpus: KnownCorpus) -> Mapping[str, Path]:
        """The files of a known corpus that are on this computer, by their splits."""
        return folders.files(corpus, self.folder)

    def is_readable(self, corpus: AnyCorpus) -> bool:
        """Whether there is something of it to read."""
        if isinstance(corpus, OwnFile):
            return corpus.path.is_file()
        here = self.here(corpus)
        return corpus.is_built_in or any(split in here for split in SPLITS)

    def is_trainable(self, corpus: AnyCorpus) -> bool:
        """Whether there is something to train on; of a known corpus, to choose models by too."""
        if isinstance(corpus, OwnFile):
            return corpus.path.is_file() and corpus.choices.reference is not None
        here = self.here(corpus)
        return corpus.is_built_in or (
            corpus.is_corpus and all(split in here for split in ("train", "dev"))
        )
