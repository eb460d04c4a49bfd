"""What comes of runs: curves, film, tables of one's own, and the list of all runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtCore import Qt, Signal, SignalInstance, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.output.elided_label import ElidedLabel
from charcopy_gui.pages.output.trace_like import TraceLike
from charcopy_gui.pages.train.film import Film, TimelineLike
from charcopy_gui.pages.train.probe import ProbePanel
from charcopy_gui.pages.train.runs_panel import OverlayLike, RunsPanel
from core.records import DevScores

if TYPE_CHECKING:
    from core.runs.curves import Curves

CURVES, FILM, PROBE, RUNS = range(4)
"""The places of the views."""
_VIEWS = (
    ("Curves", "Losses, dev BLEU, gradients and speed"),
    ("Film", "What was written at each evaluation, and where the network looked"),
    ("Try it now", "Let the current weights write for a table of your own"),
    ("All runs", "Every run there is: compare, resume, rename, delete"),
)


class CurvesLike(Protocol):
    """What is asked of the plot of curves."""

    moment_chosen: SignalInstance

    def append(self, records: Sequence[object]) -> None:
        """Further steps and evaluations."""

    def show_run(self, curves: Curves) -> None:
        """A run that was written down."""

    def clear(self) -> None:
        """No run."""

    def set_moment(self, step: int | None) -> None:
        """Mark an evaluation, or none."""

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""


class Results(QWidget):
    """Shows one run, the one that goes on or one that was; and beside it all there are."""

    return_requested = Signal(object)
    """The folder of the run that goes on is to be shown again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.film = Film()
        self.probe = ProbePanel()
        self.runs = RunsPanel()
        self._curves: CurvesLike | None = None
        self._curves_place = QWidget()
        self._tabs = QTabBar()
        self._views = QStackedWidget()
        self._shown_name = ElidedLabel()
        self._return = QPushButton("Back to the run that goes on")
        self._theme = LIGHT
        self._live: Path | None = None
        self._shown: Path | None = None
        self._told: Path | None = None
        """Of which the bar over the results speaks."""
        self._missed: list[object] | None = None
        self._lay_out()
        self._tabs.currentChanged.connect(self._change_view)
        self._return.clicked.connect(self._go_back)

    def _lay_out(self) -> None:
        self._tabs.setAccessibleName("Views of runs")
        self._tabs.setExpanding(False)
        self._tabs.setDrawBase(False)
        self._tabs.setElideMode(Qt.TextElideMode.ElideNone)
        column = QVBoxLayout(self._curves_place)
        column.setContentsMargins(0, 0, 0, 0)
        views = (self._curves_place, self.film, self.probe, self.runs)
        for (words, tip), view in zip(_VIEWS, views, strict=True):
            self._tabs.setTabToolTip(self._tabs.addTab(words), tip)
            self._views.addWidget(view)
        self._shown_name.setAccessibleName("Run that is shown")
        self._shown_name.setProperty("muted", True)
        self._return.setAccessibleName("Back to the run that goes on")
        self._return.setToolTip("Show the run that is being trained again")
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._tabs)
        top.addWidget(self._shown_name, 1)
        top.addWidget(self._return)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self._views, 1)
        self._say()

    def set_plots(
        self,
        curves: CurvesLike,
        timeline: TimelineLike,
        traces: tuple[TraceLike, TraceLike],
        overlay: OverlayLike,
    ) -> None:
        """Take the plots in: of a run, of its film, of texts in film and probe, of several runs."""
        self._curves = curves
        layout = self._curves_place.layout()
        if layout is not None:
            layout.addWidget(cast(QWidget, curves))
        self.film.set_plots(timeline, traces[0])
        self.probe.set_trace(traces[1])
        self.runs.set_overlay(overlay)
        curves.moment_chosen.connect(self._open_moment)
        self.film.moment_changed.connect(self._mark_moment)
        self.set_theme(self._theme)

    def show_view(self, place: int) -> None:
        """Bring a view to the front."""
        self._tabs.setCurrentIndex(place)

    # The run that goes on.

    def begin(self) -> None:
        """A run was asked for, and is what is to be seen; its folder is not known yet."""
        self._live = self._missed = self._told = None
        self.probe.clear()
        self._clear(None)
        self._leave_list()
        self._say()

    def follow(self, folder: Path) -> None:
        """The run that goes on lies there, or its next fold; who looks at another run stays."""
        if folder == self._live:
            return
        follows = self._shown == self._live
        self._live, self._missed = folder, None
        self._told = folder
        if follows:
            self._clear(folder)
        self._say()

    def append(self, records: Sequence[object]) -> None:
        """The run that goes on has come further."""
        if self._shown == self._live:
            self._draw(records)
        elif self._missed is not None:
            self._missed += records

    def end(self) -> None:
        """No run goes on any more."""
        self._live = None
        self._say()

    # A run that was.

    def show_run(self, folder: Path, curves: Curves) -> None:
        """Show what was written down of a run."""
        self._shown = folder
        missed, self._missed = self._missed, None
        if self._curves is not None:
            self._curves.show_run(curves)
        self.film.show_run(folder, curves.dev_step.tolist(), curves.dev_bleu.tolist())
        if folder == self._live and missed:
            self._draw(missed)
        self._leave_list()
        self._say()

    def forget_run(self) -> None:
        """The run that was shown is not there any more."""
        self._told = None
        self._clear(None)
        self._say()

    def set_told(self, folder: Path) -> None:
        """The run that is shown lies there, and it is the one that the bar speaks of."""
        self._shown = self._told = folder
        self.film.move_run(folder)
        self._say()

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        for part in (self.film, self.probe, self.runs):
            part.set_theme(theme)
        if self._curves is not None:
            self._curves.set_theme(theme)

    def _clear(self, folder: Path | None) -> None:
        """Show a run of which nothing is known yet."""
        self._shown = folder
        if self._curves is not None:
            self._curves.clear()
        self.film.show_run(folder)

    def _leave_list(self) -> None:
        """What was asked for is in no list."""
        if self._tabs.currentIndex() == RUNS:
            self.show_view(CURVES)

    def _draw(self, records: Sequence[object]) -> None:
        if self._curves is not None:
            self._curves.append(records)
        self.film.add([record for record in records if isinstance(record, DevScores)])

    def _say(self) -> None:
        elsewhere = self._live is not None and self._shown != self._live
        untold = None if self._shown == self._told else self._shown
        self._shown_name.setText("" if untold is None else untold.name)
        self._return.setVisible(elsewhere)

    @Slot(int)
    def _change_view(self, place: int) -> None:
        """A view that is left hands the keyboard to its tab, not to whatever comes next."""
        focused = self.window().focusWidget()
        if focused is not None and self._views.isAncestorOf(focused):
            self._tabs.setFocus()
        self._views.setCurrentIndex(place)

    @Slot()
    def _go_back(self) -> None:
        self._missed = []
        self.return_requested.emit(self._live)

    @Slot(int)
    def _open_moment(self, step: int) -> None:
        self.show_view(FILM)
        self.film.show_moment(step)

    @Slot(object)
    def _mark_moment(self, step: int | None) -> None:
        if self._curves is not None:
            self._curves.set_moment(None if self.film.at_latest else step)
