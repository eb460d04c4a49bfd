"""What may come next in many texts at once, once it was seen to be numbers.

Shapes: B rows, V alphabet, X extra characters.
"""

from __future__ import annotations

from torch import Tensor

from core.failures import InputError
from core.network.memory import Memory
from core.network.outputs import Outputs


class DistributionError(InputError):
    """The network gave no probabilities; the message names the character and the source."""

    def __init__(self, index: int, source: str) -> None:
        super().__init__(
            f"The network gives no numbers for character {index + 1} of the text for {source!r}; "
            "its weights are damaged or far too large."
        )


def mixture(outputs: Outputs, memory: Memory, index: int) -> Tensor:
    """P of every character (equation 7) in a single step, after `index` characters: (B, V+X).

    Raises:
        DistributionError: a probability is no number.
    """
    generated, copied = outputs.shares()
    found = (generated + copied)[:, 0]
    if not found.sum().isfinite():
        row = int(found.sum(-1).isfinite().logical_not().nonzero()[0])
        raise DistributionError(index, memory.sources.texts[int(memory.groups[row])])
    return found
