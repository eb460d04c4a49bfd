"""KnownCorpus: what is known of a corpus that others made, before any of its files is here.

Files whose bytes are known have their checksum here. Where it is not known, the one of the first
download is kept beside the files and shown, and every later download has to agree with it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CorpusFile:
    """One file of a corpus."""

    split: str
    """train, dev or test; another word for a file that is no split."""
    name: str
    sha256: str | None = None
    """None where the bytes are not known beforehand."""
    size: int | None = None
    """In bytes; None like the checksum."""
    url: str = ""
    """Where the file itself is; empty for one that an archive holds, or that is made here."""


@dataclass(frozen=True, slots=True)
class KnownCorpus:
    """One entry of the catalogue."""

    name: str
    """As commands have it."""
    title: str
    description: str
    licence: str
    citation: str
    """Whom to name."""
    folder: str = ""
    """Where its files lie in a folder of data; empty where it needs none."""
    files: tuple[CorpusFile, ...] = ()
    archive: str = ""
    """Address of a zip or tar file with those of the files that have no address of their own."""

    @property
    def is_built_in(self) -> bool:
        """Whether it needs no file."""
        return not self.files

    @property
    def is_corpus(self) -> bool:
        """Whether it has examples; else it is something to make a corpus with."""
        return self.is_built_in or any(file.split == "train" for file in self.files)

    @property
    def size(self) -> int | None:
        """Bytes of all files; None where one is not known."""
        sizes = [file.size for file in self.files if file.size is not None]
        return sum(sizes) if len(sizes) == len(self.files) else None

    @property
    def is_pinned(self) -> bool:
        """Whether the checksums of all files that a download gives are known."""
        return all(file.sha256 is not None for file in self.fetched())

    @property
    def short_licence(self) -> str:
        """Its name alone, without what there is to know of it."""
        return self.licence.partition(";")[0].partition(",")[0]

    def file(self, split: str) -> CorpusFile | None:
        """The file of a split, if there is one."""
        return next((file for file in self.files if file.split == split), None)

    def fetched(self) -> tuple[CorpusFile, ...]:
        """The files that a download gives: all but those made here."""
        in_archive = bool(self.archive)
        return tuple(f for f in self.files if f.url or (in_archive and f.sha256 is not None))
