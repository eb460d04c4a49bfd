"""The course of one evaluation, from Start to its end: how far it is, what came of it, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from charcopy_gui.pages.evaluate.bar import Status
from charcopy_gui.pages.evaluate.estimate import Estimate
from charcopy_gui.pages.evaluate.result import Result
from charcopy_gui.storage.settings import EvaluationChoices
from core.records import Progress

if TYPE_CHECKING:
    from core.metrics.report import Report


class Course:
    """What the page knows of the evaluation that it asked for last."""

    def __init__(self, choices: EvaluationChoices) -> None:
        self._choices = choices
        self._estimate = Estimate(writes=bool(choices.model))
        self._expected, self._published = 0, ""
        self._notices: tuple[str, ...] = ()
        self.result: Result | None = None
        self.refusal: tuple[bool, str] | None = None
        """Whether it is about the system, and why that or the corpus does not do."""
        self.failed = False

    def begin(self, texts: int, published: str, notices: Sequence[str]) -> None:
        """So many texts are to be scored, of this known corpus' test split or of none."""
        self._expected, self._published, self._notices = texts, published, tuple(notices)

    def add(self, progress: Progress, now: float) -> str:
        """Take progress at a time in seconds; says in words how far it is."""
        return self._estimate.add(progress, now)

    @property
    def share(self) -> float:
        """What is done of it, between 0 and 1."""
        return self._estimate.share

    def keep(self, report: Report) -> Result:
        """What came of it."""
        self.result = Result(
            report, self._choices, self._expected, self._published, notices=self._notices
        )
        return self.result

    def ending(self, *, stopped: bool) -> tuple[Status, str]:
        """How it ended, and what there is to say of that; of a failure that was said before."""
        if self.failed:
            return Status.FAILED, ""
        if self.refusal is not None:
            return Status.REFUSED, "The message under the settings says why."
        if not stopped:
            return Status.FINISHED, f"Finished: {told(self.result, self._expected)}."
        if self.result is None:
            return Status.STOPPED, "Stopped; there are no figures."
        count = len(self.result.report.texts)
        return (
            Status.STOPPED,
            f"Stopped; the {count:,} of {self._expected:,} texts that were finished are scored.",
        )


def told(result: Result | None, expected: int) -> str:
    """What was evaluated, such as "547 texts of e2e on E2E dev"."""
    count = f"{expected:,} text{'' if expected == 1 else 's'}"
    return (
        count if result is None else f"{count} of {result.report.system} on {result.report.corpus}"
    )
