"""The p_gen of a step as a slider: another value has the rest of the text written anew."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QSlider, QToolButton, QWidget

_SCALE = 100
_REST = 400
"""Milliseconds after the last key until its value counts."""


class _Slider(QSlider):
    """A slider that the wheel scrolls past."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()


class PinRow(QWidget):
    """Shows p_gen, takes another value, and lets it free again."""

    pinned = Signal(float)
    """The value p_gen is to have at the chosen step."""
    freed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slider = _Slider(Qt.Orientation.Horizontal)
        self._number = QLabel()
        self._free = QToolButton()
        self._title = QLabel()
        self._value = 0
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._name()
        self._lay_out()
        self._slider.valueChanged.connect(self._show_number)
        self._slider.sliderReleased.connect(self._settle)
        self._rest.timeout.connect(self._settle)
        self._free.clicked.connect(self.freed)

    def _name(self) -> None:
        self._slider.setRange(0, _SCALE)
        self._slider.setPageStep(_SCALE // 10)
        self._slider.setAccessibleName("p_gen of the chosen step")
        self._slider.setToolTip(
            "Probability of generating this character; the rest is for copying."
            " Drag it, and the text is written on from here as if it were so."
        )
        self._free.setText("Free")
        self._free.setAccessibleName("Free p_gen")
        self._free.setToolTip("Back to the text in which the network chose p_gen here itself")
        self._number.setObjectName("pinNumber")
        self._number.setTextFormat(Qt.TextFormat.PlainText)
        self._number.setAccessibleName("p_gen")
        numbers = QFont(self.font())
        numbers.setFeature(QFont.Tag("tnum"), 1)
        self._number.setFont(numbers)

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self._title.setBuddy(self._slider)
        row.addWidget(self._title)
        row.addWidget(self._slider, 1)
        row.addWidget(self._number)
        row.addWidget(self._free)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_value(self, p_gen: float | None, *, pinned: bool, movable: bool) -> None:
        """Show a step's p_gen, and whether it was pinned; nothing for a model without one."""
        self.setVisible(p_gen is not None)
        if p_gen is None:
            self._rest.stop()
            return
        if not self._slider.isSliderDown():
            self._rest.stop()
            self._value = round(p_gen * _SCALE)
            self._slider.blockSignals(True)
            self._slider.setValue(self._value)
            self._slider.blockSignals(False)
            self._number.setText(f"{p_gen:.2f}")
        self._slider.setEnabled(movable)
        self._free.setEnabled(movable and pinned)
        self._title.setText("p_gen pinned" if pinned else "p_gen")

    @Slot(int)
    def _show_number(self, value: int) -> None:
        self._number.setText(f"{value / _SCALE:.2f}")
        if not self._slider.isSliderDown():
            self._rest.start()

    @Slot()
    def _settle(self) -> None:
        if self._slider.value() != self._value:
            self._value = self._slider.value()
            self.pinned.emit(self._value / _SCALE)
