"""The link between the Train page and those who train, time a trial, and look at files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.pages.corpora.catalogue import Catalogue
from charcopy_gui.pages.train.page import TrainPage
from charcopy_gui.pages.train.run_folder import new_folder
from charcopy_gui.plots.throttle import Throttle
from charcopy_gui.storage.settings import TrainingChoices
from charcopy_gui.workers.corpora import Corpora, Probe
from charcopy_gui.workers.training import Training, TrainingRequest, TrainingStarted
from charcopy_gui.workers.trial import Trial
from core.config import TrainingConfig
from core.corpus.formats import Answers
from core.corpus.own import OwnFile
from core.estimates import Estimate
from core.records import DevScores, Failure, Progress

_REDRAW = 200
"""Milliseconds between two redraws: nobody reads numbers faster, and training has the processor."""


class TrainLink(QObject):
    """Carries requests from the page to the workers, and records from the workers to the page."""

    started = Signal(object)
    """The TrainingChoices of a run that begins."""
    failed = Signal(object)
    """A Failure, once the page has said it."""
    ended = Signal()
    advanced = Signal()
    """A run began, was evaluated, rests, goes on or ended: the list of runs is another."""
    answered = Signal(object)
    """OwnFiles: how files that leave something open are read, so that nobody is asked again."""

    def __init__(
        self,
        page: TrainPage,
        training: Training,
        trial: Trial,
        corpora: Corpora,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._training = training
        self._trial = trial
        self._folder: Path | None = None
        self._answers: Answers = {}
        self._throttle = Throttle(self, _REDRAW)
        page.form.corpus.probe_requested.connect(corpora.probe)
        corpora.probing.record.connect(self._take_probe)
        corpora.probing.failed.connect(self.failed)
        self._join_training()
        page.estimate_requested.connect(self._estimate)
        page.estimate_cancelled.connect(trial.stop)
        trial.record.connect(self._take_estimate)
        trial.failed.connect(self._fail_estimate)
        trial.ended.connect(self._end_estimate)

    def _join_training(self) -> None:
        page, training = self._page, self._training
        page.train_requested.connect(self._train)
        page.resumed.connect(self._resume)
        page.pause_requested.connect(training.pause)
        page.stop_requested.connect(training.stop)
        page.stop_after_epoch_requested.connect(training.stop_after_epoch)
        page.results.probe.probe_requested.connect(training.probe)
        training.record.connect(self._take)
        training.failed.connect(self._fail)
        training.ended.connect(self._end)
        self._throttle.drained.connect(page.live.show_records)

    def set_catalogue(self, catalogue: Catalogue) -> None:
        """Offer the corpora that are here, wherever they are looked for."""
        self._folder, self._answers = catalogue.folder, catalogue.answers
        self._page.form.corpus.set_catalogue(catalogue)

    @Slot(object)
    def _take_probe(self, probe: Probe) -> None:
        self._page.form.corpus.show_probe(probe.path, probe.known, probe.guess, probe.problem)

    def _request(self, choices: TrainingChoices) -> TrainingRequest:
        readings = self._page.form.corpus.readings()
        files = (Path(choices.corpus), Path(choices.dev)) if choices.dev else None
        return TrainingRequest(
            config=choices.config,
            folder=new_folder(choices),
            files=files,
            readings=(readings.get(files[0]), readings.get(files[1])) if files else (None, None),
            known="" if files else choices.corpus,
            corpora=self._folder,
            answers=self._answers,
            start_from=Path(choices.start_from) if choices.start_from else None,
            folds=choices.folds,
        )

    # A training.

    @Slot(object)
    def _train(self, choices: TrainingChoices) -> None:
        self.started.emit(choices)
        readings = self._page.form.corpus.readings()
        if readings:
            self.answered.emit(tuple(OwnFile(path, how) for path, how in readings.items()))
        self._training.start(self._request(choices))

    @Slot(object, object)
    def _resume(self, folder: Path, config: TrainingConfig) -> None:
        self._training.start(TrainingRequest(config, folder, resume=True))

    @Slot(object)
    def _take(self, record: object) -> None:
        if isinstance(record, TrainingStarted):
            self._page.live.show_started(record.device, record.folder, record.notices)
            self._page.results.probe.offer(record.example)
            self.advanced.emit()
            return
        self._throttle.push(record)
        if isinstance(record, DevScores) or _is_turn(record):
            self.advanced.emit()

    @Slot(object)
    def _fail(self, failure: Failure) -> None:
        self._throttle.flush()
        self._page.live.show_failure(failure)
        self.failed.emit(failure)

    @Slot()
    def _end(self) -> None:
        self._throttle.flush()
        self._page.live.end()
        self.ended.emit()
        self.advanced.emit()

    # What a training would take.

    @Slot(object)
    def _estimate(self, choices: TrainingChoices) -> None:
        self._trial.start(self._request(choices))

    @Slot(object)
    def _take_estimate(self, record: Progress | Estimate) -> None:
        expectation = self._page.bar.expectation
        if isinstance(record, Estimate):
            expectation.show_estimate(record)
        else:
            expectation.show_progress(record)

    @Slot(object)
    def _fail_estimate(self, failure: Failure) -> None:
        self._page.bar.expectation.show_problem(failure.sentence)

    @Slot()
    def _end_estimate(self) -> None:
        self._page.set_estimating(False)


def _is_turn(record: object) -> bool:
    """Whether steps begin, rest or go on; while they are made, points tell of them."""
    return isinstance(record, Progress) and record.unit == "steps"
