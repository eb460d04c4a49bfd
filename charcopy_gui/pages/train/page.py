"""Train: settings at the left; the run, its curves and its texts at the right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, cast

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from charcopy_gui.pages.captions import remark
from charcopy_gui.pages.durations import duration
from charcopy_gui.pages.page import Page
from charcopy_gui.pages.side_by_side import lay_side_by_side
from charcopy_gui.pages.train.pace import Pace
from charcopy_gui.pages.train.run_bar import RunBar, Status
from charcopy_gui.pages.train.samples import Samples
from charcopy_gui.pages.train.settings_form import SettingsForm
from charcopy_gui.pages.train.transfer_note import TransferNote
from charcopy_gui.theme import LIGHT, Theme
from core.records import (
    DeviceInfo,
    DevScores,
    Failure,
    Progress,
    TrainingPoint,
    TrainingRecord,
    Transfer,
)
from core.runs import RunFolder

FIRST = "Choose a corpus on the left and press Start; the demo corpus needs no download."


class CurvesLike(Protocol):
    """What the page asks of the plot of curves."""

    def append(self, records: Sequence[object]) -> None:
        """Further steps and evaluations."""

    def clear(self) -> None:
        """No run."""

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""


class TrainPage(Page):
    """Turns settings into a request, and records into what is seen."""

    train_requested = Signal(object)
    """A TrainingChoices."""
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
        self.samples = Samples()
        self._notices = remark("Rows left out")
        self._transfer = TransferNote()
        self._results = QSplitter(Qt.Orientation.Vertical)
        self._curves: CurvesLike | None = None
        self._theme = LIGHT
        self._folder: RunFolder | None = None
        self._failed = False
        self._pace = Pace()
        self._total: int | None = None
        self._point: TrainingPoint | None = None
        self._epochs = 0
        self._lay_out()
        self._join()
        self.bar.say(FIRST)

    def _lay_out(self) -> None:
        left, right = QWidget(), QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(16, 16, 8, 16)
        column.addWidget(self.form)
        column.addStretch(1)
        self._results.setObjectName("trainResults")
        self._results.setChildrenCollapsible(False)
        self._results.addWidget(self.samples)
        self.samples.hide()
        self._notices.hide()
        column = QVBoxLayout(right)
        column.setContentsMargins(8, 16, 16, 16)
        column.setSpacing(8)
        for part in (self.bar, self._notices, self._transfer):
            column.addWidget(part)
        column.addSpacing(8)
        column.addWidget(self._results, 1)
        lay_side_by_side(self, "train", left, right)

    def _join(self) -> None:
        self.bar.status_changed.connect(self.abilities_changed)
        self.bar.start_requested.connect(self.run)
        self.bar.pause_requested.connect(self._pause)
        self.bar.stop_requested.connect(self.stop)
        self.bar.stop_after_epoch_requested.connect(self.stop_after_epoch_requested)
        self.bar.use_requested.connect(self._use)

    def set_plot(self, curves: CurvesLike) -> None:
        """Take the plot in, once the window has been painted."""
        self._curves = curves
        self._results.insertWidget(0, cast(QWidget, curves))
        self._results.setStretchFactor(0, 3)
        self._results.setStretchFactor(1, 1)
        self._results.setSizes([460, 240])
        curves.set_theme(self._theme)

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
        """Whether there is a run to end."""
        return self.status.going_on

    @Slot()
    def run(self) -> None:
        """Ask for a run with the settings as they stand; one that is going on goes on."""
        if not self.can_run:
            return
        choices = self.form.checked()
        if choices is None:
            self.bar.say_problem("Not started: the message under the settings says why.")
            return
        self._epochs = choices.config.epochs
        self._begin()
        self.train_requested.emit(choices)

    @Slot(bool)
    def _pause(self, paused: bool) -> None:
        if not paused:
            self._pace.rest()
        self.bar.set_status(Status.PAUSED if paused else Status.RUNNING)
        self.pause_requested.emit(paused)

    @Slot()
    def stop(self) -> None:
        """Ask for an end; what the run has saved stays."""
        if self.can_stop:
            self.bar.set_status(Status.STOPPING)
            self.stop_requested.emit()

    @Slot()
    def _use(self) -> None:
        if self._folder is not None:
            self.use_requested.emit(self._folder.best)

    # What the window reports.

    def set_models(self, models: Sequence[tuple[str, Path]]) -> None:
        """List the checkpoints that can be fine-tuned."""
        self.form.set_models(models)

    def _begin(self) -> None:
        self._folder, self._failed = None, False
        self._total, self._point, self._pace = None, None, Pace()
        self.form.set_locked(True)
        self.samples.clear()
        self.samples.show()
        self._transfer.clear()
        self._notices.hide()
        if self._curves is not None:
            self._curves.clear()
        self.bar.begin()
        self.bar.say("Reading the corpus and making the network")
        self.progress_changed.emit(0.0)

    def show_started(self, device: DeviceInfo, folder: Path, notices: Sequence[str]) -> None:
        """The run is under way."""
        self._folder = RunFolder(folder)
        self.bar.set_place(device, folder)
        self._notices.setText("\n".join(notices))
        self._notices.setVisible(bool(notices))

    def show_records(self, records: Sequence[TrainingRecord]) -> None:
        """Show what training did since the last time."""
        if self._curves is not None:
            self._curves.append(records)
        for record in records:
            if isinstance(record, TrainingPoint):
                self._step(record)
            elif isinstance(record, DevScores):
                self.samples.show_scores(record)
                self.bar.set_best(self._has_best())
            elif isinstance(record, Transfer):
                self._transfer.show_transfer(record)
            elif isinstance(record, Progress):
                self._show_work(record)
        if records:
            self._say_progress(records[-1])

    def show_failure(self, failure: Failure) -> None:
        """Say that it did not work; the dialog is the window's."""
        self._failed = True
        self.bar.say_problem(failure.sentence)

    def end(self) -> None:
        """The run has ended, however it did."""
        self.form.set_locked(False)
        step = 0 if self._point is None else self._point.step
        epoch = 0 if self._point is None else self._point.epoch + 1
        early = self.bar.stops_after_epoch and epoch < self._epochs
        if self._failed:
            self.bar.set_status(Status.FAILED)
        elif early or self.status in (Status.STOPPING, Status.SAVING):
            self.bar.set_status(Status.STOPPED)
            self.bar.say(self._stopped_at(step))
        else:
            self.bar.set_status(Status.FINISHED)
            self.bar.say(f"Finished after {step:,} steps.")
        self.progress_changed.emit(None)

    def _stopped_at(self, step: int) -> str:
        if self._folder is None or not self._folder.last.is_file():
            return "Stopped before the first checkpoint; nothing is kept."
        kept = "best and the last checkpoint are" if self._has_best() else "last checkpoint is"
        return f"Stopped at step {step:,}; the {kept} kept."

    def _has_best(self) -> bool:
        return self._folder is not None and self._folder.best.is_file()

    def _show_work(self, progress: Progress) -> None:
        if progress.unit == "checkpoint":
            self.bar.set_status(Status.SAVING)
        elif self._total is None:
            self._total = progress.total

    def _step(self, point: TrainingPoint) -> None:
        if math.isfinite(point.table_to_text):
            self._point = point
            self._pace.add(point)

    def _say_progress(self, newest: TrainingRecord) -> None:
        parts = []
        if self._point is not None and self._total:
            # Epochs differ by a batch or two: the total is that of the first, times all.
            step, total = self._point.step, max(self._point.step, self._total)
            self.bar.set_progress(step / total)
            self.progress_changed.emit(step / total)
            parts.append(f"epoch {self._point.epoch + 1} of {self._epochs}")
            parts.append(f"step {step:,} of {total:,}")
            parts += self._speed(step, total)
        if isinstance(newest, Progress) and newest.total and newest.unit != "steps":
            parts.append(f"{newest.message} {newest.done:,} of {newest.total:,}")
        if parts and not self._failed:
            self.bar.say(" · ".join(parts))

    def _speed(self, step: int, total: int) -> list[str]:
        rate, left = self._pace.examples_per_second, self._pace.seconds_left(step, total)
        parts = [] if rate is None else [f"{rate:,.{0 if rate >= 10 else 1}f} examples/s"]
        return parts if left is None else [*parts, f"about {duration(left)} left"]

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        self.form.set_theme(theme)
        self.bar.set_theme(theme)
        if self._curves is not None:
            self._curves.set_theme(theme)
