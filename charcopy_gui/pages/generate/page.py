"""Generate: a table at the left, the text and every reason for it at the right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.generate.about_text import AboutText
from charcopy_gui.pages.generate.earlier_texts import EarlierTexts
from charcopy_gui.pages.generate.mr_panel import MrPanel
from charcopy_gui.pages.generate.run_panel import RunPanel
from charcopy_gui.pages.generate.slot_text import line_of
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.output.instrument import Instrument
from charcopy_gui.pages.output.output_panel import OutputPanel
from charcopy_gui.pages.output.trace_like import CandidatesLike, TraceLike
from charcopy_gui.pages.page import Page
from charcopy_gui.pages.parts.side_by_side import Squeezed, lay_side_by_side
from core.config import DecodingConfig
from core.generation_tree import GenerationTree
from core.model_card import ModelCard
from core.records import DeviceInfo, Failure, GenerationRecord, Phase
from core.session import Session

_NOT_RUN = "Not run: the message under the line says why."
_NOTHING = "There is nothing to write about yet: add a slot first."


class GeneratePage(Page):
    """Turns edits into requests, and records into what is seen."""

    generate_requested = Signal(object, object)
    """A meaning representation as a line, and a DecodingConfig."""
    branch_requested = Signal(object)
    """A BranchRequest of this page's tree."""
    read_back_requested = Signal(str, str)
    """The text that is shown, and the line it was written for."""
    compare_requested = Signal()
    """Several models are to write for the table as it stands."""
    stop_requested = Signal()
    device_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mr = MrPanel()
        self.runs = RunPanel()
        self.output = OutputPanel()
        history = self.mr.model.history
        self.instrument = Instrument(self.output, Phase.TABLE_TO_TEXT, history, self)
        self.about = AboutText(self.instrument, self)
        self.badges = self.about.badges
        self._texts = EarlierTexts(self.mr, self.instrument, self)
        self._card: ModelCard | None = None
        self._theme = LIGHT
        self._activity = Activity.IDLE
        self._has_model = False
        self._lay_out()
        self._join()

    def _lay_out(self) -> None:
        left = Squeezed()
        self._left = QVBoxLayout(left)
        self._left.setContentsMargins(16, 16, 8, 0)
        self._left.setSpacing(8)
        self._left.addWidget(self.mr)
        self._left.addWidget(self.runs)
        self._left.addWidget(self.instrument.step_panel)
        self._left.addWidget(self.instrument.branches)
        self._left.addSpacing(8)
        lay_side_by_side(self, "generate", left, self.output)

    def _join(self) -> None:
        self.runs.run_requested.connect(self.run)
        self.runs.stop_requested.connect(self.stop)
        self.runs.device_requested.connect(self.device_requested)
        self.instrument.branch_requested.connect(self.branch_requested)
        self.instrument.changed.connect(self._compare)
        self.about.read_back_requested.connect(self.read_back_requested)
        self.about.compare_requested.connect(self.compare_requested)
        self.badges.slot_chosen.connect(self.mr.select_slot)
        self.runs.config_changed.connect(self.mr.live.run_soon)
        self.mr.run_due.connect(self._run_live)
        self.mr.line.mended.connect(self._take_refusal_back)
        self.mr.model.changed.connect(self._take_refusal_back)
        self.mr.model.changed.connect(self._compare)

    def set_candidates(self, candidates: CandidatesLike) -> None:
        """Take the plot of candidates in."""
        self.instrument.step_panel.set_candidates(candidates)

    def set_trace(self, trace: TraceLike) -> None:
        """Take the view of p_gen and alignments in, once the window has been painted."""
        self.output.set_trace(trace)
        trace.set_theme(self._theme)
        self.badges.prepare()

    # What people ask for.

    @property
    def activity(self) -> Activity:
        """What is going on."""
        return self._activity

    @property
    def can_run(self) -> bool:
        """Whether a text can be asked for."""
        return self._activity.can_run

    @property
    def can_stop(self) -> bool:
        """Whether there is something to end."""
        return self._activity.can_stop

    @Slot()
    def run(self) -> None:
        """Ask for a text for the slots as they stand, the open editor's included."""
        if not self.can_run:
            return
        try:
            line = self.mr.text()
        except ValueError:
            self.output.say_error(_NOT_RUN)
            self.mr.line.point_out_error()
            return
        if not line:
            self.output.say_error(_NOTHING)
            return
        self.generate_requested.emit(line, self.runs.config())

    @Slot(str)
    def _run_live(self, line: str) -> None:
        """A moment has gone by since the last edit; what is being written is of no interest now."""
        if self._activity is Activity.STOPPING:
            self.mr.live.run_soon()
        else:
            self.generate_requested.emit(line, self.runs.config())

    def request(self) -> tuple[str, DecodingConfig] | None:
        """What `run` would ask for; None where it would refuse."""
        try:
            line = self.mr.text()
        except ValueError:
            return None
        return (line, self.runs.config()) if line else None

    def line(self) -> str | None:
        """The slots as they stand; None where the line of them is being edited."""
        try:
            return self.mr.text_so_far()
        except ValueError:
            return None

    @Slot()
    def stop(self) -> None:
        """Ask for an end; what was written stays."""
        if self.can_stop:
            self.begin(Activity.STOPPING)
            self.stop_requested.emit()

    @property
    def has_steps(self) -> bool:
        """There are characters to walk along."""
        return True

    def move_step(self, by: int) -> None:
        """Choose the step so many characters on."""
        self.instrument.move_step(by)

    @property
    def tree(self) -> GenerationTree | None:
        """All texts of the run that is shown."""
        return self.instrument.tree

    # What the window reports.

    def begin(self, activity: Activity) -> None:
        """Something goes on from now on."""
        self._activity = activity
        self.runs.set_activity(activity)
        self.output.show_activity(activity)
        self._offer_what_ifs()
        self.abilities_changed.emit()

    def end(self) -> None:
        """Whatever went on has ended, however it did."""
        stopping = self._activity is Activity.STOPPING
        self._activity = Activity.IDLE
        self.runs.set_activity(Activity.IDLE)
        self.output.show_end(self.instrument.settle(stopped=stopping))
        self._offer_what_ifs()
        self.abilities_changed.emit()

    def set_has_model(self, has_model: bool) -> None:
        """Whether a model is in use, be it ready or not."""
        self._has_model = has_model
        self.output.set_has_model(has_model)
        self._offer_what_ifs()

    def _offer_what_ifs(self) -> None:
        """Nobody could write them without a model."""
        possible = self._has_model and self._activity is not Activity.STOPPING
        self.instrument.set_changeable(possible)

    def set_model(self, card: ModelCard, requested: str, device: DeviceInfo) -> None:
        """A model is ready to write."""
        if self._card is not None and self._card.path != card.path:
            self._texts.forget()
        self._card = card
        self.mr.set_model(card)
        self.runs.set_model(card)
        self.about.set_model(card)
        self.runs.set_device(requested, device.reason)
        if self._activity is Activity.LOADING:
            self.begin(Activity.WRITING)

    def show_records(self, records: Sequence[GenerationRecord]) -> None:
        """Show what the network did since the last time."""
        self.instrument.show_records(records)

    def show_session(self, session: Session) -> None:
        """Show what was kept."""
        self.mr.set_text(session.mr)
        self.runs.set_config(session.config)
        self.mr.live.settle(session.mr)
        self.instrument.open(session.tree, session.branch, session.step)

    def show_failure(self, failure: Failure) -> None:
        """Say that it did not work; the dialog is the window's."""
        self.output.say_error(failure.sentence)

    @Slot()
    def _take_refusal_back(self) -> None:
        """A refusal to run is no longer said once it is no longer true."""
        if not self.mr.line.error:
            self.output.status.take_back(_NOT_RUN, self._activity)
        if self.mr.model.rowCount():
            self.output.status.take_back(_NOTHING, self._activity)

    @Slot()
    def _compare(self) -> None:
        """Say whether the text is the table's, or that of an earlier one."""
        now = line_of(self.mr.model.mr().slots)
        self.output.set_outdated(self.tree is not None and self.about.line != now)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        self.mr.set_theme(theme)
        self.runs.set_theme(theme)
        self.output.set_theme(theme)
        self.instrument.set_theme(theme)
        self.about.set_theme(theme)
