"""The curves of a training run: losses of both phases above, dev BLEU below, on the same steps."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from charcopy_gui.plots.curve import Curve
from charcopy_gui.plots.legend import Legend, LegendEntry
from charcopy_gui.plots.step_plot import StepPlot
from charcopy_gui.theme import Theme, system_theme
from core.records import DevScores, TrainingPoint

EMPTY = "Losses and dev BLEU are drawn here, step by step, once a model is being trained."
ZOOM = "The wheel zooms, dragging moves, a double-click shows the whole run again."

_ROOM_FOR_MARKER = 0.1
"""Of the height of dev BLEU, below 0: an evaluation that scored nothing is seen whole."""

_FORWARD, _BACKWARD = "forward (table → text)", "backward (text → table)"
_ENTRIES = (
    LegendEntry(_FORWARD, "generated"),
    LegendEntry(_BACKWARD, "backward"),
    LegendEntry("forward, on dev", "generated", dev=True),
    LegendEntry("backward, on dev", "backward", dev=True),
)


class CurvesPlot(QWidget):
    """Draws what a run reports; to be called from the window's own thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._training = Curve(dev=False), Curve(dev=False)
        self._dev = Curve(dev=True), Curve(dev=True)
        self._bleu = Curve(dev=True)
        self._last = 0
        self._best: DevScores | None = None
        self._losses = StepPlot(least_height=0.5, numbered=False)
        self._scores = StepPlot(least_height=0.1, numbered=True, room_below=_ROOM_FOR_MARKER)
        self._legend = Legend(_ENTRIES)
        self._best_score = QLabel()
        self._instrument = QWidget()
        self._empty = QLabel(EMPTY)
        self._join()
        self._lay_out()
        self.set_theme(system_theme())
        self.clear()

    def append(self, records: Sequence[object]) -> None:
        """Draw further steps and evaluations; records of other kinds are passed over.

        Raises:
            RuntimeError: it was called from a worker's thread.
        """
        self._stand_in_own_thread()
        points = [r for r in records if isinstance(r, TrainingPoint)]
        evaluations = [r for r in records if isinstance(r, DevScores)]
        if not points and not evaluations:
            return
        _extend(self._training, points)
        _extend(self._dev, evaluations)
        self._bleu.extend([e.step for e in evaluations], [e.bleu for e in evaluations])
        self._last = max([self._last, *(p.step for p in points), *(e.step for e in evaluations)])
        self._best = next((e for e in reversed(evaluations) if e.is_best), self._best)
        ended = next((p.step for p in points if not math.isfinite(p.table_to_text)), None)
        if ended is not None:
            self._losses.set_ended(ended, f"not a number at step {ended:,}")
        self._show(True)

    def clear(self) -> None:
        """Show no run, and say what will be here.

        Raises:
            RuntimeError: it was called from a worker's thread.
        """
        self._stand_in_own_thread()
        for curve in (*self._training, *self._dev, self._bleu):
            curve.clear()
        self._last, self._best = 0, None
        self._losses.set_ended(None)
        self._follow()
        self._show(False)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        for forward, backward in (self._training, self._dev):
            forward.paint(theme.generated, theme.background)
            backward.paint(theme.backward, theme.background)
        self._bleu.paint(theme.text, theme.background)
        for part in (self._losses, self._scores, self._legend):
            part.set_theme(theme)

    def _join(self) -> None:
        self._losses.add((*self._training, *self._dev))
        self._scores.add((self._bleu,))
        self._scores.setXLink(self._losses)
        for plot in (self._losses, self._scores):
            plot.reset.connect(self._follow)
            plot.setToolTip(ZOOM)

    def _lay_out(self) -> None:
        self.setAccessibleName("Curves of the training run")
        self._losses.setAccessibleName("Losses over steps")
        self._scores.setAccessibleName("Dev BLEU over steps")
        self._best_score.setProperty("muted", True)
        self._empty.setProperty("muted", True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._scores.setFixedHeight(88)
        self._losses.setMinimumHeight(64)
        unit = QLabel("nats per character, over steps")
        unit.setProperty("muted", True)
        inside = QVBoxLayout(self._instrument)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(4)
        inside.addLayout(_title("Loss", unit))
        inside.addWidget(self._legend)
        inside.addWidget(self._losses, 1)
        inside.addLayout(_title("Dev BLEU", self._best_score))
        inside.addWidget(self._scores)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._instrument, 1)
        layout.addWidget(self._empty, 1)

    def _stand_in_own_thread(self) -> None:
        if not self.thread().isCurrentThread():
            msg = "Curves are drawn in the window's own thread only."
            raise RuntimeError(msg)

    @Slot()
    def _follow(self) -> None:
        for plot in (self._losses, self._scores):
            plot.following = True
            plot.show_steps(self._last)

    def _show(self, shown: bool) -> None:
        self._instrument.setVisible(shown)
        self._empty.setVisible(not shown)
        self._scores.following = self._losses.following = (
            self._losses.following and self._scores.following
        )
        for plot in (self._losses, self._scores):
            plot.show_steps(self._last)
        self._legend.set_numbers([_latest(c) for c in (*self._training, *self._dev)])
        best = self._best
        self._best_score.setText(
            "after the first evaluation"
            if best is None
            else f"best so far {best.bleu:.3f} at step {best.step:,}"
        )
        self.setAccessibleDescription(self._in_words() if shown else EMPTY)

    def _in_words(self) -> str:
        return (
            f"Step {self._last:,}. Loss in nats per character: "
            f"{self._legend.accessibleDescription()}. Dev BLEU: {self._best_score.text()}."
        )


def _extend(
    curves: tuple[Curve, Curve], records: Sequence[TrainingPoint] | Sequence[DevScores]
) -> None:
    """Add both phases' losses; the second phase has none where GRUs are not exchanged."""
    forward, backward = curves
    forward.extend([r.step for r in records], [r.table_to_text for r in records])
    second = [(r.step, r.text_to_table) for r in records if r.text_to_table is not None]
    backward.extend([step for step, _ in second], [loss for _, loss in second])


def _latest(curve: Curve) -> str:
    if not curve.values.size:
        return ""
    return f"{curve.values[-1]:.3f}" if math.isfinite(curve.values[-1]) else "none"


def _title(words: str, beside: QLabel) -> QHBoxLayout:
    title = QLabel(words)
    font = title.font()
    font.setBold(True)
    title.setFont(font)
    line = QHBoxLayout()
    line.setSpacing(8)
    line.addWidget(title)
    line.addWidget(beside, 1)
    return line
