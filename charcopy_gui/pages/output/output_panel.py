"""What was written, its numbers, and the views that say why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from PySide6.QtCore import Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from charcopy_gui import icons
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.output.reading_view import ReadingView
from charcopy_gui.pages.output.source_area import SourceArea
from charcopy_gui.theme import LIGHT, Theme
from core.records import (
    END_LABEL,
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationStarted,
)

_LARGEST_SHARE = 0.35
"""Of the page's height, for the text."""
_OUTDATED = "The table has changed since; Run writes it anew."
_ACTIVITIES = {
    Activity.LOADING: "Loading the model…",
    Activity.WRITING: "Writing…",
    Activity.STOPPING: "Stopping…",
}
_ENDINGS = {
    Ending.END: "",
    Ending.LENGTH: "Cut off: the longest length was reached.",
    Ending.STOPPED: "Stopped: the text is unfinished.",
}


class TraceLike(Protocol):
    """What the panel asks of the view of p_gen and alignments."""

    step_hovered: SignalInstance
    step_clicked: SignalInstance

    def start(self, started: GenerationStarted) -> None:
        """A text begins."""

    def append(self, steps: Sequence[CharacterStep]) -> None:
        """Characters were written."""

    def finish(self, finished: GenerationFinished) -> None:
        """The text has ended."""

    def set_step(self, index: int | None) -> None:
        """Mark a step, or none."""

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""


class OutputPanel(QWidget):
    """The text, a line about it, the trace, and the source as it is read."""

    step_hovered = Signal(int)
    step_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.reading = ReadingView()
        self.source = SourceArea()
        self._icon = QLabel()
        self._status = QLabel("Press Run to write a text.")
        self._numbers = QLabel()
        self._trace: TraceLike | None = None
        self._theme = LIGHT
        self._count = 0
        self._ending = ""
        self._words = self._status.text()
        self._failed = False
        self._busy = False
        self._outdated = False
        self._layout = QVBoxLayout(self)
        self._lay_out()
        self._fit_reading()
        self.reading.grown.connect(self._grow_reading)
        self.reading.step_hovered.connect(self.step_hovered)
        self.reading.step_clicked.connect(self.step_clicked)

    def _lay_out(self) -> None:
        for label, name in ((self._status, "status"), (self._numbers, "numbers")):
            label.setObjectName(name)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setProperty("muted", True)
        self._status.setAccessibleName("Status")
        self._status.setWordWrap(True)
        self._status.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._numbers.setAccessibleName("Numbers of this text")
        self._numbers.setToolTip(
            "Mean natural logarithm of the probability of a character, characters, and speed"
        )
        self._icon.hide()
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._icon)
        line.addWidget(self._status, 1)
        line.addWidget(self._numbers)
        self._layout.setContentsMargins(8, 16, 16, 16)
        self._layout.setSpacing(8)
        self._layout.addWidget(self.reading)
        self._layout.addLayout(line)
        self._layout.addStretch(1)
        self._layout.addWidget(self.source)

    def set_trace(self, trace: TraceLike) -> None:
        """Take the trace's view in."""
        self._trace = trace
        self._layout.takeAt(2)
        self._layout.insertWidget(2, cast(QWidget, trace), 1)
        trace.step_hovered.connect(self.step_hovered)
        trace.step_clicked.connect(self.step_clicked)

    # The text.

    def start(self, started: GenerationStarted) -> None:
        """A text begins."""
        self._count = 0
        self._ending = ""
        self._numbers.clear()
        for view in self._views():
            view.start(started)
        self.source.start(started)

    def append(self, steps: Sequence[CharacterStep]) -> None:
        """Characters were written."""
        self._count += len(steps)
        written = self._count - (steps[-1].character == END_LABEL)
        self._numbers.setText(f"{_number(written)} characters")
        for view in self._views():
            view.append(steps)

    def finish(self, finished: GenerationFinished) -> None:
        """The text has ended."""
        self._ending = _ENDINGS[finished.ending]
        for view in self._views():
            view.finish(finished)
        self._fit_reading()
        if self._count:
            mean = finished.log_probability / self._count
            parts = [f"{_number(mean, 3)} nats/char", f"{_number(len(finished.text))} characters"]
            if finished.seconds > 0:
                parts.append(f"{_number(round(self._count / finished.seconds))} chars/s")
            self._numbers.setText(" · ".join(parts))

    def set_step(self, index: int | None) -> None:
        """Mark a step, or none."""
        for view in self._views():
            view.set_step(index)

    def look_at(self, step: CharacterStep | None) -> None:
        """Shade the source by a step's alignment."""
        self.source.show_step(step)

    def _views(self) -> tuple[ReadingView | TraceLike, ...]:
        return (self.reading,) if self._trace is None else (self.reading, self._trace)

    # The room for the text: what it needs, from two lines to a share of the page.

    @Slot()
    def _grow_reading(self) -> None:
        self._fit_reading(least=self.reading.height())

    def _fit_reading(self, least: int = 0) -> None:
        two_lines = self.reading.least_height()
        most = max(two_lines, round(self.height() * _LARGEST_SHARE))
        wanted = max(self.reading.whole_height(), two_lines, least)
        self.reading.setFixedHeight(min(wanted, most))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the text the room it needs at this width."""
        super().resizeEvent(event)
        self._fit_reading()

    # The status.

    def show_activity(self, activity: Activity) -> None:
        """Say what goes on."""
        self._failed = False
        self._busy = activity in _ACTIVITIES
        self._say(_ACTIVITIES.get(activity, ""))

    def show_end(self, *, stopped: bool) -> None:
        """Say how it ended; a failure that was said stays."""
        self._busy = False
        if not self._failed:
            self._say(self._ending or (_ENDINGS[Ending.STOPPED] if stopped else ""))

    def say_error(self, sentence: str) -> None:
        """Say what went wrong."""
        self._failed = True
        self._say(sentence, error=True)

    def take_back(self, sentence: str, activity: Activity) -> None:
        """Say what else there is to say, where this is what went wrong and it no longer holds."""
        if self._failed and self._words == sentence:
            self._failed = False
            self._say(_ACTIVITIES.get(activity, self._ending))

    def set_outdated(self, outdated: bool) -> None:
        """Say or no longer say that the text is that of an earlier table."""
        if outdated != self._outdated:
            self._outdated = outdated
            self._say(self._words, error=self._failed)

    def _say(self, words: str, *, error: bool = False) -> None:
        self._words = words
        noted = self._outdated and not self._busy and not error
        self._status.setText(f"{words} {_OUTDATED}".lstrip() if noted else words)
        self._status.setProperty("error", error)
        self._status.setProperty("muted", not error)
        self._status.style().unpolish(self._status)
        self._status.style().polish(self._status)
        self._icon.setVisible(error)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        self._icon.setPixmap(icons.icon("warning", theme.error).pixmap(16, 16))
        for view in (*self._views(), self.source):
            view.set_theme(theme)


def _number(value: float, decimals: int = 0) -> str:
    """A number as people write it, with a true minus sign."""
    return f"{value:,.{decimals}f}".replace("-", "−")
