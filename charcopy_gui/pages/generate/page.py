"""Generate: a table at the left, the text and every reason for it at the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.pages.generate.mr_panel import MrPanel
from charcopy_gui.pages.generate.run_panel import RunPanel
from charcopy_gui.pages.generate.slot_text import line_of
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.output.chosen_step import ChosenStep
from charcopy_gui.pages.output.output_panel import OutputPanel, TraceLike
from charcopy_gui.pages.page import Page
from charcopy_gui.pages.side_by_side import lay_side_by_side
from charcopy_gui.theme import LIGHT, Theme
from core.config import DecodingConfig
from core.model_card import ModelCard
from core.records import (
    CharacterStep,
    DeviceInfo,
    Ending,
    Failure,
    GenerationFinished,
    GenerationRecord,
    GenerationStarted,
)

_NOT_RUN = "Not run: the message under the line says why."
_NOTHING = "There is nothing to write about yet: add a slot first."


class CandidatesLike(Protocol):
    """What the page asks of the plot of candidates."""

    def show_step(self, step: CharacterStep | None) -> None:
        """Show what else could have come, or nothing."""

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""


class GeneratePage(Page):
    """Turns edits into requests, and records into what is seen."""

    generate_requested = Signal(object, object)
    """A meaning representation as a line, and a DecodingConfig."""
    stop_requested = Signal()
    device_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mr = MrPanel()
        self.runs = RunPanel()
        self.output = OutputPanel()
        self.chosen = ChosenStep(self)
        self._candidates: CandidatesLike | None = None
        self._theme = LIGHT
        self._steps: list[CharacterStep] = []
        self._activity = Activity.IDLE
        self._written: str | None = None
        self._lay_out()
        self._join()

    def _lay_out(self) -> None:
        left = QWidget()
        self._left = QVBoxLayout(left)
        self._left.setContentsMargins(16, 16, 8, 0)
        self._left.setSpacing(8)
        self._left.addWidget(self.mr)
        self._left.addWidget(self.runs)
        self._left.addSpacing(8)
        self._left.addStretch(1)
        lay_side_by_side(self, "generate", left, self.output)

    def _join(self) -> None:
        self.runs.run_requested.connect(self.run)
        self.runs.stop_requested.connect(self.stop)
        self.runs.device_requested.connect(self.device_requested)
        self.output.step_hovered.connect(self.chosen.hover)
        self.output.step_clicked.connect(self.chosen.choose)
        self.chosen.changed.connect(self._show_step)
        self.mr.line.mended.connect(self._take_refusal_back)
        self.mr.model.changed.connect(self._take_refusal_back)
        self.mr.model.changed.connect(self._compare)

    def set_candidates(self, candidates: CandidatesLike) -> None:
        """Take the plot of candidates in."""
        self._candidates = candidates
        self._left.takeAt(self._left.count() - 1)
        self._left.addWidget(cast(QWidget, candidates), 1)
        candidates.set_theme(self._theme)

    def set_trace(self, trace: TraceLike) -> None:
        """Take the view of p_gen and alignments in, once the window has been painted."""
        self.output.set_trace(trace)
        trace.set_theme(self._theme)

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

    def request(self) -> tuple[str, DecodingConfig] | None:
        """What `run` would ask for; None where it would refuse."""
        try:
            line = self.mr.text()
        except ValueError:
            return None
        return (line, self.runs.config()) if line else None

    @Slot()
    def stop(self) -> None:
        """Ask for an end; what was written stays."""
        if self.can_stop:
            self.begin(Activity.STOPPING)
            self.stop_requested.emit()

    def move_step(self, by: int) -> None:
        """Choose the step so many characters on."""
        self.chosen.move(by)

    # What the window reports.

    def begin(self, activity: Activity) -> None:
        """Something goes on from now on."""
        self._activity = activity
        self.runs.set_activity(activity)
        self.output.show_activity(activity)
        self.abilities_changed.emit()

    def end(self) -> None:
        """Whatever went on has ended, however it did."""
        stopping = self._activity is Activity.STOPPING
        self._activity = Activity.IDLE
        self.runs.set_activity(Activity.IDLE)
        self.output.show_end(stopped=stopping)
        self.abilities_changed.emit()

    def set_model(self, card: ModelCard, requested: str, device: DeviceInfo) -> None:
        """A model is ready to write."""
        self.mr.model.set_alphabet(frozenset(card.alphabet.characters))
        self.runs.set_device(requested, device.reason)
        if self._activity is Activity.LOADING:
            self.begin(Activity.WRITING)

    def show_records(self, records: Sequence[GenerationRecord]) -> None:
        """Show what the network did since the last time."""
        steps: list[CharacterStep] = []
        for record in records:
            if isinstance(record, CharacterStep):
                steps.append(record)
                continue
            self._append(steps)
            steps = []
            if isinstance(record, GenerationStarted):
                self._start(record)
            elif isinstance(record, GenerationFinished):
                self._finish(record)
        self._append(steps)

    def show_failure(self, failure: Failure) -> None:
        """Say that it did not work; the dialog is the window's."""
        self.output.say_error(failure.sentence)

    @Slot()
    def _take_refusal_back(self) -> None:
        """A refusal to run is no longer said once it is no longer true."""
        if not self.mr.line.error:
            self.output.take_back(_NOT_RUN, self._activity)
        if self.mr.model.rowCount():
            self.output.take_back(_NOTHING, self._activity)

    @Slot()
    def _compare(self) -> None:
        """Say whether the text is the table's, or that of an earlier one."""
        now = line_of(self.mr.model.mr().slots)
        self.output.set_outdated(self._written is not None and self._written != now)

    def _start(self, started: GenerationStarted) -> None:
        self._written = "".join(started.source.characters[1:-1])
        self._compare()
        self._steps = []
        self.chosen.clear()
        self.output.start(started)

    def _append(self, steps: Sequence[CharacterStep]) -> None:
        if not steps:
            return
        self._steps += steps
        self.chosen.set_count(len(self._steps))
        self.output.append(steps)
        if self.chosen.index is None:
            self._look_at(steps[-1])

    def _finish(self, finished: GenerationFinished) -> None:
        self.output.finish(finished)
        if self.chosen.kept is None and self._steps and finished.ending is not Ending.STOPPED:
            self.chosen.choose(len(self._steps) // 2)

    @Slot(object)
    def _show_step(self, index: int | None) -> None:
        self.output.set_step(index)
        self._look_at(None if index is None else self._steps[index])

    def _look_at(self, step: CharacterStep | None) -> None:
        self.output.look_at(step)
        if self._candidates is not None:
            self._candidates.show_step(step)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        self.mr.set_theme(theme)
        self.runs.set_theme(theme)
        self.output.set_theme(theme)
        if self._candidates is not None:
            self._candidates.set_theme(theme)
