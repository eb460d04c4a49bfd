"""Timeline: dev BLEU by steps, on which a moment of the training is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme, system_theme
from charcopy_gui.plots.curve import DEV, Curve
from charcopy_gui.plots.step_plot import StepPlot
from charcopy_gui.plots.titled import quiet, titled

_HEIGHT = 88
_ROOM_FOR_MARKER = 0.12


class Timeline(QWidget):
    """A click goes to the evaluation nearest to it."""

    moment_chosen = Signal(int)
    """The step of an evaluation."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._curve = Curve(DEV)
        self._plot = StepPlot(
            least_height=0.1, numbered=True, room_below=_ROOM_FOR_MARKER, low=True
        )
        self._plot.add((self._curve,))
        self._plot.setAccessibleName("Dev BLEU over steps")
        self._plot.setToolTip("Click an evaluation to see its texts")
        self._plot.setFixedHeight(_HEIGHT)
        self._plot.clicked.connect(self._choose)
        self._plot.reset.connect(self._follow)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(titled("Dev BLEU", quiet("by steps of training"), self._plot))
        self.set_theme(system_theme())

    def show_scores(self, steps: Sequence[float], bleus: Sequence[float]) -> None:
        """Draw the evaluations of a run in place of what was there."""
        self._curve.clear()
        self._curve.extend(steps, bleus)
        self._plot.show_steps(self._curve.last)

    def set_moment(self, step: int | None) -> None:
        """Mark an evaluation, or none."""
        self._plot.set_moment(step)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._curve.paint(theme.text, theme.background)
        self._plot.set_theme(theme)

    @Slot(float, float)
    def _choose(self, step: float, _reach: float) -> None:
        nearest = self._curve.nearest(step)
        if nearest is not None:
            self.moment_chosen.emit(nearest)

    @Slot()
    def _follow(self) -> None:
        self._plot.following = True
        self._plot.show_steps(self._curve.last)
