"""The trace: p_gen, the written characters and the alignment, on the same columns."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QToolTip, QVBoxLayout, QWidget

from charcopy_gui.appearance.source_words import describe_step
from charcopy_gui.appearance.text_size import keep_fitted
from charcopy_gui.appearance.theme import Theme, system_theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.plots.colour_key import KeyView
from charcopy_gui.plots.columns import Columns
from charcopy_gui.plots.columns_bar import BAR_HEIGHT, ColumnsBar
from charcopy_gui.plots.ringed import RING, Ringed
from charcopy_gui.plots.trace_plots import SPACE, TracePlots
from core.records import (
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationStarted,
    SourceView,
)

COMFORTABLE_COLUMN = 11
"""Pixels a column while there is room."""

NO_SWITCH = "This model has no copy switch, so there is no p_gen."
EMPTY = "Run shows here where the network looks for each character it writes."


class TraceView(Ringed):
    """Three views of one generation that share their columns, scroll and zoom as one."""

    step_hovered = Signal(int)
    """The column under the pointer, -1 when there is none."""
    step_clicked = Signal(int)
    position_hovered = Signal(int)
    """The source position whose row is under the pointer, -1 when there is none."""
    play_pressed = Signal()
    """Someone wants the text to be played, or to be halted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme = system_theme()
        self._columns = Columns(COMFORTABLE_COLUMN)
        self._steps: list[CharacterStep] = []
        self._source: SourceView | None = None
        self._step: int | None = None
        self._shown: int | None = None
        self._writing = False
        self._playing = False
        self.canvas = TracePlots(self._columns, theme)
        """Where the three views lie, one under another."""
        self.key = KeyView(self)
        """What the colours mean: for whoever lays this out to put where there is room."""
        self.key.hide()
        self._scroll = ColumnsBar()
        self._no_switch = QLabel(NO_SWITCH)
        self._empty = QLabel(EMPTY)
        self._place_widgets()
        self._connect()
        self.set_theme(theme)
        self.clear()

    def start(self, record: GenerationStarted) -> None:
        """Make ready for a generation's characters.

        Another text of the same source does not move the view of who scrolled or zoomed.
        """
        self._forget(stay=record.source is self._source)
        self._source = record.source
        self._writing = True
        self._columns.resting = False
        self.canvas.start(record.source)
        self._fit()
        self._show_instrument(True)

    def append(self, steps: Sequence[CharacterStep]) -> None:
        """Draw characters as new columns at the right."""
        if not steps:
            return
        if not self._steps:
            self._show_switch(steps[0].p_gen is not None)
        self._steps.extend(steps)
        self.canvas.append(steps)
        self._grow()

    def finish(self, record: GenerationFinished) -> None:
        """The generation has ended: choosing a step may scroll to it again.

        A text that was shown as it came, and came to its end, is seen from its beginning.
        """
        self._writing = False
        if self._shown is None and record.ending is not Ending.STOPPED:
            self._columns.rest()
            self._show_columns()

    def set_shown(self, count: int | None) -> None:
        """Show so many of the characters; with None, all there are and all that come."""
        self._shown = count
        self._grow()

    def set_playing(self, playing: bool) -> None:
        """While a text is played, a view that someone scrolled away stays where it is."""
        self._playing = playing
        self._columns.resting = not (self._writing or playing)

    def set_copying(self, copying: bool) -> None:
        """Draw the copy alignment, as far as there is one, or the attention."""
        self.canvas.copying = copying
        self.key.set_copying(copying)
        if self._source is not None:
            self.canvas.draw_alignment(self._source, self._steps)
            self._show_columns()

    def set_cividis(self, wanted: bool) -> None:
        """Draw the alignment in a map of many colours, or in one hue."""
        self.canvas.alignment.set_cividis(wanted)
        self.key.set_cividis(wanted)

    def clear(self) -> None:
        """Show no generation, and say what will be here."""
        self._forget()
        self._show_instrument(False)

    def set_step(self, step: int | None) -> None:
        """Mark a step in all three views and bring it into view.

        While characters still come, a view that someone scrolled away stays where it is.
        """
        self._step = step if step is not None and 0 <= step < len(self._steps) else None
        self._columns.looked_at = self._step
        if self._step is not None and (
            self._columns.following or not (self._writing or self._playing)
        ):
            self._columns.reveal(self._step)
        self._show_columns()
        self.canvas.setAccessibleDescription(self._description(self._step))

    def mark_position(self, position: int) -> None:
        """Mark the row of a source position; -1 for none."""
        self.canvas.mark_row(position)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.set_ring(theme.accent)
        self.canvas.set_theme(theme)
        self.key.set_theme(theme)
        for label in (self._no_switch, self._empty):
            label.setStyleSheet(f"color: {theme.muted.name()};")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk through the steps with the arrows; Space plays; plus, minus and 0 zoom."""
        key, last = event.key(), len(self._steps) - 1
        at = last + 1 if self._step is None else self._step
        goals = {Qt.Key.Key_Left: at - 1, Qt.Key.Key_Right: at + 1}
        goals |= {Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        zooms = {Qt.Key.Key_Plus: 1.25, Qt.Key.Key_Equal: 1.25, Qt.Key.Key_Minus: 0.8}
        if key in goals and self._steps:
            self.step_clicked.emit(min(max(goals[Qt.Key(key)], 0), last))
        elif key in zooms:
            self._columns.zoom(zooms[Qt.Key(key)], self.canvas.alignment.width() / 2)
            self._show_columns()
        elif key == Qt.Key.Key_0:
            self._columns.fit()
            self._show_columns()
        elif key == Qt.Key.Key_Space:
            self.play_pressed.emit()
        else:
            super().keyPressEvent(event)

    def _place_widgets(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(RING, RING, RING, RING)
        layout.setSpacing(SPACE)
        layout.addWidget(self._no_switch)
        layout.addWidget(self.canvas, 1)
        layout.addWidget(self._scroll)
        layout.addWidget(self._empty, 1)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        keep_fitted(self.canvas, self._fit)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Trace")

    def _fit(self) -> None:
        """Keep the plots readable, whatever stands around them and however large text is."""
        self.canvas.fit()
        self._no_switch.setIndent(self.canvas.gutter)
        self.setMinimumHeight(self.canvas.least_height() + BAR_HEIGHT + SPACE + 2 * RING)

    def _connect(self) -> None:
        self.canvas.alignment.sigResized.connect(self._resize_columns)
        self._scroll.valueChanged.connect(self._scroll_to)
        self.canvas.pointed.connect(self.step_hovered)
        self.canvas.clicked.connect(self.step_clicked)
        self.canvas.row_pointed.connect(self.canvas.mark_row)
        self.canvas.row_pointed.connect(self.position_hovered)
        self.canvas.moved.connect(self._show_columns)
        self.canvas.tip_wanted.connect(self._show_tip)

    def _forget(self, *, stay: bool = False) -> None:
        self._steps = []
        self._source = None
        self._shown = None
        self._writing = False
        self.canvas.clear_steps()
        self.key.explain(switch=None)
        if not stay:
            self._columns.clear()
        self.set_step(None)

    def _grow(self) -> None:
        count = len(self._steps)
        self._columns.grow(count, count if self._shown is None else min(self._shown, count))
        self._show_columns()

    def _show_instrument(self, shown: bool) -> None:
        self.canvas.setVisible(shown)
        self._empty.setVisible(not shown)
        if not shown:
            self._no_switch.hide()

    def _show_switch(self, shown: bool) -> None:
        self.canvas.show_switch(shown)
        self.key.explain(switch=shown)
        self._no_switch.setVisible(not shown)

    def _resize_columns(self) -> None:
        self._columns.resize(int(self.canvas.alignment.width()))
        self._show_columns()

    def _scroll_to(self, first: int) -> None:
        self._columns.scroll(first)
        self._show_columns()

    def _show_columns(self) -> None:
        self.canvas.show_columns(self._step)
        self._scroll.show_columns(self._columns)

    def _description(self, step: int | None) -> str:
        if step is None or self._source is None:
            return ""
        return describe_step(self._steps[step], self._source)

    def _show_tip(self, where: QPoint, column: int) -> None:
        text = self._description(column if column >= 0 else None)
        QToolTip.showText(where, plain(text), self)
