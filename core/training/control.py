"""TrainingControl: how a running training is told to pause or stop."""

from __future__ import annotations

from dataclasses import dataclass, field
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

    def wait_while_paused(self) -> None:
        """Return once training may go on.

        Raises:
            Cancelled: training is to stop.
        """
        cancellation.check(self.cancel)
        while self.pause.is_set():
            self.cancel.wait(_LOOK_EVERY)
            cancellation.check(self.cancel)
