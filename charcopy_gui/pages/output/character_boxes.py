"""Where each character of a laid-out text lies, whatever its script and direction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QTextLayout, QTextLine


def utf16_spans(texts: Iterable[str], start: int = 0) -> list[tuple[int, int]]:
    """The start and the length of each text in Qt's code units, when they are joined."""
    spans = []
    for text in texts:
        length = len(text.encode("utf-16-le", "surrogatepass")) // 2
        spans.append((start, length))
        start += length
    return spans


def character_boxes(layout: QTextLayout, spans: Iterable[tuple[int, int]]) -> list[QRect]:
    """The box of each character, given by its start and its length in code units.

    Boxes are whole pixels and neighbours share an edge. A mark that combines with the character
    before it has that character's box.
    """
    return [_box(layout, start, length) for start, length in spans]


def box_at(boxes: Sequence[QRect], point: QPoint) -> int:
    """The index of the box that holds a point, -1 if none does."""
    return next((i for i, box in enumerate(boxes) if box.contains(point)), -1)


def line_boxes(boxes: Iterable[QRect]) -> list[QRect]:
    """The boxes of neighbours joined, one for each line that they stand on."""
    lines: dict[int, QRect] = {}
    for box in boxes:
        lines[box.top()] = lines.get(box.top(), box).united(box)
    return list(lines.values())


def _box(layout: QTextLayout, start: int, length: int) -> QRect:
    line = layout.lineForTextPosition(start)
    if not line.isValid():
        return QRect()
    origin = layout.position()
    left, right = sorted(_edges(line, start, length))
    left, right = round(origin.x() + left), round(origin.x() + right)
    top, bottom = round(origin.y() + line.y()), round(origin.y() + line.y() + line.height())
    return QRect(left, top, right - left, bottom - top)


def _edges(line: QTextLine, start: int, length: int) -> tuple[float, float]:
    """The two sides of a character.

    A cursor's place is quick to ask for. It says nothing of a character inside of a cluster, nor of
    one where the direction changes; the glyph does.
    """
    left, found = _cursor(line, start, QTextLine.Edge.Leading)
    right, _ = _cursor(line, start, QTextLine.Edge.Trailing)
    if found == start and left != right:
        return left, right
    for run in line.glyphRuns(start, length):
        positions = run.positions()
        advances = run.rawFont().advancesForGlyphIndexes(run.glyphIndexes())
        if positions:
            return positions[0].x(), positions[0].x() + advances[0].x()
    return left, left


def _cursor(line: QTextLine, position: int, edge: QTextLine.Edge) -> tuple[float, int]:
    x, found = cast("tuple[float, int]", line.cursorToX(position, edge))
    return x, found
