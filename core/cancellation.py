"""How long work is told to stop: an event that the loops over characters look at."""

from __future__ import annotations

from threading import Event


class Cancelled(Exception):  # noqa: N818 - a request that was granted, not an error
    """Raised inside a loop over characters once its event is set; unfinished work is dropped."""


def check(cancel: Event | None) -> None:
    """Look at the event, once a character.

    Raises:
        Cancelled: it is set.
    """
    if cancel is not None and cancel.is_set():
        raise Cancelled
