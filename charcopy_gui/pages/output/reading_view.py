"""The reading view: the sentence in large type, and which of its characters were copied."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme, system_theme
from charcopy_gui.pages.output.sentence import Sentence
from core.records import CharacterStep, Ending, GenerationFinished, GenerationStarted

EMPTY = "Run writes the sentence here, one character at a time."

MARKS = {Ending.STOPPED: "… stopped", Ending.LENGTH: "… length limit"}


class ReadingView(QWidget):
    """The written sentence, tinted by p_gen, with the chosen step outlined."""

    step_hovered = Signal(int)
    """The step under the pointer, -1 when there is none."""
    step_clicked = Signal(int)
    play_pressed = Signal()
    """Someone wants the text to be played, or to be halted."""
    grown = Signal()
    """The text needs another height than before."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._writing = False
        self._playing = False
        self._chosen: int | None = None
        self._place = range(0)
        self._sentence = Sentence(system_theme())
        self._empty = EMPTY
        self._sentence.setPlaceholderText(EMPTY)
        self._sentence.setAccessibleName("Written sentence")
        self._sentence.pointed.connect(self.step_hovered)
        self._sentence.chosen.connect(self.step_clicked)
        self._sentence.play_pressed.connect(self.play_pressed)
        document = self._sentence.document()
        document.documentLayout().documentSizeChanged.connect(self.grown)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._sentence)
        self.setFocusProxy(self._sentence)

    def set_empty(self, words: str) -> None:
        """Say what will be here, while there is nothing."""
        self._empty = words
        self._sentence.setPlaceholderText(words)

    def say_why_empty(self, words: str) -> None:
        """Say what is to be done before; with nothing to say, what will be here."""
        self._sentence.setPlaceholderText(words or self._empty)

    def start(self, _record: GenerationStarted) -> None:
        """Make ready for a generation's characters."""
        self._sentence.start()
        self._chosen = None
        self._writing = True

    def show_draft(self, text: str) -> None:
        """Show a text that may still become another one; the first characters take its place."""
        self._sentence.show_draft(text)

    def append(self, steps: Sequence[CharacterStep]) -> None:
        """Write characters at the end."""
        self._sentence.write(steps)

    def finish(self, record: GenerationFinished) -> None:
        """Say so where the sentence did not come to its own end."""
        self._writing = False
        if record.ending in MARKS:
            self._sentence.write_mark(MARKS[record.ending])

    def clear(self) -> None:
        """Show no sentence, and say what will be here."""
        self._sentence.start()
        self._chosen = None
        self._writing = False

    def set_shown(self, count: int | None) -> None:
        """Show so many of the characters; with None, all there are and all that come."""
        self._sentence.show_only(count)

    def set_playing(self, playing: bool) -> None:
        """While a text is played, a view that someone scrolled away stays where it is."""
        self._playing = playing

    def set_differing(self, differing: frozenset[int]) -> None:
        """Mark the characters in which this text differs from another."""
        self._sentence.mark(differing)

    def point_out(self, place: range) -> None:
        """Frame these characters until a step elsewhere is chosen."""
        self._place = place
        self._sentence.point_out(place)

    def set_step(self, step: int | None) -> None:
        """Outline a step's character and bring it into view.

        While characters still come, a view that someone scrolled away stays where it is.
        """
        if step not in self._place:
            self.point_out(range(0))
        sentence = self._sentence
        newest = self._writing and not sentence.hides_some
        follows = sentence.at_end if newest else sentence.sees(self._chosen)
        self._sentence.choose(step, reveal=follows or not (self._writing or self._playing))
        self._chosen = step

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._sentence.set_theme(theme)

    def least_height(self) -> int:
        """The height of two lines, with what is around them."""
        return 3 * QFontMetrics(self._sentence.document().defaultFont()).height()

    def whole_height(self) -> int:
        """The height that shows all of the text at this width."""
        return math.ceil(self._sentence.document().size().height())

    def text(self) -> str:
        """The sentence as it was written."""
        return self._sentence.text()
