"""What every page can be asked for by the menu Run, whatever it shows."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from charcopy_gui.appearance.theme import Theme


class Page(QWidget):
    """A page on which nothing runs; those on which something does say what."""

    abilities_changed = Signal()
    """Something can be run or stopped now that could not, or the other way round."""

    @property
    def can_run(self) -> bool:
        """Whether `run` would begin something."""
        return False

    @property
    def can_stop(self) -> bool:
        """Whether `stop` would end something."""
        return False

    @property
    def is_ready(self) -> bool:
        """Whether what it shows is there, and nothing is waited for."""
        return True

    @property
    def has_steps(self) -> bool:
        """Whether there is a text on it whose characters can be walked along."""
        return False

    def move_step(self, by: int) -> None:
        """Choose the character so many on."""

    @Slot()
    def run(self) -> None:
        """Begin what this page is for."""

    @Slot()
    def stop(self) -> None:
        """End it early."""

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours, where they are not the stylesheet's."""
