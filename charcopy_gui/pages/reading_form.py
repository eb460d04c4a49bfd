"""How a file of examples is to be read: what was found out, what is asked, what may be changed."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QVBoxLayout, QWidget

from charcopy_gui.pages.captions import labelled
from charcopy_gui.pages.column_choice import ColumnChoice
from charcopy_gui.pages.fields import ElidedBox
from charcopy_gui.pages.file_field import FileField
from core.corpus.formats import Choices, Format, Guess, Known, Question

_FORMATS = {
    Format.DELIMITED: "Table (CSV, TSV)",
    Format.JSONL: "JSON, one object a line",
    Format.RNNLG: "RNNLG dialogue acts",
    Format.MRS: "Tables alone, one a line",
    Format.TEXTS: "Texts alone, one a line",
    Format.BLOCKS: "Texts alone, in blocks",
}
_ENCODINGS = (
    "utf-8", "utf-16-le", "utf-16-be", "latin-1", "cp1252", "cp1250", "cp1251", "shift_jis",
    "gb18030",
)  # fmt: skip
_DELIMITERS = {",": "Comma", "\t": "Tab", ";": "Semicolon", "|": "Bar", " ": "Space"}
_QUOTES = {'"': 'Double "', "'": "Single '", "": "None"}
_HEADERS = {True: "Names the columns", False: "Is a row already"}
_NO_REFERENCE = "No texts: tables alone"
_OF_TABLES = (Format.DELIMITED,)
_WITHOUT_MRS = (Format.TEXTS, Format.BLOCKS)


class ReadingForm(QWidget):
    """A field for everything that decides how a file is read.

    What is certain is shown and can be changed; what is not is asked, and is left open until it is
    answered. Whatever was said is `known`; it changes with each answer.
    """

    changed = Signal()
    """Something was said of the file; `known` is what."""

    def __init__(self, *, only_questions: bool = False, parent: QWidget | None = None) -> None:
        """Make an empty form.

        Args:
            only_questions: show what is asked, and what was answered, but not what is certain.
            parent: as in Qt.
        """
        super().__init__(parent)
        self._only_questions = only_questions
        self._known = Known()
        self._guess: Guess | None = None
        self._format = _box("Format", "How examples stand in the file", _FORMATS)
        encodings = {name: name for name in _ENCODINGS}
        self._encoding = _box("Encoding", "Which characters the bytes stand for", encodings)
        self._delimiter = _box("Delimiter", "What stands between columns", _DELIMITERS)
        self._quote = _box("Quotation marks", "What a field may stand between", _QUOTES)
        self._header = _box("First line", "Whether the first line names the columns", _HEADERS)
        self._mr = ColumnChoice()
        self._reference = _box("Reference", "The column of the texts", {})
        self._mr_file = FileField(
            "File of meaning representations",
            "Has a meaning representation for each text, one a line",
            "All files (*)",
        )
        self._rows: dict[Question | None, tuple[QWidget, QLabel]] = {}
        self._lay_out()
        self._join()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for question, caption, field in (
            (Question.FORMAT, "Format", self._format),
            (Question.MR_FILE, "File of meaning representations", self._mr_file),
            (Question.ENCODING, "Encoding", self._encoding),
            (Question.DELIMITER, "Delimiter", self._delimiter),
            (None, "Quotation marks", self._quote),
            (Question.HEADER, "First line", self._header),
            (Question.MR, "Meaning representation", self._mr),
            (Question.REFERENCE, "Reference", self._reference),
        ):
            row = QWidget()
            column = QVBoxLayout(row)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(4)
            asked = QLabel()
            asked.setTextFormat(Qt.TextFormat.PlainText)
            asked.setWordWrap(True)
            asked.setAccessibleName(f"Question about the {caption.lower()}")
            column.addWidget(asked)
            column.addLayout(labelled(caption, field))
            self._rows[question] = row, asked
            layout.addWidget(row)

    def _join(self) -> None:
        for box in (self._format, self._encoding, self._delimiter, self._quote, self._header):
            box.currentIndexChanged.connect(self._take)
        self._reference.currentIndexChanged.connect(self._take)
        self._mr.changed.connect(self._take)
        self._mr_file.changed.connect(self._take)

    # What is known.

    @property
    def known(self) -> Known:
        """What was said of the file."""
        return self._known

    def forget(self, known: Known | None = None) -> None:
        """Begin anew, with another file."""
        self._known, self._guess = known or Known(), None
        blocked = QSignalBlocker(self._mr_file)
        self._mr_file.set_text(str(self._known.mr_file or ""))
        del blocked

    @property
    def choices(self) -> Choices | None:
        """How the file is to be read; None while something is open."""
        if self._guess is None or self._guess.doubts:
            return None
        return self._guess.choices

    @property
    def asks(self) -> bool:
        """Whether something is open."""
        return self._guess is not None and bool(self._guess.doubts)

    @property
    def has_fields(self) -> bool:
        """Whether anything can be seen of the form."""
        return any(not row.isHidden() for row, _ in self._rows.values())

    def set_guess(self, guess: Guess) -> None:
        """Show what was found out under what is known."""
        self._guess = guess
        choices = guess.choices
        doubts = {doubt.about: doubt for doubt in guess.doubts}
        for box, question, value in (
            (self._format, Question.FORMAT, choices.format),
            (self._encoding, Question.ENCODING, choices.encoding),
            (self._delimiter, Question.DELIMITER, choices.delimiter),
            (self._quote, None, choices.quote),
            (self._header, Question.HEADER, choices.header),
        ):
            _show(box, None if question in doubts else value)
        open_mr = doubts.get(Question.MR)
        columns = open_mr.options if open_mr else guess.columns
        self._mr.set_columns(tuple(dict.fromkeys((*columns, *guess.columns))))
        self._mr.set_chosen(() if open_mr else choices.mr)
        self._list_references(guess, Question.REFERENCE in doubts)
        for question, (row, asked) in self._rows.items():
            doubt = doubts.get(question) if question else None
            asked.setText(doubt.sentence if doubt else "")
            asked.setVisible(doubt is not None)
            row.setVisible(self._has_place(question, doubt is not None))

    def focus_question(self) -> None:
        """Put the cursor where the first answer is missing."""
        for row, asked in self._rows.values():
            if not asked.isHidden():
                field = next(w for w in row.findChildren(QWidget) if _can_be_entered(w))
                field.setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def _list_references(self, guess: Guess, is_open: bool) -> None:
        blocked = QSignalBlocker(self._reference)
        self._reference.clear()
        for name in guess.columns:
            self._reference.addItem(name, name)
        self._reference.addItem(_NO_REFERENCE, None)
        index = self._reference.findData(guess.choices.reference)
        if guess.choices.reference is None:
            index = self._reference.count() - 1
        self._reference.setCurrentIndex(-1 if is_open else index)
        del blocked

    def _has_place(self, question: Question | None, asked: bool) -> bool:
        if asked:
            return True
        if self._only_questions or self._guess is None:
            return question is not None and getattr(self._known, question.value) is not None
        form = self._guess.choices.format
        of_tables = question in (Question.DELIMITER, Question.HEADER, None)
        of_columns = question in (Question.MR, Question.REFERENCE)
        if of_tables:
            return form in _OF_TABLES
        if of_columns:
            return form in (Format.DELIMITED, Format.JSONL)
        return question is not Question.MR_FILE or form in _WITHOUT_MRS

    @Slot()
    def _take(self) -> None:
        """Note what was said: the field that sends this."""
        sender = self.sender()
        if sender is self._mr_file:
            self._say(mr_file=Path(self._mr_file.text()) if self._mr_file.text() else None)
        elif sender is self._mr:
            self._say(mr=self._mr.chosen() or None)
        elif sender is self._format:
            # Columns of another format are others.
            self._known = Known(encoding=self._known.encoding, mr_file=self._known.mr_file)
            self._say(format=self._format.currentData())
        elif sender is self._reference:
            self._say(reference=self._reference.currentData() or "")
        else:
            for name, box in (
                ("encoding", self._encoding),
                ("delimiter", self._delimiter),
                ("quote", self._quote),
                ("header", self._header),
            ):
                if sender is box:
                    # Columns may have other names then; that there are no texts stays said.
                    reference = None if self._known.reference else self._known.reference
                    self._known = dataclasses.replace(self._known, mr=None, reference=reference)
                    self._say(**{name: box.currentData()})

    def _say(self, **said: object) -> None:
        self._known = dataclasses.replace(self._known, **said)  # type: ignore[arg-type]
        self.changed.emit()


def _box(name: str, tip: str, entries: dict) -> ElidedBox:
    box = ElidedBox()
    box.setAccessibleName(name)
    box.setToolTip(tip)
    box.setPlaceholderText("Choose…")
    box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    for value, words in entries.items():
        box.addItem(words, value)
    return box


def _show(box: QComboBox, value: object) -> None:
    """Show a value, listing it where it was not; None leaves the box open."""
    blocked = QSignalBlocker(box)
    index = next((i for i in range(box.count()) if box.itemData(i) == value), -1)
    if index < 0 and value is not None:
        box.addItem(str(value), value)
        index = box.count() - 1
    box.setCurrentIndex(index)
    del blocked


def _can_be_entered(widget: QWidget) -> bool:
    return widget.isEnabled() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
