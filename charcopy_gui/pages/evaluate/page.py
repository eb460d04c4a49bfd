"""Evaluate: settings at the left; the evaluation, its figures and its texts at the right."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.evaluate.bar import EvaluationBar, Status
from charcopy_gui.pages.evaluate.course import Course, told
from charcopy_gui.pages.evaluate.result import Result
from charcopy_gui.pages.evaluate.settings_form import SettingsForm
from charcopy_gui.pages.page import Page
from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.parts.side_by_side import lay_side_by_side
from charcopy_gui.pages.parts.wrapped import Wrapped
from charcopy_gui.storage.settings import EvaluationChoices
from core.model_card import ModelCard
from core.records import DeviceInfo, Failure, Progress

if TYPE_CHECKING:
    from charcopy_gui.pages.evaluate.results_area import ResultsArea
    from core.metrics.report import Report

FIRST = (
    "Choose a model, or a file of outputs, and a corpus on the left, and press Start. A model shows"
    " what it can do on the corpus it was trained on; the Data page fetches corpora."
)
_FORM_WIDTH = 328


class EvaluatePage(Page):
    """Turns settings into a request, and a report into figures and texts."""

    evaluation_requested = Signal(object)
    """An EvaluationChoices."""
    stop_requested = Signal()
    generate_requested = Signal(str, object)
    """A meaning representation to be opened in Generate, and the path of the model that wrote for
    it; None for a file of outputs."""
    scored = Signal(object)
    """A Result, new and whole enough to be kept."""
    removed = Signal(object)
    """A Result that is not wanted any more."""
    seen = Signal()
    """The page comes into view."""
    progress_changed = Signal(object)
    """Share of the evaluation that is done, between 0 and 1; None when none is going on."""

    def __init__(
        self, parent: QWidget | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self.form = SettingsForm()
        self.bar = EvaluationBar()
        self.results: ResultsArea | None = None
        self._notices = remark("About the evaluation")
        self._empty = QWidget()
        self._clock = clock
        self._theme = LIGHT
        self._course = Course(EvaluationChoices())
        self._lay_out()
        self.bar.status_changed.connect(self.abilities_changed)
        self.bar.start_requested.connect(self.run)
        self.bar.stop_requested.connect(self.stop)
        self.bar.say(FIRST)

    def _lay_out(self) -> None:
        left, right = QWidget(), Wrapped()
        column = QVBoxLayout(left)
        column.setContentsMargins(16, 16, 8, 16)
        column.addWidget(self.form)
        column.addStretch(1)
        self._right = QVBoxLayout(right)
        self._right.setContentsMargins(8, 16, 16, 16)
        self._right.setSpacing(8)
        self._right.addWidget(self.bar)
        self._right.addWidget(self._notices)
        self._right.addWidget(self._empty, 1)
        self._notices.hide()
        lay_side_by_side(self, "evaluate", left, right, _FORM_WIDTH)

    # What people ask for.

    @property
    def can_run(self) -> bool:
        """Whether an evaluation can be asked for."""
        return not self.bar.status.busy

    @property
    def can_stop(self) -> bool:
        """Whether there is one to end."""
        return self.bar.status.busy

    @Slot()
    def run(self) -> None:
        """Ask for an evaluation with the settings as they stand; one that goes on goes on."""
        if not self.can_run:
            return
        choices = self.form.checked()
        if choices is None:
            self.bar.say_problem("Not started: the message under the settings says why.")
            return
        self._begin(choices)
        self.evaluation_requested.emit(choices)

    @Slot()
    def stop(self) -> None:
        """Ask for an end: once, and the texts so far are scored; twice, and they are dropped."""
        if not self.can_stop:
            return
        if self.bar.status is Status.RUNNING:
            self.bar.set_status(Status.STOPPING)
            self.bar.say("Scoring the texts so far; press Stop again to end without figures.")
        self.stop_requested.emit()

    def _begin(self, choices: EvaluationChoices) -> None:
        self._course = Course(choices)
        self.form.set_locked(True)
        self._note(())
        self.bar.set_device(None)
        self.bar.set_progress(0.0)
        self.bar.say("Reading the corpus")
        self.bar.set_status(Status.RUNNING)
        self.progress_changed.emit(0.0)

    # What the window reports.

    def set_models(self, models: Sequence[tuple[str, Path]]) -> None:
        """List the models there are."""
        self.form.set_models(models)

    def set_in_use(self, card: ModelCard | None) -> None:
        """Another model is in use: it is evaluated, unless somebody chose what is."""
        self.form.system.offer(None if card is None else card.path)

    def show_started(
        self, texts: int, published: str, device: DeviceInfo | None, notices: Sequence[str]
    ) -> None:
        """The evaluation is under way: so many texts, of this known corpus' test split or none."""
        self._course.begin(texts, published, notices)
        self.bar.set_device(device)
        self._note(notices)

    def show_refusal(self, about_system: bool, sentence: str) -> None:
        """What was chosen does not do; said at the field, once it can be changed."""
        self._course.refusal = about_system, sentence

    def show_records(self, records: Sequence[Progress | Report]) -> None:
        """Show how far it is, and what came of it."""
        words, course = "", self._course
        for record in records:
            if isinstance(record, Progress):
                words = course.add(record, self._clock())
            else:
                result = course.keep(record)
                self._show(result)
                self.scored.emit(result)
        if words and self.bar.status is Status.RUNNING and not course.failed:
            self.bar.say(words)
            self.bar.set_progress(course.share)
            self.progress_changed.emit(course.share)

    @Slot(object)
    def show_kept(self, result: Result) -> None:
        """Show a result of another day; a new one stays the one that is spoken of."""
        self._show(result)
        if self._course.result is None and not self.bar.status.busy:
            self.bar.say(f"Evaluated on {result.day}: {told(result, result.expected)}.")
            self._note(result.notices)

    def _note(self, notices: Sequence[str]) -> None:
        """Say what is to be known of the evaluation that is spoken of."""
        self._notices.setText("\n".join(notices))
        self._notices.setVisible(bool(notices))

    def _show(self, result: Result) -> None:
        if self.results is None:
            self.results = self._make_results()
        self.results.add(result)
        self.results.show()
        self._empty.hide()

    def _make_results(self) -> ResultsArea:
        """Room for results, made for the first of them: it loads what slots are found by."""
        from charcopy_gui.pages.evaluate.results_area import ResultsArea

        results = ResultsArea()
        results.set_theme(self._theme)
        results.open_requested.connect(self._open)
        results.saved.connect(self.bar.say)
        results.failed.connect(self.bar.say_problem)
        results.removed.connect(self.removed)
        results.emptied.connect(self._show_empty)
        self._right.addWidget(results, 1)
        return results

    @Slot()
    def _show_empty(self) -> None:
        """There is no result any more."""
        if self.results is not None:
            self.results.hide()
            self._empty.show()
            self._note(())
            self.bar.say(FIRST)

    def show_failure(self, failure: Failure) -> None:
        """Say that it did not work; the dialog is the window's."""
        self._course.failed = True
        self.bar.say_problem(failure.sentence)

    def end(self) -> None:
        """The evaluation has ended, however it did."""
        self.form.set_locked(False)
        course = self._course
        status, words = course.ending(stopped=self.bar.status is Status.STOPPING)
        self.bar.set_status(status)
        if status is Status.FINISHED:
            self.bar.set_progress(1.0)
        if course.refusal is not None and status is Status.REFUSED:
            self.bar.say_problem(words)
            self.form.refuse(*course.refusal)
        elif words:
            self.bar.say(words)
        self.progress_changed.emit(None)

    def showEvent(self, event: QShowEvent) -> None:
        """Say that it is seen: what was kept is wanted now."""
        super().showEvent(event)
        self.seen.emit()

    @Slot(object, object)
    def _open(self, mr: str, result: Result) -> None:
        self.generate_requested.emit(mr, result.model)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        self.form.set_theme(theme)
        self.bar.set_theme(theme)
        if self.results is not None:
            self.results.set_theme(theme)
