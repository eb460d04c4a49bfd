"""The round trip: what became of a table on its way through a text and back."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from charcopy_gui.pages.output.instrument import Instrument
from charcopy_gui.pages.read_back.sentence_panel import SentencePanel
from charcopy_gui.pages.read_back.slots_panel import SlotsPanel
from charcopy_gui.pages.read_back.slots_read import LineRead, SlotRead, place_of
from core.meaning_representation import MeaningRepresentation

_ANOTHER = "Not compared with the table on Generate: the sentence was changed since."


class RoundTrip(QObject):
    """Shows the slots that are read, beside those of the table that the sentence tells."""

    def __init__(
        self,
        sentence: SentencePanel,
        slots: SlotsPanel,
        instrument: Instrument,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._sentence = sentence
        self._slots = slots
        self._instrument = instrument
        self._written: str | None = None
        """The sentence that was written for a table; None where none was."""
        self._line = ""
        sentence.changed.connect(self.show_slots)
        instrument.changed.connect(self.show_slots)
        instrument.stepping.shown_changed.connect(self.show_slots)
        slots.table.row_chosen.connect(self._point_out)

    def begin(self, sentence: str, mr: str) -> None:
        """Compare a sentence that was written for a table with it, once it is read."""
        self._written, self._line = sentence, mr

    def forget(self) -> None:
        """There is no table to compare with."""
        self._written = None

    @property
    def table(self) -> str:
        """The table as a line that the sentence which was read was written for; empty for none."""
        return self._line if self.read is not None and self.read == self._written else ""

    @property
    def read(self) -> str | None:
        """The sentence whose table is shown; None before the first."""
        tree = self._instrument.tree
        return None if tree is None else "".join(tree.source.characters[1:-1])

    @Slot(object)
    def _point_out(self, row: SlotRead) -> None:
        """Go to where the line has a slot, and frame all of it."""
        place = place_of(row, self._instrument.shown_text)
        if place:
            self._instrument.choose_step(place.start)
        self._instrument.output.reading.point_out(place)

    @Slot()
    def show_slots(self) -> None:
        """Show the slots of the characters that are shown; compare a text with its own table only.

        Whether the sentence was changed since, is said on the page.
        """
        now, shown = self._sentence.sentence(), self._instrument
        self._instrument.output.set_outdated(self.read is not None and self.read != now)
        line = LineRead(
            shown.shown_text,
            shown.ending if shown.complete else None,
            self.read or "",
            tuple(step.log_probability for step in shown.steps),
        )
        if self._written is None or self.read != self._written:
            self._slots.show_line(line)
        elif now != self._written:
            self._slots.show_line(line, note=_ANOTHER)
        else:
            self._slots.show_line(line, MeaningRepresentation.parse(self._line))
