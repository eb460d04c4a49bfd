"""The instrument: the text that is shown, of one run's, its playback, and every view of it."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoStack

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.output.arrivals import Arrivals
from charcopy_gui.pages.output.branch_panel import BranchPanel
from charcopy_gui.pages.output.comparing import Comparing
from charcopy_gui.pages.output.looking import Looking
from charcopy_gui.pages.output.output_panel import OutputPanel
from charcopy_gui.pages.output.step_panel import StepPanel
from charcopy_gui.pages.output.stepping import Stepping
from charcopy_gui.pages.output.what_ifs import WhatIfs
from core.config import DecodingConfig
from core.generation_tree import Branch, BranchRequest, GenerationTree
from core.records import (
    END_LABEL,
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationRecord,
    GenerationStarted,
    Phase,
)


class Instrument(QObject):
    """Keeps every view at the chosen text and step, and at what is written of it.

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
        self._tree: GenerationTree | None = None
        self._left: WeakKeyDictionary[GenerationTree, tuple[int, int | None]] = WeakKeyDictionary()
        """Which text of a tree was seen last, and which step of it."""
        self._branch = 0
        self._steps: list[CharacterStep] = []
        self._what_ifs = WhatIfs(self, history)
        self._looking = Looking(self, self._what_ifs)
        self._arrivals = Arrivals(self, self._what_ifs, phase)
        self._comparing = Comparing(self)
        self.branches.branch_chosen.connect(self._choose_branch)

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
        """As much of the text as is shown; during a search the one that it prefers so far."""
        if draft := self._arrivals.draft:
            return draft
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
        self._arrivals.expect(config)

    def set_changeable(self, changeable: bool) -> None:
        """Offer to make something otherwise, or not."""
        self._what_ifs.set_allowed(changeable)
        self._looking.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours; the output takes its own."""
        self.step_panel.set_theme(theme)
        self.branches.set_theme(theme)

    # What the network did.

    def show_records(self, records: Sequence[GenerationRecord]) -> None:
        """Show what the network did since the last time."""
        self._arrivals.take(records)
        self.branches.refresh()
        self.changed.emit()

    def settle(self, *, stopped: bool) -> str:
        """Nothing is written any more; what is good to know of how it ended, if anything."""
        return self._arrivals.settle(stopped=stopped)

    def begin(self, tree: GenerationTree, started: GenerationStarted) -> None:
        """The first text of a new run begins, and is shown."""
        self._leave()
        self._tree, self._branch, self._steps = tree, started.branch, []
        self.branches.show_tree(tree)
        self.branches.set_branch(self._branch)
        self.output.start(started)
        self.stepping.begin()

    def grow(self) -> None:
        """More of the text that is shown was written."""
        if self._tree is None:
            return
        written = self._tree.steps(self._branch)
        new = written[len(self._steps) :]
        self._steps = written
        if new:
            self.output.append(new)
            self.stepping.grow(len(written))
            self.output.transport.show_step(self.stepping.step, len(written))

    def finish(self) -> None:
        """The text that is shown has ended."""
        if self._tree is not None:
            part = self._tree[self._branch]
            self.output.finish(_finished(self._tree, part))
            whole = part.ending is not Ending.STOPPED
            self.stepping.finish(whole=whole, telling=_most_telling(self._steps))
            self._comparing.refresh()

    # Which text is shown.

    def show_branch(self, tree: GenerationTree, branch: int, step: int | None) -> None:
        """Show a text, also one of an earlier run, with a step chosen."""
        if tree is not self._tree:
            self._leave()
            self._arrivals.know(tree)
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
        self._comparing.refresh()
        self.changed.emit()

    def show_tree(self, tree: GenerationTree) -> None:
        """Show an earlier run as it was left."""
        branch, step = self._left.get(tree, (0, None))
        self.show_branch(tree, branch if branch in tree else 0, step)

    def open(self, tree: GenerationTree, branch: int, step: int | None) -> None:
        """Show what was kept, in the place of what is shown."""
        before = self._tree
        self.show_branch(tree, branch, step)
        self._what_ifs.replaced(before, tree, "Open session")

    def _leave(self) -> None:
        if self._tree is not None:
            self._left[self._tree] = self._branch, self.stepping.chosen.kept

    def ask(self, request: BranchRequest) -> None:
        """Have a branch written."""
        self.branch_requested.emit(request)

    @Slot(int)
    def _choose_branch(self, branch: int) -> None:
        if self._tree is not None and branch != self._branch:
            self.show_branch(self._tree, branch, self.stepping.chosen.kept)

    # Which step is chosen.

    def choose_step(self, index: int) -> None:
        """Look at a step."""
        self.stepping.choose(index)

    def move_step(self, by: int) -> None:
        """Look at the step so many characters on."""
        self.stepping.move(by)


def _most_telling(steps: Sequence[CharacterStep]) -> int:
    """Where the network was least sure, since other characters had a chance; of equals a middle."""
    middle = len(steps) // 2
    ranked = ((step.entropy, -abs(step.index - middle), step.index) for step in steps)
    return max(ranked, default=(0.0, 0, 0))[2]


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
