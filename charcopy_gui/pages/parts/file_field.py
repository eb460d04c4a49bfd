"""The path of a file or folder: typed, or chosen in a dialog."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QToolButton, QWidget

from charcopy_gui.pages.parts.file_dialog import FileDialog


class FileField(QWidget):
    """A line with a button that opens a dialog."""

    changed = Signal()

    def __init__(
        self,
        name: str,
        tip: str,
        pattern: str,
        parent: QWidget | None = None,
        *,
        folder: bool = False,
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._pattern = pattern
        self._folder = folder
        self._line = QLineEdit()
        self._line.setAccessibleName(name)
        self._line.setToolTip(tip)
        self._line.setPlaceholderText(name)
        self._browse = QToolButton()
        self._browse.setText("Browse…")
        self._browse.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._browse.setAccessibleName(f"Browse for {name.lower()}")
        self._browse.setToolTip(tip)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._line, 1)
        layout.addWidget(self._browse)
        self.setFocusProxy(self._line)
        self._line.textChanged.connect(self.changed)
        self._browse.clicked.connect(self._open_dialog)

    def text(self) -> str:
        """The path as it stands."""
        return self._line.text().strip()

    @Slot(str)
    def set_text(self, path: str) -> None:
        """Show a path."""
        self._line.setText(path)

    @Slot()
    def _open_dialog(self) -> None:
        dialog = FileDialog(self, self._name, self.text())
        if self._folder:
            dialog.choose_folder()
        else:
            dialog.setNameFilter(self._pattern)
        dialog.fileSelected.connect(self.set_text)
        dialog.open()
