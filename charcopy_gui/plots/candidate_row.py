"""One candidate as a button: its character, a bar of two parts, and its probability."""

from __future__ import annotations

import unicodedata

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QWidget

from charcopy_gui.appearance.text_size import scaled
from charcopy_gui.appearance.theme import Theme, system_monospace
from charcopy_gui.appearance.tooltips import plain
from core.records import Candidate

ROW_HEIGHT = 22
BAR_HEIGHT = 14
GAP = 8
UNDERLINE = 2
"""Pixels."""
_LABEL = 40
_SPACE = 10
"""Pixels across the sign for a space, which fonts draw below their own line."""
_EDGE = 3
"""Pixels of the mark before the character that was written."""


def candidate_label(character: str) -> str:
    """What stands for a character at a bar; a blank one is made visible."""
    if character == " ":
        return "␣"
    if len(character) != 1:
        return character
    kind = unicodedata.category(character)
    if kind[0] in "CZ":
        return f"U+{ord(character):04X}"
    return "◌" + character if kind[0] == "M" else character


def probability_label(probability: float) -> str:
    """A probability in three digits; a small one is not called nothing."""
    return "<.001" if 0 < probability < 0.0005 else f"{probability:.3f}".removeprefix("0")


def numbers_of(candidate: Candidate) -> str:
    """A candidate's numbers in words."""
    return (
        f"{candidate_label(candidate.character)} {candidate.probability:.3f} "
        f"(generated {candidate.generated:.3f}, copied {candidate.copied:.3f})"
    )


def paint_copied(painter: QPainter, place: QRectF, theme: Theme) -> None:
    """What was copied: orange, and underlined as in the text, for whom colours say nothing."""
    painter.fillRect(place, theme.copied)
    line = QRectF(place.left(), place.bottom() - UNDERLINE, place.width(), UNDERLINE)
    painter.fillRect(line, theme.text)


class CandidateRow(QAbstractButton):
    """Pressed with the mouse, Return or Space; the one that was written cannot be."""

    walked = Signal(int)
    """An arrow was pressed: 1 for down, -1 for up."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._candidate: Candidate | None = None
        self._written = False
        self._choosable = True
        self._pointed = False
        self._letters = system_monospace()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    @property
    def candidate(self) -> Candidate | None:
        """What it shows."""
        return self._candidate

    @property
    def can_be_chosen(self) -> bool:
        """Whether pressing it does something."""
        return self._choosable and not self._written

    def show_candidate(
        self, candidate: Candidate | None, *, written: bool = False, choosable: bool = True
    ) -> None:
        """Show a candidate, or with None nothing."""
        self._candidate = candidate
        self._written = written
        self._choosable = choosable
        if candidate is not None:
            name = candidate_label(candidate.character)
            self.setAccessibleName(f"{name}, written" if written else name)
            numbers = numbers_of(candidate)
            use = "This is what was written." if written else "Click to continue with it from here."
            self.setAccessibleDescription(numbers)
            self.setToolTip(plain(f"{numbers}. {use}" if written or choosable else numbers))
            hand = Qt.CursorShape.PointingHandCursor
            self.setCursor(hand if self.can_be_chosen else Qt.CursorShape.ArrowCursor)
        self.setVisible(candidate is not None)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows walk along the rows, Return presses this one."""
        walks = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if event.key() in walks:
            self.walked.emit(walks[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer is on it."""
        self._pointed = True
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer has left."""
        self._pointed = False
        super().leaveEvent(event)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw the ring."""
        super().focusInEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw character, bar and number, and what the pointer or the keyboard is on."""
        if self._candidate is None:
            return
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._pointed and self.can_be_chosen:
            painter.fillRect(self.rect(), theme.hover)
        if self._written:
            painter.fillRect(QRectF(0, 4, _EDGE, self.height() - 8), theme.accent)
        self._paint_parts(painter, self._candidate)
        if self.hasFocus():
            painter.setPen(QPen(theme.accent, 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)

    def _paint_parts(self, painter: QPainter, candidate: Candidate) -> None:
        label, bar, number = self._places()
        shown = candidate_label(candidate.character)
        letters = QFont(self._letters)
        letters.setPixelSize(scaled(15 if len(shown) <= 2 else 11, self.font()))
        letters.setBold(self._written)
        painter.setFont(letters)
        painter.setPen(self._theme.text)
        if candidate.character == " ":
            _draw_space(painter, label, scaled(_SPACE, self.font()))
        else:
            painter.drawText(label, Qt.AlignmentFlag.AlignCenter, shown)
        painter.setFont(self.font())
        painter.setPen(self._theme.muted)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(number, right, probability_label(candidate.probability))
        painter.fillRect(bar, self._theme.surface)
        generated = bar.width() * candidate.generated
        copied = bar.width() * candidate.copied
        left, height = bar.left(), bar.height()
        painter.fillRect(QRectF(left, bar.top(), generated, height), self._theme.generated)
        place = QRectF(left + generated, bar.top(), copied, height)
        paint_copied(painter, place, self._theme)

    def _places(self) -> tuple[QRectF, QRectF, QRectF]:
        """Where label, bar and number lie: they never overlap."""
        number = QFontMetricsF(self.font()).horizontalAdvance("<.001")
        label, height = float(scaled(_LABEL, self.font())), self.height()
        bar = max(self.width() - label - number - 2 * GAP, 0.0)
        return (
            QRectF(0, 0, label, height),
            QRectF(label + GAP, (height - BAR_HEIGHT) / 2, bar, BAR_HEIGHT),
            QRectF(label + 2 * GAP + bar, 0, number, height),
        )


def _draw_space(painter: QPainter, place: QRectF, size: int) -> None:
    """Draw the sign for a space: a trough."""
    box = QRectF(0, 0, size, size / 2)
    box.moveCenter(place.center() + QPointF(0, size / 5))
    pen = QPen(painter.pen())
    pen.setWidthF(2.0 if painter.font().bold() else 1.4)
    painter.save()
    painter.setPen(pen)
    painter.drawPolyline([box.topLeft(), box.bottomLeft(), box.bottomRight(), box.topRight()])
    painter.restore()
