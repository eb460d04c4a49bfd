"""The transport bar: plays a text, halts it, and goes to any of its steps."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QToolButton, QWidget

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.text_size import keep_fitted
from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.output.point_slider import PointSlider
from charcopy_gui.pages.parts.flow_layout import FlowLayout

SPEEDS: tuple[float | None, ...] = (2, 5, 10, 20, 40, 80, None)
"""Characters a second; None is as fast as it goes."""

_FASTEST = "fastest"
_BUTTONS = (
    ("to_start", "To the start", "Go to the first step (Home)"),
    ("back", "Step back", "Go one step back (Left, Alt+Left)"),
    ("run", "Play", ""),
    ("forward", "Step forward", "Go one step on (Right, Alt+Right)"),
    ("to_end", "To the end", "Go to the last step, and show the whole text (End)"),
)


class ScrubSlider(PointSlider):
    """A slider along a text's steps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumWidth(48)
        self.setAccessibleName("Step")
        self.setToolTip("Drag or click to go to a step")
        self.setStyleSheet("QSlider { min-width: 48px; }")


class TransportBar(QWidget):
    """Asks for steps, and for a speed; knows nothing of texts."""

    step_wanted = Signal(int)
    """An index of a step to go to."""
    play_pressed = Signal()
    speed_changed = Signal(object)
    """Characters a second, or None for as fast as it goes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._step: int | None = None
        self._playing = False
        self._theme = LIGHT
        self._buttons = {name: QToolButton() for name, _, _ in _BUTTONS}
        self._scrub = ScrubSlider()
        self._label = QLabel()
        self._speed = QSlider(Qt.Orientation.Horizontal)
        self._speed_label = QLabel(_FASTEST)
        self._name()
        self._lay_out()
        self._connect()
        self.show_step(None, 0)

    def _name(self) -> None:
        for icon, name, tip in _BUTTONS:
            self._buttons[icon].setAccessibleName(name)
            self._buttons[icon].setToolTip(tip)
        self._name_play()
        self._label.setObjectName("step")
        self._label.setAccessibleName("Chosen step")
        self._speed.setAccessibleName("Speed of playing")
        self._speed.setToolTip(
            "How fast the text appears, from 2 characters a second to as fast as it goes."
            " The network does not wait for it."
        )
        self._speed.setRange(0, len(SPEEDS) - 1)
        self._speed.setPageStep(1)
        self._speed.setValue(len(SPEEDS) - 1)
        self._speed_label.setAccessibleName("Characters per second")
        numbers = QFont(self.font())
        numbers.setFeature(QFont.Tag("tnum"), 1)
        for label, widest in ((self._label, "step 000/000"), (self._speed_label, "00 chars/s")):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setProperty("muted", True)
            label.setFont(numbers)
            keep_fitted(label, partial(_make_room, label, widest))

    def _lay_out(self) -> None:
        self._speed.setFixedWidth(64)
        flow = FlowLayout(self, 8)
        flow.addWidget(_together(4, *self._buttons.values()))
        flow.addWidget(self._scrub)
        flow.addWidget(self._label)
        flow.addWidget(_together(4, self._speed, self._speed_label))

    def _connect(self) -> None:
        self._buttons["to_start"].clicked.connect(self._to_start)
        self._buttons["back"].clicked.connect(self._back)
        self._buttons["run"].clicked.connect(self.play_pressed)
        self._buttons["forward"].clicked.connect(self._forward)
        self._buttons["to_end"].clicked.connect(self._to_end)
        self._scrub.valueChanged.connect(self.step_wanted)
        self._speed.valueChanged.connect(self._take_speed)

    def show_step(self, step: int | None, count: int) -> None:
        """Show which step of how many is chosen, or that none is."""
        self._step, self._count = step, count
        self._scrub.blockSignals(True)
        self._scrub.setRange(0, max(count - 1, 0))
        self._scrub.setValue(max(count - 1, 0) if step is None else step)
        self._scrub.blockSignals(False)
        number = "–" if step is None else f"{step + 1}"
        self._label.setText(f"step {number}/{count}" if count else "")
        for part in (*self._buttons.values(), self._scrub):
            part.setEnabled(count > 0)

    def show_playing(self, playing: bool) -> None:
        """Offer to halt what plays, or to play."""
        if playing != self._playing:
            self._playing = playing
            self._name_play()

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self._theme = theme
        for name, button in self._buttons.items():
            button.setIcon(icons.icon(name, theme.text))
        self._name_play()

    def _name_play(self) -> None:
        button = self._buttons["run"]
        button.setIcon(icons.icon("pause" if self._playing else "run", self._theme.text))
        button.setAccessibleName("Pause" if self._playing else "Play")
        button.setToolTip(
            "Pause here (Space, in text or trace)"
            if self._playing
            else "Let the text appear again, character by character (Space, in text or trace)"
        )

    @Slot()
    def _to_start(self) -> None:
        self.step_wanted.emit(0)

    @Slot()
    def _back(self) -> None:
        self.step_wanted.emit(max((self._count if self._step is None else self._step) - 1, 0))

    @Slot()
    def _forward(self) -> None:
        step = -1 if self._step is None else self._step
        self.step_wanted.emit(min(step + 1, self._count - 1))

    @Slot()
    def _to_end(self) -> None:
        self.step_wanted.emit(self._count - 1)

    @Slot(int)
    def _take_speed(self, index: int) -> None:
        speed = SPEEDS[index]
        self._speed_label.setText(_FASTEST if speed is None else f"{speed:g} chars/s")
        self.speed_changed.emit(speed)


def _together(gap: int, *parts: QWidget) -> QWidget:
    """What stays in one line wherever there is little room."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(gap)
    for part in parts:
        row.addWidget(part)
    return holder


def _make_room(label: QLabel, widest: str) -> None:
    label.setMinimumWidth(label.fontMetrics().horizontalAdvance(widest))
