"""Ctrl+C and SIGTERM while work goes on: an event, so that the work can save and end."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""The second is what a computer sends that is shut down."""


@contextmanager
def interruption_sets(event: Event) -> Iterator[None]:
    """Ctrl+C lets the work save and end; pressed again, it ends it at once."""
    before = {number: signal.getsignal(number) for number in _SIGNALS}

    def set_event(*_: object) -> None:
        event.set()
        give_back()

    def give_back() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    for number in _SIGNALS:
        signal.signal(number, set_event)
    try:
        yield
    finally:
        give_back()
