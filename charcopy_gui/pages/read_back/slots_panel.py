"""The table that was read, what is odd about it, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.parts.captions import heading, remark
from charcopy_gui.pages.parts.notice import Notice
from charcopy_gui.pages.read_back.slots_read import (
    LineRead,
    as_text,
    oddity,
    slots_read,
    summary,
    table_line,
)
from charcopy_gui.pages.read_back.slots_table import SlotsTable
from core.meaning_representation import MeaningRepresentation

_EMPTY = "The slots appear here as they are read."


class SlotsPanel(QWidget):
    """Shows a growing line as slots; hands the table on once the line has ended."""

    send_requested = Signal(str)
    """A meaning representation as a line, regular."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = SlotsTable()
        self._read = LineRead()
        self._said = remark("What was read")
        self._oddity = Notice("What is odd about the table")
        self._copy = QPushButton("Copy")
        self._send = QPushButton("Send to table")
        for button, tip in (
            (self._copy, "Copy the slots, and what became of them, as text"),
            (self._send, "Put these slots into the table on the Generate page"),
        ):
            button.setAccessibleName(button.text())
            button.setToolTip(tip)
        self._lay_out()
        self._copy.clicked.connect(self._copy_text)
        self._send.clicked.connect(self._ask_to_send)
        self.clear()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self._copy)
        buttons.addWidget(self._send)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(heading("Slots read"))
        for part in (self.table, self._said, self._oddity):
            layout.addWidget(part)
        layout.addLayout(buttons)

    # What is shown.

    def clear(self) -> None:
        """Show nothing, and say what will be here."""
        self.show_line(LineRead())

    def show_line(
        self, read: LineRead, original: MeaningRepresentation | None = None, note: str = ""
    ) -> None:
        """Show a line as far as it is written; with an original, what became of its slots.

        A `note` is said once the line has ended.
        """
        self._read = read
        ended = read.ending is not None
        rows = slots_read(read, original)
        self.table.show_rows(rows)
        self._said.setText(" ".join(filter(None, (summary(rows), note))) if ended else _EMPTY)
        self._said.setVisible(bool(self._said.text()) and (ended or not rows))
        self._oddity.say(oddity(read.line) if ended else "")
        self._copy.setEnabled(ended and bool(rows))
        self._send.setEnabled(ended and table_line(read.line) is not None)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self.table.set_theme(theme)
        self._oddity.set_theme(theme)

    # What is done with it.

    @Slot()
    def _copy_text(self) -> None:
        words = "\n".join(filter(None, (summary(self.table.rows), as_text(self.table.rows))))
        QApplication.clipboard().setText(words)

    @Slot()
    def _ask_to_send(self) -> None:
        line = table_line(self._read.line)
        if line is not None:
            self.send_requested.emit(line)
