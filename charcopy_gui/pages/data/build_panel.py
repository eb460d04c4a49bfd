"""Build E2E+: where to, from which lists, with which seed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.parts.captions import labelled, remark, spin_box, title_font
from charcopy_gui.pages.parts.fields import LARGEST_SEED
from charcopy_gui.pages.parts.file_field import FileField
from charcopy_gui.pages.parts.notice import Notice
from charcopy_gui.pages.parts.task_bar import TaskBar

_WORDS = (
    "Each table of E2E gets another name, another landmark and another food, the same for all its"
    " texts; no new value of one split is in another. The same seed gives the same files."
)
_WIDTH = 560


@dataclass(frozen=True, slots=True)
class BuildChoices:
    """What is set here."""

    out: Path
    seed: int
    names: Path | None
    """None for the names of Entree."""
    foods: Path | None
    """None for CharCopy's own list."""


class BuildPanel(QWidget):
    """Three fields, a seed, and how far it is."""

    build_requested = Signal(object)
    """A BuildChoices."""
    cancel_requested = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._out = FileField("Folder", "Where train, dev and test are written", "", folder=True)
        self._names = FileField(
            "List of names", "One per line; without it, Entree's New York restaurants", "Text (*)"
        )
        self._foods = FileField(
            "List of foods", "One per line; without it, CharCopy's own adjectives", "Text (*)"
        )
        self._offered = ""
        self._seed = spin_box(0, LARGEST_SEED)
        self._build = QPushButton("Build")
        self._back = QPushButton("Back")
        self.task = TaskBar()
        self.problem = Notice("Why E2E+ cannot be built")
        self._lay_out()
        self._build.clicked.connect(self._ask)
        self._back.clicked.connect(self.left)
        self.task.cancel_requested.connect(self.cancel_requested)

    def _lay_out(self) -> None:
        title = QLabel("Build E2E+")
        title.setFont(title_font(title.font()))
        about = remark("About E2E+")
        about.setText(_WORDS)
        self._seed.setValue(1)
        self._seed.setAccessibleName("Seed")
        self._seed.setToolTip("Decides which value goes where")
        self._seed.setMaximumWidth(120)
        self._build.setProperty("primary", True)
        self._build.setAccessibleName("Build")
        self._build.setToolTip("Write the three files; takes seconds")
        self._back.setAccessibleName("Back")
        self._back.setToolTip("Back to the corpora (Esc)")
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self._back)
        buttons.addWidget(self._build)
        inside = QWidget()
        inside.setMaximumWidth(_WIDTH)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(title)
        column.addWidget(about)
        column.addSpacing(8)
        for words, field in (
            ("Folder to write to", self._out),
            ("New names, if not Entree's", self._names),
            ("New foods, if not CharCopy's own", self._foods),
            ("Seed", self._seed),
        ):
            column.addLayout(labelled(words, field))
        column.addLayout(buttons)
        column.addWidget(self.task)
        column.addWidget(self.problem)
        column.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 16, 16, 16)
        layout.addWidget(inside, 1)
        layout.addStretch(0)

    def begin(self, out: Path) -> None:
        """Begin with this folder, unless another than the one before was typed."""
        if self._out.text() in ("", self._offered):
            self._offered = str(out)
            self._out.set_text(self._offered)
        self.problem.say("")
        self._build.setFocus()

    def set_busy(self, busy: bool) -> None:
        """While something is fetched or made, nothing else can be."""
        self._build.setEnabled(not busy)

    def set_theme(self, theme: Theme) -> None:
        """Draw icons in a theme's colours."""
        self.task.set_theme(theme)
        self.problem.set_theme(theme)

    @Slot()
    def _ask(self) -> None:
        if not self._out.text():
            self.problem.say("Choose a folder to write to.")
            self._out.setFocus()
            return
        self.problem.say("")
        names, foods = self._names.text(), self._foods.text()
        self.build_requested.emit(
            BuildChoices(
                Path(self._out.text()),
                self._seed.value(),
                Path(names) if names else None,
                Path(foods) if foods else None,
            )
        )
