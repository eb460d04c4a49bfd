"""A file of a corpus: its path, and under it whatever it leaves open, to be answered."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.pages.corpora.reading_form import ReadingForm
from charcopy_gui.pages.parts.file_field import FileField
from core.corpus.formats import Choices, Guess, Known
from core.corpus.own import OwnFile

_PATTERN = "Corpora (*.csv *.tsv *.tab *.jsonl *.json *.txt);;All files (*)"
_PAUSE_MILLISECONDS = 150


class CorpusFile(QWidget):
    """Has the file looked at when its path is that of one."""

    changed = Signal()
    probe_wanted = Signal()
    """The file is to be looked at: `is_waiting` from now on."""

    def __init__(self, name: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._field = FileField(name, tip, _PATTERN)
        self._form = ReadingForm(only_questions=True)
        self._own: dict[str, Choices] = {}
        self._problem = ""
        self._waiting = False
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MILLISECONDS)
        self._form.hide()
        self.setFocusProxy(self._field)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._field)
        layout.addWidget(self._form)
        self._field.changed.connect(self._begin)
        self._form.changed.connect(self._wait)
        self._pause.timeout.connect(self._ask)

    def text(self) -> str:
        """The path as it stands."""
        return self._field.text()

    def set_text(self, path: str) -> None:
        """Show a path."""
        self._field.set_text(path)

    def set_own(self, files: Sequence[OwnFile]) -> None:
        """How files that were imported are read."""
        self._own = {str(own.path): own.choices for own in files}
        if self.text() in self._own:
            self._begin()

    @property
    def known(self) -> Known:
        """What was said of the file."""
        return self._form.known

    @property
    def is_waiting(self) -> bool:
        """Whether the file is to be looked at."""
        return self._waiting

    @property
    def is_settled(self) -> bool:
        """Whether there is such a file, and nothing about it is open."""
        return bool(self.text()) and Path(self.text()).is_file() and not self.problem

    @property
    def problem(self) -> str:
        """What is open about the file, or why it cannot be read; empty where nothing is."""
        if self._form.asks:
            return f"{Path(self.text()).name} leaves a question open: answer it below."
        return self._problem

    @property
    def choices(self) -> Choices | None:
        """How the file is to be read, where that is not for the reader to find out."""
        if self.text() in self._own:
            return self._own[self.text()]
        is_certain = self._form.known == Known() and not self._form.proposes
        return None if is_certain else self._form.choices

    @property
    def found(self) -> Choices | None:
        """How the file is read, whoever said so; None where it has not been looked at."""
        return self._own.get(self.text()) or self._form.choices

    def show_probe(self, path: Path, known: Known, guess: Guess | None, problem: str) -> None:
        """Show what was found out; about another file, or another answer, it is passed over."""
        if str(path) != self.text() or known != self._form.known:
            return
        self._waiting = False
        self._problem = problem
        if guess is not None:
            self._form.set_guess(guess)
        self._form.setVisible(guess is not None and self._form.has_fields)
        self.changed.emit()

    def focus_problem(self) -> None:
        """Put the cursor where something is missing."""
        if self._form.asks:
            self._form.focus_question()
        else:
            self._field.setFocus()

    @Slot()
    def _begin(self) -> None:
        """Another file: nothing is known of it."""
        self._form.forget()
        self._form.hide()
        self._problem = ""
        self._wait()
        self.changed.emit()

    @Slot()
    def _wait(self) -> None:
        path = self.text()
        there = bool(path) and path not in self._own and Path(path).is_file()
        self._waiting = there
        if there:
            self._pause.start()
        else:
            self._pause.stop()

    @Slot()
    def _ask(self) -> None:
        self.probe_wanted.emit()
