"""What is to be seen of a corpus: words, split, slot and value."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from charcopy_gui.appearance.text_size import keep_fitted, scaled
from charcopy_gui.pages.data.report import counted
from charcopy_gui.pages.parts.fields import ElidedBox
from charcopy_gui.pages.parts.flow_layout import FlowLayout
from core.corpus.browsing import Filter, Rows

_PAUSE_MILLISECONDS = 80
"""After a key, before the search begins: those that follow at once are waited for."""
_NARROWEST = 96
"""Pixels of a list; where there is no room for all three beside one another, they wrap."""
_NAMELESS, _EMPTY = "(without a name)", "(empty)"


class FilterBar(QWidget):
    """A field to search in, and three lists."""

    changed = Signal()
    """Another filter is set."""
    left = Signal()
    """Whoever searched goes on to what was found."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: Rows | None = None
        self._words = QLineEdit()
        self._count = QLabel()
        self._split = _list("Split", "All splits, or one of them")
        self._slot = _list("Slot", "Rows whose table has this slot")
        self._value = _list("Value", "Rows in which the slot has this value")
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MILLISECONDS)
        self._lay_out()
        self._pause.timeout.connect(self.changed)
        self._words.textChanged.connect(self._wait)
        self._words.returnPressed.connect(self.left)
        self._split.currentIndexChanged.connect(self.changed)
        self._slot.currentIndexChanged.connect(self._list_values)
        self._value.currentIndexChanged.connect(self.changed)

    def _lay_out(self) -> None:
        self._words.setPlaceholderText("Search tables and texts")
        self._words.setAccessibleName("Search")
        self._words.setToolTip("Shows rows that hold all of these words, in any case (Ctrl+F)")
        self._words.setClearButtonEnabled(True)
        self._count.setAccessibleName("Rows found")
        self._count.setProperty("muted", True)
        numbers = QFont(self._count.font())
        numbers.setFeature(QFont.Tag("tnum"), 1)
        self._count.setFont(numbers)
        keep_fitted(self._count, self._make_room)
        self._count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        shortcut = QShortcut(QKeySequence.StandardKey.Find, self._words)
        shortcut.activated.connect(self._search)
        first, second = QHBoxLayout(), FlowLayout(gap=8)
        first.setSpacing(8)
        first.addWidget(self._words, 1)
        first.addWidget(self._count)
        for box in (self._split, self._slot, self._value):
            second.addWidget(box)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for row in (first, second):
            layout.addLayout(row)

    def _make_room(self) -> None:
        """Room for the longest words: the field keeps its width while rows are counted."""
        whole = len(self._rows.rows) if self._rows else 0
        widest = self._count.fontMetrics().horizontalAdvance(_counted(whole, whole, True))
        self._count.setMinimumWidth(widest if self._rows else 0)

    def filter(self) -> Filter:
        """What is set."""
        return Filter(
            self._words.text().strip(),
            self._split.currentData() or "",
            self._slot.currentData(),
            self._value.currentData(),
        )

    def set_count(self, shown: int, whole: int, more: bool) -> None:
        """Say how many rows of the whole were found, and whether there may be more."""
        self._count.setText(_counted(shown, whole, more))

    def set_rows(self, rows: Rows | None) -> None:
        """List a corpus' splits and slots; nothing is filtered at first."""
        self._rows = rows
        self._count.clear()
        self._make_room()
        blocked = [QSignalBlocker(w) for w in (self._words, self._split, self._slot, self._value)]
        self._words.clear()
        splits = list(dict.fromkeys(row.split for row in rows.rows)) if rows else []
        _fill(self._split, "All splits", [(name, name) for name in splits if name])
        self._split.setVisible(len(splits) > 1)
        slots = list(rows.values) if rows else []
        _fill(self._slot, "Any slot", [(name or _NAMELESS, name) for name in slots])
        self._fill_values()
        del blocked
        self._pause.stop()

    def choose(self, slot: str) -> None:
        """Filter by a slot."""
        self._slot.setCurrentIndex(self._slot.findData(slot))

    @Slot()
    def _wait(self) -> None:
        self._pause.start()

    @Slot()
    def _search(self) -> None:
        self._words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._words.selectAll()

    @Slot()
    def _list_values(self) -> None:
        blocked = QSignalBlocker(self._value)
        self._fill_values()
        del blocked
        self.changed.emit()

    def _fill_values(self) -> None:
        slot = self._slot.currentData()
        values = self._rows.values[slot] if self._rows and slot is not None else ()
        entries = [(f"{value or _EMPTY}  ({count:,})", value) for value, count in values]
        _fill(self._value, "Any value", entries)
        self._value.setEnabled(slot is not None)


def _counted(shown: int, whole: int, more: bool) -> str:
    return f"{shown:,}{'…' if more else ''} of {counted(whole, 'row')}"


def _list(name: str, tip: str) -> ElidedBox:
    box = ElidedBox()
    box.setAccessibleName(name)
    box.setToolTip(tip)
    box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    keep_fitted(box, lambda: box.setMinimumWidth(scaled(_NARROWEST, box.font())))
    box.setMaxVisibleItems(16)
    return box


def _fill(box: ElidedBox, first: str, entries: list[tuple[str, str]]) -> None:
    box.clear()
    box.addItem(first, None)
    for words, name in entries:
        box.addItem(words, name)
