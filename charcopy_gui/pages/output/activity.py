"""What is going on behind a page on which texts are written."""

from __future__ import annotations

from enum import Enum


class Activity(Enum):
    """What is going on behind the page."""

    IDLE = "idle"
    LOADING = "loading"
    WRITING = "writing"
    STOPPING = "stopping"

    @property
    def can_run(self) -> bool:
        """Whether a text can be asked for."""
        return self in (Activity.IDLE, Activity.LOADING)

    @property
    def can_stop(self) -> bool:
        """Whether there is something to end."""
        return self in (Activity.LOADING, Activity.WRITING)
