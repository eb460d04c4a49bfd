"""A list to choose a value from, which is shown in words, or none at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QSizePolicy, QWidget

from charcopy_gui.pages.parts.fields import ElidedBox


class ChoiceBox(ElidedBox):
    """As wide as its column, whatever it lists; open until something is chosen."""

    def __init__(
        self, name: str, tip: str, entries: Mapping[Any, str], parent: QWidget | None = None
    ) -> None:
        """The name is for screen readers; the entries are values and their words."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setPlaceholderText("Choose…")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for value, words in entries.items():
            self.addItem(words, value)

    def show_value(self, value: object) -> None:
        """Show a value, listing it where it was not; None leaves the list open."""
        blocked = QSignalBlocker(self)
        index = next((i for i in range(self.count()) if self.itemData(i) == value), -1)
        if index < 0 and value is not None:
            self.addItem(str(value), value)
            index = self.count() - 1
        self.setCurrentIndex(index)
        del blocked
