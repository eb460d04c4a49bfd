"""The link between the Evaluate page and the evaluation worker."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.links.kept_evaluations import KeptEvaluations
from charcopy_gui.pages.corpora.catalogue import Catalogue
from charcopy_gui.pages.evaluate.page import EvaluatePage
from charcopy_gui.plots.throttle import Throttle
from charcopy_gui.storage.settings import EvaluationChoices
from charcopy_gui.workers.evaluation import (
    Evaluation,
    EvaluationRequest,
    EvaluationStarted,
    Refused,
)
from core.records import Failure


class EvaluateLink(QObject):
    """Carries requests from the page to the worker, and records from the worker to the page."""

    started = Signal(object)
    """The EvaluationChoices of an evaluation that begins."""
    failed = Signal(object)
    """A Failure, once the page has said it."""

    def __init__(
        self,
        page: EvaluatePage,
        evaluation: Evaluation,
        kept: KeptEvaluations,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._evaluation = evaluation
        self._catalogue = Catalogue()
        self._kept = kept
        self._has_read = False
        self._throttle = Throttle(self)
        page.seen.connect(self._show_kept)
        page.scored.connect(kept.keep)
        page.removed.connect(kept.forget)
        kept.found.connect(page.show_kept)
        page.evaluation_requested.connect(self._evaluate)
        page.stop_requested.connect(evaluation.stop)
        evaluation.record.connect(self._take)
        evaluation.failed.connect(self._fail)
        evaluation.ended.connect(self._end)
        self._throttle.drained.connect(page.show_records)

    @Slot(object)
    def set_catalogue(self, catalogue: Catalogue) -> None:
        """Offer the corpora that are here, wherever they are looked for."""
        self._catalogue = catalogue
        self._page.form.set_catalogue(catalogue)

    @Slot()
    def _show_kept(self) -> None:
        """Read what was kept when somebody looks, and not before: it takes a moment."""
        if not self._has_read:
            self._has_read = True
            self._kept.read()

    @Slot(object)
    def _evaluate(self, choices: EvaluationChoices) -> None:
        self.started.emit(choices)
        folder, answers = self._catalogue.folder, self._catalogue.answers
        self._evaluation.start(EvaluationRequest(choices, folder, answers))

    @Slot(object)
    def _take(self, record: object) -> None:
        if isinstance(record, EvaluationStarted):
            self._page.show_started(record.texts, record.published, record.device, record.notices)
        elif isinstance(record, Refused):
            self._page.show_refusal(record.about_system, record.sentence)
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
