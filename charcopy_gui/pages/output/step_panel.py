"""What could have been otherwise at the chosen step: another character, another p_gen."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.output.pin_row import PinRow
from charcopy_gui.pages.output.trace_like import CandidatesLike
from core.records import CharacterStep

_UNLIMITED = 2**24 - 1
"""What Qt calls a height without a limit."""


class StepPanel(QWidget):
    """The candidates, and under them p_gen."""

    character_chosen = Signal(str)
    p_gen_chosen = Signal(float)
    freed = Signal()
    """p_gen is to be the network's own again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._candidates: CandidatesLike | None = None
        self._theme = LIGHT
        self._pin = PinRow()
        self._pin.hide()
        self._pin.pinned.connect(self.p_gen_chosen)
        self._pin.freed.connect(self.freed)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addWidget(self._pin)

    def set_candidates(self, candidates: CandidatesLike) -> None:
        """Take the plot of candidates in."""
        self._candidates = candidates
        self._layout.insertWidget(0, cast(QWidget, candidates))
        candidates.chosen.connect(self.character_chosen)
        candidates.set_theme(self._theme)

    def showEvent(self, event: QShowEvent) -> None:
        """Never be higher than what there is to show."""
        super().showEvent(event)
        below = self._layout.spacing() + self._pin.sizeHint().height()
        most = cast(QWidget, self._candidates or self).maximumHeight()
        self.setMaximumHeight(min(most + below, _UNLIMITED))

    def show_step(self, step: CharacterStep | None, *, pinned: bool, movable: bool) -> None:
        """Show a step, whether its p_gen was pinned, and whether it may be changed now."""
        if self._candidates is not None:
            self._candidates.show_step(step)
            self._candidates.set_choosable(movable)
        p_gen = None if step is None else step.p_gen
        self._pin.show_value(p_gen, pinned=pinned, movable=movable)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        if self._candidates is not None:
            self._candidates.set_theme(theme)
