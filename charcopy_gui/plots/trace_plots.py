"""The three plots of a trace, one under another on the same columns, with their axes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetrics

from charcopy_gui.plots.alignment import AlignmentPlot, SourceAxis
from charcopy_gui.plots.canvas import Canvas, Marker
from charcopy_gui.plots.columns import Columns
from charcopy_gui.plots.strip import Ruler, Strip
from charcopy_gui.plots.switch import SWITCH_HEIGHT, SwitchPlot, SwitchScale
from charcopy_gui.source_words import slot_bands
from charcopy_gui.text_size import scaled
from charcopy_gui.theme import Theme
from core.records import CharacterStep, FloatArray, SourceView

SMALLEST_GUTTER, LARGEST_GUTTER = 64, 176
"""Pixels left of the plots, for the axes."""

LETTERS = 24
"""Pixels of the gutter for single characters and the distance to the plot."""


class TracePlots(Canvas):
    """p_gen, the strip of written characters, and the alignment."""

    def __init__(self, columns: Columns, theme: Theme) -> None:
        super().__init__(columns)
        self._shared = columns
        self.copying = False
        """Draw the copy alignment, as far as there is one, and not the attention."""
        self._switch = SwitchPlot(columns, theme)
        self._strip = Strip(columns, theme)
        self.alignment = AlignmentPlot(columns, theme)
        self._ruler = Ruler(columns, theme)
        self._scale = SwitchScale(theme)
        self._axis = SourceAxis(theme)
        self._marker = Marker(theme)
        self._place()
        self.setAccessibleName("p_gen, written characters and alignment")

    def _place(self) -> None:
        grid = self.ci
        grid.setContentsMargins(0, 0, 0, 0)
        grid.layout.setSpacing(0)
        grid.layout.setRowSpacing(0, 4)
        grid.layout.setRowSpacing(1, 4)
        grid.addItem(self._scale, 0, 0)
        grid.addItem(self._switch, 0, 1)
        grid.addItem(self._strip, 1, 1)
        grid.addItem(self._axis, 2, 0)
        grid.addItem(self.alignment, 2, 1)
        grid.addItem(self._ruler, 3, 1)
        self.scene().addItem(self._marker)

    def start(self, source: SourceView) -> None:
        """No characters yet, of this source."""
        self.clear_steps()
        self.alignment.start(source)
        self._axis.start(source)
        metrics = QFontMetrics(self.font())
        widest = max((metrics.horizontalAdvance(n) for n, _, _ in slot_bands(source)), default=0)
        least, most = (scaled(size, self.font()) for size in (SMALLEST_GUTTER, LARGEST_GUTTER))
        self.gutter = min(max(widest + LETTERS, least), most)
        self.ci.layout.setColumnFixedWidth(0, self.gutter)

    def clear_steps(self) -> None:
        """No characters."""
        self._switch.clear()
        self._strip.clear()

    def append(self, steps: Sequence[CharacterStep]) -> None:
        """Add characters at the right; `show_columns` draws them."""
        self._switch.append([step.p_gen for step in steps if step.p_gen is not None])
        self._strip.append(steps)
        self.alignment.append([self._weights(step) for step in steps])

    def draw_alignment(self, source: SourceView, steps: Sequence[CharacterStep]) -> None:
        """Draw the alignment of all steps anew: `copying` has changed."""
        self.alignment.start(source)
        self.alignment.append([self._weights(step) for step in steps])

    def show_switch(self, shown: bool) -> None:
        """Make room for p_gen, or none."""
        for part in (self._switch, self._scale):
            part.setVisible(shown)
            part.setFixedHeight(SWITCH_HEIGHT if shown else 0)

    def show_columns(self, step: int | None) -> None:
        """Draw the columns that are in view, with this step marked."""
        self._switch.show_columns()
        self.alignment.show_columns()
        self._strip.show_columns()
        self._ruler.update()
        self._place_marker(step)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.setBackground(theme.background)
        plots = (self._switch, self._strip, self.alignment)
        for part in (*plots, self._scale, self._axis, self._ruler, self._marker):
            part.set_theme(theme)

    def _weights(self, step: CharacterStep) -> FloatArray:
        copied = step.copy_alignment if self.copying else None
        return step.alignment if copied is None else copied

    def _place_marker(self, step: int | None) -> None:
        columns = self._shared
        if step is None or not 0 <= step - columns.first < columns.visible:
            self._marker.place(QRectF())
            return
        upper = self._switch if self._switch.isVisible() else self._strip
        top = upper.sceneBoundingRect().top()
        plot = self.alignment.sceneBoundingRect()
        left = plot.left() + columns.left(step)
        self._marker.place(QRectF(left, top, columns.cell, plot.bottom() - top))
