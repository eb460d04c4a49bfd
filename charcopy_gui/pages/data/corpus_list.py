"""The corpora there are: those that are known, and people's own files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QFont, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.pages.parts.captions import heading, remark
from charcopy_gui.pages.parts.entry_list import KEY, EntryList
from charcopy_gui.pages.parts.file_dialog import FileDialog

_PATTERN = "Corpora (*.csv *.tsv *.tab *.jsonl *.json *.txt);;All files (*)"


@dataclass(frozen=True, slots=True)
class Entry:
    """One corpus in the list."""

    key: str
    """The name of a known corpus, or the path of a file."""
    title: str
    state: str
    """Whether it is here, and how large it is."""
    own: bool = False


class CorpusList(QWidget):
    """Chooses one corpus; imports others."""

    chosen = Signal(str)
    """The key of an entry."""
    path_given = Signal(object)
    """The path of a file to import, or of a folder of corpora."""
    folder_left = Signal()
    """The folder of corpora is not to be looked into any more."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list = EntryList()
        self._import = QPushButton("Import…")
        self._folder = QPushButton("Folder…")
        self._where = remark("Folder of corpora")
        self._leave = QPushButton("Forget")
        self._looked_into: Path | None = None
        self._lay_out()
        self._list.currentItemChanged.connect(self._choose)
        self._import.clicked.connect(self._ask_for_file)
        self._folder.clicked.connect(self._ask_for_folder)
        self._leave.clicked.connect(self.folder_left)

    def _lay_out(self) -> None:
        self.setFocusProxy(self._list)
        self._list.setAccessibleName("Corpora")
        self._import.setShortcut(QKeySequence("Ctrl+I"))
        for button, name, tip in (
            (self._import, "Import", "Read a file of your own (Ctrl+I, or drop it here)"),
            (self._folder, "Folder", "Choose a folder of corpora that you already have"),
        ):
            button.setAccessibleName(name)
            button.setToolTip(tip)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._import)
        buttons.addWidget(self._folder)
        buttons.addStretch(1)
        self._leave.setAccessibleName("Forget the folder")
        self._leave.setToolTip("No longer look into this folder; its files stay")
        where = QHBoxLayout()
        where.setSpacing(8)
        where.addWidget(self._where, 1)
        where.addWidget(self._leave, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(heading("Corpora"))
        layout.addWidget(self._list, 1)
        layout.addLayout(buttons)
        layout.addLayout(where)

    @property
    def key(self) -> str:
        """The key of the entry that is chosen; empty where none is."""
        item = self._list.currentItem()
        return item.data(KEY) if item else ""

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """List other corpora; the one that is chosen stays chosen, without a word."""
        before, blocked = self.key, QSignalBlocker(self._list)
        self._list.clear()
        known = [entry for entry in entries if not entry.own]
        own = [entry for entry in entries if entry.own]
        for entry in known:
            self._list.add_entry(entry.key, entry.title, entry.state)
        if own:
            self._add_heading("Your files")
        for entry in own:
            self._list.add_entry(entry.key, entry.title, entry.state)
        self._select(before)
        del blocked

    def choose(self, key: str) -> None:
        """Choose an entry."""
        self._select(key)

    def set_folder(self, folder: Path | None) -> None:
        """Say where corpora are looked for first."""
        self._looked_into = folder
        self._where.setText(f"Looks in {folder} first." if folder else "")
        for widget in (self._where, self._leave):
            widget.setVisible(folder is not None)

    @Slot()
    def _ask_for_file(self) -> None:
        dialog = FileDialog(self, "Import a file")
        dialog.setNameFilter(_PATTERN)
        self._open(dialog)

    @Slot()
    def _ask_for_folder(self) -> None:
        dialog = FileDialog(self, "Folder of corpora", str(self._looked_into or ""))
        dialog.choose_folder()
        self._open(dialog)

    def _open(self, dialog: FileDialog) -> None:
        dialog.fileSelected.connect(self._give)
        dialog.open()

    @Slot(str)
    def _give(self, name: str) -> None:
        self.path_given.emit(Path(name))

    def _select(self, key: str) -> None:
        for row in range(self._list.count()):
            if self._list.item(row).data(KEY) == key:
                self._list.setCurrentRow(row)

    def _add_heading(self, words: str) -> None:
        item = QListWidgetItem(words)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        font = QFont(self._list.font())
        font.setBold(True)
        item.setFont(font)
        self._list.addItem(item)

    @Slot()
    def _choose(self) -> None:
        if self.key:
            self.chosen.emit(self.key)
