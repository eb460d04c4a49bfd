"""Going through a large set in portions: between two of them work can be stopped, and is told."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from threading import Event
from typing import TypeVar

from core import cancellation
from core.records import Progress

PORTION = 64
"""Texts between two looks at the event."""

_Item = TypeVar("_Item")
_Found = TypeVar("_Found")


def each(
    work: Callable[[_Item], _Found], items: Sequence[_Item], message: str, cancel: Event | None
) -> Generator[Progress, None, list[_Found]]:
    """Do something with every item.

    Yields:
        Progress with this message, before each portion.

    Returns:
        What it gave for each.

    Raises:
        Cancelled: the event was set.
    """
    found: list[_Found] = []
    for start in range(0, len(items), PORTION):
        cancellation.check(cancel)
        yield Progress(start, len(items), "texts", message)
        found += map(work, items[start : start + PORTION])
    return found
