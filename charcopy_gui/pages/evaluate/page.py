"""Evaluate: settings at the left; the evaluation, its figures and its texts at the right."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.pages.captions import remark
from charcopy_gui.pages.evaluate.bar import EvaluationBar, Status
from charcopy_gui.pages.evaluate.estimate import Estimate
from charcopy_gui.pages.evaluate.result import Result
from charcopy_gui.pages.evaluate.settings_form import SettingsForm
from charcopy_gui.pages.page import Page
from charcopy_gui.pages.side_by_side import lay_side_by_side
from charcopy_gui.settings import EvaluationChoices
from charcopy_gui.theme import LIGHT, Theme
from core.model_card import ModelCard
from core.records import DeviceInfo, Failure, Progress

if TYPE_CHECKING:
    from charcopy_gui.pages.evaluate.results_area import ResultsArea
    from core.metrics.report import Report

FIRST = (
    "Choose a model, or a file of outputs, and a corpus on the left, and press Start; the demo"
    " corpus needs no download."
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
        self._notices = remark("Rows left out")
        self._empty = QWidget()
        self._clock = clock
        self._theme = LIGHT
        self._choices = EvaluationChoices()
        self._estimate = Estimate(writes=True)
        self._expected, self._published = 0, ""
        self._result: Result | None = None
        self._refusal: tuple[bool, str] | None = None
        self._failed = False
        self._lay_out()
        self.bar.status_changed.connect(self.abilities_changed)
        self.bar.start_requested.connect(self.run)
        self.bar.stop_requested.connect(self.stop)
        self.bar.say(FIRST)

    def _lay_out(self) -> None:
        left, right = QWidget(), QWidget()
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
            self.bar.say("Scoring the texts that are there; Stop again ends without figures.")
        self.stop_requested.emit()

    def _begin(self, choices: EvaluationChoices) -> None:
        self._choices = choices
        self._estimate = Estimate(writes=bool(choices.model))
        self._expected, self._published = 0, ""
        self._result, self._refusal, self._failed = None, None, False
        self.form.set_locked(True)
        self._notices.hide()
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
        self._expected, self._published = texts, published
        self.bar.set_device(device)
        self._notices.setText("\n".join(notices))
        self._notices.setVisible(bool(notices))

    def show_refusal(self, about_system: bool, sentence: str) -> None:
        """What was chosen does not do; said at the field, once it can be changed."""
        self._refusal = about_system, sentence

    def show_records(self, records: Sequence[Progress | Report]) -> None:
        """Show how far it is, and what came of it."""
        words = ""
        for record in records:
            if isinstance(record, Progress):
                words = self._estimate.add(record, self._clock())
            else:
                self._keep(record)
        if words and self.bar.status is Status.RUNNING and not self._failed:
            self.bar.say(words)
            self.bar.set_progress(self._estimate.share)
            self.progress_changed.emit(self._estimate.share)

    def _keep(self, report: Report) -> None:
        self._result = Result(report, self._choices, self._expected, self._published)
        self._show(self._result)
        self.scored.emit(self._result)

    @Slot(object)
    def show_kept(self, result: Result) -> None:
        """Show a result of another day; a new one stays the one that is spoken of."""
        self._show(result)
        if self._result is None and not self.bar.status.busy:
            self.bar.say(f"Evaluated on {result.day}: {_told(result, result.expected)}.")

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
            self.bar.say(FIRST)

    def show_failure(self, failure: Failure) -> None:
        """Say that it did not work; the dialog is the window's."""
        self._failed = True
        self.bar.say_problem(failure.sentence)

    def end(self) -> None:
        """The evaluation has ended, however it did."""
        self.form.set_locked(False)
        stopped = self.bar.status is Status.STOPPING
        if self._failed:
            self.bar.set_status(Status.FAILED)
        elif self._refusal is not None:
            self.bar.set_status(Status.REFUSED)
            self.bar.say_problem("The message under the settings says why.")
            self.form.refuse(*self._refusal)
        elif stopped:
            self.bar.set_status(Status.STOPPED)
            self.bar.say(self._stopped())
        else:
            self.bar.set_status(Status.FINISHED)
            self.bar.set_progress(1.0)
            self.bar.say(self._finished())
        self.progress_changed.emit(None)

    def _stopped(self) -> str:
        if self._result is None:
            return "Stopped; there are no figures."
        count = len(self._result.report.texts)
        return f"Stopped; the {count:,} of {self._expected:,} texts that were there are scored."

    def _finished(self) -> str:
        return f"Finished: {_told(self._result, self._expected)}."

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


def _told(result: Result | None, expected: int) -> str:
    """What was evaluated, such as "547 texts of e2e on E2E dev"."""
    count = f"{expected:,} text{'' if expected == 1 else 's'}"
    return (
        count if result is None else f"{count} of {result.report.system} on {result.report.corpus}"
    )
