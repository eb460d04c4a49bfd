"""How the text that is shown differs from another, in marks and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Slot

from charcopy_gui.pages.output.differences import differing

if TYPE_CHECKING:
    from charcopy_gui.pages.output.instrument import Instrument


class Compared(NamedTuple):
    """Nothing to say, where there is nothing to compare with."""

    marks: frozenset[int] = frozenset()
    """The characters that the other text does not have there."""
    words: str = ""


class Comparing(QObject):
    """Marks in which characters the text differs from the one it is to be compared with."""

    def __init__(self, instrument: Instrument) -> None:
        super().__init__(instrument)
        self._instrument = instrument
        instrument.branches.compared_changed.connect(self.refresh)

    @Slot()
    def refresh(self) -> None:
        """Another text is shown, or it has ended, or it is compared with another."""
        shown = self._instrument
        other, found = shown.branches.compared(shown.branch), Compared()
        if shown.tree is not None and other is not None and shown.ending is not None:
            found = compared(shown.text, shown.tree.text(other.branch), other.name)
        shown.output.reading.set_differing(found.marks)
        shown.output.status.show_comparison(found.words, marked=bool(found.marks))


def compared(text: str, other: str, name: str) -> Compared:
    """Compare a text with another one of this name."""
    if text == other:
        return Compared(words=f"The same text as “{name}”.")
    marks = differing(text, other)
    if marks:
        return Compared(marks, f"differs from “{name}”")
    return Compared(
        words=f"Contains nothing new compared with “{name}”, and is missing some of it."
    )
