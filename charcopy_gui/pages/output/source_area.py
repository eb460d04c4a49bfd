"""Room for the source line: whole while it is short, scrolled to where the network looks if not."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from charcopy_gui.appearance.text_size import keep_fitted
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.output.source_picker import SourcePicker
from core.records import CharacterStep, GenerationStarted

_FEWEST_LINES, _MOST_LINES = 2, 6


class SourceArea(QScrollArea):
    """Holds the source line, and keeps the character with the most attention in view."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = SourcePicker()
        self._step: CharacterStep | None = None
        self._copying = False
        self._attended: int | None = None
        self.setWidget(self.line)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Source")
        self.line.wrapped.connect(self._follow)
        self.line.pointed.connect(self._go_to)
        self.verticalScrollBar().rangeChanged.connect(self._follow)
        keep_fitted(self.line, self._fit)

    def start(self, record: GenerationStarted) -> None:
        """Show a generation's source, from its beginning."""
        self._step = self._attended = None
        self.line.start(record)
        self._fit()
        self.verticalScrollBar().setValue(0)

    def show_step(self, step: CharacterStep | None) -> None:
        """Shade the characters by a step's alignment, and go where it is strongest."""
        self._step = step
        weights = None if step is None else step.alignment
        if self._copying and step is not None and step.copy_alignment is not None:
            weights = step.copy_alignment
        self.line.show_weights(weights)
        self._attended = None if weights is None else int(weights.argmax())
        self._follow()

    def set_copying(self, copying: bool) -> None:
        """Shade by the copy alignment, as far as there is one, or by the attention."""
        self._copying = copying
        self.show_step(self._step)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.line.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The line wraps anew."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        line = self.line.line_height()
        wanted = self.line.heightForWidth(self.width())
        self.setFixedHeight(min(max(wanted, _FEWEST_LINES * line), _MOST_LINES * line))

    @Slot()
    def _follow(self) -> None:
        if self._attended is not None:
            self._go_to(self._attended)

    @Slot(int)
    def _go_to(self, position: int) -> None:
        at = self.line.boxes()[position].center()
        self.ensureVisible(at.x(), at.y(), 0, self.line.line_height())
