"""The instrument: one run's texts, the one that is shown, its playback, and every view of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoStack

from charcopy_gui.pages.output.branch_panel import BranchPanel
from charcopy_gui.pages.output.departure import departure
from charcopy_gui.pages.output.differing import differing
from charcopy_gui.pages.output.output_panel import OutputPanel
from charcopy_gui.pages.output.step_panel import StepPanel
from charcopy_gui.pages.output.stepping import Stepping
from charcopy_gui.pages.output.what_ifs import WhatIfs
from charcopy_gui.source_words import where_it_looks
from charcopy_gui.theme import Theme
from core.config import DecodingConfig
from core.generation_tree import Branch, BranchRequest, GenerationTree
from core.records import (
    END_LABEL,
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationRecord,
    GenerationStarted,
    HypothesesFound,
    Phase,
)


class Instrument(QObject):
    """Takes records in and keeps every view at the chosen text and step.

    A page lays out `output`, `step_panel` and `branches`, and gives the records on.
    """

    branch_requested = Signal(object)
    """A BranchRequest of the tree that is shown."""
    changed = Signal()
    """Another text is shown, or more of it, or it has ended."""

    def __init__(
        self,
        output: OutputPanel,
        phase: Phase,
        history: QUndoStack | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Without a history nothing can be made otherwise, only looked at."""
        super().__init__(parent)
        self.output = output
        self.step_panel = StepPanel()
        self.branches = BranchPanel()
        self.stepping = Stepping(self)
        self._phase = phase
        self._config = DecodingConfig()
        self._tree: GenerationTree | None = None
        self._found: HypothesesFound | None = None
        self._branch = 0
        self._steps: list[CharacterStep] = []
        self._what_ifs = WhatIfs(self, history)
        self._join()

    def _join(self) -> None:
        output = self.output
        stepping = self.stepping
        output.step_hovered.connect(stepping.chosen.hover)
        output.step_clicked.connect(stepping.choose)
        output.play_pressed.connect(stepping.play_or_pause)
        output.transport.step_wanted.connect(stepping.go_to)
        output.transport.speed_changed.connect(stepping.playback.set_speed)
        stepping.step_changed.connect(self._show_step)
        stepping.shown_changed.connect(self._show_playback)
        self.branches.branch_chosen.connect(self._choose_branch)
        self.branches.compared_changed.connect(self._compare)

    # What is shown.

    @property
    def tree(self) -> GenerationTree | None:
        """All texts of the run that is shown."""
        return self._tree

    @property
    def branch(self) -> int:
        """The number of the text that is shown."""
        return self._branch

    @property
    def steps(self) -> Sequence[CharacterStep]:
        """The steps of the text that is shown, as far as it is written."""
        return self._steps

    @property
    def text(self) -> str:
        """The text that is shown, as far as it is written."""
        return "" if self._tree is None else self._tree.text(self._branch)

    @property
    def shown_text(self) -> str:
        """As much of the text as is shown."""
        shown = self._steps[: self.stepping.playback.shown]
        return "".join(step.character for step in shown if step.character != END_LABEL)

    @property
    def complete(self) -> bool:
        """Whether the text has ended, and all of it is shown."""
        return self.ending is not None and len(self._steps) == self.stepping.playback.shown

    @property
    def ending(self) -> Ending | None:
        """How the text that is shown has ended; None before that."""
        known = self._tree is not None and self._branch in self._tree
        return self._tree[self._branch].ending if known and self._tree is not None else None

    def expect(self, config: DecodingConfig) -> None:
        """The next run's texts are written so."""
        self._config = config

    def set_changeable(self, changeable: bool) -> None:
        """Offer to make something otherwise, or not."""
        self._what_ifs.set_allowed(changeable)
        self._look_at(self.stepping.step)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours; the output takes its own."""
        self.step_panel.set_theme(theme)
        self.branches.set_theme(theme)

    # What the network did.

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
                self._begin(record)
            elif isinstance(record, HypothesesFound):
                self._found = record
            else:
                self._finish(record)
        self._append(steps)
        self.branches.refresh()
        self.changed.emit()

    def _begin(self, started: GenerationStarted) -> None:
        tree = self._tree
        if tree is None or started.run > tree.run:
            tree = GenerationTree(
                started.run, started.source, self._phase, self._config, started.model
            )
            if self._found is not None and self._found.run == started.run:
                tree.hypotheses = self._found.hypotheses
            tree.begin(started)
            self._tree, self._branch, self._steps = tree, started.branch, []
            self.branches.show_tree(tree)
            self.branches.set_branch(self._branch)
            self.output.start(started)
            self.stepping.begin()
        elif started.run == tree.run and started.branch < len(tree.hypotheses):
            tree.begin(started)  # A branch was planned before; one that was deleted stays away.

    def _append(self, steps: Sequence[CharacterStep]) -> None:
        tree = self._tree
        ours = [step for step in steps if tree is not None and step.run == tree.run]
        if tree is None or not ours:
            return
        tree.append(ours)
        if self._branch in tree and any(step.branch == self._branch for step in ours):
            written = tree.steps(self._branch)
            new = written[len(self._steps) :]
            self._steps = written
            if new:
                self.output.append(new)
                self.stepping.grow(len(written))
                self.output.transport.show_step(self.stepping.step, len(written))

    def _finish(self, finished: GenerationFinished) -> None:
        tree = self._tree
        if tree is None or finished.run != tree.run or finished.branch not in tree:
            return
        tree.finish(finished)
        if finished.branch == self._branch:
            self.output.finish(_finished(tree, tree[finished.branch]))
            self.stepping.finish(whole=finished.ending is not Ending.STOPPED)
            self._compare()

    # Which text is shown.

    def show_branch(self, tree: GenerationTree, branch: int, step: int | None) -> None:
        """Show a text, also one of an earlier run, with a step chosen."""
        if tree is not self._tree:
            self._tree = tree
            self.branches.show_tree(tree)
        else:
            self.branches.refresh()
        self._branch, self._steps = branch, tree.steps(branch)
        self.branches.set_branch(branch)
        part = tree[branch]
        self.output.start(GenerationStarted(tree.run, branch, tree.source, tree.model))
        if self._steps:
            self.output.append(self._steps)
        if part.ending is None:
            self.stepping.go_on(len(self._steps), step)
        else:
            self.output.finish(_finished(tree, part))
            self.stepping.show(len(self._steps), step)
        self._compare()
        self.changed.emit()

    def ask(self, request: BranchRequest) -> None:
        """Have a branch written."""
        self.branch_requested.emit(request)

    @Slot(int)
    def _choose_branch(self, branch: int) -> None:
        if self._tree is not None and branch != self._branch:
            self.show_branch(self._tree, branch, self.stepping.chosen.kept)

    @Slot()
    def _compare(self) -> None:
        """Mark in which characters the text differs from another."""
        tree, words = self._tree, ""
        marks: frozenset[int] = frozenset()
        other = self.branches.compared(self._branch)
        if tree is not None and other is not None and self.ending is not None:
            marks = differing(self.text, tree.text(other))
            name = departure(tree, tree[other])
            words = f"A line above: differs from “{name}”." if marks else f"The same as “{name}”."
        self.output.reading.set_differing(marks)
        self.output.status.show_comparison(words)

    # Which step is chosen.

    def choose_step(self, index: int) -> None:
        """Look at a step."""
        self.stepping.choose(index)

    def move_step(self, by: int) -> None:
        """Look at the step so many characters on."""
        self.stepping.move(by)

    @Slot()
    def _show_playback(self) -> None:
        playback = self.stepping.playback
        awaited = playback.playing and playback.speed is not None
        everything = playback.shown == playback.written and not awaited
        self.output.set_shown(None if everything else playback.shown)
        self.output.set_playing(playback.playing)
        self.output.transport.show_step(self.stepping.step, len(self._steps))

    @Slot(object)
    def _show_step(self, index: int | None) -> None:
        self.output.set_step(index)
        self.output.transport.show_step(index, len(self._steps))
        self._look_at(index)

    def _look_at(self, index: int | None) -> None:
        step = None if index is None else self._steps[index]
        self.output.look_at(step)
        self._what_ifs.look_at(self._tree, self._branch, step)
        if step is not None:
            self.output.attention.set_copy_known(step.copy_alignment is not None)
        self.say_where_it_looks()

    def say_where_it_looks(self) -> None:
        """Say over the source where the chosen step looks."""
        index, tree = self.stepping.step, self._tree
        if index is None or tree is None:
            self.output.attention.say("")
        else:
            self.output.attention.say(where_it_looks(self._steps[index], tree.source))


def _finished(tree: GenerationTree, branch: Branch) -> GenerationFinished:
    """The last record of a text; a branch has no speed, since its beginning was there already."""
    seconds = 0.0 if branch.what_if is not None else branch.seconds
    return GenerationFinished(
        tree.run,
        branch.id,
        tree.text(branch.id),
        branch.ending or Ending.STOPPED,
        branch.log_probability,
        seconds,
    )
