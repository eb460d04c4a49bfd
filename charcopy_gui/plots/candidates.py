"""Candidates: what else could have come at a step, and whether by generating or by copying."""

from __future__ import annotations

import unicodedata

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from charcopy_gui.theme import Theme, system_monospace, system_theme
from core.records import Candidate, CharacterStep

MOST = 8
ROW_HEIGHT = 24
BAR_HEIGHT = 14
TITLE_HEIGHT = 32
LEGEND_HEIGHT = 28
GAP = 8

EMPTY = "Point at a character to see what else could have come."


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


class CandidatesPlot(QWidget):
    """The likeliest characters of a step as bars of two parts, generated and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = system_theme()
        self._step: CharacterStep | None = None
        self._letters = system_monospace()
        self.setAccessibleName("Candidates for the next character")
        self.show_step(None)

    def sizeHint(self) -> QSize:
        """Room for all bars."""
        return QSize(320, TITLE_HEIGHT + MOST * ROW_HEIGHT + LEGEND_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Room for all bars, short ones."""
        return QSize(200, self.sizeHint().height())

    def show_step(self, step: CharacterStep | None) -> None:
        """Show a step's candidates, or with None say how to choose one."""
        self._step = step
        self.setAccessibleDescription(EMPTY if step is None else _in_words(step))
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw title, bars and legend."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._step is None:
            painter.setPen(self._theme.muted)
            alignment = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(QRectF(self.rect()), alignment, EMPTY)
            return
        self._paint_title(painter, f"Step {self._step.index + 1} · next character")
        candidates = self._step.candidates[:MOST]
        for row, candidate in enumerate(candidates):
            self._paint_row(painter, TITLE_HEIGHT + row * ROW_HEIGHT, candidate)
        if self._step.p_gen is not None:
            self._paint_legend(painter, TITLE_HEIGHT + len(candidates) * ROW_HEIGHT + GAP)

    def _paint_title(self, painter: QPainter, title: str) -> None:
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(self._theme.text)
        room = QRectF(0, 0, self.width(), TITLE_HEIGHT - GAP)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, title)
        painter.setFont(self.font())

    def _paint_row(self, painter: QPainter, top: float, candidate: Candidate) -> None:
        label, bar, number = self._row(top)
        shown = candidate_label(candidate.character)
        letters = QFont(self._letters)
        letters.setPixelSize(15 if len(shown) <= 2 else 11)
        painter.setFont(letters)
        painter.setPen(self._theme.text)
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
        painter.fillRect(QRectF(left + generated, bar.top(), copied, height), self._theme.copied)

    def _paint_legend(self, painter: QPainter, top: float) -> None:
        metrics = QFontMetricsF(self.font())
        left = self._row(top)[1].left()
        painter.setPen(self._theme.muted)
        for colour, words in (
            (self._theme.generated, "generated"),
            (self._theme.copied, "copied"),
        ):
            painter.fillRect(QRectF(left, top + (20 - 10) / 2, 10, 10), colour)
            width = metrics.horizontalAdvance(words) + 1
            painter.drawText(
                QRectF(left + 16, top, width, 20), Qt.AlignmentFlag.AlignVCenter, words
            )
            left += 16 + width + 2 * GAP

    def _row(self, top: float) -> tuple[QRectF, QRectF, QRectF]:
        """Where a row's label, bar and number lie: they never overlap."""
        metrics = QFontMetricsF(self.font())
        number = metrics.horizontalAdvance("<.001")
        label = 40.0
        bar = max(self.width() - label - number - 2 * GAP, 0.0)
        return (
            QRectF(0, top, label, ROW_HEIGHT),
            QRectF(label + GAP, top + (ROW_HEIGHT - BAR_HEIGHT) / 2, bar, BAR_HEIGHT),
            QRectF(label + 2 * GAP + bar, top, number, ROW_HEIGHT),
        )


def _in_words(step: CharacterStep) -> str:
    parts = [
        f"{candidate_label(c.character)} {c.probability:.3f} "
        f"(generated {c.generated:.3f}, copied {c.copied:.3f})"
        for c in step.candidates[:MOST]
    ]
    return f"Step {step.index + 1}: " + "; ".join(parts)
