"""What is under Help: the guide, and for when something does not work, the log and facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from charcopy_gui.frame.memory import Memory
from charcopy_gui.links.generate import GenerateLink
from charcopy_gui.process import diagnostics
from charcopy_gui.process.log_view import show_log
from charcopy_gui.storage import paths

if TYPE_CHECKING:
    from charcopy_gui.window.guide import Guide

_COPIED = (
    "These facts are on the clipboard now, to be pasted into a report. They include none of your"
    " texts, names or paths.\n\n"
)


class Help(QObject):
    """Gathers what the commands of the menu Help show."""

    noticed = Signal(str)
    """A sentence that is good to know."""

    def __init__(self, window: QWidget, memory: Memory, link: GenerateLink) -> None:
        super().__init__(window)
        self._window = window
        self._memory = memory
        self._link = link
        self._guide: Guide | None = None

    @Slot()
    def show_guide(self) -> None:
        """Open the guide, or bring the one that is open to the front."""
        if self._guide is None:
            from charcopy_gui.window.guide import Guide  # It would hold up the first paint.

            self._guide = Guide(parent=self._window)
            self._guide.destroyed.connect(self._forget_guide)
            self._guide.show()
        self._guide.raise_()
        self._guide.activateWindow()

    @Slot()
    def _forget_guide(self) -> None:
        self._guide = None

    @Slot()
    def show_log(self) -> None:
        """Open the log, or show its end."""
        show_log(paths.log_file(), self._window)

    @Slot()
    def copy_diagnostics(self) -> None:
        """Put what a report needs on the clipboard."""
        ready = self._link.ready
        device = None if ready is None else ready.device
        config = None if ready is None else ready.card.config
        text = diagnostics.text(self._memory.settings, device, config)
        QGuiApplication.clipboard().setText(text)
        self.noticed.emit(_COPIED + text)
