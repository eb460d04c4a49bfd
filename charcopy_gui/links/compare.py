"""The link between the Compare page, the table on Generate and the comparison worker."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.pages.compare.page import ComparePage
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.workers.comparison import (
    Comparison,
    ComparisonRequest,
    ModelBegun,
    ModelFailed,
    ModelWrote,
)
from core.records import Failure


class CompareLink(QObject):
    """Carries the models that are ticked, and the table as it stands, to the worker."""

    failed = Signal(object)
    """A Failure, once the page has said it."""

    def __init__(
        self,
        page: ComparePage,
        generate: GeneratePage,
        comparison: Comparison,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._generate = generate
        self._comparison = comparison
        self._device = "auto"
        page.comparison_requested.connect(self._compare)
        page.stop_requested.connect(comparison.stop)
        page.seen.connect(self._show_table)
        generate.mr.model.changed.connect(self._follow_table)
        comparison.record.connect(self._take)
        comparison.failed.connect(self._fail)
        comparison.ended.connect(page.end)

    @Slot(str)
    def follow_device(self, device: str) -> None:
        """Another device was asked for."""
        self._device = device

    @Slot()
    def _follow_table(self) -> None:
        if self._page.isVisible():
            self._show_table()

    @Slot()
    def _show_table(self) -> None:
        request = self._generate.request()
        self._page.set_table("" if request is None else request[0], self._generate.runs.config())

    @Slot(object)
    def _compare(self, models: Sequence[Path]) -> None:
        request = self._generate.request()
        if request is None:
            self._page.refuse_table()
            return
        mr, config = request
        self._page.begin(mr)
        self._comparison.start(ComparisonRequest(mr, config, self._device, tuple(models)))

    @Slot(object)
    def _take(self, record: object) -> None:
        if isinstance(record, ModelBegun):
            self._page.show_begun(record.model)
        elif isinstance(record, ModelWrote):
            self._page.show_text(record.model, record.steps, record.finished)
        elif isinstance(record, ModelFailed):
            self._page.show_problem(record.model, record.sentence)

    @Slot(object)
    def _fail(self, failure: Failure) -> None:
        self._page.show_failure(failure)
        self.failed.emit(failure)
