"""What is under Help when something does not work: the log, and facts to pass on."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from charcopy_gui import diagnostics, paths
from charcopy_gui.generate_link import GenerateLink
from charcopy_gui.log_view import show_log
from charcopy_gui.memory import Memory

_COPIED = (
    "These facts are on the clipboard now, to be pasted into a report. No text of yours, no name"
    " and no path is among them.\n\n"
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
