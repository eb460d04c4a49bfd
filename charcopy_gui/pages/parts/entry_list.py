"""A list whose entries have a title and, below it in quieter letters, what they are."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.parts.two_lines import TwoLines

_LEAST_HEIGHT = 160
KEY = Qt.ItemDataRole.UserRole
"""Of an entry's data: what it stands for."""


class EntryList(QListWidget):
    """Shows entries as they are, whatever their letters; what does not fit is left out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("entries")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setItemDelegate(TwoLines(self))
        self.setMinimumHeight(_LEAST_HEIGHT)

    def add_entry(self, key: object, title: str, below: str) -> QListWidgetItem:
        """List one more entry."""
        item = QListWidgetItem(f"{title}\n{below}")
        item.setData(KEY, key)
        item.setToolTip(plain(f"{title}: {below}"))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}, {below}")
        self.addItem(item)
        return item
