"""How long a download still takes, by its own speed."""

from __future__ import annotations

from collections import deque

from core.records import Progress

_WINDOW_SECONDS = 8.0
"""Of the download, whose speed is taken: long enough to be steady, short enough to be true."""
_LEAST_SECONDS = 1.0
"""Before so much has passed, nothing is foretold."""


class TimeLeft:
    """Learns from progress; each file has a pace of its own."""

    def __init__(self) -> None:
        self._message = ""
        self._past: deque[tuple[float, int]] = deque()

    def add(self, progress: Progress, now: float) -> float | None:
        """Take progress at a time in seconds.

        Returns what the rest of it will take, 0 or more; None while there is too little to tell by.
        """
        if progress.message != self._message or (self._past and progress.done < self._past[-1][1]):
            self._message = progress.message
            self._past.clear()
        self._past.append((now, progress.done))
        while len(self._past) > 2 and now - self._past[1][0] >= _WINDOW_SECONDS:
            self._past.popleft()
        since, before = self._past[0]
        spent, done = now - since, progress.done - before
        if not progress.total or done <= 0 or spent < _LEAST_SECONDS:
            return None
        return max(0, progress.total - progress.done) * spent / done
