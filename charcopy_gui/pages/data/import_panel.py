"""Import: how a file of one's own is read, asked and shown before it is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance.text_size import scaled
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.corpora.reading_form import ReadingForm
from charcopy_gui.pages.data.first_rows import FirstRows
from charcopy_gui.pages.parts.captions import remark, title_font
from charcopy_gui.pages.parts.notice import Notice
from core.corpus.formats import Choices, Guess, Known, Preview
from core.corpus.known import KnownCorpus
from core.corpus.own import OwnFile

_FORM_WIDTHS = 224, 304
_ROWS_WIDTH, _FORM_HEIGHT = 240, 200
"""What the rows beside the form, and the form over the rows, have at least."""
_PAUSE_MILLISECONDS = 120
_FOUND = "The format was detected. Correct anything that is wrong, then press {button}."
_ANSWERED = "Check the result, then press {button}."
_PROPOSED = "One answer is likely but not certain: check it, then press {button}."
_ASKED = "Something could not be detected: answer the question, then press {button}."
_NO_ROWS = "It has no rows, so there is nothing to import."


class ImportPanel(QWidget):
    """A form at the left, the first rows under it at the right."""

    probe_requested = Signal(object, object)
    """A path, and what is Known of it."""
    accepted = Signal(object)
    """The OwnFile, as it is to be read."""
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = Path()
        self._part_of = ""
        self._asked_before = False
        self._title = QLabel()
        self._words = remark("What was detected")
        self.form = ReadingForm()
        self.problem = Notice("Why it cannot be read this way")
        self._rows = FirstRows()
        self._area = QScrollArea()
        self._middle = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._import = QPushButton("Import")
        self._cancel = QPushButton("Cancel")
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MILLISECONDS)
        self._fill()
        self._lay_out()
        self.form.changed.connect(self._wait)
        self._pause.timeout.connect(self._probe)
        self._import.clicked.connect(self._accept)
        self._cancel.clicked.connect(self.cancelled)

    def _fill(self) -> None:
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setAccessibleName("File to import")
        self._title.setFont(title_font(self._title.font()))
        self._title.setWordWrap(True)
        self._import.setProperty("primary", True)
        self._import.setAccessibleName("Import this file")
        self._import.setToolTip("Read the whole file this way, and add it to the list")
        self._cancel.setAccessibleName("Cancel the import")
        self._cancel.setToolTip("Do not import it (Esc)")

    def _lay_out(self) -> None:
        area = self._area
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 16, 0)
        column.addWidget(self.form)
        column.addStretch(1)
        area.setWidget(inside)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(self.problem)
        right.addWidget(self._rows, 1)
        right.addStretch()
        self._middle.setSpacing(16)
        self._middle.addWidget(area, 1)
        self._middle.addLayout(right, 2)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self._import)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(self._title)
        layout.addWidget(self._words)
        layout.addSpacing(8)
        layout.addLayout(self._middle, 1)
        layout.addLayout(buttons)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where letters leave too little room, the rows stand under the form."""
        super().resizeEvent(event)
        least, most = (scaled(width, self.font()) for width in _FORM_WIDTHS)
        beside = self.width() >= least + scaled(_ROWS_WIDTH, self.font())
        direction = QBoxLayout.Direction
        self._middle.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
        self._area.setMinimumWidth(least)
        self._area.setMaximumWidth(most if beside else self.width())
        self._area.setMinimumHeight(0 if beside else scaled(_FORM_HEIGHT, self.font()))

    def begin(
        self, path: Path, choices: Choices | None = None, part_of: KnownCorpus | None = None
    ) -> None:
        """Ask for what can be found out about a file.

        Args:
            path: the file.
            choices: how it was read before, where it was.
            part_of: the known corpus that it is a file of; None for a person's own.
        """
        self._path, self._asked_before = path, False
        self._part_of = part_of.name if part_of else ""
        title = f"How {path.name} of {part_of.title} is read" if part_of else f"Import {path.name}"
        self._title.setText(title)
        self._import.setText("Read it this way" if part_of else "Import")
        self._title.setToolTip(plain(str(path)))
        self._words.setText("Looking at it…")
        self.problem.say("")
        self._import.setEnabled(False)
        self._rows.show_preview(None, None)
        self.form.hide()
        self.form.forget(_known(choices))
        self._cancel.setFocus()
        self._probe()

    def show_probe(
        self, path: Path, known: Known, guess: Guess | None, preview: Preview | None, problem: str
    ) -> None:
        """Show what was found out; about another file, or another form, it is passed over."""
        if path != self._path or known != self.form.known:
            return
        has_rows = preview is not None and bool(preview.rows)
        if guess is not None:
            self.form.show()
            self.form.set_guess(guess)
            self._words.setText(self._how_it_stands(has_rows or preview is None))
            if (self.form.asks or self.form.proposes) and not self._asked_before:
                self._asked_before = True
                self.form.focus_question()
            elif has_rows and not self._asked_before and self._cancel.hasFocus():
                self._import.setEnabled(True)
                self._import.setFocus()
        elif self.form.isHidden():
            self._words.setText("")
        self.problem.say(problem)
        self._rows.show_preview(preview, self.form.choices)
        self._import.setEnabled(self.form.choices is not None and has_rows)

    def _how_it_stands(self, has_rows: bool) -> str:
        if self.form.asks:
            words = _ASKED
        elif not has_rows:
            words = _NO_ROWS
        elif self.form.proposes:
            words = _PROPOSED
        else:
            words = _ANSWERED if self._asked_before else _FOUND
        return words.format(button=self._import.text())

    def set_theme(self, theme: Theme) -> None:
        """Draw icons in a theme's colours."""
        self.problem.set_theme(theme)

    @Slot()
    def _wait(self) -> None:
        """What is shown is no longer what was said."""
        self._import.setEnabled(False)
        self._pause.start()

    @Slot()
    def _probe(self) -> None:
        self.probe_requested.emit(self._path, self.form.known)

    @Slot()
    def _accept(self) -> None:
        choices = self.form.choices
        if choices is not None:
            self._pause.stop()
            self.accepted.emit(OwnFile(self._path, choices, self._part_of))


def _known(choices: Choices | None) -> Known | None:
    if choices is None:
        return None
    return Known(
        choices.format,
        choices.encoding,
        choices.delimiter,
        choices.quote,
        choices.header,
        choices.mr,
        choices.reference or "",
        choices.mr_file,
    )
