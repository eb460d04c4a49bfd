"""Dialogs for files; each begins in the folder where the one before it ended."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget


class LastFolder(QObject):
    """The folder that was chosen, or chosen from, last; all dialogs share one."""

    changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._path = ""

    @property
    def path(self) -> str:
        """Where it is; empty where there is none, or where it is no more."""
        return self._path if self._path and Path(self._path).is_dir() else ""

    def set_path(self, path: str) -> None:
        """Begin here, as was remembered."""
        self._path = path

    @Slot(str)
    def take(self, chosen: str) -> None:
        """A file or a folder was chosen."""
        path = Path(chosen)
        folder = str(path if path.is_dir() else path.parent)
        if folder != self._path:
            self._path = folder
            self.changed.emit(folder)


LAST = LastFolder()
"""Of this program."""


class FileDialog(QFileDialog):
    """Opens beside the window's other work, and is gone once it is closed."""

    def __init__(self, parent: QWidget, title: str, near: str = "") -> None:
        """Begin near what is chosen already, else in the last folder.

        Args:
            parent: the widget that asks.
            title: the window's.
            near: path of a folder, or of a file in it; empty for none.
        """
        path = Path(near or LAST.path)
        super().__init__(parent, title, str(path if path.is_dir() else path.parent))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fileSelected.connect(LAST.take)

    def choose_folder(self) -> None:
        """Ask for a folder instead of a file."""
        self.setFileMode(QFileDialog.FileMode.Directory)
