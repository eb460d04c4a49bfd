"""TrainingControl: how a running training is told to pause or stop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Event

from core import cancellation

_LOOK_EVERY = 0.05
"""Seconds between two looks at the events while paused."""


@dataclass(frozen=True, slots=True)
class TrainingControl:
    """Events that another thread sets directly; training looks at them."""

    cancel: Event = field(default_factory=Event)
    """Looked at every character, in forward and backward passes."""
    pause: Event = field(default_factory=Event)
    """Looked at between steps; training goes on once it is cleared."""
    stop_after_epoch: Event = field(default_factory=Event)
    probes: SimpleQueue[str] = field(default_factory=SimpleQueue)
    """Meaning representations to be written with the weights as they are, in the next pause
    between two steps or between two parts of an evaluation."""

    def wait(self) -> None:
        """Stand still for a moment.

        Raises:
            Cancelled: training is to stop.
        """
        self.cancel.wait(_LOOK_EVERY)
        cancellation.check(self.cancel)

    def waiting_probes(self) -> Iterator[str]:
        """The meaning representations asked for since the last time."""
        while not self.probes.empty():
            yield self.probes.get()
