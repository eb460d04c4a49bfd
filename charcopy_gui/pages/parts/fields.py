"""Fields that more than one page has."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

from charcopy_gui.storage.settings import DEVICES

LARGEST_SEED = 2**31 - 1
"""What a QSpinBox holds at most."""


class ElidedBox(QComboBox):
    """A list that leaves out the middle of a name that is too long for it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)

    def shown_text(self) -> str:
        """The chosen name as far as there is room for it."""
        return self._option().currentText

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw as every list is drawn, with the name that fits."""
        del event
        option, painter = self._option(), QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def _option(self) -> QStyleOptionComboBox:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        room = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
        )
        shown = self.currentText() if self.currentIndex() >= 0 else self.placeholderText()
        option.currentText = self.fontMetrics().elidedText(
            shown, Qt.TextElideMode.ElideMiddle, room.width()
        )
        return option


def device_box() -> QComboBox:
    """A list of the devices that can be asked for; its data are their names."""
    box = QComboBox()
    for name, words in DEVICES.items():
        box.addItem(words, name)
    return box
