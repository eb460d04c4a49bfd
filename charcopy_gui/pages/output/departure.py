"""Why a text departs from another, in words."""

from __future__ import annotations

from charcopy_gui.source_words import place, quoted
from core.config import Strategy
from core.generation_tree import Branch, GenerationTree
from core.records import WhatIf


def departure(tree: GenerationTree, branch: Branch) -> str:
    """What is otherwise in a branch than in the one it departs from; what it is, if in none."""
    made = branch.what_if
    if made is None:
        if tree.config.strategy is Strategy.BEAM:
            return f"beam {branch.id + 1}"
        return "as written"
    number = made.index + 1
    if made.p_gen is not None:
        return f"step {number}: p_gen {made.p_gen:.2f}"
    if made.position is not None:
        return f"step {number}: looks at {place(tree.source, made.position)}"
    return f"step {number}: {quoted(made.character or '')} instead of {_replaced(tree, made)}"


def _replaced(tree: GenerationTree, made: WhatIf) -> str:
    steps = tree.steps(made.branch) if made.branch in tree else []
    return quoted(steps[made.index].character) if made.index < len(steps) else "another"
