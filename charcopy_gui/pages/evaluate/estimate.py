"""How far an evaluation is, and how long its part at hand will still take."""

from __future__ import annotations

from charcopy_gui.pages.durations import duration
from core.records import Progress

_WRITING = "MRs"
"""The unit of texts that are being written."""
_WRITING_SHARE = 0.9
"""Of the whole, where a model writes; the rest is scoring."""
_METRICS = ("BLEU", "NIST", "ROUGE-L", "CIDEr", "slots", "METEOR")
"""In the order in which they are computed."""
_LEAST_SECONDS = 1.0
"""Before so much has passed, nothing is foretold."""


class Estimate:
    """Learns from progress; writing and every metric are parts with a pace of their own."""

    def __init__(self, *, writes: bool) -> None:
        """Whether a model writes first, or texts are there already."""
        self._start = _WRITING_SHARE if writes else 0.0
        self._part = ""
        self._began = (0.0, 0)
        self._share = 0.0

    @property
    def share(self) -> float:
        """What is done of the whole, between 0 and 1."""
        return self._share

    def add(self, progress: Progress, now: float) -> str:
        """Take progress at a time in seconds; says in words how far it is."""
        if progress.message != self._part:
            self._part, self._began = progress.message, (now, progress.done)
        done = progress.done / progress.total if progress.total else 0.0
        if progress.unit == _WRITING:
            self._share = self._start * done
        elif progress.message in _METRICS:
            finished = (_METRICS.index(progress.message) + done) / len(_METRICS)
            self._share = self._start + (1 - self._start) * finished
        return " · ".join([self._counted(progress), *self._left(progress, now)])

    def _counted(self, progress: Progress) -> str:
        scoring = progress.message in _METRICS
        doing = f"Scoring: {progress.message}" if scoring else progress.message.capitalize()
        if not progress.total:
            return doing
        return f"{doing}, {progress.done:,} of {progress.total:,}"

    def _left(self, progress: Progress, now: float) -> list[str]:
        began, first = self._began
        done, spent = progress.done - first, now - began
        if not progress.total or done <= 0 or spent < _LEAST_SECONDS:
            return []
        left = (progress.total - progress.done) * spent / done
        then = ", then they are scored" if progress.unit == _WRITING else ""
        return [f"about {duration(left)} left{then}"]
