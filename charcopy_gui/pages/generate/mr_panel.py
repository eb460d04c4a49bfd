"""The meaning representation: table, row buttons and line, three ways to one thing."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.generate.completion import Completions
from charcopy_gui.pages.generate.line_editor import LineEditor
from charcopy_gui.pages.generate.live import Live
from charcopy_gui.pages.generate.slot_buttons import SlotButtons
from charcopy_gui.pages.generate.slot_marks import Trained, is_unknown
from charcopy_gui.pages.generate.slot_model import SlotModel
from charcopy_gui.pages.generate.slot_table import SlotTable
from charcopy_gui.pages.parts.captions import heading, remark
from charcopy_gui.pages.parts.flow_layout import FlowLayout
from core.meaning_representation import MeaningRepresentation, ParseError
from core.model_card import ModelCard

_MOST_TOLD = 4
"""Unknown slots that are named."""


class MrPanel(QWidget):
    """Holds the slots, and everything that changes them."""

    run_due = Signal(str)
    """Live mode wants a text for this line."""
    live_changed = Signal(bool)
    """Live mode was switched on or off by hand."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = SlotModel(self)
        self.completions = Completions()
        self.table = SlotTable(self.model, self.completions)
        self.line = LineEditor(self.model, self.completions)
        self.live = Live(self._line_as_it_stands, self._is_composing, self)
        self.commands = self.table.commands
        self._chance = random.Random()
        self._buttons = SlotButtons(self.commands)
        self._live = QCheckBox("Live")
        self._remark = remark("Remark on the table")
        self._refusal = ""
        self._card: ModelCard | None = None
        self._lay_out()
        self._buttons.random_wanted.connect(self.roll)
        self._buttons.example_chosen.connect(self._take_example)
        self.table.refused.connect(self._say_refusal)
        self.model.changed.connect(self._take_refusal_back)
        self.model.changed.connect(self.live.touch)
        self.line.mended.connect(self.live.touch)
        self.live.due.connect(self.run_due)
        self._live.clicked.connect(self._switch_live)

    def _lay_out(self) -> None:
        self._live.setAccessibleName("Live")
        self._live.setToolTip("Rewrite the text shortly after every edit")
        title = heading("Meaning representation")
        title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        top = FlowLayout()
        top.addWidget(title)
        top.addWidget(self._live)
        self._remark.setObjectName("tableRemark")
        self._remark.setContentsMargins(0, 4, 0, 0)
        self._remark.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.table)
        layout.addSpacing(8)
        layout.addWidget(self._buttons)
        layout.addSpacing(8)
        layout.addWidget(self.line)
        layout.addWidget(self._remark)

    @Slot(str)
    def _take_example(self, line: str) -> None:
        self.set_text(line, "Take example")

    @Slot()
    def roll(self) -> None:
        """Take random slots."""
        from charcopy_gui.pages.generate import dice  # Of corpora: not before the first paint.

        self.table.commit_open_editor()
        slots = dice.roll(self.completions.of_corpus(), self._chance).slots
        self.model.set_slots(slots, "Random slots")

    # What is in it.

    def text(self) -> str:
        """The slots as a line, those still in an open editor included.

        Raises:
            ValueError: the line, or a slot, cannot be read or written; the message says why.
        """
        self.table.commit_open_editor()
        self.line.commit()
        return self.text_so_far()

    def text_so_far(self) -> str:
        """The slots as a line, while people type on: an open editor stays open.

        Raises:
            ValueError: the line, or a slot, cannot be read or written; the message says why.
        """
        if self.line.error:
            raise ValueError(self.line.error)
        return self.model.mr().linearise()

    def set_text(self, line: str, words: str = "Take slots") -> bool:
        """Show other slots, as one step to undo; False, and no change, where the line is none.

        Args:
            line: the slots in the written form.
            words: what the step is called in the Edit menu.
        """
        self.table.commit_open_editor()
        try:
            slots = MeaningRepresentation.parse(line).slots
        except ParseError:
            return False
        self.model.set_slots(slots, words)
        return True

    def select_slot(self, name: str, value: str, row: int) -> None:
        """Select a slot where it is now, if it still is; `row` decides between two that are equal.

        For badges: they speak of the slots as they were when the text was written.
        """
        slots = self.model.mr().slots
        rows = [at for at, slot in enumerate(slots) if (slot.name, slot.value) == (name, value)]
        if rows:
            self.commands.select_rows(min(rows, key=lambda at: abs(at - row)))

    # Live mode.

    def set_live(self, on: bool) -> None:
        """Switch live mode as it was remembered; nothing runs before the next edit."""
        self._live.setChecked(on)
        self.live.switch(on)

    @Slot(bool)
    def _switch_live(self, on: bool) -> None:
        self.live.switch(on)
        self.live.run_soon()
        self.live_changed.emit(on)

    def _is_composing(self) -> bool:
        return self.table.composing or self.line.composing

    def _line_as_it_stands(self) -> str:
        """What can be run while people type on; a slot that was only just added is no slot yet."""
        slots = self.model.mr().slots
        if self.line.error or any(not slot.name and not slot.value for slot in slots):
            return ""
        return self.model.mr().linearise()

    # What the model knows.

    def set_model(self, card: ModelCard) -> None:
        """Mark what this model was not trained on, and offer what it was."""
        self._card = card
        self.completions.set_corpus(card.provenance.corpus)
        known = self.completions.of_corpus()
        self.model.set_trained(
            Trained(
                frozenset(card.alphabet.characters),
                card.config.copy,
                None if known is None else frozenset(known.values),
                "" if known is None else known.title,
            )
        )
        self._show_remark()

    @Slot(str, object)
    def learn(self, title: str, values: Mapping[str, Iterable[str]]) -> None:
        """Offer a corpus' slots and values; the commonest of each come first."""
        self.completions.learn(title, values)
        if self._card is not None:
            self.set_model(self._card)

    @Slot(str)
    def _say_refusal(self, sentence: str) -> None:
        self._refusal = sentence
        self._show_remark()

    @Slot()
    def _take_refusal_back(self) -> None:
        self._refusal = ""
        self._show_remark()

    def _show_remark(self) -> None:
        words = self._refusal or self._unlike()
        self._remark.setText(words)
        self._remark.setVisible(bool(words))

    def _unlike(self) -> str:
        """What there is to say of slots that the model's corpus does not have."""
        trained = self.model.trained
        names = dict.fromkeys(slot.name for slot in self.model.mr().slots if slot.name)
        unknown = [name for name in names if is_unknown(name, trained)]
        if not unknown:
            return ""
        it = "it" if len(unknown) == 1 else "them"
        told = ", ".join(unknown[:_MOST_TOLD]) + ", …" * (len(unknown) > _MOST_TOLD)
        return f"New to this model: {told}. It may leave {it} out, or make something up."

    def set_theme(self, theme: Theme) -> None:
        """Draw icons and marks in a theme's colours."""
        self.model.set_theme(theme)
        self._buttons.set_theme(theme)
