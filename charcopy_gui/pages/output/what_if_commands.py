"""What becomes of texts as steps that can be undone: they branch, go, and make room for others."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtGui import QUndoCommand

from charcopy_gui.pages.output.departure import departure
from core.generation_tree import Branch, BranchRequest, GenerationTree
from core.records import WhatIf


class Stage(Protocol):
    """Where texts are shown, and whoever has them written is told."""

    def show_branch(self, tree: GenerationTree, branch: int, step: int | None) -> None:
        """Show a text, also one of an earlier run, with a step chosen."""

    def show_tree(self, tree: GenerationTree) -> None:
        """Show an earlier run as it was left."""

    def ask(self, request: BranchRequest) -> None:
        """Have a branch written."""


class Depart(QUndoCommand):
    """One thing is otherwise at one step; what comes of it is a branch."""

    def __init__(self, stage: Stage, tree: GenerationTree, what_if: WhatIf) -> None:
        super().__init__()
        self._stage = stage
        self._tree = tree
        self._what_if = what_if
        self._gone: list[Branch] = []
        self._branch: int | None = None

    @property
    def tree(self) -> GenerationTree:
        """Whose branch it is."""
        return self._tree

    def redo(self) -> None:
        """Have the branch written, or bring it back."""
        if self._branch is None:
            request = self._tree.plan(self._what_if)
            self._branch = request.branch
            self.setText(_title("Branch", self._tree, self._tree[self._branch]))
        else:
            self._tree.restore(self._gone)
        self._stage.show_branch(self._tree, self._branch, self._what_if.index)
        if self._tree[self._branch].ending is None:
            self._stage.ask(self._tree.request(self._branch))

    def undo(self) -> None:
        """Take the branch away, and show the text it departs from."""
        if self._branch is not None:
            self._gone = self._tree.remove(self._branch)
        self._stage.show_branch(self._tree, self._what_if.branch, self._what_if.index)


class Delete(QUndoCommand):
    """A branch goes, and all that depart from it."""

    def __init__(self, stage: Stage, tree: GenerationTree, branch: Branch) -> None:
        super().__init__(_title("Delete branch", tree, branch))
        self._stage = stage
        self._tree = tree
        self._branch = branch
        self._gone: list[Branch] = []

    @property
    def tree(self) -> GenerationTree:
        """Whose branch it is."""
        return self._tree

    def redo(self) -> None:
        """Take them away, and show the text they depart from; one that departs from none stays."""
        if self._branch.parent is not None:
            self._gone = self._tree.remove(self._branch.id)
            self._stage.show_branch(self._tree, self._branch.parent, self._branch.start)

    def undo(self) -> None:
        """Bring them back."""
        self._tree.restore(self._gone)
        self._stage.show_branch(self._tree, self._branch.id, self._branch.start)


class Replace(QUndoCommand):
    """Another run's texts are shown in the place of those whose branches are in this history."""

    def __init__(
        self, stage: Stage, before: GenerationTree, after: GenerationTree, words: str
    ) -> None:
        """It was done already."""
        super().__init__(words)
        self._stage = stage
        self._before = before
        self._after = after
        self._done = False

    @property
    def tree(self) -> GenerationTree:
        """Whose texts are shown once it is done."""
        return self._after

    def redo(self) -> None:
        """Show the other run again."""
        if self._done:
            self._stage.show_tree(self._after)
        self._done = True

    def undo(self) -> None:
        """Show what was there before, with its branches."""
        self._stage.show_tree(self._before)


def _title(deed: str, tree: GenerationTree, branch: Branch) -> str:
    """The command's name, for a menu: an ampersand of the text is no mark of a shortcut there."""
    return f"{deed} ({departure(tree, branch)})".replace("&", "&&")
