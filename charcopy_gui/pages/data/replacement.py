"""One slot of a plus version, and its new values: written down, pasted, or taken from a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.text_size import keep_fitted
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.parts.captions import fit_column
from charcopy_gui.pages.parts.fields import ElidedBox
from charcopy_gui.pages.parts.file_dialog import FileDialog
from core.corpus import value_lists
from core.corpus.formats import CorpusError

_ROWS_SEEN = 5


class Replacement(QWidget):
    """A list of slots, a page for values, and how many there are."""

    changed = Signal()
    removed = Signal()
    failed = Signal(str)
    """Why a file is no list of values."""

    def __init__(
        self, slots: Sequence[tuple[str, int]], chosen: str, parent: QWidget | None = None
    ) -> None:
        """Offer slots, each with the number of its values, and begin with one of them."""
        super().__init__(parent)
        self._slot = ElidedBox()
        self._open = QPushButton("From a file…")
        self._remove = QToolButton()
        self._values = QPlainTextEdit()
        self._count = QLabel()
        for name, count in slots:
            self._slot.addItem(f"{name} ({count:,} value{'' if count == 1 else 's'})", name)
        self._slot.setCurrentIndex(self._slot.findData(chosen))
        self._lay_out()
        self._slot.currentIndexChanged.connect(self.changed)
        self._open.clicked.connect(self._ask_for_file)
        self._remove.clicked.connect(self.removed)
        self._values.textChanged.connect(self._show_count)
        self._show_count()

    def _fit(self) -> None:
        line = self._values.fontMetrics().lineSpacing()
        self._values.setFixedHeight(line * _ROWS_SEEN + 20)

    def _lay_out(self) -> None:
        for widget, name, tip in (
            (self._slot, "Slot to replace", "Its values are replaced, in tables and texts"),
            (self._open, "Values from a file", "Take the lines of a file as new values"),
            (self._remove, "Remove this slot", "Do not replace the values of this slot"),
            (self._values, "New values", "One per line; a text keeps what it says in other words"),
            (self._count, "Number of new values", "Of the corpus, each table gets one of them"),
        ):
            widget.setAccessibleName(name)
            widget.setToolTip(tip)
        fit_column(self._slot)
        self._values.setPlaceholderText("New values, one per line: type, paste, or open a file")
        self._values.setTabChangesFocus(True)
        self._values.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        keep_fitted(self._values, self._fit)
        self._count.setProperty("muted", True)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._slot, 1)
        line.addWidget(self._count)
        line.addWidget(self._open)
        line.addWidget(self._remove)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(line)
        layout.addWidget(self._values)

    @property
    def slot(self) -> str:
        """The slot that is chosen."""
        return self._slot.currentData()

    def values(self) -> tuple[str, ...]:
        """The new values, in order.

        Raises:
            CorpusError: there is none, or a line is no value; the message says which.
        """
        found = value_lists.parse(self._values.toPlainText(), f"The list for {self.slot}")
        if not found:
            msg = f"Give new values for {self.slot}, one per line."
            raise CorpusError(msg)
        return found

    def let_be_removed(self, removable: bool) -> None:
        """The only one cannot be."""
        self._remove.setVisible(removable)

    def focus_values(self) -> None:
        """Put the cursor where values are written."""
        self._values.setFocus()

    def set_theme(self, theme: Theme) -> None:
        """Draw the icon in a theme's colours."""
        self._remove.setIcon(icons.icon("remove", theme.text))

    @Slot()
    def _ask_for_file(self) -> None:
        dialog = FileDialog(self, f"New values for {self.slot}")
        dialog.setNameFilter("Text (*.txt *.csv *.tsv);;All files (*)")
        dialog.fileSelected.connect(self._take_file)
        dialog.open()

    @Slot(str)
    def _take_file(self, name: str) -> None:
        try:
            found = value_lists.read(Path(name))
        except CorpusError as error:
            self.failed.emit(str(error))
            return
        self._values.setPlainText("\n".join(found))
        self.changed.emit()

    @Slot()
    def _show_count(self) -> None:
        count = len({line.strip() for line in self._values.toPlainText().split("\n")} - {""})
        self._count.setText(f"{count:,} new")
        self.changed.emit()
