"""What shows how far long work has come: a word, a line that fills, a line of numbers."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QProgressBar

from charcopy_gui.pages.parts.captions import remark

_PARTS = 1000
_LARGER = 1.35


def status_word(name: str) -> QLabel:
    """The state of the work in one large word; the name is for screen readers."""
    label = QLabel()
    label.setAccessibleName(name)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * _LARGER)
    font.setBold(True)
    label.setFont(font)
    return label


def details(name: str) -> QLabel:
    """Progress in words; its numbers change without moving what stands beside them."""
    label = remark(name)
    font = QFont(label.font())
    font.setFeature(QFont.Tag("tnum"), 1)
    label.setFont(font)
    return label


class ShareBar(QProgressBar):
    """How much of the work is done."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setRange(0, _PARTS)
        self.setTextVisible(False)
        self.setAccessibleName(name)

    def set_share(self, share: float) -> None:
        """Show a share between 0 and 1."""
        self.setValue(round(share * _PARTS))
