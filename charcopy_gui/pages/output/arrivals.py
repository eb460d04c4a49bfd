"""What the network did, as it comes: into its run's tree, and into view where that is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from charcopy_gui.pages.output.written import Written
from core.config import DecodingConfig
from core.records import (
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationRecord,
    GenerationStarted,
    HypothesesFound,
    Phase,
    SearchProgress,
)

if TYPE_CHECKING:
    from charcopy_gui.pages.output.instrument import Instrument
    from charcopy_gui.pages.output.what_ifs import WhatIfs
    from core.generation_tree import GenerationTree

_NOTHING = "Stopped before the first character."
_RESTORED = "Stopped at once: the previous text is back."
_BEST_SO_FAR = "Stopped: the best text found so far."
_BRANCHES_KEPT = "Undo brings the branches back."


class Arrivals:
    """Takes records; a run that brings no character leaves what was shown before."""

    def __init__(self, instrument: Instrument, what_ifs: WhatIfs, phase: Phase) -> None:
        self._instrument = instrument
        self._what_ifs = what_ifs
        self._written = Written(phase)
        self._before: GenerationTree | None = None
        """The run that was shown, until the new one has a character."""
        self._progress: SearchProgress | None = None
        """How far the search has come, until it has found its texts."""
        self._words = ""
        """What is good to know of the run, once it has ended."""

    def expect(self, config: DecodingConfig) -> None:
        """The next run's texts are written so."""
        self._written.expect(config)

    def know(self, tree: GenerationTree) -> None:
        """Another tree is shown: one that was not written here, or not now."""
        self._written.know(tree)

    @property
    def draft(self) -> str:
        """The text that a search prefers so far, where it is that of the run that is shown."""
        progress, tree = self._progress, self._instrument.tree
        return (
            "" if progress is None or tree is None or progress.run != tree.run else progress.leading
        )

    def take(self, records: Sequence[GenerationRecord]) -> None:
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
            elif isinstance(record, SearchProgress):
                self._progress = record
            elif isinstance(record, HypothesesFound):
                self._find(record)
            else:
                self._finish(record)
        self._append(steps)
        if self._progress is not None and self.draft:
            self._instrument.output.show_progress(self._progress)

    def settle(self, *, stopped: bool) -> str:
        """Nothing is written any more; what is good to know of how it ended, if anything."""
        self._written.settle()
        self._progress = None
        words, self._words = self._words, ""
        before, self._before = self._before, None
        shown = self._instrument.tree
        if shown is None or shown.has_text:
            return words
        if before is not None:
            self._instrument.show_tree(before)
            return _RESTORED if stopped else ""
        return _NOTHING if stopped else ""

    def _begin(self, started: GenerationStarted) -> None:
        tree = self._written.begin(started)
        if tree is None:
            return
        shown = self._instrument.tree
        if shown is not None and shown.has_text:
            self._before = shown
        self._progress, self._words = None, ""
        self._instrument.begin(tree, started)

    def _find(self, found: HypothesesFound) -> None:
        self._progress = None
        self._written.find(found)
        if not found.complete and found.hypotheses[0].ending is Ending.END:
            self._words = _BEST_SO_FAR

    def _append(self, steps: Sequence[CharacterStep]) -> None:
        self._written.append(steps)
        tree, branch = self._instrument.tree, self._instrument.branch
        if tree is None or branch not in tree:
            return
        if any((step.run, step.branch) == (tree.run, branch) for step in steps):
            self._instrument.grow()
            before, self._before = self._before, None
            if before is not None and self._what_ifs.replaced(before, tree, "Run"):
                self._words = self._words or _BRANCHES_KEPT

    def _finish(self, finished: GenerationFinished) -> None:
        tree, shown = self._written.finish(finished), self._instrument
        if tree is not None and tree is shown.tree and finished.branch == shown.branch:
            shown.finish()
