"""What pages ask of the plots that they are given: they do not know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QWidget

from charcopy_gui.appearance.theme import Theme
from core.records import CharacterStep, GenerationFinished, GenerationStarted


class TraceLike(Protocol):
    """The view of p_gen and alignments."""

    step_hovered: SignalInstance
    step_clicked: SignalInstance
    position_hovered: SignalInstance
    play_pressed: SignalInstance

    @property
    def key(self) -> QWidget:
        """What its colours mean."""

    def start(self, started: GenerationStarted) -> None:
        """A text begins."""

    def append(self, steps: Sequence[CharacterStep]) -> None:
        """Characters were written."""

    def finish(self, finished: GenerationFinished) -> None:
        """The text has ended."""

    def set_step(self, index: int | None) -> None:
        """Mark a step, or none."""

    def mark_position(self, position: int) -> None:
        """Mark a source position; -1 for none."""

    def set_shown(self, count: int | None) -> None:
        """Show so many of the characters; with None, all."""

    def set_playing(self, playing: bool) -> None:
        """A text is played, or no longer."""

    def set_copying(self, copying: bool) -> None:
        """Draw the copy alignment, or the attention."""

    def set_cividis(self, wanted: bool) -> None:
        """Draw in many colours, or in one hue."""

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""


class CandidatesLike(Protocol):
    """The plot of candidates."""

    chosen: SignalInstance

    def show_step(self, step: CharacterStep | None) -> None:
        """Show what else could have come, or nothing."""

    def set_choosable(self, choosable: bool) -> None:
        """Let a click have another text written, or not."""

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
