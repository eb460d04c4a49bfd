"""What was written, its numbers, and the views that say why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.output.attention_bar import AttentionBar
from charcopy_gui.pages.output.reading_view import ReadingView
from charcopy_gui.pages.output.source_area import SourceArea
from charcopy_gui.pages.output.status_line import OUTDATED, StatusLine
from charcopy_gui.pages.output.trace_like import TraceLike
from charcopy_gui.pages.output.transport import TransportBar
from charcopy_gui.pages.parts.wrapped import Wrapped
from core.records import (
    END_LABEL,
    CharacterStep,
    GenerationFinished,
    GenerationStarted,
    SearchProgress,
)

_NARROWEST = 360
"""Pixels; with less, words and curves would be seen in bits."""
_LARGEST_SHARE = 0.35
"""Of the page's height, for the text."""
_NOBODY = "No model is in use."
_LOADING = "Loading the model…"


class OutputPanel(Wrapped):
    """The text, a line about it, the trace, and the source as it is read."""

    step_hovered = Signal(int)
    step_clicked = Signal(int)
    play_pressed = Signal()
    models_requested = Signal()
    """No model is in use, and one is to be chosen."""

    def __init__(self, outdated: str = OUTDATED, parent: QWidget | None = None) -> None:
        """`outdated` is said when the text is no longer that of what is asked for."""
        super().__init__(parent)
        self.reading = ReadingView()
        self.status = StatusLine(outdated)
        self.transport = TransportBar()
        self.attention = AttentionBar()
        self.source = SourceArea()
        self._place = QVBoxLayout()
        """Where the trace is, or will be: nothing else moves when it comes."""
        self._trace: TraceLike | None = None
        self._theme = LIGHT
        self._choose = QPushButton("Choose a model")
        self._choose.setToolTip("Go to the models that are here")
        self._choose.hide()
        self._has_model = True
        self._activity = Activity.IDLE
        self._begun = False
        self._count = 0
        self._layout = QVBoxLayout(self)
        self._lay_out()
        self._fit_reading()
        self._choose.clicked.connect(self.models_requested)
        self.reading.grown.connect(self._grow_reading)
        self.reading.step_hovered.connect(self.step_hovered)
        self.reading.step_clicked.connect(self.step_clicked)
        self.reading.play_pressed.connect(self.play_pressed)
        self.transport.play_pressed.connect(self.play_pressed)
        self.attention.copying_changed.connect(self._show_copying)
        self.attention.cividis_changed.connect(self._show_cividis)
        self.attention.picking_changed.connect(self.source.line.set_picking)
        self.source.line.left.connect(self.attention.end_picking)

    def _lay_out(self) -> None:
        self._layout.setContentsMargins(8, 16, 16, 16)
        self._layout.setSpacing(8)
        self._layout.addWidget(self.reading)
        self._layout.addWidget(self._choose, 0, Qt.AlignmentFlag.AlignLeft)
        self._layout.addWidget(self.status)
        self._layout.addWidget(self.transport)
        holder = QWidget()
        holder.setLayout(self._place)
        self._place.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(holder, 1)
        self._layout.addWidget(self.attention)
        self._layout.addWidget(self.source)

    def set_trace(self, trace: TraceLike) -> None:
        """Take the trace's view in."""
        self._trace = trace
        self._place.addWidget(cast(QWidget, trace))
        self.attention.add_key(trace.key)
        trace.step_hovered.connect(self.step_hovered)
        trace.step_clicked.connect(self.step_clicked)
        trace.position_hovered.connect(self.source.line.mark)
        self.source.line.hovered.connect(trace.mark_position)
        trace.play_pressed.connect(self.play_pressed)

    def insert_below_text(self, part: QWidget) -> None:
        """Take something in that says more of the text."""
        self._layout.insertWidget(self._layout.indexOf(self.status), part)

    # The text.

    def start(self, started: GenerationStarted) -> None:
        """A text begins."""
        self._count = 0
        self._begun = True
        self._say_why_empty()
        self.status.show_ending(None)
        self.status.show_numbers("")
        for view in self._views():
            view.start(started)
        self.source.start(started)

    def show_progress(self, progress: SearchProgress) -> None:
        """Several texts are compared; this is how far that has come."""
        self.reading.show_draft(progress.leading)
        self.status.show_progress(progress)
        self.status.show_numbers(f"{len(progress.leading):,} chars")

    def append(self, steps: Sequence[CharacterStep]) -> None:
        """Characters were written."""
        self._count += len(steps)
        written = self._count - (steps[-1].character == END_LABEL)
        self.status.show_numbers(f"{written:,} chars")
        for view in self._views():
            view.append(steps)

    def finish(self, finished: GenerationFinished) -> None:
        """The text has ended."""
        self.status.show_ending(finished.ending)
        for view in self._views():
            view.finish(finished)
        self._fit_reading()
        if self._count:
            mean = abs(finished.log_probability) / self._count
            end = " + end" if self._count > len(finished.text) else ""
            parts = [f"{mean:.3f} nats/char", f"{len(finished.text):,} chars{end}"]
            if finished.seconds > 0:
                parts.append(f"{round(self._count / finished.seconds):,} chars/s")
            self.status.show_numbers(" · ".join(parts))

    def set_step(self, index: int | None) -> None:
        """Mark a step, or none."""
        for view in self._views():
            view.set_step(index)

    def set_shown(self, count: int | None) -> None:
        """Show so many of the characters; with None, all there are and all that come."""
        for view in self._views():
            view.set_shown(count)

    def set_playing(self, playing: bool) -> None:
        """A text is played, or no longer."""
        self.transport.show_playing(playing)
        for view in self._views():
            view.set_playing(playing)

    def look_at(self, step: CharacterStep | None) -> None:
        """Shade the source by a step's alignment."""
        self.source.show_step(step)

    def _views(self) -> tuple[ReadingView | TraceLike, ...]:
        return (self.reading,) if self._trace is None else (self.reading, self._trace)

    # The alignment.

    @Slot(bool)
    def _show_copying(self, copying: bool) -> None:
        self.source.set_copying(copying)
        if self._trace is not None:
            self._trace.set_copying(copying)

    @Slot(bool)
    def _show_cividis(self, wanted: bool) -> None:
        if self._trace is not None:
            self._trace.set_cividis(wanted)

    # The room for the text: what it needs, from two lines to a share of the page.

    @Slot()
    def _grow_reading(self) -> None:
        self._fit_reading(least=self.reading.height())

    def _fit_reading(self, least: int = 0) -> None:
        two_lines = self.reading.least_height()
        most = max(two_lines, round(self.height() * _LARGEST_SHARE))
        wanted = max(self.reading.whole_height(), two_lines, least)
        self.reading.setFixedHeight(min(wanted, most))

    def minimumSizeHint(self) -> QSize:
        """Of use to somebody, and as high as all of it has to be at this width."""
        return super().minimumSizeHint().expandedTo(QSize(_NARROWEST, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the text the room it needs at this width."""
        super().resizeEvent(event)
        self._fit_reading()

    # The status.

    def show_activity(self, activity: Activity) -> None:
        """Say what goes on: large, where there is no text yet."""
        self._activity = activity
        large = activity is Activity.LOADING and not self._begun
        self.status.show_activity(activity, elsewhere=large)
        self._say_why_empty()

    def set_has_model(self, has_model: bool) -> None:
        """Whether a model is in use; where none is, offer to choose one."""
        self._has_model = has_model
        self._say_why_empty()

    def _say_why_empty(self) -> None:
        nobody = not self._has_model and not self._begun
        loading = self._activity is Activity.LOADING
        self._choose.setVisible(nobody)
        self.reading.say_why_empty(_NOBODY if nobody else _LOADING if loading else "")

    def show_end(self, words: str) -> None:
        """Say how it ended, if there is more to it than the text; a failure that was said stays."""
        self._activity = Activity.IDLE
        self.status.show_end(words)
        self._say_why_empty()

    def say_error(self, sentence: str) -> None:
        """Say what went wrong."""
        self.status.say_error(sentence)

    def set_outdated(self, outdated: bool) -> None:
        """Say or no longer say that the text is that of an earlier source."""
        self.status.set_outdated(outdated)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        for part in (*self._views(), self.source, self.status, self.transport, self.attention):
            part.set_theme(theme)
