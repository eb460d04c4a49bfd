"""The words over a plot: what is drawn, and quietly beside it how it is counted."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget


def quiet(words: str = "") -> QLabel:
    """A label that does not ask to be read first."""
    label = QLabel(words)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("muted", True)
    return label


def title(words: str, beside: QLabel) -> QHBoxLayout:
    """A line of both."""
    label = QLabel(words)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    line = QHBoxLayout()
    line.setSpacing(8)
    line.addWidget(label)
    line.addWidget(beside, 1)
    return line


def titled(words: str, beside: QLabel, plot: QWidget) -> QVBoxLayout:
    """A plot under its words."""
    column = QVBoxLayout()
    column.setSpacing(4)
    column.addLayout(title(words, beside))
    column.addWidget(plot)
    return column


def waiting(words: str) -> QLabel:
    """What stands in a plot's place while there is nothing to draw."""
    label = quiet(words)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setWordWrap(True)
    return label
