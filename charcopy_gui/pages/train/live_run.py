"""The run that goes on: what training reports of it, made seen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.parts.offer_bar import OfferBar
from charcopy_gui.pages.train.expectation import Course
from charcopy_gui.pages.train.results import Results
from charcopy_gui.pages.train.run_bar import RunBar, Status
from charcopy_gui.pages.train.run_progress import RunProgress
from charcopy_gui.pages.train.transfer_note import TransferNote
from core.config import TrainingConfig
from core.records import (
    DeviceInfo,
    DevScores,
    Failure,
    FailureKind,
    Progress,
    Sample,
    TrainingPoint,
    Transfer,
)
from core.runs import RunFolder
from core.runs.folds import FoldStarted, Outcome


class LiveRun(QObject):
    """Turns records into what the bar and the results show; a page lays out its other parts."""

    ended = Signal()
    progress_changed = Signal(object)
    """Share of the run that is done, between 0 and 1; None when no run is going on."""

    def __init__(self, bar: RunBar, results: Results, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bar, self.results = bar, results
        self.offer = OfferBar("Run that can go on")
        self.notices = remark("Rows left out")
        self.transfer = TransferNote()
        self.run: Path | None = None
        """Its folder; of a cross-validation, that of all its folds."""
        self.folder: RunFolder | None = None
        """With the checkpoints; of a cross-validation, that of the fold that is trained."""
        self._config = TrainingConfig()
        self._failure: Failure | None = None
        self._outcome: Outcome | None = None
        self._progress = RunProgress(self._config)
        self.notices.hide()

    def begin(self, config: TrainingConfig, run: Path | None = None) -> None:
        """A run begins; one that goes on has a folder."""
        self._config = config
        self.run, self.folder, self._failure, self._outcome = run, None, None, None
        self._progress = RunProgress(config)
        self.transfer.clear()
        self.notices.hide()
        self.offer.hide()
        self.bar.begin()
        self.bar.say("Reading the corpus and making the network")
        self.results.runs.set_training(True)
        self.progress_changed.emit(0.0)

    def show_started(self, device: DeviceInfo, folder: Path, notices: Sequence[str]) -> None:
        """The run is under way."""
        if self.run is None:
            self.results.follow(folder)
        self.run, self.folder = folder, RunFolder(folder)
        self.results.probe.set_possible(True)
        self.bar.set_best(self._has_best())
        self.bar.set_place(device, folder)
        self.notices.setText("\n".join(notices))
        self.notices.setVisible(bool(notices))

    def show_records(self, records: Sequence[object]) -> None:
        """Show what training did since the last time."""
        drawn: list[object] = []
        for record in records:
            if isinstance(record, FoldStarted):
                self.results.append(drawn)
                drawn = []
                self._begin_fold(record)
            elif isinstance(record, Outcome):
                self._outcome = record
            elif isinstance(record, TrainingPoint | DevScores):
                self._progress.add(record)
                drawn.append(record)
            elif isinstance(record, Sample):
                self._progress.add(record)
                self.results.probe.show_answer(record, self._progress.moment)
            elif isinstance(record, Transfer):
                self.transfer.show_transfer(record)
            elif isinstance(record, Progress):
                self._progress.add(record)
                self._show_work(record)
        self.results.append(drawn)
        if any(isinstance(record, DevScores) for record in drawn):
            self.bar.set_best(self._has_best())
        if records:
            self._say_progress(records[-1])

    def _begin_fold(self, fold: FoldStarted) -> None:
        self._progress.begin_fold(fold)
        self.folder = RunFolder(fold.folder)
        self.results.follow(fold.folder)

    def show_failure(self, failure: Failure) -> None:
        """Say that it did not work; the dialog is the window's."""
        self._failure = failure
        self.bar.say_problem(failure.sentence)

    def end(self) -> None:
        """The run has ended, however it did."""
        self.results.end()
        self.results.probe.set_possible(False)
        self.results.runs.set_training(False)
        early = self.bar.stops_after_epoch and self._progress.epoch < self._config.epochs
        if self._failure is not None:
            course = Course.FAILED
            self.bar.set_status(Status.FAILED)
            # What goes on exactly would come to the same step, where it is no number again.
            if self._failure.kind is not FailureKind.NOT_A_NUMBER:
                self._offer_to_go_on("The run can go on from where it last saved.")
        elif early or self.bar.status in (Status.STOPPING, Status.SAVING):
            course = Course.STOPPED
            self.bar.set_status(Status.STOPPED)
            self.bar.say(self._stopped())
            self._offer_to_go_on("The run can go on where it stopped.")
        else:
            course = Course.WHOLE
            self.bar.set_status(Status.FINISHED)
            self.bar.say(self._finished())
        self._compare(course)
        self.progress_changed.emit(None)
        self.ended.emit()

    def _compare(self, course: Course) -> None:
        self.bar.expectation.compare(self._progress.seconds, self._progress.memory, course)

    def _offer_to_go_on(self, sentence: str) -> None:
        """What was stopped, if only by a key, can go on."""
        run = self.run
        if run is not None and (RunFolder(run).state.is_file() or RunFolder(run).folds.is_file()):
            self.offer.offer(
                sentence,
                "Resume",
                "Go on as if it had never stopped",
                "It can be resumed later from the list of all runs",
            )

    def _stopped(self) -> str:
        if self.folder is None:
            return "Stopped before the first checkpoint; nothing is kept."
        step = self._progress.step
        if not step:
            return "Stopped before the first step."
        kept = "best and the last checkpoint are" if self._has_best() else "last checkpoint is"
        return f"Stopped at step {step:,}; the {kept} kept."

    def _finished(self) -> str:
        if self._outcome is None:
            best = self._progress.best_bleu
            score = "" if best is None else f"; the best dev BLEU is {best:.3f}"
            return f"Finished after {self._progress.step:,} steps{score}."
        found = self._outcome
        folds = len(found.bleus)
        return f"Finished: dev BLEU {found.mean:.3f} ± {found.spread:.3f} over {folds} folds."

    def _has_best(self) -> bool:
        return self.folder is not None and self.folder.best.is_file()

    def _show_work(self, progress: Progress) -> None:
        if progress.unit == "checkpoint":
            self.bar.set_status(Status.SAVING)

    def _say_progress(self, newest: object) -> None:
        words = self._progress.words(newest)
        if self._progress.point is not None:
            self.bar.set_progress(self._progress.share)
            self.progress_changed.emit(self._progress.share)
            self._compare(Course.GOING_ON)
        if words and self._failure is None:
            self.bar.say(words)
