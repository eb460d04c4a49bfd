"""What is drawn around a text's characters: tints under them, marks over them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QRegion

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.output.character_boxes import line_boxes
from core.records import END_LABEL, CharacterStep


def paint_tints(
    painter: QPainter,
    steps: Iterable[CharacterStep],
    tints: Iterable[QColor],
    boxes: Iterable[QRect],
    line: QColor,
    dirty: QRegion,
) -> None:
    """Draw a tint behind every character, and a line under it where copying leads."""
    for step, tint, box in zip(steps, tints, boxes, strict=True):
        if step.character != END_LABEL and dirty.intersects(box):
            painter.fillRect(box, tint)
            if step.p_gen is not None and step.p_gen < 0.5:
                painter.fillRect(QRect(box.left(), box.bottom() - 1, box.width(), 2), line)


def paint_cover(painter: QPainter, boxes: Iterable[QRect], background: QColor) -> None:
    """Cover characters that are not shown yet."""
    for box in boxes:
        painter.fillRect(box.adjusted(0, 0, 1, 0), background)


def paint_differences(painter: QPainter, boxes: Iterable[QRect], theme: Theme) -> None:
    """Draw a line over characters that another text does not have there."""
    for box in boxes:
        painter.fillRect(box.left(), box.top(), box.width(), 2, theme.accent)


def paint_frames(
    painter: QPainter, place: Sequence[QRect], chosen: QRect | None, theme: Theme
) -> None:
    """Frame a place, on each of its lines, and with a stronger line the chosen character."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.accent, 1))
    for box in line_boxes(place):
        painter.drawRoundedRect(QRectF(box).adjusted(-1.5, 0.5, 1.5, 1.5), 4, 4)
    if chosen is not None:
        painter.setPen(QPen(theme.accent, 2))
        painter.drawRoundedRect(chosen.adjusted(-1, 0, 1, 1), 3, 3)
