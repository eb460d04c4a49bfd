"""Expectation: what a training will take, and beside it what it then took."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from charcopy_gui.pages.durations import duration
from charcopy_gui.pages.parts.status_parts import details
from charcopy_gui.pages.train.amounts import megabytes
from core.estimates import Estimate
from core.records import Progress

_TIP = "Time a few steps, to say how long this training will take and how much memory"
_OUTDATED = " · for settings that have changed since"


class Course(Enum):
    """What became of a run so far, in words before how long it took."""

    GOING_ON = "So far"
    WHOLE = "It took"
    STOPPED = "stopped after"
    FAILED = "failed after"

    @property
    def is_cut_short(self) -> bool:
        """Whether it is no measure of what the whole run would have taken."""
        return self in (Course.STOPPED, Course.FAILED)


class Expectation(QWidget):
    """A button that asks, and a line that says."""

    requested = Signal()
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = QPushButton("Estimate")
        self._words = details("Estimate in words")
        self._estimate: Estimate | None = None
        self._trying = self._outdated = False
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._words)
        self.button.clicked.connect(self._press)
        self.set_trying(False)
        self._say("")

    @property
    def trying(self) -> bool:
        """Whether steps are being timed."""
        return self._trying

    def set_trying(self, trying: bool) -> None:
        """Offer to cancel what is being timed, or to begin."""
        self._trying = trying
        words = "Cancel estimate" if trying else "Estimate"
        self.button.setText(words)
        self.button.setAccessibleName(words)
        self.button.setToolTip("Stop, and discard the estimate" if trying else _TIP)
        if trying:
            self._say("Reading the corpus and timing a few steps")
        elif self._estimate is None:
            self._say("")
        else:
            self._say_estimate()

    def show_progress(self, progress: Progress) -> None:
        """Say what is being done."""
        count = f" {progress.done} of {progress.total}" if progress.total else ""
        self._say(f"Estimate: {progress.message}{count}")

    def show_estimate(self, estimate: Estimate) -> None:
        """Say what was found."""
        self._estimate, self._outdated = estimate, False
        self._say_estimate()

    def show_problem(self, sentence: str) -> None:
        """Say why nothing was found."""
        self._estimate = None
        self._say(f"No estimate: {sentence}")

    def set_outdated(self, outdated: bool) -> None:
        """Whether the settings are others than those that the estimate is for."""
        if self._estimate is not None and not self._trying and outdated != self._outdated:
            self._outdated = outdated
            self._say_estimate()

    def begin(self) -> None:
        """The run begins; an estimate for other settings says nothing of it."""
        if self._outdated:
            self._estimate = None
        self._say("" if self._estimate is None else self._in_words(self._estimate))

    def compare(self, seconds: float, memory: int, course: Course) -> None:
        """Say what it takes beside what was expected; no memory where it is not known.

        What was cut short is not held against the estimate of the whole, and not named where it
        took no time.
        """
        if self._estimate is None:
            return
        expected, took = duration(self._estimate.seconds), duration(seconds)
        if course.is_cut_short:
            end = f"; {course.value} {took}" if seconds else ""
            self._say(f"Estimated: {expected}{end}.")
            return
        if memory:
            expected += f" and {megabytes(self._estimate.peak_bytes)}"
            took += f" and {megabytes(memory)}"
        self._say(f"Estimated: {expected}. {course.value}: {took}.")

    def forget(self) -> None:
        """A run that is not that of the settings begins."""
        self._estimate, self._outdated = None, False
        self._say("")

    def _say_estimate(self) -> None:
        if self._estimate is not None:
            self._say(self._in_words(self._estimate) + (_OUTDATED if self._outdated else ""))

    def _in_words(self, estimate: Estimate) -> str:
        parts = (
            f"Estimate: about {duration(estimate.seconds)} for {estimate.steps:,} steps",
            f"{megabytes(estimate.peak_bytes)} of memory",
            f"{estimate.weights:,} weights",
        )
        return " · ".join(parts)

    def _say(self, words: str) -> None:
        self._words.setText(words)
        self.setVisible(bool(words))

    @Slot()
    def _press(self) -> None:
        (self.cancel_requested if self._trying else self.requested).emit()
