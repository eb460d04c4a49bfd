"""Corpora in their own threads: probed, read, counted, downloaded, made."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject

from charcopy_gui.workers.worker import Worker
from core import cancellation
from core.corpus import distributions, e2e_plus, fetch, formats, opened, own_plus
from core.corpus.distributions import CorpusStatistics
from core.corpus.fetch import Fetched
from core.corpus.formats import (
    NO_ANSWERS,
    Answers,
    CorpusError,
    CorpusQuestion,
    Guess,
    Known,
    Preview,
)
from core.corpus.known import KnownCorpus
from core.corpus.opened import OpenCorpus
from core.corpus.own import OwnFile
from core.corpus.plus import Account, Lists
from core.records import Progress


@dataclass(frozen=True, slots=True)
class Probe:
    """How a file is written, as far as that can be found out."""

    path: Path
    known: Known
    """What had been said of it."""
    guess: Guess | None
    """None where it cannot be read in any way."""
    preview: Preview | None
    """None where it cannot be read as the guess has it."""
    problem: str = ""
    """Why, in a sentence."""


@dataclass(frozen=True, slots=True)
class Downloaded:
    """A download came to its end."""

    corpus: KnownCorpus
    files: tuple[Fetched, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A file of a known corpus leaves open how it is to be read."""

    path: Path
    sentence: str
    """A question, for the person."""


@dataclass(frozen=True, slots=True)
class Built:
    """E2E+ was made."""

    files: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class PlusBuilt:
    """The plus version of a corpus was made."""

    files: tuple[Path, ...]
    account: Account


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """Where E2E+ is to be made, and from what."""

    out: Path
    seed: int = 1
    names: Path | None = None
    """A list of one's own; None for Entree's."""
    foods: Path | None = None
    """A list of one's own; None for ours."""


@dataclass(frozen=True, slots=True)
class PlusRequest:
    """Of which corpus a plus version is to be made, where, and from what."""

    corpus: OpenCorpus
    name: str
    """Begins the names of the files."""
    out: Path
    lists: Lists
    seed: int = 1


def probe(path: Path, known: Known) -> Probe:
    """Find out how a file is written, and read its first rows so."""
    guess = None
    try:
        guess = formats.sniff(path, known)
        return Probe(path, known, guess, formats.preview(path, guess.choices))
    except CorpusError as error:
        return Probe(path, known, guess, None, str(error))


def download(corpus: KnownCorpus, folder: Path, cancel: Event) -> Iterator[Progress | Downloaded]:
    """Fetch a known corpus.

    Raises:
        Cancelled: the event was set; nothing was changed.
        DownloadError: it failed; nothing was changed.
    """
    files = yield from fetch.download(corpus, folder, cancel)
    yield Downloaded(corpus, files)


def build(request: BuildRequest, chosen: Path | None, cancel: Event) -> Iterator[Progress | Built]:
    """Make E2E+; stopped or failed, it leaves none of its files.

    Raises:
        Cancelled: the event was set.
        CorpusError: something that it is made of is not here.
        BuildError: a list is too short.
        OSError: a file cannot be written.
    """
    lists = e2e_plus.lists(request.names, request.foods, chosen)
    files = yield from e2e_plus.build_files(request.out, lists, request.seed, chosen, cancel)
    yield Built(files)


def build_plus(request: PlusRequest, cancel: Event) -> Iterator[Progress | PlusBuilt]:
    """Make the plus version of a corpus; stopped or failed, it leaves no file.

    Raises:
        Cancelled: the event was set.
        CorpusError: a file is there already, or the folder is none.
        BuildError: a list is too short.
        OSError: a file cannot be written.
    """
    made = yield from own_plus.build_files(
        request.corpus, request.name, request.lists, request.out, request.seed, cancel
    )
    yield PlusBuilt(made.files, made.account)


def open_known(
    corpus: KnownCorpus, chosen: Path | None, answers: Answers, cancel: Event
) -> OpenCorpus | Asked:
    """Read a known corpus, as far as it is here; or ask what one of its files leaves open.

    Raises:
        Cancelled: the event was set.
        CorpusError: none of it is here, or a file cannot be read.
    """
    try:
        return opened.open_known(corpus, chosen, cancel, answers)
    except CorpusQuestion as question:
        return Asked(question.path, str(question))


class Corpora(QObject):
    """Three threads: one that probes files, one that reads and counts, one that fetches and makes.

    Each does the newest thing it was asked for; see `Worker`.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.probing = Worker("probing files", self)
        """Yields Probe."""
        self.reading = Worker("reading corpora", self)
        """Yields OpenCorpus or Asked, and CorpusStatistics."""
        self.fetching = Worker("fetching corpora", self)
        """Yields Progress, then Downloaded, Built or PlusBuilt."""

    @property
    def busy(self) -> bool:
        """Whether something is fetched or made: what nobody wants to lose."""
        return self.fetching.busy

    def probe(self, files: Sequence[tuple[Path, Known]]) -> None:
        """Find out how files are written."""
        self.probing.start(lambda cancel: _probed(files, cancel))

    def open_known(
        self, corpus: KnownCorpus, chosen: Path | None, answers: Answers = NO_ANSWERS
    ) -> None:
        """Read a known corpus, as far as it is here."""
        self._read(lambda cancel: open_known(corpus, chosen, answers, cancel))

    def open_file(self, own: OwnFile) -> None:
        """Read a file."""
        self._read(lambda cancel: opened.open_file(own, cancel))

    def count(self, corpus: OpenCorpus) -> None:
        """Count what there is to count of a corpus."""
        self._read(lambda cancel: distributions.of_corpus(corpus, cancel))

    def _read(self, work: Callable[[Event], OpenCorpus | Asked | CorpusStatistics]) -> None:
        self.reading.start(lambda cancel: _one(work, cancel))

    def download(self, corpus: KnownCorpus, folder: Path) -> None:
        """Fetch a corpus into a folder of corpora."""
        self.fetching.start(lambda cancel: download(corpus, folder, cancel))

    def build(self, request: BuildRequest, chosen: Path | None) -> None:
        """Make E2E+."""
        self.fetching.start(lambda cancel: build(request, chosen, cancel))

    def build_plus(self, request: PlusRequest) -> None:
        """Make the plus version of a corpus."""
        self.fetching.start(lambda cancel: build_plus(request, cancel))

    def stop_fetching(self) -> None:
        """End what is fetched or made; nothing of it stays."""
        self.fetching.stop()

    def close(self) -> None:
        """Stop for good; nothing is heard of it afterwards."""
        for worker in self._workers():
            worker.close()

    def wait(self) -> None:
        """Wait, once closed, for the threads' end."""
        for worker in self._workers():
            worker.wait()

    def _workers(self) -> tuple[Worker, ...]:
        return self.probing, self.reading, self.fetching


def _probed(files: Sequence[tuple[Path, Known]], cancel: Event) -> Iterator[Probe]:
    for path, known in files:
        cancellation.check(cancel)
        yield probe(path, known)


def _one(work: Callable[[Event], object], cancel: Event) -> Iterable[object]:
    """What a piece of work gives, as the generator that a worker takes."""
    found = work(cancel)
    gc.freeze()  # There are no cycles in a corpus, and to look for them halts the window.
    yield found
