"""The log, wherever someone wants to see it: in the program for texts, or else in a window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFontDatabase, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.process.log import tail


def show_log(path: Path, parent: QWidget | None = None) -> None:
    """Open the log; where no program does, show its end."""
    if not path.is_file() or not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
        LogView(path, parent).show()


class LogView(QDialog):
    """The end of the log, to be read and copied."""

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("The log")
        self.resize(900, 500)
        where = QLabel(f"The end of {path}")
        where.setTextFormat(Qt.TextFormat.PlainText)
        where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        where.setWordWrap(True)
        text = QPlainTextEdit(tail(path) or "Nothing has been written into the log yet.")
        text.setReadOnly(True)
        text.setAccessibleName("The end of the log")
        text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        text.moveCursor(QTextCursor.MoveOperation.End)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        for part in (where, text, buttons):
            layout.addWidget(part)
