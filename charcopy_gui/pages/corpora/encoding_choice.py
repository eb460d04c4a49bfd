"""Which encoding a file is in; where that is asked, what its characters are in each is shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QListWidgetItem, QVBoxLayout, QWidget

from charcopy_gui.appearance.text_size import keep_fitted
from charcopy_gui.pages.parts.choice_box import ChoiceBox
from charcopy_gui.pages.parts.entry_list import KEY, EntryList

_WORDS = {
    "utf-8": "Unicode",
    "cp1252": "Western European",
    "cp1250": "Central European",
    "cp1251": "Cyrillic",
    "shift_jis": "Japanese",
    "gb18030": "Chinese",
    "latin-1": "Western European, older",
    "utf-16-le": "Unicode, two bytes per letter",
    "utf-16-be": "Unicode, two bytes per letter, swapped",
}


class EncodingChoice(QWidget):
    """A list of encodings; over it, while it is asked for, readings to choose one by."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._readings = EntryList()
        entries = {name: f"{name}: {words}" for name, words in _WORDS.items()}
        self._box = ChoiceBox("Encoding", "Which characters the bytes stand for", entries)
        self._readings.setAccessibleName("What it says in each encoding")
        self._readings.setMinimumHeight(0)
        self._readings.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._readings.hide()
        keep_fitted(self._readings, self._fit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._readings)
        layout.addWidget(self._box)
        self._box.currentIndexChanged.connect(self.changed)
        self._readings.itemClicked.connect(self._choose)
        self._readings.itemActivated.connect(self._choose)

    def chosen(self) -> str | None:
        """The name of the encoding; None while none is chosen."""
        return self._box.currentData()

    def show_chosen(self, name: str) -> None:
        """Show an encoding that is known."""
        self._readings.hide()
        self._box.show_value(name)

    def ask(self, readings: Sequence[tuple[str, str]]) -> None:
        """Leave it open, and show names of encodings, each with words that the file says in it."""
        self._box.show_value(None)
        self._readings.clear()
        for name, said in readings:
            self._readings.add_entry(name, said, f"{name}: {_WORDS.get(name, name)}")
        self._readings.setVisible(len(readings) > 1)
        self.setFocusProxy(self._readings if len(readings) > 1 else self._box)
        self._fit()

    def _fit(self) -> None:
        rows = range(self._readings.count())
        height = sum(self._readings.sizeHintForRow(row) for row in rows)
        frame = 2 * self._readings.frameWidth() if rows else 0
        self._readings.setFixedHeight(height + frame)

    @Slot(QListWidgetItem)
    def _choose(self, item: QListWidgetItem) -> None:
        self._box.setCurrentIndex(self._box.findData(item.data(KEY)))
