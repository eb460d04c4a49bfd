"""The link between the Data page and the worker for corpora."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.frame.memory import Memory
from charcopy_gui.pages.corpora.catalogue import AnyCorpus, Catalogue
from charcopy_gui.pages.data.build_panel import BuildChoices
from charcopy_gui.pages.data.page import DataPage
from charcopy_gui.pages.data.plus_panel import PlusChoices
from charcopy_gui.storage.settings import Settings
from charcopy_gui.workers.corpora import (
    Asked,
    BuildRequest,
    Built,
    Corpora,
    Downloaded,
    PlusBuilt,
    PlusRequest,
    Probe,
)
from core.corpus import catalog, folders, own_plus
from core.corpus.distributions import CorpusStatistics
from core.corpus.fetch import Fetched
from core.corpus.formats import Known
from core.corpus.known import KnownCorpus
from core.corpus.opened import OpenCorpus
from core.corpus.own import OwnFile
from core.records import Failure, FailureKind, Progress

_DECIDING = "Download {title} first, in the list on the left, or choose a folder that has it."
_NO_NAMES = "Download Entree's names first, in the list on the left, or give a list of your own."


class DataLink(QObject):
    """Carries requests from the page to the worker, and what comes of them back.

    It knows which corpora there are and where they are looked for.
    """

    catalogue_changed = Signal(object)
    """A Catalogue: other files of one's own, another folder, or more that is here."""
    opened = Signal(str, object)
    """A corpus was read: its title, and the values of each of its slots, the commonest first."""
    failed = Signal(object)
    """A Failure that is a fault of the program, once the page has said it."""

    def __init__(
        self,
        page: DataPage,
        corpora: Corpora,
        memory: Memory,
        known: tuple[KnownCorpus, ...] = catalog.CATALOG,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._corpora = corpora
        self._memory = memory
        self._catalogue = remembered(memory.settings, known)
        page.open_requested.connect(self._open)
        page.count_requested.connect(corpora.count)
        page.download_requested.connect(self._download)
        page.build_requested.connect(self._build)
        page.plus_requested.connect(self._build_plus)
        page.cancel_requested.connect(corpora.stop_fetching)
        page.probe_requested.connect(self._probe)
        page.own_changed.connect(self._keep_own)
        page.folder_chosen.connect(self._choose_folder)
        corpora.probing.record.connect(self._take_probe)
        corpora.probing.failed.connect(self.failed)
        corpora.reading.record.connect(self._take_reading)
        corpora.reading.failed.connect(self._fail_reading)
        corpora.fetching.record.connect(self._take_fetching)
        corpora.fetching.failed.connect(self._fail_fetching)
        corpora.fetching.ended.connect(page.reports.end_fetching)
        page.set_catalogue(self._catalogue)

    # What the page asks for.

    @Slot(object)
    def _open(self, corpus: AnyCorpus) -> None:
        if isinstance(corpus, OwnFile):
            self._corpora.open_file(corpus)
        else:
            catalogue = self._catalogue
            self._corpora.open_known(corpus, catalogue.folder, catalogue.answers)

    @Slot(object)
    def _download(self, corpus: KnownCorpus) -> None:
        self._corpora.download(corpus, folders.downloads())

    @Slot(object)
    def _build(self, choices: BuildChoices) -> None:
        missing = self._missing_for(choices)
        if missing:
            self._fail_fetching(Failure(FailureKind.INPUT, missing))
            self._page.reports.end_fetching()
            return
        request = BuildRequest(choices.out, choices.seed, choices.names, choices.foods)
        self._corpora.build(request, self._catalogue.folder)

    @Slot(object)
    def _build_plus(self, choices: PlusChoices) -> None:
        lists = own_plus.grouped(choices.values)
        request = PlusRequest(choices.corpus, choices.name, choices.out, lists, choices.seed)
        self._corpora.build_plus(request)

    def _missing_for(self, choices: BuildChoices) -> str:
        """What E2E+ cannot be built without, in a sentence; empty where all is here."""
        e2e = self._catalogue.here(catalog.E2E)
        if any(split not in e2e for split in ("train", "dev", "test")):
            return _DECIDING.format(title=catalog.E2E.title)
        if choices.names is None and not self._catalogue.here(catalog.ENTREE):
            return _NO_NAMES
        return ""

    @Slot(object, object)
    def _probe(self, path: Path, known: Known) -> None:
        self._corpora.probe(((path, known),))

    @Slot(object)
    def _keep_own(self, own: Sequence[OwnFile]) -> None:
        self._change(replace(self._catalogue, own=tuple(own)))

    @Slot(object)
    def _choose_folder(self, folder: Path | None) -> None:
        self._change(replace(self._catalogue, folder=folder))

    def _change(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        own = tuple(file.to_mapping() for file in catalogue.own)
        self._memory.keep_corpora(catalogue.folder, own)
        self._page.set_catalogue(catalogue)
        self.catalogue_changed.emit(catalogue)

    # What the worker reports.

    @Slot(object)
    def _take_probe(self, probe: Probe) -> None:
        self._page.importing.show_probe(
            probe.path, probe.known, probe.guess, probe.preview, probe.problem
        )

    @Slot(object)
    def _take_reading(self, record: OpenCorpus | Asked | CorpusStatistics) -> None:
        if isinstance(record, OpenCorpus):
            self._page.reports.show_corpus(record)
            found = record.rows.values.items()
            self.opened.emit(record.title, {n: [value for value, _ in some] for n, some in found})
        elif isinstance(record, Asked):
            self._page.reports.show_question(record.path, record.sentence)
        else:
            self._page.reports.show_statistics(record)

    @Slot(object)
    def _fail_reading(self, failure: Failure) -> None:
        self._page.reports.show_reading_failure(failure)
        self._tell(failure)

    @Slot(object)
    def _take_fetching(self, record: Progress | Downloaded | Built | PlusBuilt) -> None:
        if isinstance(record, Progress):
            self._page.reports.show_progress(record)
            return
        if isinstance(record, PlusBuilt):
            words = " ".join((_wrote(record.files), *own_plus.in_words(record.account)))
            self._page.reports.show_plus(record.files, words)
            return
        words = _downloaded(record.files) if isinstance(record, Downloaded) else _built(record)
        self._page.reports.show_fetched(words)
        self.catalogue_changed.emit(self._catalogue)

    @Slot(object)
    def _fail_fetching(self, failure: Failure) -> None:
        self._page.reports.show_fetching_failure(failure)
        self._tell(failure)

    def _tell(self, failure: Failure) -> None:
        if failure.kind is FailureKind.BUG:
            self.failed.emit(failure)


def remembered(settings: Settings, known: tuple[KnownCorpus, ...] = catalog.CATALOG) -> Catalogue:
    """The corpora there are by what was remembered; what of it cannot be read is passed over."""
    own = []
    for values in settings.own_files:
        with contextlib.suppress(ValueError):
            own.append(OwnFile.from_mapping(values))
    return Catalogue(known, tuple(own), Path(settings.corpora) if settings.corpora else None)


def _downloaded(files: Sequence[Fetched]) -> str:
    """What came, and what its checksums say."""
    new = [file for file in files if not file.is_pinned]
    count = f"{len(files)} file{'' if len(files) == 1 else 's'}"
    if not new:
        return f"Downloaded {count}; every checksum matches."
    sums = "\n".join(f"{file.path.name}: sha256 {file.sha256}" for file in new)
    return (
        f"Downloaded {count}. These checksums were not known; later downloads must match them:"
        f"\n{sums}"
    )


def _built(built: Built) -> str:
    return f"{_wrote(built.files)} {catalog.E2E_PLUS.licence}."


def _wrote(files: Sequence[Path]) -> str:
    return f"Wrote {', '.join(path.name for path in files)}."
