"""Candidates: what else could have come at a step, and whether by generating or by copying."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from charcopy_gui.appearance.text_size import scaled
from charcopy_gui.appearance.theme import Theme, system_theme
from charcopy_gui.plots.candidate_row import GAP, ROW_HEIGHT, CandidateRow, numbers_of, paint_copied
from core.records import CharacterStep

MOST, LEAST = 8, 4
"""Rows where there is room, and where there is little."""
TITLE_HEIGHT = 26

EMPTY = "Point at a character to see what else it could have written."


class CandidatesPlot(QWidget):
    """The likeliest characters of a step as rows, each with a bar: generated, then copied."""

    chosen = Signal(str)
    """A character that is to stand at this step in place of the one that was written."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = system_theme()
        self._step: CharacterStep | None = None
        self._choosable = False
        self._rows = [CandidateRow(self._theme, self) for _ in range(MOST)]
        for number, row in enumerate(self._rows):
            row.walked.connect(partial(self._walk, number))
            row.clicked.connect(partial(self._choose, number))
        self._rows[0].setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setMaximumHeight(self._height(MOST))
        self.setAccessibleName("Candidates for the next character")
        self.show_step(None)

    def sizeHint(self) -> QSize:
        """Room for the likeliest ones; it takes more where there is more."""
        return QSize(320, self._height(LEAST))

    def minimumSizeHint(self) -> QSize:
        """The same, with short bars."""
        return QSize(200, self._height(LEAST))

    def show_step(self, step: CharacterStep | None) -> None:
        """Show a step's candidates, or with None say how to choose one."""
        self._step = step
        self.setAccessibleDescription(EMPTY if step is None else _in_words(step))
        self._fill()

    def set_choosable(self, choosable: bool) -> None:
        """Let a click have another text written, or not."""
        if choosable != self._choosable:
            self._choosable = choosable
            self._fill()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        for row in self._rows:
            row.set_theme(theme)
        self.update()

    def _fill(self) -> None:
        step = self._step
        candidates = () if step is None else step.candidates[: self._room()]
        for number, row in enumerate(self._rows):
            if step is None or number >= len(candidates):
                row.show_candidate(None)
                continue
            written = candidates[number].character == step.character
            row.show_candidate(candidates[number], written=written, choosable=self._choosable)
        self.update()

    def _walk(self, start: int, by: int) -> None:
        """Move the keyboard's focus along the rows; Tab comes back to where it was last."""
        shown = [number for number, row in enumerate(self._rows) if row.candidate is not None]
        goal = min(max(start + by, 0), len(shown) - 1)
        for number, row in enumerate(self._rows):
            policy = Qt.FocusPolicy.TabFocus if number == goal else Qt.FocusPolicy.NoFocus
            row.setFocusPolicy(policy)
        self._rows[goal].setFocus(Qt.FocusReason.TabFocusReason)

    @Slot()
    def _choose(self, number: int) -> None:
        row = self._rows[number]
        if row.candidate is not None and row.can_be_chosen:
            self.chosen.emit(row.candidate.character)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rows are as wide as there is room."""
        super().resizeEvent(event)
        title, one = self._scaled(TITLE_HEIGHT), self._scaled(ROW_HEIGHT)
        for number, row in enumerate(self._rows):
            row.setGeometry(0, title + number * one, self.width(), one)
        self._fill()

    def _room(self) -> int:
        """How many rows there is room for."""
        rows = (self.height() - self._height(0)) // self._scaled(ROW_HEIGHT)
        return min(max(rows, LEAST), MOST)

    def _scaled(self, pixels: int) -> int:
        return scaled(pixels, self.font())

    def _height(self, rows: int) -> int:
        """Of so many rows, with what stands above."""
        return self._scaled(TITLE_HEIGHT) + rows * self._scaled(ROW_HEIGHT)

    def changeEvent(self, event: QEvent) -> None:
        """Another size of text needs other rows."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.setMaximumHeight(self._height(MOST))
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw title and legend around the rows."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._step is None:
            painter.setPen(self._theme.muted)
            alignment = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(QRectF(self.rect()), alignment, EMPTY)
            return
        room = float(self.width())
        if self._step.p_gen is not None:
            room = self._paint_legend(painter)
        self._paint_title(painter, self._step.index + 1, room)

    def _paint_title(self, painter: QPainter, number: int, room: float) -> None:
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        title = f"Step {number} · next character"
        if QFontMetricsF(bold).horizontalAdvance(title) > room:
            title = f"Step {number}"
        painter.setFont(bold)
        painter.setPen(self._theme.text)
        place = QRectF(0, 0, room, self._scaled(TITLE_HEIGHT) - GAP)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, title)
        painter.setFont(self.font())

    def _paint_legend(self, painter: QPainter) -> float:
        """At the right: what the two parts of a bar mean; returns the room that is left."""
        metrics, right = QFontMetricsF(self.font()), float(self.width())
        height = self._scaled(TITLE_HEIGHT) - GAP
        painter.setPen(self._theme.muted)
        for colour, words in (
            (self._theme.copied, "copied"),
            (self._theme.generated, "generated"),
        ):
            width = metrics.horizontalAdvance(words) + 1
            room = QRectF(right - width, 0, width, height)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
            sample = QRectF(right - width - 16, (height - 10) / 2, 10, 10)
            if words == "copied":
                paint_copied(painter, sample, self._theme)
            else:
                painter.fillRect(sample, colour)
            right -= width + 16 + 2 * GAP
        return right


def _in_words(step: CharacterStep) -> str:
    parts = [numbers_of(candidate) for candidate in step.candidates[:MOST]]
    return f"Step {step.index + 1}: " + "; ".join(parts)
