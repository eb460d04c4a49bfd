"""Read back: a sentence at the left, under it the table that is read, at the right every reason."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent, QUndoStack
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.output.instrument import Instrument
from charcopy_gui.pages.output.output_panel import OutputPanel
from charcopy_gui.pages.output.trace_like import CandidatesLike, TraceLike
from charcopy_gui.pages.page import Page
from charcopy_gui.pages.parts.side_by_side import Squeezed, lay_side_by_side
from charcopy_gui.pages.read_back.readable import why_no_model, why_not
from charcopy_gui.pages.read_back.round_trip import RoundTrip
from charcopy_gui.pages.read_back.sentence_panel import SentencePanel
from charcopy_gui.pages.read_back.slots_panel import SlotsPanel
from core.model_card import ModelCard
from core.records import Failure, GenerationRecord, Phase
from core.session import Session

_EMPTY = "Run writes the table here, one character at a time."
_OUTDATED = "The sentence has changed; press Run to update."


class ReadBackPage(Page):
    """Turns sentences into requests, and records into what is seen."""

    read_requested = Signal(str)
    """A sentence to be read back."""
    branch_requested = Signal(object)
    """A BranchRequest of this page's tree."""
    stop_requested = Signal()
    send_requested = Signal(str)
    """A meaning representation as a line, for the table on the Generate page."""
    session_given = Signal(object)
    """A Session of this page is to be shown."""
    seen = Signal()
    """The page comes into view: the model may be wanted soon."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence = SentencePanel()
        self.slots = SlotsPanel()
        self.output = OutputPanel(_OUTDATED)
        self.history = QUndoStack(self)
        """What was made otherwise in what was read."""
        self.instrument = Instrument(self.output, Phase.TEXT_TO_TABLE, self.history, self)
        self.output.reading.set_empty(_EMPTY)
        self._theme = LIGHT
        self._card: ModelCard | None = None
        self._activity = Activity.IDLE
        self._trip = RoundTrip(self.sentence, self.slots, self.instrument, self)
        self._asked: str | None = None
        """The sentence that was last asked for."""
        self._stale = False
        """Whether another model was asked for it than the one in use."""
        self._lay_out()
        self._join()
        self._show_abilities()

    def _lay_out(self) -> None:
        left = Squeezed()
        column = QVBoxLayout(left)
        column.setContentsMargins(16, 16, 8, 16)
        column.setSpacing(16)
        for part in (self.sentence, self.slots, self.instrument.step_panel):
            column.addWidget(part)
        column.addWidget(self.instrument.branches, 1)
        lay_side_by_side(self, "readBack", left, self.output)

    def _join(self) -> None:
        self.sentence.run_requested.connect(self.run)
        self.sentence.stop_requested.connect(self.stop)
        self.slots.send_requested.connect(self.send_requested)
        self.instrument.branch_requested.connect(self.branch_requested)

    def set_candidates(self, candidates: CandidatesLike) -> None:
        """Take the plot of candidates in."""
        self.instrument.step_panel.set_candidates(candidates)

    def set_trace(self, trace: TraceLike) -> None:
        """Take the view of p_gen and alignments in."""
        self.output.set_trace(trace)
        trace.set_theme(self._theme)

    # What people ask for.

    @property
    def activity(self) -> Activity:
        """What is going on."""
        return self._activity

    @property
    def can_run(self) -> bool:
        """Whether a sentence can be read."""
        return self._activity.can_run and not why_no_model(self._card)

    @property
    def can_stop(self) -> bool:
        """Whether there is something to end."""
        return self._activity.can_stop

    @property
    def is_ready(self) -> bool:
        """Whether nothing is being loaded or read."""
        return self._activity is Activity.IDLE

    @Slot()
    def run(self) -> None:
        """Ask for the sentence to be read back."""
        if self.can_run:
            self._ask()

    @Slot()
    def stop(self) -> None:
        """Ask for an end; what was read stays."""
        if self.can_stop:
            self.begin(Activity.STOPPING)
            self.stop_requested.emit()

    def read_back(self, sentence: str, mr: str) -> None:
        """Read a sentence that was written for a table, and compare the two tables."""
        self.sentence.set_sentence(sentence)
        self._trip.begin(self.sentence.sentence(), mr)
        self._trip.show_slots()
        if not why_no_model(self._card):
            self._ask()

    @property
    def has_steps(self) -> bool:
        """There are characters to walk along."""
        return True

    def move_step(self, by: int) -> None:
        """Choose the step so many characters on."""
        self.instrument.move_step(by)

    def showEvent(self, event: QShowEvent) -> None:
        """Read again what another model has read, or have the model ready."""
        super().showEvent(event)
        self.history.setActive(True)
        if self._stale:
            self._read_again()
        self.seen.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """What nobody sees is not undone."""
        super().hideEvent(event)
        self.history.setActive(False)

    def _ask(self) -> None:
        sentence = self.sentence.sentence()
        if problem := why_not(sentence):
            self.sentence.refuse(problem)
        else:
            self._asked, self._stale = sentence, False
            self.read_requested.emit(sentence)

    def _read_again(self) -> None:
        """Let the model in use read what another was asked for, if it is still there."""
        self._stale = False
        if why_no_model(self._card):
            self.stop()
        elif self._asked == self.sentence.sentence():
            self._ask()

    # What the window reports.

    def set_model(self, card: ModelCard | None) -> None:
        """Another model is in use; what is seen is read again by it."""
        another = card is None or self._card is None or card.path != self._card.path
        self._card = card
        self._show_abilities()
        if another and self._asked is not None:
            self._stale = True
            if self.isVisible():
                self._read_again()

    def begin(self, activity: Activity) -> None:
        """Something goes on from now on."""
        self._activity = activity
        self.output.show_activity(activity)
        self._show_abilities()

    def end(self) -> None:
        """Whatever went on has ended, however it did."""
        stopping = self._activity is Activity.STOPPING
        self._activity = Activity.IDLE
        self.output.show_end(self.instrument.settle(stopped=stopping))
        self._show_abilities()

    @Slot(object)
    def model_ready(self, _ready: object) -> None:
        """The model is loaded, and begins."""
        if self._activity is Activity.LOADING:
            self.begin(Activity.WRITING)

    def show_records(self, records: Sequence[GenerationRecord]) -> None:
        """Show what the network did since the last time."""
        self.instrument.show_records(records)

    def line(self) -> str:
        """The sentence as it stands."""
        return self.sentence.sentence()

    @property
    def table(self) -> str:
        """The table that what was read is compared with, as a line; empty for none."""
        return self._trip.table

    def show_session(self, session: Session) -> None:
        """Show what was kept."""
        self._trip.forget()
        if session.table:
            self._trip.begin("".join(session.tree.source.characters[1:-1]), session.table)
        self._asked, self._stale = None, False
        self.sentence.set_sentence(session.mr)
        self.instrument.open(session.tree, session.branch, session.step)

    def show_failure(self, failure: Failure) -> None:
        """Say that it did not work; the dialog is the window's."""
        self.output.say_error(failure.sentence)

    def _show_abilities(self) -> None:
        problem = why_no_model(self._card)
        self.sentence.set_abilities(self._activity, problem)
        self.instrument.set_changeable(self._activity is not Activity.STOPPING and not problem)
        self.abilities_changed.emit()

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        for part in (self.sentence, self.slots, self.output, self.instrument):
            part.set_theme(theme)
