"""The link between the Train page and the training worker."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui import paths
from charcopy_gui.pages.catalogue import Catalogue
from charcopy_gui.pages.train.page import TrainPage
from charcopy_gui.plots.throttle import Throttle
from charcopy_gui.settings import TrainingChoices
from charcopy_gui.workers.corpora import Corpora, Probe
from charcopy_gui.workers.training import Training, TrainingRequest, TrainingStarted
from core.corpus.formats import Answers
from core.corpus.own import OwnFile
from core.records import Failure


class TrainLink(QObject):
    """Carries requests from the page to the worker, and records from the worker to the page."""

    started = Signal(object)
    """The TrainingChoices of a run that begins."""
    failed = Signal(object)
    """A Failure, once the page has said it."""
    ended = Signal()
    answered = Signal(object)
    """OwnFiles: how files that leave something open are read, so that nobody is asked again."""

    def __init__(
        self,
        page: TrainPage,
        training: Training,
        corpora: Corpora,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._training = training
        self._folder: Path | None = None
        self._answers: Answers = {}
        page.form.corpus.probe_requested.connect(corpora.probe)
        corpora.probing.record.connect(self._take_probe)
        corpora.probing.failed.connect(self.failed)
        self._throttle = Throttle(self)
        page.train_requested.connect(self._train)
        page.pause_requested.connect(training.pause)
        page.stop_requested.connect(training.stop)
        page.stop_after_epoch_requested.connect(training.stop_after_epoch)
        training.record.connect(self._take)
        training.failed.connect(self._fail)
        training.ended.connect(self._end)
        self._throttle.drained.connect(page.show_records)

    def set_catalogue(self, catalogue: Catalogue) -> None:
        """Offer the corpora that are here, wherever they are looked for."""
        self._folder, self._answers = catalogue.folder, catalogue.answers
        self._page.form.corpus.set_catalogue(catalogue)

    @Slot(object)
    def _take_probe(self, probe: Probe) -> None:
        self._page.form.corpus.show_probe(probe.path, probe.known, probe.guess, probe.problem)

    @Slot(object)
    def _train(self, choices: TrainingChoices) -> None:
        self.started.emit(choices)
        corpus = Path(choices.corpus).stem if choices.corpus else "demo"
        name = f"{date.today().isoformat()} {corpus} {choices.config.model.variant}"
        readings = self._page.form.corpus.readings()
        if readings:
            self.answered.emit(tuple(OwnFile(path, how) for path, how in readings.items()))
        files = (Path(choices.corpus), Path(choices.dev)) if choices.dev else None
        self._training.start(
            TrainingRequest(
                config=choices.config,
                folder=paths.new_run(name),
                files=files,
                readings=(readings.get(files[0]), readings.get(files[1]))
                if files
                else (None, None),
                known="" if files else choices.corpus,
                corpora=self._folder,
                answers=self._answers,
                start_from=Path(choices.start_from) if choices.start_from else None,
            )
        )

    @Slot(object)
    def _take(self, record: object) -> None:
        if isinstance(record, TrainingStarted):
            self._page.show_started(record.device, record.folder, record.notices)
        else:
            self._throttle.push(record)

    @Slot(object)
    def _fail(self, failure: Failure) -> None:
        self._throttle.flush()
        self._page.show_failure(failure)
        self.failed.emit(failure)

    @Slot()
    def _end(self) -> None:
        self._throttle.flush()
        self._page.end()
        self.ended.emit()
