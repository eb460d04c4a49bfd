"""Build a plus version of a corpus: which slots get which new values, and where it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.data.replacement import Replacement
from charcopy_gui.pages.parts.captions import labelled, remark, spin_box, title_font
from charcopy_gui.pages.parts.fields import LARGEST_SEED
from charcopy_gui.pages.parts.file_field import FileField
from charcopy_gui.pages.parts.notice import Notice
from charcopy_gui.pages.parts.task_bar import TaskBar
from core.corpus.formats import CorpusError
from core.corpus.opened import OpenCorpus

_WORDS = (
    "Values of the slots that you choose are replaced by others, in tables and in texts, so that"
    " a model has to copy them. A row whose text does not have its value word for word keeps it in"
    " both; no new value of one split is in another. Slots with the same list share it."
)
_WIDTH = 640


@dataclass(frozen=True, slots=True)
class PlusChoices:
    """What is set here."""

    corpus: OpenCorpus
    name: str
    """Begins the names of the files."""
    out: Path
    seed: int
    values: Mapping[str, tuple[str, ...]]
    """New ones by slots."""


class PlusPanel(QWidget):
    """A list of slots with new values, a folder, a seed, and how far it is."""

    build_requested = Signal(object)
    """A PlusChoices."""
    cancel_requested = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._corpus: OpenCorpus | None = None
        self._name = ""
        self._slots: list[tuple[str, int]] = []
        self._replaced: list[Replacement] = []
        self._busy = False
        self._theme = LIGHT
        self._title = QLabel()
        self._rows = QVBoxLayout()
        self._add = QPushButton("Add a slot")
        tip = "Where the files of the plus version are written"
        self._out = FileField("Folder for the plus version", tip, "", folder=True)
        self._seed = spin_box(0, LARGEST_SEED)
        self._build = QPushButton("Build")
        self._back = QPushButton("Back")
        self.task = TaskBar()
        self.problem = Notice("Why the plus version cannot be built")
        self._fill()
        self._lay_out()
        self._add.clicked.connect(self._add_row)
        self._build.clicked.connect(self._ask)
        self._back.clicked.connect(self.left)
        self.task.cancel_requested.connect(self.cancel_requested)

    def _fill(self) -> None:
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setFont(title_font(self._title.font()))
        self._seed.setValue(1)
        self._seed.setMaximumWidth(120)
        self._build.setProperty("primary", True)
        for widget, name, tip in (
            (self._title, "Corpus to build from", ""),
            (self._add, "Add a slot", "Replace the values of one more slot"),
            (self._seed, "Seed of the plus version", "Decides which value goes where"),
            (self._build, "Build the plus version", "Write the files; takes seconds"),
            (self._back, "Back to the corpus", "Back to the corpus (Esc)"),
        ):
            widget.setAccessibleName(name)
            widget.setToolTip(tip)

    def _lay_out(self) -> None:
        about = remark("About plus versions")
        about.setText(_WORDS)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(12)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(8)
        column.addWidget(self._title)
        column.addWidget(about)
        column.addSpacing(8)
        column.addLayout(self._rows)
        column.addWidget(self._add, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(labelled("Folder to write to", self._out))
        column.addLayout(labelled("Seed", self._seed))
        column.addStretch(1)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inside)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self._back)
        buttons.addWidget(self._build)
        whole = QWidget()
        whole.setMaximumWidth(_WIDTH)
        parts = QVBoxLayout(whole)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.setSpacing(8)
        parts.addWidget(area, 1)
        parts.addWidget(self.problem)
        parts.addWidget(self.task)
        parts.addLayout(buttons)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 16, 16, 16)
        layout.addWidget(whole, 1)
        layout.addStretch(0)

    def begin(self, corpus: OpenCorpus, name: str, out: Path) -> None:
        """Ask about a corpus; what was set for it before stays."""
        self.problem.say("")
        if corpus is self._corpus:
            return
        self._corpus, self._name = corpus, name
        self._title.setText(f"Plus version of {corpus.title}")
        self._out.set_text(str(out))
        counts = [(slot, len(found)) for slot, found in corpus.rows.values.items() if slot]
        self._slots = sorted(counts, key=lambda slot: -slot[1])
        for row in tuple(self._replaced):
            self._drop(row)
        self._add_row()
        self._build.setEnabled(bool(self._slots) and not self._busy)
        if not self._slots:
            self.problem.say("No slot can be recognised in this corpus.")

    def set_busy(self, busy: bool) -> None:
        """While something is fetched or made, nothing else can be."""
        self._busy = busy
        self._build.setEnabled(not busy and bool(self._slots))

    def set_theme(self, theme: Theme) -> None:
        """Draw icons in a theme's colours."""
        self._theme = theme
        self.task.set_theme(theme)
        self.problem.set_theme(theme)
        for row in self._replaced:
            row.set_theme(theme)

    @Slot()
    def _add_row(self) -> None:
        """Replace one more slot, that with the most values of those that are left."""
        taken = {row.slot for row in self._replaced}
        slot = next((slot for slot, _ in self._slots if slot not in taken), None)
        if slot is None:
            return
        row = Replacement(self._slots, slot)
        row.set_theme(self._theme)
        row.removed.connect(lambda: self._drop(row))
        row.failed.connect(self.problem.say)
        row.changed.connect(lambda: self.problem.say(""))
        self._replaced.append(row)
        self._rows.addWidget(row)
        self._let_be_changed()
        row.focus_values()

    def _drop(self, row: Replacement) -> None:
        self._replaced.remove(row)
        self._rows.removeWidget(row)
        row.hide()
        row.deleteLater()
        self._let_be_changed()

    def _let_be_changed(self) -> None:
        for row in self._replaced:
            row.let_be_removed(len(self._replaced) > 1)
        self._add.setEnabled(len(self._replaced) < len(self._slots))

    @Slot()
    def _ask(self) -> None:
        values: dict[str, tuple[str, ...]] = {}
        try:
            for row in self._replaced:
                if row.slot in values:
                    msg = f"The slot {row.slot} is there twice: choose another, or remove it."
                    raise CorpusError(msg)
                values[row.slot] = row.values()
            if not self._out.text():
                msg = "Choose a folder to write to."
                raise CorpusError(msg)
        except CorpusError as error:
            self.problem.say(str(error))
            return
        self.problem.say("")
        if self._corpus is not None:
            out, seed = Path(self._out.text()), self._seed.value()
            self.build_requested.emit(PlusChoices(self._corpus, self._name, out, seed, values))
