"""Try it now: a table of one's own, written for by the weights as they are, while they learn."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.output.trace_like import TraceLike
from charcopy_gui.pages.parts.flow_layout import FlowLayout
from charcopy_gui.pages.parts.notice import Notice
from charcopy_gui.pages.train.samples import Samples
from core.meaning_representation import MeaningRepresentation, ParseError
from core.records import Sample

EMPTY = (
    "While a model is being trained, the current weights write the table above, without"
    " stopping training. Every answer stays here, the newest first."
)
_KEPT = 20
_LONGEST = 2000
"""Characters of a table: reading it would hold the training up, and could take all memory."""
_ASK = "Write for this table with the weights as they are (Return)"
_WAITING = "It is written before the next step"
_IDLE = "There is no training to ask; press Start first"
_NO_TABLE = "Type a table into the line first"
_UNREADABLE = "The table on Generate cannot be read: the message under its line says why."


class ProbePanel(QWidget):
    """A line to type a table into, and the answers."""

    probe_requested = Signal(str)
    """A meaning representation to be written for."""
    table_wanted = Signal()
    """The table on Generate is to be taken over."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = QLineEdit()
        self._take = QPushButton("From Generate")
        self._ask = QPushButton("Try it now")
        self._problem = Notice("What is wrong with the table")
        self._samples = Samples("probe", EMPTY)
        self._answers: deque[tuple[Sample, str]] = deque(maxlen=_KEPT)
        self._possible = self._waiting = False
        self._offered = ""
        self._name()
        self._lay_out()
        self._line.textChanged.connect(self._check)
        self._line.returnPressed.connect(self._request)
        self._ask.clicked.connect(self._request)
        self._take.clicked.connect(self.table_wanted)
        self.clear()

    def _name(self) -> None:
        self._line.setAccessibleName("Table to try")
        self._line.setPlaceholderText("name[The Phoenix], food[French]")
        self._line.setToolTip("A meaning representation; Return writes for it")
        self._take.setAccessibleName("Take the table from Generate")
        self._take.setToolTip("Put the table of the Generate page here")
        self._ask.setAccessibleName("Try it now")

    def _lay_out(self) -> None:
        line = FlowLayout(gap=8)
        for part in (self._line, self._take, self._ask):
            line.addWidget(part)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(line)
        layout.addWidget(self._problem)
        layout.addWidget(self._samples, 1)

    def set_trace(self, trace: TraceLike) -> None:
        """Take the view of alignments in."""
        self._samples.set_trace(trace)

    @property
    def text(self) -> str:
        """The line as it stands."""
        return self._line.text()

    def set_text(self, mr: str) -> None:
        """Put a table into the line, and show its beginning."""
        self._line.setText(mr)
        self._line.setCursorPosition(0)

    def take(self, mr: str | None) -> None:
        """Put the table of Generate in; where that is None, it cannot be read, and that is said."""
        if mr is None:
            self._problem.say(_UNREADABLE)
        else:
            self.set_text(mr)
            self._check()

    def offer(self, mr: str) -> None:
        """Put in a table of the corpus that is trained on, in the place of no one's own."""
        if self.text.strip() in ("", self._offered):
            self._offered = mr
            self.set_text(mr)

    def set_possible(self, possible: bool) -> None:
        """Whether there is a training that can answer."""
        self._possible = possible
        self._waiting = self._waiting and possible
        self._check()

    def show_answer(self, sample: Sample, moment: str) -> None:
        """Show what was written, and when."""
        self._waiting = False
        self._answers.appendleft((sample, f"{moment}: {sample.mr}"))
        samples, words = zip(*self._answers, strict=True)
        self._samples.choose(0)
        self._samples.show_samples(samples, words)
        self._check()

    def clear(self) -> None:
        """No answers: another run begins."""
        self._answers.clear()
        self._samples.show_samples(())
        self._check()

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._problem.set_theme(theme)
        self._samples.set_theme(theme)

    def _wrong(self) -> str:
        """What is wrong with the table; empty where nothing is."""
        length = len(self._line.text())
        if length > _LONGEST:
            return f"A table to try has at most {_LONGEST:,} characters; this one has {length:,}."
        try:
            MeaningRepresentation.parse(self._line.text())
        except ParseError as error:
            return str(error)
        return ""

    @Slot()
    def _check(self) -> None:
        wrong = self._wrong()
        self._problem.say(wrong)
        there = bool(self._line.text().strip())
        self._ask.setEnabled(self._possible and there and not wrong and not self._waiting)
        self._ask.setText("Writing…" if self._waiting else "Try it now")
        tip = (wrong or _ASK) if there else _NO_TABLE
        tip = _WAITING if self._waiting else tip
        self._ask.setToolTip(plain(tip) if self._possible else _IDLE)

    @Slot()
    def _request(self) -> None:
        if self._ask.isEnabled():
            self._waiting = True
            self._check()
            mr = MeaningRepresentation.parse(self._line.text())
            self.probe_requested.emit(mr.linearise())
