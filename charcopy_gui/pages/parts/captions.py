"""Captions: the words over a section, and those over a field."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QSizePolicy, QSpinBox, QVBoxLayout, QWidget

_NARROWEST = 72
_LONG = 24
"""Characters; words with more of them, such as paths, have places at which they are broken."""
_BREAK = "\u200b"
"""A space without a width: nobody sees it."""


def heading(words: str) -> QLabel:
    """The name of a section."""
    label = QLabel(words)
    label.setTextFormat(Qt.TextFormat.PlainText)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    return label


def title_font(font: QFont) -> QFont:
    """The font of a page's own title, from that of its texts."""
    larger = QFont(font)
    larger.setPointSizeF(font.pointSizeF() * 1.35)
    larger.setBold(True)
    return larger


def remark(name: str) -> QLabel:
    """A quiet line of plain text that wraps; its name is for screen readers."""
    label = _Remark()
    label.setAccessibleName(name)
    label.setProperty("muted", True)
    return label


class _Remark(QLabel):
    """Never as wide as the longest word, which may be a path."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)

    def setText(self, words: str) -> None:
        """Say something, with places to break it at."""
        self._words = words
        super().setText(re.sub(rf"\S{{{_LONG + 1},}}", _broken, words))

    def text(self) -> str:
        """What was said."""
        return self._words


def _broken(word: re.Match[str]) -> str:
    """A long word with places to break it at: after what parts it, else anywhere."""
    parts = re.findall(rf"[^/\\._-]{{0,{_LONG - 1}}}.", word[0])
    return _BREAK.join(parts)


def spin_box(least: int, most: int) -> QSpinBox:
    """A field for a whole number, as wide as the column it stands in."""
    box = QSpinBox()
    box.setRange(least, most)
    fit_column(box)
    return box


def fit_column(field: QWidget) -> None:
    """Let a field be as wide and as high as its neighbours in a grid."""
    field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    field.setMinimumWidth(_NARROWEST)


def labelled(words: str, field: QWidget) -> QVBoxLayout:
    """A field under its caption."""
    label = QLabel(words)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("muted", True)
    label.setBuddy(field)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    column = QVBoxLayout()
    column.setSpacing(4)
    column.addWidget(label)
    column.addWidget(field)
    return column
