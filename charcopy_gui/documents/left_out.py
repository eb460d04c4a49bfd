"""The offer to load after all what ended the program while it was loaded the last time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QMessageBox, QWidget


class LeftOut(QMessageBox):
    """Stands beside the work and blocks nothing."""

    wanted = Signal(object)
    """The paths, to be loaded after all."""

    def __init__(self, paths: Sequence[Path], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paths = tuple(paths)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.setIcon(QMessageBox.Icon.Warning)
        self.setWindowTitle("Left out")
        self.setTextFormat(Qt.TextFormat.PlainText)
        which = "\n".join(str(path) for path in self._paths)
        one = len(self._paths) == 1
        left, them = ("it was", "it") if one else ("they were", "them")
        self.setText(
            f"CharCopy ended the last time while it loaded\n{which}\n\nSo {left} left out this"
            f" time. Try to load {them} again?"
        )
        again = self.addButton("Try again", QMessageBox.ButtonRole.AcceptRole)
        again.clicked.connect(self._want)
        self.setDefaultButton(self.addButton("Not now", QMessageBox.ButtonRole.RejectRole))

    @Slot()
    def _want(self) -> None:
        self.wanted.emit(self._paths)
