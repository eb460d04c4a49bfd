"""A sentence about a text that the model was unsure of: why, and what may help."""

from __future__ import annotations

from core.config import Strategy
from core.generation_tree import GenerationTree
from core.records import Ending

UNSURE = 0.3
"""Nats a character: sentences have about 0.1, and words fall apart above this."""
_FEW = 3
"""Slots; with fewer, another one is the best help."""
_EMPTY = "The model ended at once: there is no text."
_UNLIKE = "The model is unsure of this text: it has learnt from few tables like this one."
_DRAWN = "The model is unsure of this text."
_SLOT = "Another slot may help."
_REMEDIES = {
    Strategy.GREEDY: "Beam search may help.",
    Strategy.SAMPLED: "A lower temperature may help.",
    Strategy.BEAM: "",
}


def doubt(tree: GenerationTree, branch: int) -> str:
    """What is to be said of a text that has ended; mostly nothing.

    Nothing is said of what people had made otherwise: that need not be likely.
    """
    part, steps = tree[branch], tree.steps(branch)
    if part.ending is not Ending.END or part.what_if is not None or not steps:
        return ""
    remedy = _SLOT if len(tree.source.slot_spans) < _FEW else _REMEDIES[tree.config.strategy]
    if len(steps) == 1:
        what = _EMPTY
    elif abs(part.log_probability) > UNSURE * len(steps):
        what = _DRAWN if remedy == _REMEDIES[Strategy.SAMPLED] else _UNLIKE
    else:
        return ""
    return f"{what} {remedy}".rstrip()
