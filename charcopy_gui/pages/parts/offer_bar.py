"""A quiet bar with something that can be done now, or later, or not at all."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from charcopy_gui.appearance import icons


class OfferBar(QFrame):
    """There while there is something to offer."""

    accepted = Signal()
    declined = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """The name is for screen readers."""
        super().__init__(parent)
        self._icon = QLabel()
        self._words = QLabel()
        self._accept = QPushButton()
        self._decline = QPushButton("Not now")
        self.setObjectName("offer")
        self.setAccessibleName(name)
        self._words.setAccessibleName(f"{name}, in words")
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 8, 6)
        layout.setSpacing(8)
        layout.addWidget(self._icon)
        layout.addWidget(self._words, 1)
        layout.addWidget(self._accept)
        layout.addWidget(self._decline)
        self._accept.clicked.connect(self.accepted)
        self._decline.clicked.connect(self.declined)
        self._decline.clicked.connect(self.hide)
        self._show_icon()
        self.hide()

    def offer(self, words: str, action: str, action_tip: str, decline_tip: str) -> None:
        """Offer something, in a sentence and on a button."""
        self._words.setText(words)
        self._accept.setText(action)
        self._accept.setAccessibleName(f"{action}, as offered")
        self._accept.setToolTip(action_tip)
        self._decline.setAccessibleName("Not now")
        self._decline.setToolTip(decline_tip)
        self.show()

    def changeEvent(self, event: QEvent) -> None:
        """Draw the icon in the colour of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_icon()

    def _show_icon(self) -> None:
        colour = self.palette().color(QPalette.ColorRole.Link)
        self._icon.setPixmap(icons.icon("info", colour).pixmap(16, 16))
