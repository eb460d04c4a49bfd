"""One row, whole: its table as a line, its text, and what can be done with it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance.text_size import keep_fitted
from charcopy_gui.appearance.theme import LIGHT, TINT_STRENGTH, Theme, blend
from charcopy_gui.pages.data.unknown import outside, sentence
from charcopy_gui.pages.output.character_boxes import utf16_spans
from charcopy_gui.pages.parts.captions import labelled, remark
from charcopy_gui.pages.parts.wrapped import Wrapped
from core.corpus.browsing import Row

_LINES = 3
"""Of text that are seen without scrolling."""
EMPTY = "Choose a row to read it whole."


class RowDetail(Wrapped):
    """Two texts that can be selected and copied; characters that are unknown are marked."""

    send_requested = Signal(str)
    """A meaning representation."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: Row | None = None
        self._alphabet: frozenset[str] | None = None
        self._theme = LIGHT
        self._mr = _text("Meaning representation of the row")
        self._reference = _text("Reference of the row")
        self._about = remark("About the row")
        self._send = QPushButton("Send to Generate")
        self._lay_out()
        self._send.clicked.connect(self._ask)
        self.show_row(None)

    def _lay_out(self) -> None:
        self._send.setAccessibleName("Send to Generate")
        self._send.setToolTip("Let the model write about this table (Enter on a row)")
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self._about, 1)
        below.addWidget(self._send)
        texts = QHBoxLayout()
        texts.setSpacing(8)
        texts.addLayout(labelled("Meaning representation", self._mr), 1)
        texts.addLayout(labelled("Reference", self._reference), 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(texts)
        layout.addLayout(below)

    def show_row(self, row: Row | None) -> None:
        """Show a row, or none."""
        self._row = row
        self._mr.setPlainText(row.example.mr if row else "")
        self._reference.setPlainText(row.example.reference if row else "")
        self._send.setEnabled(row is not None)
        self._mark()

    def set_alphabet(self, characters: frozenset[str] | None) -> None:
        """Mark characters outside of these; None marks none."""
        self._alphabet = characters
        self._mark()

    def set_theme(self, theme: Theme) -> None:
        """Draw the marks in a theme's colours."""
        self._theme = theme
        self._mark()

    @Slot()
    def _ask(self) -> None:
        if self._row is not None:
            self.send_requested.emit(self._row.example.mr)

    def _mark(self) -> None:
        row = self._row
        for view in (self._mr, self._reference):
            view.setExtraSelections(self._selections(view))
        if row is None:
            self._about.setText(EMPTY)
        else:
            text = row.example.mr + row.example.reference
            self._about.setText(sentence(outside(text, self._alphabet)))

    def _selections(self, view: QPlainTextEdit) -> list[QTextEdit.ExtraSelection]:
        text = view.toPlainText()
        unknown = frozenset(outside(text, self._alphabet))
        if not unknown:
            return []
        look = QTextCharFormat()
        look.setBackground(blend(self._theme.background, self._theme.copied, TINT_STRENGTH))
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        selections = []
        for character, (start, length) in zip(text, utf16_spans(text), strict=True):
            if character in unknown:
                selection = QTextEdit.ExtraSelection()
                cursor = QTextCursor(view.document())
                cursor.setPosition(start)
                cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
                selection.cursor, selection.format = cursor, look
                selections.append(selection)
        return selections


def _text(name: str) -> QPlainTextEdit:
    view = QPlainTextEdit()
    view.setReadOnly(True)
    view.setAccessibleName(name)
    view.setTabChangesFocus(True)
    flag = Qt.TextInteractionFlag
    view.setTextInteractionFlags(flag.TextSelectableByMouse | flag.TextSelectableByKeyboard)
    keep_fitted(view, partial(_fit, view))
    return view


def _fit(view: QPlainTextEdit) -> None:
    view.setFixedHeight(_LINES * view.fontMetrics().lineSpacing() + 24)
