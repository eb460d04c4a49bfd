"""Read back: a sentence at the left, under it the table that is read, at the right every reason."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent, QUndoStack
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.output.instrument import Instrument
from charcopy_gui.pages.output.output_panel import OutputPanel
from charcopy_gui.pages.output.trace_like import CandidatesLike, TraceLike
from charcopy_gui.pages.page import Page
from charcopy_gui.pages.read_back.round_trip import RoundTrip
from charcopy_gui.pages.read_back.sentence_panel import SentencePanel
from charcopy_gui.pages.read_back.slots_panel import SlotsPanel
from charcopy_gui.pages.side_by_side import lay_side_by_side
from charcopy_gui.theme import LIGHT, Theme
from core.model_card import ModelCard
from core.records import Failure, GenerationRecord, Phase
from core.session import Session

LONGEST = 2000
"""Characters of a sentence; the longest of the known corpora have 400."""

_NO_MODEL = "No model is in use: choose one under File, Model, or train one."
_NO_EXCHANGE = (
    "{name} is a model of the variant {variant}: it was trained without exchange, so it never"
    " learnt to read sentences. Choose one of the variants EDA_S or EDA_CS under File, Model."
)
_NOTHING = "There is nothing to read yet: type a sentence, or take an example."
_TOO_LONG = "That is too long: {count:,} characters, and {most:,} at most can be read."
_EMPTY = "Run writes the table here, one character at a time."
_OUTDATED = "The sentence has changed since; Run reads it anew."


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
        self.output.status.show_ending(None)
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
        left = QWidget()
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
        return self._activity.can_run and not self._why_not()

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
        if not self._why_not():
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

    def _why_not(self) -> str:
        """Why no sentence can be read by the model in use; empty where one can."""
        if self._card is None:
            return _NO_MODEL
        config = self._card.config
        if config.exchange:
            return ""
        return _NO_EXCHANGE.format(name=self._card.name, variant=config.variant)

    def _ask(self) -> None:
        sentence = self.sentence.sentence()
        if not sentence:
            self.sentence.refuse(_NOTHING)
        elif len(sentence) > LONGEST:
            self.sentence.refuse(_TOO_LONG.format(count=len(sentence), most=LONGEST))
        else:
            self._asked, self._stale = sentence, False
            self.read_requested.emit(sentence)

    def _read_again(self) -> None:
        """Let the model in use read what another was asked for, if it is still there."""
        self._stale = False
        if self._why_not():
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
        self.instrument.settle()
        self.output.show_end(stopped=stopping)
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

    def show_session(self, session: Session) -> None:
        """Show what was kept."""
        self._trip.forget()
        self._asked, self._stale = None, False
        self.sentence.set_sentence(session.mr)
        self.instrument.open(session.tree, session.branch, session.step)

    def show_failure(self, failure: Failure) -> None:
        """Say that it did not work; the dialog is the window's."""
        self.output.say_error(failure.sentence)

    def _show_abilities(self) -> None:
        why_not = self._why_not()
        self.sentence.set_abilities(self._activity, why_not)
        self.instrument.set_changeable(self._activity is not Activity.STOPPING and not why_not)
        self.abilities_changed.emit()

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        for part in (self.sentence, self.slots, self.output, self.instrument):
            part.set_theme(theme)
