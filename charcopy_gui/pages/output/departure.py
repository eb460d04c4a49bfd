"""Why a text departs from another, in words, and what it is from there on."""

from __future__ import annotations

from charcopy_gui.appearance.source_words import place, quoted
from core.config import Strategy
from core.generation_tree import Branch, GenerationTree
from core.records import WhatIf


def departure(tree: GenerationTree, branch: Branch) -> str:
    """What is otherwise in a branch than in the one it departs from; what it is, if in none."""
    made = branch.what_if
    if made is None:
        if tree.config.strategy is Strategy.BEAM:
            return f"text {branch.id + 1}"
        return "as written"
    number = made.index + 1
    if made.p_gen is not None:
        return f"step {number}: p_gen {made.p_gen:.2f}"
    if made.position is not None:
        return f"step {number}: looks at {place(tree.source, made.position)}"
    return f"step {number}: {quoted(made.character or '')} instead of {_replaced(tree, made)}"


def model_text(tree: GenerationTree, branch: Branch) -> int | None:
    """The text that a branch is held against: the one it departs from, or the best of the beam."""
    if branch.parent is not None:
        return branch.parent
    return 0 if branch.id and 0 in tree else None


def excerpt(tree: GenerationTree, branch: Branch) -> str:
    """A text from the word in which it goes its own way."""
    text, other = tree.text(branch.id), model_text(tree, branch)
    if other is None or other not in tree:
        return text
    pairs = zip(text, tree.text(other), strict=False)
    same = next((at for at, (a, b) in enumerate(pairs) if a != b), len(text))
    start = text.rfind(" ", 0, min(same, len(text) - 1) + 1) + 1
    return text if start == 0 or same == len(text) else f"… {text[start:]}"


def _replaced(tree: GenerationTree, made: WhatIf) -> str:
    steps = tree.steps(made.branch) if made.branch in tree else []
    return quoted(steps[made.index].character) if made.index < len(steps) else "another"
