"""What the network writes, put where it belongs: every record into the tree of its run."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakValueDictionary

from core.config import DecodingConfig
from core.generation_tree import GenerationTree
from core.records import (
    CharacterStep,
    GenerationFinished,
    GenerationStarted,
    HypothesesFound,
    Phase,
)


class Written:
    """Knows the trees of all runs as long as someone can still show them.

    A text goes on growing while another one is looked at.
    """

    def __init__(self, phase: Phase) -> None:
        self._phase = phase
        self._config = DecodingConfig()
        self._trees: WeakValueDictionary[int, GenerationTree] = WeakValueDictionary()
        self._newest = 0
        """The newest run: what comes of one before it that was never begun is too late."""

    def expect(self, config: DecodingConfig) -> None:
        """The next run's texts are written so."""
        self._config = config

    def know(self, tree: GenerationTree) -> None:
        """Take in a tree that was not written here, or not now."""
        self._trees[tree.run] = tree
        self._newest = max(self._newest, tree.run)

    def find(self, found: HypothesesFound) -> None:
        """Beam search has found its texts; they come next."""
        if (tree := self._trees.get(found.run)) is not None:
            tree.hypotheses = found.hypotheses

    def begin(self, started: GenerationStarted) -> GenerationTree | None:
        """A text begins; its tree, where it is the first of a new run."""
        if started.run > self._newest:
            self.settle()
            tree = GenerationTree(
                started.run, started.source, self._phase, self._config, started.model
            )
            tree.begin(started)
            self.know(tree)
            return tree
        known = self._trees.get(started.run)
        if known is not None and started.branch < len(known.hypotheses):
            known.begin(started)  # A branch was planned before; one that was deleted stays away.
        return None

    def append(self, steps: Sequence[CharacterStep]) -> None:
        """Characters were written."""
        for run in {step.run for step in steps}:
            if (tree := self._trees.get(run)) is not None:
                tree.append([step for step in steps if step.run == run])

    def finish(self, finished: GenerationFinished) -> GenerationTree | None:
        """A text has ended; its tree, where that still has it."""
        tree = self._trees.get(finished.run)
        if tree is None or finished.branch not in tree:
            return None
        tree.finish(finished)
        return tree

    def settle(self) -> None:
        """Nothing is written any more: what is unfinished stays so."""
        for tree in self._trees.values():
            for branch in [part.id for part in tree if part.ending is None]:
                tree.finish(tree.stopped(branch))
