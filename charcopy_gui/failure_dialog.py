"""A dialog that says what went wrong, with the log one click away."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget

from core.records import Failure, FailureKind

_TITLES = {
    FailureKind.INPUT: "This cannot be used",
    FailureKind.OUT_OF_MEMORY: "Not enough memory",
    FailureKind.NOT_A_NUMBER: "The training diverged",
    FailureKind.DISK: "A file cannot be read or written",
}


class FailureDialog(QMessageBox):
    """Stands beside the work and blocks nothing."""

    def __init__(self, failure: Failure, log: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._log = log
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.setIcon(QMessageBox.Icon.Warning)
        self.setWindowTitle(_TITLES.get(failure.kind, "Something went wrong"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(failure.sentence)
        if failure.detail:
            self.setDetailedText(failure.detail)
        button = self.addButton("Open the log", QMessageBox.ButtonRole.ActionRole)
        button.setToolTip(str(log))
        button.clicked.disconnect()
        button.clicked.connect(self._open_log)
        self.setDefaultButton(self.addButton(QMessageBox.StandardButton.Close))

    @Slot()
    def _open_log(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._log)))
