"""Compare: models at the left, and at the right what each of them writes for the same table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.compare.compared import Compared
from charcopy_gui.pages.compare.model_choice import ModelChoice
from charcopy_gui.pages.compare.outcomes_area import OutcomesArea
from charcopy_gui.pages.compare.table_panel import NO_TABLE, TablePanel
from charcopy_gui.pages.page import Page
from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.parts.side_by_side import lay_side_by_side
from charcopy_gui.pages.parts.status_parts import ShareBar
from core.config import DecodingConfig
from core.meaning_representation import MeaningRepresentation
from core.metrics.slots.findings import find
from core.model_card import ModelCard
from core.records import CharacterStep, Failure, GenerationFinished

_NO_MODEL = "No model is ticked."
_STOPPED = "Stopped: not all models have written."
_OUTDATED = "The table on Generate has changed; press Run to update."
_LIST_WIDTH = 320


class ComparePage(Page):
    """Turns ticks into a request, and what becomes of every model into what is seen."""

    comparison_requested = Signal(object)
    """The paths of the models that are to write for the table on Generate."""
    stop_requested = Signal()
    use_requested = Signal(str, object)
    """A table, and the path of the model that is to write for it on Generate."""
    edit_requested = Signal()
    """The table is to be changed, on Generate."""
    progress_changed = Signal(object)
    """How much is done, between 0 and 1; None when it is over."""
    seen = Signal()
    """The page comes into view: it wants to know the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.models = ModelChoice()
        self.outcomes = OutcomesArea()
        self._mr = ""
        self._total = self._done = 0
        self._running = self._stopping = self._stopped = False
        self._table = TablePanel()
        self._status = remark("Status of the comparison")
        self._progress = ShareBar("Progress of the comparison")
        self._lay_out()
        self._join()
        self._say("")
        self._show_abilities()

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(16, 16, 8, 16)
        column.setSpacing(8)
        column.addWidget(self.models, 1)
        column.addSpacing(8)
        column.addWidget(self._table)
        right = QWidget()
        rest = QVBoxLayout(right)
        rest.setContentsMargins(8, 16, 16, 16)
        rest.setSpacing(8)
        rest.addWidget(self._status)
        rest.addWidget(self._progress)
        rest.addWidget(self.outcomes, 1)
        lay_side_by_side(self, "compare", left, right, _LIST_WIDTH)

    def _join(self) -> None:
        self._table.run_requested.connect(self.run)
        self._table.stop_requested.connect(self.stop)
        self._table.edit_requested.connect(self.edit_requested)
        self.models.changed.connect(self._take_refusal_back)
        self.outcomes.use_requested.connect(self._use)

    # What people ask for.

    @property
    def can_run(self) -> bool:
        """Whether a comparison can be asked for."""
        return not self._running

    @property
    def can_stop(self) -> bool:
        """Whether there is something to end."""
        return self._running and not self._stopping

    @property
    def is_current(self) -> bool:
        """Whether what is shown, or being written, is for the table as it stands."""
        return bool(self._mr) and self._mr == self.outcomes.mr

    @property
    def is_ready(self) -> bool:
        """Whether nothing is being compared."""
        return not self._running

    @Slot()
    def run(self) -> None:
        """Ask every ticked model for a text."""
        if not self.can_run:
            return
        entrants = self.models.entrants()
        self._table.refuse("" if entrants else _NO_MODEL)
        if entrants:
            self.comparison_requested.emit([entrant.path for entrant in entrants])

    @Slot()
    def stop(self) -> None:
        """Ask for an end; what was written stays."""
        if self.can_stop:
            self._stopping = True
            self._say("Stopping…")
            self._show_abilities()
            self.stop_requested.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for the table as it stands."""
        super().showEvent(event)
        self.seen.emit()

    @Slot(object, str)
    def _use(self, path: Path, mr: str) -> None:
        self.use_requested.emit(mr, path)

    @Slot()
    def _take_refusal_back(self) -> None:
        if self.models.entrants():
            self._table.refuse("")

    # What the window reports.

    def set_models(self, models: Sequence[tuple[str, Path]]) -> None:
        """List the models there are, by names and paths."""
        self.models.set_models(models)

    def set_in_use(self, card: ModelCard | None) -> None:
        """List the model in use as well."""
        self.models.set_in_use(card)
        self.outcomes.prefer(None if card is None else card.path)

    def set_table(self, mr: str, config: DecodingConfig) -> None:
        """Show what will be written for, and how; an empty MR for a table that is none."""
        self._mr = mr
        self._table.set_table(mr, config)
        if not self._running and self.outcomes.mr:
            self._say_end()

    def refuse_table(self) -> None:
        """Say that there is nothing to write for."""
        self._table.refuse(NO_TABLE)

    def begin(self, mr: str) -> None:
        """The comparison begins that was asked for."""
        entrants = self.models.entrants()
        self._running, self._stopping = True, False
        self._done, self._total = 0, len(entrants)
        self._table.refuse("")
        self.outcomes.begin(mr, entrants)
        self._show_share()
        self._show_abilities()

    def show_begun(self, path: Path) -> None:
        """A model is loaded, and writes."""
        self.outcomes.show_begun(path)
        if not self._stopping:
            self._say(f"Model {self._done + 1} of {self._total}")

    def show_text(
        self, path: Path, steps: tuple[CharacterStep, ...], finished: GenerationFinished
    ) -> None:
        """A model has written."""
        mr = MeaningRepresentation.parse(self.outcomes.mr)
        self.outcomes.show_text(path, Compared(steps, finished, find(mr, finished.text)))
        self._count()

    def show_problem(self, path: Path, sentence: str) -> None:
        """A model has written nothing, and why."""
        self.outcomes.show_problem(path, sentence)
        self._count()

    def show_failure(self, failure: Failure) -> None:
        """Say that the comparison as a whole did not work; the dialog is the window's."""
        self._table.refuse(failure.sentence)

    def end(self) -> None:
        """The comparison has ended, however it did."""
        self._stopped = self._stopping
        self._running = self._stopping = False
        self.outcomes.end()
        self.progress_changed.emit(None)
        self._say_end()
        self._show_abilities()

    def _count(self) -> None:
        self._done += 1
        self._show_share()

    def _show_share(self) -> None:
        share = self._done / max(self._total, 1)
        self._progress.set_share(share)
        self.progress_changed.emit(share)

    def _say_end(self) -> None:
        """Say what there is to know about texts that are there."""
        outdated = _OUTDATED if self._mr != self.outcomes.mr else ""
        self._say(" ".join(filter(None, (_STOPPED if self._stopped else "", outdated))))

    def _say(self, words: str) -> None:
        self._status.setText(words)
        self._status.setVisible(bool(words))

    def _show_abilities(self) -> None:
        self._table.set_abilities(can_run=self.can_run, can_stop=self.can_stop)
        self._progress.setVisible(self._running)
        self.abilities_changed.emit()

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self.outcomes.set_theme(theme)
        self._table.set_theme(theme)
