"""The three plots of a trace, one under another on the same columns, with their axes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QResizeEvent

from charcopy_gui.appearance.source_words import slot_bands, word_bands
from charcopy_gui.appearance.text_size import scaled
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.plots.alignment import AlignmentPlot, SourceAxis
from charcopy_gui.plots.axis_title import AxisTitle
from charcopy_gui.plots.canvas import Canvas
from charcopy_gui.plots.columns import Columns
from charcopy_gui.plots.markers import Marker, RowMarker
from charcopy_gui.plots.strip import RULER_HEIGHT, STRIP_HEIGHT, Ruler, Strip
from charcopy_gui.plots.switch import LOWEST, TALLEST, SwitchPlot, SwitchScale
from core.records import CharacterStep, FloatArray, SourceView

SMALLEST_GUTTER, LARGEST_GUTTER = 64, 176
"""Pixels left of the plots, for the axes."""

LETTERS = 24
"""Pixels of the gutter for single characters and the distance to the plot."""

_WRITTEN, _CHARACTER = "written", "character"

LEAST_ALIGNMENT = 120
"""Pixels of height that keep the alignment readable."""

SWITCH_SHARE = 1 / 6
"""Of the height, for p_gen: where there is little room it gives way, the alignment does not."""

SPACE = 4
"""Pixels between two plots."""

FRAME = 1
"""Pixels right of the last column, for the frame around it."""


class TracePlots(Canvas):
    """p_gen, the strip of written characters, and the alignment."""

    row_pointed = Signal(int)
    """The alignment's row under the pointer, its axis included; -1 for none."""

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
        self._titles = [AxisTitle(words, theme) for words in (_WRITTEN, _CHARACTER)]
        self._marker = Marker(theme)
        self._row_marker = RowMarker(theme)
        self._row_pointed = self._row_marked = -1
        self._names: list[str] = []
        self._place()
        self.setAccessibleName("p_gen, written characters and alignment")

    def _place(self) -> None:
        grid = self.ci
        grid.setContentsMargins(0, 0, FRAME, 0)
        grid.layout.setSpacing(0)
        grid.layout.setRowSpacing(0, SPACE)
        grid.layout.setRowSpacing(1, SPACE)
        grid.addItem(self._scale, 0, 0)
        grid.addItem(self._switch, 0, 1)
        grid.addItem(self._titles[0], 1, 0)
        grid.addItem(self._strip, 1, 1)
        grid.addItem(self._axis, 2, 0)
        grid.addItem(self.alignment, 2, 1)
        grid.addItem(self._titles[1], 3, 0)
        grid.addItem(self._ruler, 3, 1)
        for mark in (self._row_marker, self._marker):
            self.scene().addItem(mark)

    def start(self, source: SourceView) -> None:
        """No characters yet, of this source."""
        self.clear_steps()
        self.mark_row(-1)
        self.alignment.start(source)
        self._axis.start(source)
        self._name_alignment()
        self._names = [name for name, _, _ in slot_bands(source) or word_bands(source)]
        self.fit()

    def fit(self) -> None:
        """Make the gutter, the same for all rows, as wide as what is written in it."""
        metrics = QFontMetricsF(self.font())
        words = (*self._names, _WRITTEN, _CHARACTER)
        widest = math.ceil(max(metrics.horizontalAdvance(each) for each in words))
        title, ruler = math.ceil(metrics.height()), scaled(RULER_HEIGHT, self.font())
        least, most = (scaled(size, self.font()) for size in (SMALLEST_GUTTER, LARGEST_GUTTER))
        self.gutter = min(max(widest + title + LETTERS, least), most)
        self.ci.layout.setColumnFixedWidth(0, self.gutter)
        for title, height in zip(self._titles, (STRIP_HEIGHT, ruler), strict=True):
            title.setFixedHeight(height)

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
        self._name_alignment()

    def show_switch(self, shown: bool) -> None:
        """Make room for p_gen, or none."""
        for part in (self._switch, self._scale):
            part.setVisible(shown)
        self._divide()

    def least_height(self) -> int:
        """Pixels that all three need to be read."""
        sized = sum(scaled(each, self.font()) for each in (LOWEST, RULER_HEIGHT, LEAST_ALIGNMENT))
        return sized + STRIP_HEIGHT + 2 * SPACE

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Divide the room anew; None comes of pyqtgraph, which is making the canvas still."""
        if event is not None:
            self._divide()
        super().resizeEvent(event)

    def _divide(self) -> None:
        """Give p_gen its share; the alignment has what is left."""
        least = scaled(LOWEST, self.font())
        height = min(max(round(self.height() * SWITCH_SHARE), least), max(TALLEST, least))
        for part in (self._switch, self._scale):
            part.setFixedHeight(height if part.isVisible() else 0)

    def show_columns(self, step: int | None) -> None:
        """Draw the columns that are in view, with this step marked."""
        self._switch.show_columns()
        self.alignment.show_columns()
        self._strip.show_columns()
        self._ruler.show_columns()
        self._place_marker(step)
        self._place_row_marker()

    def mark_row(self, row: int) -> None:
        """Mark a row of the alignment, up to the name of its slot; -1 for none."""
        self._row_marked = row
        self._place_row_marker()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say as well which row is under the pointer."""
        super().mouseMoveEvent(event)
        self._point_at_row(-1 if event.buttons() else self.alignment.row_at(event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:
        """No row is under the pointer any more."""
        super().leaveEvent(event)
        self._point_at_row(-1)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.setBackground(theme.background)
        plots = (self._switch, self._strip, self.alignment)
        marks = (self._marker, self._row_marker)
        for part in (*plots, self._scale, self._axis, self._ruler, *marks):
            part.set_theme(theme)
        for title in self._titles:
            title.set_theme(theme)

    def _name_alignment(self) -> None:
        self._axis.set_title("copy alignment" if self.copying else "attention")

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

    def _point_at_row(self, row: int) -> None:
        if row != self._row_pointed:
            self._row_pointed = row
            self.row_pointed.emit(row)

    def _place_row_marker(self) -> None:
        place = QRectF()
        if self._row_marked >= 0:
            place = self.alignment.row_place(self._row_marked).adjusted(-self.gutter, 0, 0, 0)
        self._row_marker.place(place)
