"""The film's transport: back and on by an evaluation, to any of them, and play."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QToolButton, QWidget

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.output.transport import ScrubSlider
from charcopy_gui.pages.parts.flow_layout import FlowLayout
from charcopy_gui.pages.parts.status_parts import details

_FRAME = 700
"""Milliseconds that an evaluation's texts are seen for."""
_BUTTONS = (
    ("back", "Evaluation back", "Show the evaluation before this one"),
    ("run", "Play the film", "Show one evaluation after the other, from the first on"),
    ("forward", "Evaluation on", "Show the next evaluation"),
    ("to_end", "Latest evaluation", "Show the latest evaluation, and those that come"),
)


class FilmBar(QWidget):
    """Asks for evaluations by their places, counted from 0."""

    place_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._count, self._place = 0, 0
        self._buttons = {name: QToolButton() for name, _, _ in _BUTTONS}
        self._slider = ScrubSlider()
        self._words = details("Evaluation")
        self._timer = QTimer(self, interval=_FRAME)
        for name, title, tip in _BUTTONS:
            self._buttons[name].setAccessibleName(title)
            self._buttons[name].setToolTip(tip)
        self._slider.setAccessibleName("Evaluations")
        self._slider.setToolTip("Drag, or use the arrow keys, to go to an evaluation")
        self._words.setWordWrap(False)
        self._words.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        flow = FlowLayout(self, 4)
        for part in (*self._buttons.values(), self._slider, self._words):
            flow.addWidget(part)
        for name, by in (("back", -1), ("forward", 1)):
            self._buttons[name].clicked.connect(partial(self._move, by))
        self._buttons["to_end"].clicked.connect(self._go_to_end)
        self._buttons["run"].clicked.connect(self._play_or_pause)
        self._slider.valueChanged.connect(self._scrub)
        self._timer.timeout.connect(self._show_next)
        self.show_place(0, 0, "")

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer.isActive()

    def show_place(self, place: int, count: int, words: str) -> None:
        """Show which evaluation of how many is seen, and what it found."""
        self._place, self._count = place, count
        with QSignalBlocker(self._slider):
            self._slider.setRange(0, max(0, count - 1))
            self._slider.setValue(place)
        self._words.setText(words)
        self._words.setToolTip(words)
        for part in (self._slider, *self._buttons.values()):
            part.setEnabled(count > 1)

    def halt(self) -> None:
        """Play no further."""
        self._timer.stop()
        self._show_icons()

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self._theme = theme
        self._show_icons()

    def _show_icons(self) -> None:
        for name, button in self._buttons.items():
            shown = "pause" if name == "run" and self.playing else name
            button.setIcon(icons.icon(shown, self._theme.text))
        self._buttons["run"].setAccessibleName("Pause the film" if self.playing else _BUTTONS[1][1])

    def _move(self, by: int) -> None:
        self.halt()
        self.place_wanted.emit(min(max(self._place + by, 0), self._count - 1))

    @Slot()
    def _go_to_end(self) -> None:
        self.halt()
        self.place_wanted.emit(self._count - 1)

    @Slot(int)
    def _scrub(self, place: int) -> None:
        self.halt()
        self.place_wanted.emit(place)

    @Slot()
    def _play_or_pause(self) -> None:
        if self.playing:
            self.halt()
            return
        if self._place == self._count - 1:
            self.place_wanted.emit(0)
        self._timer.start()
        self._show_icons()

    @Slot()
    def _show_next(self) -> None:
        if self._place < self._count - 1:
            self.place_wanted.emit(self._place + 1)
        if self._place >= self._count - 1:
            self.halt()
