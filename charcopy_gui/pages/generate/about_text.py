"""What is said of the text that is shown: its slots, whether it reads back, what others write."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QPushButton

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.generate.doubt import doubt
from charcopy_gui.pages.generate.read_back_button import ReadBackButton
from charcopy_gui.pages.generate.slot_badges import SlotBadges
from charcopy_gui.pages.output.instrument import Instrument
from core.generation_tree import GenerationTree
from core.model_card import ModelCard


class AboutText(QObject):
    """Keeps the badges and the button at the text as far as it is shown."""

    read_back_requested = Signal(str, str)
    """The text that is shown, and the line it was written for."""

    compare_requested = Signal()
    """Other models are to write for the table, side by side."""

    def __init__(self, instrument: Instrument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.badges = SlotBadges()
        self.read_back = ReadBackButton()
        self._compare = QPushButton("Compare")
        self._compare.setAccessibleName("Compare models")
        self._compare.setToolTip("See what other models write for this table, side by side")
        self._instrument = instrument
        self._tree: GenerationTree | None = None
        """The run whose slots the badges are about."""
        instrument.output.insert_below_text(self.badges)
        instrument.output.status.add(self.read_back)
        instrument.output.status.add(self._compare)
        instrument.changed.connect(self._judge)
        instrument.stepping.shown_changed.connect(self._judge)
        self.badges.said_requested.connect(self._show_place)
        self.read_back.clicked.connect(self._ask_to_read_back)
        self._compare.clicked.connect(self.compare_requested)

    def set_model(self, card: ModelCard) -> None:
        """Another model is in use."""
        self.read_back.set_model(card)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self.badges.set_theme(theme)
        self.read_back.set_theme(theme)
        self._compare.setIcon(icons.icon("compare", theme.text))

    @property
    def line(self) -> str:
        """The line that the text was written for; empty where there is no text."""
        tree = self._instrument.tree
        return "" if tree is None else "".join(tree.source.characters[1:-1])

    @Slot()
    def _judge(self) -> None:
        """Say what the text says of each slot, and whether the model was sure of it."""
        tree = self._instrument.tree
        if tree is None:
            return
        if tree is not self._tree:
            self._tree = tree
            self.badges.set_mr(self.line)
        complete = self._instrument.complete
        self.badges.set_text(self._instrument.shown_text, finished=complete)
        self.read_back.set_text(self._instrument.text if complete else "")
        branch = self._instrument.branch
        self._instrument.output.status.show_doubt(doubt(tree, branch) if branch in tree else "")

    @Slot(int, int)
    def _show_place(self, start: int, end: int) -> None:
        """Go to where the text says a slot, if it does, and frame all of it."""
        if start < end:
            self._instrument.choose_step(start)
            self._instrument.output.reading.point_out(range(start, end))

    @Slot()
    def _ask_to_read_back(self) -> None:
        self.read_back_requested.emit(self._instrument.text, self.line)
