"""Runs on the disk in a thread of their own: listed, and their curves read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from charcopy_gui.workers.worker import Worker
from core import cancellation
from core.runs import RunFolder, folds, listing
from core.runs.listing import RunSummary

if TYPE_CHECKING:
    from core.runs.curves import Curves


@dataclass(frozen=True, slots=True)
class Listed:
    """All runs in a folder, the newest first."""

    runs: tuple[RunSummary, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CurvesRead:
    """The curves of some runs, each with its name."""

    curves: tuple[tuple[str, Curves], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """One run, to be shown."""

    run: RunSummary
    folder: Path
    """With the curves: the run's own; of a cross-validation, that of its latest fold."""
    curves: Curves
    resumes: bool
    """Whether it is to go on then."""


def listed(folder: Path, _cancel: Event) -> Iterator[Listed]:
    """The runs in a folder; none where there is no such folder."""
    yield Listed(listing.runs_in(folder))


def curves_of(paths: Sequence[Path], cancel: Event) -> Iterator[CurvesRead]:
    """The curves of runs; of a cross-validation, those of every fold.

    Raises:
        Cancelled: the event was set.
        OSError: a file is there and cannot be read.
    """
    from core.runs import curves

    found = []
    for path in paths:
        for name, folder in _parts(path):
            cancellation.check(cancel)
            found.append((name, curves.read(RunFolder(folder))))
    yield CurvesRead(tuple(found))


def opened(path: Path, resumes: bool, _cancel: Event) -> Iterator[Opened]:
    """A run with its curves.

    Raises:
        RunError: the folder holds none.
        OSError: its metrics cannot be read.
    """
    from core.runs import curves

    run = listing.summary(path)
    _, folder = _parts(path)[-1]
    yield Opened(run, folder, curves.read(RunFolder(folder)), resumes)


def _parts(path: Path) -> list[tuple[str, Path]]:
    """The run itself, or the folds that were begun, each with a name."""
    if not RunFolder(path).folds.exists():
        return [(path.name, path)]
    begun = [fold for fold in folds.folders(RunFolder(path)) if fold.is_dir()]
    named = [(f"{path.name}, fold {number}", fold) for number, fold in enumerate(begun, 1)]
    return named or [(path.name, path)]


class Runs(QObject):
    """Of each kind of request the newest wins."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.listing = Worker("listing runs", self)
        """Yields Listed."""
        self.reading = Worker("reading curves", self)
        """Yields CurvesRead."""
        self.opening = Worker("opening a run", self)
        """Yields Opened."""

    @property
    def busy(self) -> bool:
        """Never: nothing would be lost."""
        return False

    def list_runs(self, folder: Path) -> None:
        """Look which runs there are."""
        self.listing.start(lambda cancel: listed(folder, cancel))

    def read(self, paths: Sequence[Path]) -> None:
        """Read the curves of these."""
        self.reading.start(lambda cancel: curves_of(paths, cancel))

    def open(self, path: Path, *, resumes: bool) -> None:
        """Read one, to be shown."""
        self.opening.start(lambda cancel: opened(path, resumes, cancel))

    def close(self) -> None:
        """Stop for good; nothing is heard of it afterwards."""
        for worker in (self.listing, self.reading, self.opening):
            worker.close()

    def wait(self) -> None:
        """Wait, once closed, for the threads' ends."""
        for worker in (self.listing, self.reading, self.opening):
            worker.wait()
