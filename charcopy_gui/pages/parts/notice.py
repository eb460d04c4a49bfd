"""A sentence that has to be seen, with an icon before it: colour alone tells nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.parts.captions import remark


class Notice(QWidget):
    """There while it has something to say."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = QLabel()
        self._words = remark(name)
        self._words.setProperty("muted", False)
        self._words.setProperty("error", True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._words, 1)
        self.hide()

    def text(self) -> str:
        """What it says."""
        return self._words.text()

    def say(self, words: str) -> None:
        """Say something, or nothing."""
        self._words.setText(words)
        self.setVisible(bool(words))

    def set_theme(self, theme: Theme) -> None:
        """Draw the icon in a theme's colours."""
        self._icon.setPixmap(icons.icon("warning", theme.error).pixmap(16, 16))
