"""The link between the list of runs on the Train page and the runs on the disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices

from charcopy_gui.links.model_uses import ModelUses
from charcopy_gui.pages.train.page import TrainPage
from charcopy_gui.storage import paths
from charcopy_gui.storage.trash import move_to_trash
from charcopy_gui.workers.runs import CurvesRead, Listed, Opened, Runs
from core.records import Failure
from core.runs import RunError, RunFolder, RunState, listing, lock, status
from core.runs.listing import RunSummary


class RunsLink(QObject):
    """Lists runs, reads them, and does with their folders what the page asks for."""

    changed = Signal()
    """There are other runs, and with them other models."""
    interrupted = Signal(object)
    """The RunSummary of the newest run that was cut off; said once, at the start."""

    def __init__(
        self, page: TrainPage, runs: Runs, uses: ModelUses, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._runs = runs
        self._uses = uses
        self._looked = False
        panel = page.results.runs
        panel.seen.connect(self.refresh)
        panel.marked.connect(self._read)
        panel.show_requested.connect(self._show)
        panel.rename_requested.connect(self._rename)
        panel.folder_requested.connect(self._open_folder)
        panel.trash_wanted.connect(self._ask)
        panel.trash_requested.connect(self._trash)
        page.results.return_requested.connect(self._open)
        page.resume_requested.connect(self.resume)
        for worker in (runs.listing, runs.reading, runs.opening):
            worker.record.connect(self._take)
            worker.failed.connect(self._fail)

    @Slot()
    def refresh(self) -> None:
        """Look which runs there are."""
        self._runs.list_runs(paths.runs_folder())

    @Slot(object)
    def resume(self, path: Path) -> None:
        """Read a run, and let it go on."""
        self._runs.open(path, resumes=True)

    @Slot(object)
    def leave(self, path: Path) -> None:
        """A run that was cut off counts as stopped: it is not offered at every start."""
        folder = RunFolder(path)
        try:
            with lock.held(folder.lock):
                status.write(folder, RunState.STOPPED)
        except (OSError, lock.HeldError):
            return
        self.refresh()

    @Slot(object)
    def _take(self, record: Listed | CurvesRead | Opened) -> None:
        panel = self._page.results.runs
        if isinstance(record, Listed):
            panel.set_runs(record.runs)
            self._offer(record.runs)
        elif isinstance(record, CurvesRead):
            panel.show_curves(record.curves)
        elif record.resumes:
            self._page.resume(record.run, record.folder, record.curves)
        else:
            self._page.show_run(record.run, record.folder, record.curves)

    def _offer(self, runs: Sequence[RunSummary]) -> None:
        if self._looked:
            return
        self._looked = True
        cut_off = (run for run in runs if run.status.state is RunState.INTERRUPTED)
        newest = next((run for run in cut_off if run.can_resume), None)
        if newest is not None:
            self.interrupted.emit(newest)

    @Slot(object)
    def _fail(self, failure: Failure) -> None:
        self._page.results.runs.say_problem(failure.sentence)

    @Slot(object)
    def _read(self, paths: Sequence[Path]) -> None:
        self._runs.read(paths)

    @Slot(object)
    def _show(self, run: RunSummary) -> None:
        self._open(run.path)

    @Slot(object)
    def _open(self, path: Path) -> None:
        self._runs.open(path, resumes=False)

    @Slot(object)
    def _open_folder(self, path: Path) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self._page.results.runs.say_problem(f"It is in {path}.")

    @Slot(object, str)
    def _rename(self, path: Path, name: str) -> None:
        try:
            now = listing.rename(path, name)
            self._uses.move(path, now)
            self._page.follow_run(path, now)
        except RunError as error:
            self._page.results.runs.say_problem(str(error))
        self._look_again()

    @Slot(object)
    def _ask(self, path: Path) -> None:
        """Ask before a run goes, and say what its models are used for."""
        uses = self._uses.of(path)
        self._page.results.runs.ask_for_trash(path, uses.writes, uses.is_default)

    @Slot(object)
    def _trash(self, path: Path) -> None:
        try:
            listing.delete(path, move_to_trash)
            self._uses.move(path, None)
            self._page.follow_run(path, None)
        except RunError as error:
            self._page.results.runs.say_problem(str(error))
        self._look_again()

    def _look_again(self) -> None:
        self.refresh()
        self.changed.emit()
