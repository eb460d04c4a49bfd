"""How a file of examples is to be read: what was found out, what is asked, what may be changed."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.pages.corpora.column_choice import ColumnChoice
from charcopy_gui.pages.corpora.encoding_choice import EncodingChoice
from charcopy_gui.pages.corpora.question_row import QuestionRow
from charcopy_gui.pages.parts.choice_box import ChoiceBox
from charcopy_gui.pages.parts.file_field import FileField
from core.corpus.formats import Choices, Doubt, Format, Guess, Known, Question

_FORMATS = {
    Format.DELIMITED: "Table (CSV, TSV)",
    Format.JSONL: "JSON, one object per line",
    Format.RNNLG: "RNNLG dialogue acts",
    Format.MRS: "Tables alone, one per line",
    Format.TEXTS: "Texts alone, one per line",
    Format.BLOCKS: "Texts alone, in blocks",
}
_DELIMITERS = {",": "Comma", "\t": "Tab", ";": "Semicolon", "|": "Bar", " ": "Space"}
_QUOTES = {'"': 'Double "', "'": "Single '", "": "None"}
_HEADERS = {True: "Names the columns", False: "Is a row already"}
_WHICH_READING = "It is not UTF-8 text. Which of these reads right?"
_WHICH_SLOTS = (
    "No column has whole meaning representations. The ticked ones seem to be slots. Is that right?"
)
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
        self._format = ChoiceBox("Format", "How the file holds examples", _FORMATS)
        self._encoding = EncodingChoice()
        self._delimiter = ChoiceBox("Delimiter", "What separates columns", _DELIMITERS)
        self._quote = ChoiceBox("Quotation marks", "What may enclose a field", _QUOTES)
        self._header = ChoiceBox("First line", "Whether the first line names the columns", _HEADERS)
        self._mr = ColumnChoice()
        self._reference = ChoiceBox("Reference", "The column of the texts", {})
        self._mr_file = FileField(
            "File of meaning representations",
            "Has a meaning representation for each text, one per line",
            "All files (*)",
        )
        self._rows: dict[Question | None, QuestionRow] = {}
        self._lay_out()
        self._join()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for question, caption, field in (
            (Question.FORMAT, "Format", self._format),
            (Question.MR_FILE, "File of meaning representations", self._mr_file),
            (Question.MR, "Meaning representation", self._mr),
            (Question.REFERENCE, "Reference", self._reference),
            (Question.ENCODING, "Encoding", self._encoding),
            (Question.HEADER, "First line", self._header),
            (Question.DELIMITER, "Delimiter", self._delimiter),
            (None, "Quotation marks", self._quote),
        ):
            self._rows[question] = QuestionRow(caption, field)
            layout.addWidget(self._rows[question])

    def _join(self) -> None:
        for box in (self._format, self._delimiter, self._quote, self._header):
            box.currentIndexChanged.connect(self._take)
        self._encoding.changed.connect(self._take)
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
        self._mr.forget()
        blocked = QSignalBlocker(self._mr_file)
        self._mr_file.set_text(str(self._known.mr_file or ""))
        del blocked

    @property
    def choices(self) -> Choices | None:
        """How the file is to be read; None while something is open."""
        if self._guess is None or self.asks:
            return None
        return self._guess.choices

    @property
    def asks(self) -> bool:
        """Whether something is open, and no answer to it likely."""
        return self._guess is not None and not all(doubt.likely for doubt in self._guess.doubts)

    @property
    def proposes(self) -> bool:
        """Whether an answer is shown that nobody has given, to be looked at."""
        return self._guess is not None and bool(self._guess.doubts) and not self.asks

    @property
    def has_fields(self) -> bool:
        """Whether anything can be seen of the form."""
        return any(not row.isHidden() for row in self._rows.values())

    def set_guess(self, guess: Guess) -> None:
        """Show what was found out under what is known."""
        self._guess = guess
        choices = guess.choices
        doubts = {doubt.about: doubt for doubt in guess.doubts}
        for box, question, value in (
            (self._format, Question.FORMAT, choices.format),
            (self._delimiter, Question.DELIMITER, choices.delimiter),
            (self._quote, None, choices.quote),
            (self._header, Question.HEADER, choices.header),
        ):
            box.show_value(None if question in doubts else value)
        if doubt := doubts.get(Question.ENCODING):
            self._encoding.ask(doubt.readings)
        else:
            self._encoding.show_chosen(choices.encoding)
        open_mr = doubts.get(Question.MR)
        columns = open_mr.options if open_mr else guess.columns
        self._mr.set_columns(tuple(dict.fromkeys((*columns, *guess.columns))))
        self._mr.set_chosen(() if open_mr and not open_mr.likely else choices.mr)
        self._list_references(guess, Question.REFERENCE in doubts)
        for question, row in self._rows.items():
            doubt = doubts.get(question) if question else None
            row.ask(_words(doubt) if doubt else "")
            row.setVisible(self._has_place(question, doubt is not None))

    def focus_question(self) -> None:
        """Put the cursor where the first answer is missing."""
        for row in self._rows.values():
            if row.asks:
                row.focus_answer()
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
        elif sender is self._encoding:
            self._say_of_columns(encoding=self._encoding.chosen())
        elif sender is self._reference:
            self._say(reference=self._reference.currentData() or "")
        else:
            for name, box in (
                ("delimiter", self._delimiter),
                ("quote", self._quote),
                ("header", self._header),
            ):
                if sender is box:
                    self._say_of_columns(**{name: box.currentData()})

    def _say_of_columns(self, **said: object) -> None:
        """Say what may give the columns other names; that there are no texts stays said."""
        reference = None if self._known.reference else self._known.reference
        self._say(mr=None, reference=reference, **said)

    def _say(self, **said: object) -> None:
        self._known = dataclasses.replace(self._known, **said)  # type: ignore[arg-type]
        self.changed.emit()


def _words(doubt: Doubt) -> str:
    """A question as it is asked where readings and columns can be seen."""
    if doubt.about is Question.MR and doubt.likely:
        return _WHICH_SLOTS
    return _WHICH_READING if len(doubt.readings) > 1 else doubt.sentence
