"""The p_gen of a step as a slider: another value has the rest of the text written anew."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from charcopy_gui.appearance.text_size import keep_fitted
from charcopy_gui.pages.output.point_slider import PointSlider

_SCALE = 100
_TIP = (
    "Probability of generating this character; the rest is for copying. Let go of it at another"
    " value, or press Return there: p_gen is pinned to that, and the rest is rewritten."
)


class _Slider(PointSlider):
    """Takes a value when it is let go, or when Return is pressed; Esc and leaving take it back."""

    taken = Signal()
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the value, or leave it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.taken.emit()
        elif event.key() == Qt.Key.Key_Escape and not self.isSliderDown():
            self.left.emit()
            event.ignore()  # It stops a run, too.
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A value that was not taken is none."""
        super().focusOutEvent(event)
        self.left.emit()


class PinRow(QWidget):
    """Shows p_gen, takes another value, and lets it free again."""

    pinned = Signal(float)
    """The value p_gen is to have at the chosen step."""
    freed = Signal()
    waiting = Signal(str)
    """What makes a value count that the keyboard has chosen; empty where none waits for it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slider = _Slider()
        self._number = QLabel()
        self._free = QToolButton()
        self._title = QLabel("p_gen")
        self._value = 0
        """What it is now, whatever the slider says."""
        self._name()
        self._lay_out()
        self._slider.valueChanged.connect(self._show_number)
        self._slider.sliderReleased.connect(self._take)
        self._slider.taken.connect(self._take)
        self._slider.left.connect(self._take_back)
        self._free.clicked.connect(self.freed)

    def _name(self) -> None:
        self._slider.setRange(0, _SCALE)
        self._slider.setPageStep(_SCALE // 10)
        self._slider.setAccessibleName("p_gen of the chosen step")
        self._slider.setToolTip(_TIP)
        self._free.setText("Free")
        self._free.setAccessibleName("Free p_gen")
        self._free.setToolTip("p_gen is pinned here. Return to the network's own choice.")
        self._number.setObjectName("pinNumber")
        self._number.setTextFormat(Qt.TextFormat.PlainText)
        self._number.setAccessibleName("p_gen")
        numbers = QFont(self.font())
        numbers.setFeature(QFont.Tag("tnum"), 1)
        self._number.setFont(numbers)
        keep_fitted(self._number, partial(_make_room, self._number))

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
            return
        if not self._slider.isSliderDown():
            self._value = round(p_gen * _SCALE)
            self._take_back()
        self._slider.setEnabled(movable)
        self._free.setEnabled(movable and pinned)

    @Slot()
    def _show_number(self) -> None:
        value = self._slider.value()
        waiting = value != self._value and not self._slider.isSliderDown()
        number = f"{value / _SCALE:.2f}"
        self._number.setText(number)
        self.waiting.emit(f"Press Return to pin p_gen at {number}." if waiting else "")

    @Slot()
    def _take(self) -> None:
        if self._slider.value() != self._value:
            self._value = self._slider.value()
            self.pinned.emit(self._value / _SCALE)
        self._show_number()

    @Slot()
    def _take_back(self) -> None:
        if not self._slider.isSliderDown():
            self._slider.setValue(self._value)
            self._show_number()


def _make_room(label: QLabel) -> None:
    label.setMinimumWidth(label.fontMetrics().horizontalAdvance("0.00"))
