"""What else can be done with the settings as a whole: files, the command line, the defaults."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMenu, QToolButton, QWidget

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.parts.file_dialog import FileDialog

_PATTERN = "Training settings (*.toml)"


class SettingsMenu(QToolButton):
    """A button with a menu."""

    file_chosen = Signal(str)
    """The path of a file to take settings from."""
    target_chosen = Signal(str)
    """The path of a file to write them to."""
    command_wanted = Signal()
    defaults_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._locked: list[QAction] = []
        self.setAccessibleName("Settings as a whole")
        self.setToolTip("Open or save these settings, or copy them as a command")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        self._locked.append(menu.addAction("&Open settings…", self._ask_for_file))
        menu.addAction("&Save settings…", self._ask_for_target)
        menu.addAction("&Copy as command", self.command_wanted.emit)
        menu.addSeparator()
        self._locked.append(menu.addAction("&Back to the defaults", self.defaults_wanted.emit))
        self.setMenu(menu)

    def set_locked(self, locked: bool) -> None:
        """While a run goes on, its settings can be saved and not be changed."""
        for action in self._locked:
            action.setEnabled(not locked)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icon in a theme's colours."""
        self.setIcon(icons.icon("options", theme.text))

    @Slot()
    def _ask_for_file(self) -> None:
        dialog = FileDialog(self, "Open training settings")
        dialog.setNameFilters([_PATTERN, "All files (*)"])
        dialog.fileSelected.connect(self.file_chosen)
        dialog.open()

    @Slot()
    def _ask_for_target(self) -> None:
        dialog = FileDialog(self, "Save training settings")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile("training.toml")
        dialog.setDefaultSuffix("toml")
        dialog.setNameFilter(_PATTERN)
        dialog.fileSelected.connect(self.target_chosen)
        dialog.open()
