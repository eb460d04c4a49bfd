"""How the curves of several runs are told apart: by colour, by line and by marker."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.plots.curve import LineStyle

_COLOURS = (
    ("#1b1f24", "#e8eaed"),
    ("#00835f", "#3fd0a4"),
    ("#a8447f", "#e39ac4"),
    ("#5b6b8c", "#9fb0d6"),
    ("#6b7a00", "#c3d157"),
    ("#8a5340", "#d6a48f"),
)
"""On a light page and on a dark one; none of those that mean generated, copied or backward."""
_PENS = (
    Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine,
    Qt.PenStyle.DashDotDotLine, Qt.PenStyle.SolidLine,
)  # fmt: skip
_SYMBOLS = ("o", "s", "t", "d", "+", "x")

MOST = len(_COLOURS)
"""Runs that can be told apart."""


def colour(number: int, theme: Theme) -> QColor:
    """The colour of the run of this number."""
    return QColor(_COLOURS[number % MOST][theme.dark])


def style(number: int, *, marked: bool) -> LineStyle:
    """The line of the run of this number, with a marker at every point or without."""
    symbol = _SYMBOLS[number % MOST] if marked else ""
    return LineStyle(_PENS[number % MOST], symbol, 1.5 if marked else 1.0)
