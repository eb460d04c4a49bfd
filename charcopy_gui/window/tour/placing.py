"""Where a panel stands: beside what it is about, and over it only where there is no other room."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize

_GAP = 12
"""Pixels between a panel, what it is about, and the edge of the window."""


def place(size: QSize, about: QRect, room: QRect) -> QRect:
    """Where a panel of this size stands.

    Args:
        size: what the panel needs.
        about: what it points at; empty for nothing.
        room: where it has to stay, as far as it is large enough.
    """
    inner = room.adjusted(_GAP, _GAP, -_GAP, -_GAP)
    if about.isEmpty():
        return _moved_into(QRect(inner.bottomRight() - _corner(size), size), inner)
    right, below = about.right() + 1 + _GAP, about.bottom() + 1 + _GAP
    left, above = about.left() - _GAP - size.width(), about.top() - _GAP - size.height()
    beside = (
        QPoint(right, about.top()),
        QPoint(left, about.top()),
        QPoint(about.left(), below),
        QPoint(about.left(), above),
    )
    places = [_moved_into(QRect(point, size), inner) for point in beside]
    return min(places, key=lambda there: _area(there & about))


def _corner(size: QSize) -> QPoint:
    return QPoint(size.width() - 1, size.height() - 1)


def _moved_into(rect: QRect, inner: QRect) -> QRect:
    """As far inside as it fits; what is too large keeps its upper left in sight."""
    moved = QRect(rect)
    moved.moveRight(min(moved.right(), inner.right()))
    moved.moveBottom(min(moved.bottom(), inner.bottom()))
    moved.moveLeft(max(moved.left(), inner.left()))
    moved.moveTop(max(moved.top(), inner.top()))
    return moved


def _area(rect: QRect) -> int:
    return rect.width() * rect.height() if rect.isValid() else 0
