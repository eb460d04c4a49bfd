"""Import: how a file of one's own is read, asked and shown before it is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.pages.captions import heading, remark, title_font
from charcopy_gui.pages.notice import Notice
from charcopy_gui.pages.reading_form import ReadingForm
from charcopy_gui.theme import Theme
from charcopy_gui.tooltips import plain
from core.corpus.formats import Choices, Guess, Known, Preview
from core.corpus.known import KnownCorpus
from core.corpus.own import OwnFile

_FORM_WIDTHS, _WIDEST = (224, 304), 360
_PAUSE_MILLISECONDS = 120
_SETTLED = "Everything about it is certain. Change what is not right, then press {button}."
_NO_ROWS = "There is no row in it, and so nothing to import."
_ASKED = (
    "Something about it cannot be known for certain. Answer what is asked, then press {button}."
)


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
        self._words = remark("What was found out")
        self.form = ReadingForm()
        self.problem = Notice("Why it cannot be read so")
        self._table = QTableWidget()
        self._rows_title = heading("First rows")
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
        self._import.setProperty("primary", True)
        self._import.setAccessibleName("Import this file")
        self._import.setToolTip("Read all of it so, and put it on the list")
        self._cancel.setAccessibleName("Cancel the import")
        self._cancel.setToolTip("Leave the file alone (Esc)")
        table = self._table
        table.setAccessibleName("First rows")
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.verticalHeader().hide()
        table.horizontalHeader().setHighlightSections(False)
        table.horizontalHeader().setStretchLastSection(True)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        alignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        table.horizontalHeader().setDefaultAlignment(alignment)

    def _lay_out(self) -> None:
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setMinimumWidth(_FORM_WIDTHS[0])
        area.setMaximumWidth(_FORM_WIDTHS[1])
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 16, 0)
        column.addWidget(self.form)
        column.addStretch(1)
        area.setWidget(inside)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(self._rows_title)
        right.addWidget(self.problem)
        right.addWidget(self._table, 1)
        right.addStretch()
        middle = QHBoxLayout()
        middle.setSpacing(16)
        middle.addWidget(area, 1)
        middle.addLayout(right, 2)
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
        layout.addLayout(middle, 1)
        layout.addLayout(buttons)

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
        self._import.setText("Read it so" if part_of else "Import")
        self._title.setToolTip(plain(str(path)))
        self._words.setText("Looking at it…")
        self.problem.say("")
        self._import.setEnabled(False)
        self._table.setRowCount(0)
        self._table.setColumnCount(0)
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
            settled = _SETTLED if has_rows or preview is None else _NO_ROWS
            words = _ASKED if self.form.asks else settled
            self._words.setText(words.format(button=self._import.text()))
            if self.form.asks and not self._asked_before:
                self._asked_before = True
                self.form.focus_question()
            elif has_rows and not self._asked_before and self._cancel.hasFocus():
                self._import.setEnabled(True)
                self._import.setFocus()
        elif self.form.isHidden():
            self._words.setText("")
        self.problem.say(problem)
        self._show_rows(preview)
        self._import.setEnabled(self.form.choices is not None and has_rows)

    def _show_rows(self, preview: Preview | None) -> None:
        shown = preview is not None and bool(preview.rows)
        self._rows_title.setVisible(shown)
        self._table.setVisible(shown)
        if preview is None or not shown:
            return
        columns = ("Line", *map(self._titled, preview.columns), "Left out because")
        self._table.setColumnCount(len(columns))
        self._table.setHorizontalHeaderLabels(columns)
        self._table.setRowCount(len(preview.rows))
        for number, row in enumerate(preview.rows):
            cells = (f"{row.line:,}", *row.cells, row.problem)
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setToolTip(plain(text))
                self._table.setItem(number, column, item)
        self._table.setColumnHidden(len(columns) - 1, not any(r.problem for r in preview.rows))
        self._table.resizeColumnsToContents()
        for column in range(len(columns)):
            self._table.setColumnWidth(column, min(_WIDEST, self._table.columnWidth(column)))

    def _titled(self, column: str) -> str:
        """A column's name, and what it is taken for."""
        choices = self.form.choices
        if choices is None:
            return column
        if column == choices.reference:
            return f"{column} (reference)"
        if column not in choices.mr:
            return column
        return f"{column} (meaning representation)" if len(choices.mr) == 1 else f"{column} (slot)"

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
