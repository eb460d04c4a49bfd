"""A line that says how far long work has come, and how long the rest will take."""

from __future__ import annotations

import sys
import time

from core.records import Progress

_SOON = 2
"""Seconds of work before its rest is guessed."""


class ProgressLine:
    """Writes over itself on the terminal; where nobody would see it, it writes nothing."""

    def __init__(self) -> None:
        self._seen = sys.stderr.isatty()
        self._message = ""
        self._since = time.monotonic()

    def show(self, progress: Progress) -> None:
        """Say this in the place of what stands there."""
        if progress.message != self._message:
            self._message, self._since = progress.message, time.monotonic()
        if self._seen:
            line = progress_line(progress, time.monotonic() - self._since)
            print(f"\r\033[K{line}", end="", flush=True, file=sys.stderr)

    def clear(self) -> None:
        """Take it away."""
        if self._seen:
            print("\r\033[K", end="", flush=True, file=sys.stderr)


def progress_line(progress: Progress, seconds: float) -> str:
    """Such as "writing texts: 128 of 630 MRs, 0:12 left"; `seconds` have been spent on it."""
    if not progress.total:
        return progress.message
    line = f"{progress.message}: {_counted(progress.done, progress.total, progress.unit)}"
    if not progress.done or seconds < _SOON:
        return line
    left = round(seconds / progress.done * max(0, progress.total - progress.done))
    return f"{line}, {left // 60}:{left % 60:02} left"


def _counted(done: int, total: int, unit: str) -> str:
    if unit == "bytes":
        return f"{done / 1e6:.1f} of {total / 1e6:.1f} MB"
    return f"{done} of {total} {unit}"
