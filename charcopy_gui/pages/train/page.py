"""Train: settings at the left; the run, and what comes of it, at the right."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.pages.captions import remark
from charcopy_gui.pages.offer_bar import OfferBar
from charcopy_gui.pages.page import Page
from charcopy_gui.pages.side_by_side import lay_side_by_side
from charcopy_gui.pages.train.results import RUNS, Results
from charcopy_gui.pages.train.run_bar import RunBar, Status
from charcopy_gui.pages.train.run_progress import RunProgress
from charcopy_gui.pages.train.settings_files import SettingsFiles
from charcopy_gui.pages.train.settings_form import SettingsForm
from charcopy_gui.pages.train.transfer_note import TransferNote
from charcopy_gui.settings import TrainingChoices
from charcopy_gui.theme import Theme
from core.config import TrainingConfig
from core.records import (
    DeviceInfo,
    DevScores,
    Failure,
    Progress,
    Sample,
    TrainingPoint,
    Transfer,
)
from core.runs import RunFolder
from core.runs.folds import FoldStarted, Outcome
from core.runs.listing import RunSummary

if TYPE_CHECKING:
    from core.runs.curves import Curves

FIRST = "Choose a preset and press Start; the demo corpus needs no download."


class TrainPage(Page):
    """Turns settings into a request, and records into what is seen."""

    train_requested = Signal(object)
    """A TrainingChoices."""
    estimate_requested = Signal(object)
    """A TrainingChoices."""
    estimate_cancelled = Signal()
    resume_requested = Signal(object)
    """The folder of a run, to be read and then to go on."""
    resumed = Signal(object, object)
    """The folder of a run that goes on, and its TrainingConfig."""
    pause_requested = Signal(bool)
    stop_requested = Signal()
    stop_after_epoch_requested = Signal(bool)
    use_requested = Signal(object)
    """The path of a checkpoint."""
    progress_changed = Signal(object)
    """Share of the run that is done, between 0 and 1; None when no run is going on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form = SettingsForm()
        self.bar = RunBar()
        self.results = Results()
        self._offer = OfferBar("Run that can go on")
        self._notices = remark("Rows left out")
        self._transfer = TransferNote()
        self._files = SettingsFiles(self.form, self.bar, self)
        self._config = TrainingConfig()
        self._estimated: TrainingChoices | None = None
        self._run: Path | None = None
        """Of a cross-validation, the folder of all its folds."""
        self._folder: RunFolder | None = None
        """With the checkpoints; of a cross-validation, that of the fold that is trained."""
        self._failure: Failure | None = None
        self._outcome: Outcome | None = None
        self._progress = RunProgress(self._config)
        self._lay_out()
        self._join()
        self.bar.say(FIRST)
        self._follow_form()

    def _lay_out(self) -> None:
        left, right = QWidget(), QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(16, 16, 8, 16)
        column.addWidget(self.form)
        column.addStretch(1)
        self._notices.hide()
        column = QVBoxLayout(right)
        column.setContentsMargins(8, 16, 16, 16)
        column.setSpacing(8)
        for part in (self._offer, self.bar, self._notices, self._transfer):
            column.addWidget(part)
        column.addWidget(self.results, 1)
        lay_side_by_side(self, "train", left, right)

    def _join(self) -> None:
        bar, results = self.bar, self.results
        bar.status_changed.connect(self.abilities_changed)
        bar.start_requested.connect(self.run)
        bar.pause_requested.connect(self._pause)
        bar.stop_requested.connect(self.stop)
        bar.stop_after_epoch_requested.connect(self.stop_after_epoch_requested)
        bar.use_requested.connect(self._use)
        bar.expectation.requested.connect(self._estimate)
        bar.expectation.cancel_requested.connect(self.estimate_cancelled)
        self.form.changed.connect(self._follow_form)
        self._offer.accepted.connect(self._resume_last)
        results.runs.use_requested.connect(self.use_requested)
        results.runs.resume_requested.connect(self._resume)
        results.runs.settings_requested.connect(self._take_settings)

    # What people ask for.

    @property
    def status(self) -> Status:
        """What the run is doing."""
        return self.bar.status

    @property
    def can_run(self) -> bool:
        """Whether a run can be asked for."""
        return not self.status.busy

    @property
    def can_stop(self) -> bool:
        """Whether there is a run to end, or an estimate."""
        return self.status.going_on or self.bar.expectation.trying

    @Slot()
    def run(self) -> None:
        """Ask for a run with the settings as they stand; one that is going on goes on."""
        if not self.can_run:
            return
        choices = self.form.checked()
        if choices is None:
            self.bar.say_problem("Not started: the message beside the settings says why.")
            return
        self.estimate_cancelled.emit()
        self.bar.expectation.begin()
        self._begin(choices.config)
        self.results.begin(None, anew=True)
        self.train_requested.emit(choices)

    @Slot()
    def _estimate(self) -> None:
        choices = self.form.checked()
        if choices is not None and self.can_run:
            self._estimated = choices
            self.set_estimating(True)
            self.estimate_requested.emit(choices)

    @Slot(bool)
    def _pause(self, paused: bool) -> None:
        self.bar.set_status(Status.PAUSED if paused else Status.RUNNING)
        self.pause_requested.emit(paused)

    @Slot()
    def stop(self) -> None:
        """Ask for an end; what the run has saved stays."""
        if self.status.going_on:
            self.bar.set_status(Status.STOPPING)
            self.stop_requested.emit()
        elif self.bar.expectation.trying:
            self.estimate_cancelled.emit()

    @Slot()
    def _use(self) -> None:
        if self._folder is not None:
            self.use_requested.emit(self._folder.best)

    @Slot()
    def _resume_last(self) -> None:
        self._offer.hide()
        if self._run is not None and self.can_run:
            self.resume_requested.emit(self._run)

    @Slot(object)
    def _resume(self, run: RunSummary) -> None:
        if self.can_run:
            self.resume_requested.emit(run.path)

    @Slot(object)
    def _take_settings(self, run: RunSummary) -> None:
        self.form.set_config(run.config)

    @Slot()
    def _follow_form(self) -> None:
        problem = self.form.problem
        self.bar.set_reason_to_wait(problem)
        as_estimated = not problem and self.form.choices() == self._estimated
        self.bar.expectation.set_outdated(not as_estimated)

    # What the window reports of estimates and of the runs there are.

    def set_models(self, models: Sequence[tuple[str, Path]]) -> None:
        """List the checkpoints that can be fine-tuned."""
        self.form.set_models(models)

    def set_estimating(self, estimating: bool) -> None:
        """Steps are being timed, or no longer."""
        self.bar.expectation.set_trying(estimating)
        self.abilities_changed.emit()

    def show_run(self, folder: Path, curves: Curves) -> None:
        """Show a run that was written down."""
        self.results.show_run(folder, curves)

    def show_runs(self) -> None:
        """Show the list of all runs."""
        self.results.show_view(RUNS)

    # What the window reports of the run.

    def _begin(self, config: TrainingConfig) -> None:
        self._config = config
        self._run, self._folder, self._failure, self._outcome = None, None, None, None
        self._progress = RunProgress(config)
        self.form.set_locked(True)
        self._transfer.clear()
        self._notices.hide()
        self._offer.hide()
        self.bar.begin()
        self.bar.say("Reading the corpus and making the network")
        self.results.runs.set_training(True)
        self.progress_changed.emit(0.0)

    def resume(self, run: RunSummary, folder: Path, curves: Curves) -> None:
        """Let a run go on, with all that came of it so far in sight."""
        if not self.can_run:
            return
        self.estimate_cancelled.emit()
        self.bar.expectation.forget()
        self._begin(run.config)
        self._run = run.path
        self.results.show_run(folder, curves)
        self.results.begin(folder, anew=False)
        self.resumed.emit(run.path, run.config)

    def show_started(self, device: DeviceInfo, folder: Path, notices: Sequence[str]) -> None:
        """The run is under way."""
        is_new = self._run is None
        self._run, self._folder = folder, RunFolder(folder)
        if is_new:
            self.results.begin(folder, anew=True)
        self.results.probe.set_possible(True)
        self.bar.set_best(self._has_best())
        self.bar.set_place(device, folder)
        self._notices.setText("\n".join(notices))
        self._notices.setVisible(bool(notices))

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
                self.results.probe.show_answer(record, self._progress.step)
            elif isinstance(record, Transfer):
                self._transfer.show_transfer(record)
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
        self._folder = RunFolder(fold.folder)
        self.results.begin(fold.folder, anew=True)

    def show_failure(self, failure: Failure) -> None:
        """Say that it did not work; the dialog is the window's."""
        self._failure = failure
        self.bar.say_problem(failure.sentence)

    def end(self) -> None:
        """The run has ended, however it did."""
        self.form.set_locked(False)
        self.results.end()
        self.results.probe.set_possible(False)
        self.results.runs.set_training(False)
        early = self.bar.stops_after_epoch and self._progress.epoch < self._config.epochs
        if self._failure is not None:
            self.bar.set_status(Status.FAILED)
            self._offer_to_go_on("Failed")
        elif early or self.status in (Status.STOPPING, Status.SAVING):
            self.bar.set_status(Status.STOPPED)
            self.bar.say(self._stopped())
            self._offer_to_go_on("Stopped")
        else:
            self.bar.set_status(Status.FINISHED)
            self.bar.say(self._finished())
        self.bar.expectation.compare(self._progress.seconds, ended=True)
        self.progress_changed.emit(None)

    def _offer_to_go_on(self, what: str) -> None:
        """What was stopped, if only by a key, can go on: nothing of it is lost."""
        run = self._run
        if run is not None and (RunFolder(run).state.is_file() or RunFolder(run).folds.is_file()):
            self._offer.offer(
                f"{what} at step {self._progress.step:,}. Everything so far is saved.",
                "Resume",
                "Go on as if it had never stopped",
                "It can be resumed later from the list of all runs",
            )

    def _stopped(self) -> str:
        if self._folder is None or not self._folder.last.is_file():
            return "Stopped before the first checkpoint; nothing is kept."
        kept = "best and the last checkpoint are" if self._has_best() else "last checkpoint is"
        return f"Stopped at step {self._progress.step:,}; the {kept} kept."

    def _finished(self) -> str:
        if self._outcome is None:
            return f"Finished after {self._progress.step:,} steps."
        found = self._outcome
        folds = len(found.bleus)
        return f"Finished: dev BLEU {found.mean:.3f} ± {found.spread:.3f} over {folds} folds."

    def _has_best(self) -> bool:
        return self._folder is not None and self._folder.best.is_file()

    def _show_work(self, progress: Progress) -> None:
        if progress.unit == "checkpoint":
            self.bar.set_status(Status.SAVING)

    def _say_progress(self, newest: object) -> None:
        words = self._progress.words(newest)
        if self._progress.point is not None:
            self.bar.set_progress(self._progress.share)
            self.progress_changed.emit(self._progress.share)
            self.bar.expectation.compare(self._progress.seconds, ended=False)
        if words and self._failure is None:
            self.bar.say(words)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        for part in (self.form, self.bar, self.results):
            part.set_theme(theme)
