"""Ctrl+C while work goes on: an event, so that the work can save and end."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event


@contextmanager
def interruption_sets(event: Event) -> Iterator[None]:
    """Ctrl+C lets the work save and end; pressed again, it ends it at once."""
    before = signal.getsignal(signal.SIGINT)

    def set_event(*_: object) -> None:
        event.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, set_event)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
