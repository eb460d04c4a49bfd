"""The chosen step: what else could have come, why this came, and another p_gen for it."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.output.elided_label import ElidedLabel
from charcopy_gui.pages.output.pin_row import PinRow
from charcopy_gui.pages.output.trace_like import CandidatesLike
from core.records import CharacterStep

_UNLIMITED = 2**24 - 1
"""What Qt calls a height without a limit."""


class StepPanel(QWidget):
    """The candidates, under them a sentence about the step, and p_gen."""

    character_chosen = Signal(str)
    p_gen_chosen = Signal(float)
    freed = Signal()
    """p_gen is to be the network's own again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._candidates: CandidatesLike | None = None
        self._theme = LIGHT
        self._why = _Why()
        self._pin = PinRow()
        self._pin.hide()
        self._pin.pinned.connect(self.p_gen_chosen)
        self._pin.freed.connect(self.freed)
        self._pin.waiting.connect(self._show_why)
        self._words = ""
        """Why the step wrote what it wrote."""
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addWidget(self._why)
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
        parts = (self._why, self._pin)
        below = sum(self._layout.spacing() + part.sizeHint().height() for part in parts)
        most = cast(QWidget, self._candidates or self).maximumHeight()
        self.setMaximumHeight(min(most + below, _UNLIMITED))

    def show_step(self, step: CharacterStep | None, *, pinned: bool, movable: bool) -> None:
        """Show a step, whether its p_gen was pinned, and whether it may be changed now."""
        if self._candidates is not None:
            self._candidates.show_step(step)
            self._candidates.set_choosable(movable)
        p_gen = None if step is None else step.p_gen
        self._pin.show_value(p_gen, pinned=pinned, movable=movable)

    def say(self, words: str) -> None:
        """Say why the step wrote what it wrote."""
        self._words = words
        self._why.setText(words)

    @Slot(str)
    def _show_why(self, instead: str) -> None:
        self._why.setText(instead or self._words)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        if self._candidates is not None:
            self._candidates.set_theme(theme)


class _Why(ElidedLabel):
    """Two lines, whatever is said in them: what is below stays where it is."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("why")
        self.setAccessibleName("Why it was written")
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Room for both lines."""
        return QSize(0, 2 * self.fontMetrics().lineSpacing())
