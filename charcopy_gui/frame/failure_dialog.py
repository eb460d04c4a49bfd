"""A dialog that says what went wrong, with the log one click away; one dialog at a time."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from charcopy_gui.process.log_view import show_log
from charcopy_gui.storage import paths
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
        self._failure = failure
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.setIcon(QMessageBox.Icon.Warning)
        self.setWindowTitle(_TITLES.get(failure.kind, "Something went wrong"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(failure.sentence)
        if failure.detail:
            self.setDetailedText(failure.detail)
            self._stay_open("Copy details", "Copy this message, to pass it on").clicked.connect(
                self._copy_details
            )
        if failure.kind is not FailureKind.INPUT or failure.detail:
            # What cannot be used is no fault of the program's: the log says no more about it.
            self._stay_open("Open the log", str(log)).clicked.connect(self._open_log)
        self.setDefaultButton(self.addButton(QMessageBox.StandardButton.Close))

    def _stay_open(self, words: str, tip: str) -> QPushButton:
        """A button that does not close the dialog."""
        button = self.addButton(words, QMessageBox.ButtonRole.ActionRole)
        button.setToolTip(tip)
        button.clicked.disconnect()
        return button

    @Slot()
    def _copy_details(self) -> None:
        QGuiApplication.clipboard().setText(f"{self._failure.sentence}\n\n{self._failure.detail}")

    @Slot()
    def _open_log(self) -> None:
        show_log(self._log, self)


class FailureDialogs(QObject):
    """Shows a failure, unless the one before is still being read: pages say theirs as well."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._shown: FailureDialog | None = None

    @Slot(object)
    def show(self, failure: Failure) -> None:
        """Say in a dialog what went wrong."""
        if self._shown is None:
            self._shown = FailureDialog(failure, paths.log_file(), self._window)
            self._shown.finished.connect(self._forget)
            self._shown.show()

    @Slot()
    def _forget(self) -> None:
        self._shown = None
