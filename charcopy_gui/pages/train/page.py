"""Train: settings at the left; the run, and what comes of it, at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.page import Page
from charcopy_gui.pages.parts.side_by_side import lay_side_by_side
from charcopy_gui.pages.parts.wrapped import Wrapped
from charcopy_gui.pages.train.live_run import LiveRun
from charcopy_gui.pages.train.results import Results
from charcopy_gui.pages.train.run_bar import RunBar, Status
from charcopy_gui.pages.train.run_table import outcome_in_words
from charcopy_gui.pages.train.settings_files import SettingsFiles
from charcopy_gui.pages.train.settings_form import SettingsForm
from charcopy_gui.storage.settings import TrainingChoices
from core.runs import RunFolder
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
        self.live = LiveRun(self.bar, self.results, self)
        self._files = SettingsFiles(self.form, self.bar, self)
        self._estimated: TrainingChoices | None = None
        self._begun: TrainingChoices | None = None
        """Of the run of which it is told what was transferred."""
        self._stored: RunSummary | None = None
        """The run that was, of which the bar speaks; None for the one that goes on, or has just."""
        self._folder: RunFolder | None = None
        """With its checkpoints."""
        self._lay_out()
        self._join()
        self.bar.say(FIRST)
        self._follow_form()

    def _lay_out(self) -> None:
        left, right = QWidget(), Wrapped()
        column = QVBoxLayout(left)
        column.setContentsMargins(16, 16, 8, 16)
        column.addWidget(self.form)
        column.addStretch(1)
        column = QVBoxLayout(right)
        column.setContentsMargins(8, 16, 16, 16)
        column.setSpacing(8)
        for part in (self.live.offer, self.bar, self.live.notices, self.live.transfer):
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
        self.live.offer.accepted.connect(self._resume_last)
        self.live.progress_changed.connect(self.progress_changed)
        self.live.ended.connect(self._unlock)
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
        """Whether a run can be asked for with the settings as they stand."""
        return not self.status.busy and not self.bar.reason_to_wait

    @property
    def can_stop(self) -> bool:
        """Whether there is a run to end, or an estimate."""
        return self.status.going_on or self.bar.expectation.trying

    @Slot()
    def run(self) -> None:
        """Ask for a run with the settings as they stand; one that is going on goes on."""
        choices = None if self.status.busy else self.form.checked()
        if choices is None:
            return
        self.estimate_cancelled.emit()
        self.bar.expectation.begin()
        self.form.set_locked(True)
        self._stored, self._begun = None, choices
        self.live.begin(choices.config)
        self.results.begin()
        self.train_requested.emit(choices)

    @Slot()
    def _estimate(self) -> None:
        choices = None if self.status.busy else self.form.checked()
        if choices is not None:
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
        folder = self.live.folder if self._stored is None else self._folder
        if folder is not None:
            self.use_requested.emit(folder.best)

    @Slot()
    def _resume_last(self) -> None:
        self.live.offer.hide()
        if self.live.run is not None and not self.status.busy:
            self.resume_requested.emit(self.live.run)

    @Slot(object)
    def _resume(self, run: RunSummary) -> None:
        if not self.status.busy:
            self.resume_requested.emit(run.path)

    @Slot(object)
    def _take_settings(self, run: RunSummary) -> None:
        self.form.set_config(run.config)

    @Slot()
    def _unlock(self) -> None:
        self.form.set_locked(False)

    @Slot()
    def _follow_form(self) -> None:
        problem = self.form.problem
        self.bar.set_reason_to_wait(problem)
        choices = None if problem else self.form.choices()
        self.bar.expectation.set_outdated(choices is None or choices != self._estimated)
        if not self.status.busy and choices != self._begun:
            self.live.transfer.clear()
        self.abilities_changed.emit()

    # What the window reports of estimates and of the runs there are.

    def set_models(self, models: Sequence[tuple[str, Path]]) -> None:
        """List the checkpoints that can be fine-tuned."""
        self.form.set_models(models)

    def set_estimating(self, estimating: bool) -> None:
        """Steps are being timed, or no longer."""
        self.bar.expectation.set_trying(estimating)
        self.abilities_changed.emit()

    def show_run(self, run: RunSummary, folder: Path, curves: Curves) -> None:
        """Show a run that was written down; `folder` has the curves, of one of its folds maybe."""
        self.results.show_run(folder, curves)
        if not self.status.busy:
            self._tell(run, RunFolder(folder))

    def _tell(self, run: RunSummary, folder: RunFolder) -> None:
        self._stored, self._folder = run, folder
        self.live.transfer.clear()
        self.results.set_told(folder.path)
        has_best = folder.best.is_file()
        self.bar.show_stored(run.name, outcome_in_words(run), has_best=has_best)

    def follow_run(self, was: Path, now: Path | None) -> None:
        """A run lies elsewhere now, or nowhere: what is shown of it goes with it."""
        run, folder = self._stored, self._folder
        if run is None or folder is None or run.path != was:
            return
        if now is not None:
            moved = now / folder.path.relative_to(was)
            self._tell(replace(run, path=now), RunFolder(moved))
            return
        self._stored = self._folder = None
        self.results.forget_run()
        self.bar.show_nothing(FIRST)

    def resume(self, run: RunSummary, folder: Path, curves: Curves) -> None:
        """Let a run go on, with all that came of it so far in sight."""
        if self.status.busy:
            return
        self.estimate_cancelled.emit()
        self.bar.expectation.forget()
        self.form.set_locked(True)
        self._stored = None
        self.live.begin(run.config, run.path)
        self.results.follow(folder)
        self.results.show_run(folder, curves)
        self.resumed.emit(run.path, run.config)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        for part in (self.form, self.bar, self.results):
            part.set_theme(theme)
