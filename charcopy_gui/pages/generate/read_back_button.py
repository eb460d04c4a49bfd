"""Read back: whether the text that is shown tells its table, by the same model."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import Theme
from core.model_card import ModelCard

_TIP = "Let the model read this text back, and see which slots survive"
_NO_EXCHANGE = "This model was trained without exchange, so it never learnt to read texts back."


class ReadBackButton(QPushButton):
    """Can be pressed once there is a text, if the model can read it; else says why not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._exchange = True
        self._text = ""
        self.setText("Read back")
        self.setAccessibleName("Read this text back")
        self._show()

    def set_model(self, card: ModelCard) -> None:
        """Another model is in use."""
        self._exchange = card.config.exchange
        self._show()

    def set_text(self, text: str) -> None:
        """The text to be read; empty while it is not there yet."""
        self._text = text
        self._show()

    def set_theme(self, theme: Theme) -> None:
        """Draw the icon in a theme's colours."""
        self.setIcon(icons.icon("read_back", theme.text))

    def _show(self) -> None:
        self.setEnabled(self._exchange and bool(self._text))
        self.setToolTip(_TIP if self._exchange else _NO_EXCHANGE)
