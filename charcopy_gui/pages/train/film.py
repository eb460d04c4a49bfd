"""The film: what a network wrote for the same tables, from one evaluation to the next."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, cast

from PySide6.QtCore import QEvent, Signal, SignalInstance, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.appearance.text_size import scaled
from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.output.trace_like import TraceLike
from charcopy_gui.pages.parts.notice import Notice
from charcopy_gui.pages.parts.side_by_side import Squeezed
from charcopy_gui.pages.train.film_bar import FilmBar
from charcopy_gui.pages.train.moments import Moments
from charcopy_gui.pages.train.samples import Samples
from core.records import DevScores
from core.runs import RunError

EMPTY = (
    "Each evaluation writes a text for a few tables of the dev corpus. Play them in order to"
    " see the network learn to write, and to copy."
)
_ROOM_FOR_TEXTS = 24
"""Pixels of height that texts have beside a timeline, more than they must."""


class TimelineLike(Protocol):
    """What the film asks of the plot that it is chosen on."""

    moment_chosen: SignalInstance

    def show_scores(self, steps: Sequence[float], bleus: Sequence[float]) -> None:
        """Draw the evaluations of a run."""

    def set_moment(self, step: int | None) -> None:
        """Mark one of them, or none."""

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""


class Film(Squeezed):
    """Shows one evaluation at a time; the latest, until someone looks at another."""

    moment_changed = Signal(object)
    """The step of the evaluation that is seen; None for none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._moments = Moments()
        self._step: int | None = None
        self._theme = LIGHT
        self._timeline: TimelineLike | None = None
        self._bar = FilmBar()
        self._problem = Notice("What cannot be shown")
        self._samples = Samples("film", EMPTY)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        for part in (self._bar, self._problem):
            self._column.addWidget(part)
        self._column.addWidget(self._samples, 1)
        self._bar.place_wanted.connect(self._go_to)
        self.show_run(None)

    def set_plots(self, timeline: TimelineLike, trace: TraceLike) -> None:
        """Take the plots in."""
        self._timeline = timeline
        self._column.insertWidget(0, cast(QWidget, timeline))
        self._samples.set_trace(trace)
        timeline.moment_chosen.connect(self.show_moment)
        self.set_theme(self._theme)
        self._show()

    def show_run(
        self, folder: Path | None, steps: Sequence[float] = (), bleus: Sequence[float] = ()
    ) -> None:
        """Show another run's film, from its latest evaluation."""
        self._moments = Moments(folder)
        self._moments.know(steps, bleus)
        self._step = self._moments.steps[-1] if self._moments.steps else None
        self._bar.halt()
        self._show()

    def move_run(self, folder: Path) -> None:
        """The run's folder lies there now."""
        self._moments.move(folder)

    @property
    def at_latest(self) -> bool:
        """Whether the latest evaluation is seen, or there is none."""
        return self._step is None or self._step == self._moments.steps[-1]

    def add(self, evaluations: Sequence[DevScores]) -> None:
        """Further evaluations were made; who looks at the latest sees these."""
        follows = self.at_latest
        for scores in evaluations:
            self._moments.add(scores)
        if evaluations:
            gone = self._step not in self._moments.steps
            if (follows and not self._bar.playing) or gone:
                self._step = self._moments.steps[-1]
            self._show(texts=follows or gone)

    @Slot(int)
    def show_moment(self, step: int) -> None:
        """Show the evaluation after a step."""
        if step in self._moments.steps:
            self._bar.halt()
            self._go_to(self._moments.steps.index(step))

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        for part in (self._bar, self._problem, self._samples):
            part.set_theme(theme)
        if self._timeline is not None:
            self._timeline.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, the texts have all of it."""
        super().resizeEvent(event)
        self._make_room()

    def event(self, event: QEvent) -> bool:
        """What is shown may need more room than before, or less."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._make_room()
        return done

    def _make_room(self) -> None:
        """There is a timeline once there are moments, and where it leaves the texts their room."""
        some = bool(self._moments.steps)
        self._bar.setVisible(some)
        if self._timeline is not None:
            timeline = cast(QWidget, self._timeline)
            parts = (timeline, self._bar, self._samples)
            needed = sum(part.minimumSizeHint().height() + self._column.spacing() for part in parts)
            room = self.height() - scaled(_ROOM_FOR_TEXTS, self.font())
            timeline.setVisible(some and room >= needed)

    @Slot(int)
    def _go_to(self, place: int) -> None:
        if 0 <= place < len(self._moments.steps):
            self._step = self._moments.steps[place]
            self._show()

    def _show(self, *, texts: bool = True) -> None:
        steps, bleus = self._moments.steps, self._moments.bleus
        place = 0 if self._step is None else steps.index(self._step)
        words = ""
        if self._step is not None:
            words = f"step {self._step:,} · dev BLEU {bleus[place]:.3f} · {place + 1}/{len(steps)}"
        self._bar.show_place(place, len(steps), words)
        self._make_room()
        if self._timeline is not None:
            self._timeline.show_scores(steps, bleus)
            self._timeline.set_moment(self._step)
        if texts:
            self._show_texts()
        self.moment_changed.emit(self._step)

    def _show_texts(self) -> None:
        problem = ""
        try:
            found = () if self._step is None else self._moments.samples(self._step)
        except RunError as error:
            found, problem = (), str(error)
        self._problem.say(problem)
        self._samples.show_samples(found)
