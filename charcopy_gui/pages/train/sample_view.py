"""One sample: the table it was written for, and the text, tinted where it was copied."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontInfo, QResizeEvent
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.output.sentence import Sentence
from charcopy_gui.pages.train.sample_steps import finished, steps
from core.records import CharacterStep, Ending, Sample

_LARGER = 1.2
"""The text's type, compared with the interface's."""
_INDENT = 24
"""Pixels left of the text, so that it stands under its table."""
_NOTHING = "nothing was written"
_CUT = "… cut off"


class ElidedRadio(QRadioButton):
    """A choice whose words lose their end where there is no room for them."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_words(self, words: str) -> None:
        """Stand for something else."""
        self._words = words
        self.setAccessibleName(words)
        self.setToolTip(plain(words))
        self._fit()

    def hitButton(self, point: QPoint) -> bool:
        """Wherever it is clicked: its words may be short."""
        return self.rect().contains(point)

    def minimumSizeHint(self) -> QSize:
        """As narrow as need be."""
        return QSize(_INDENT, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say as much as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.width() - _INDENT - 4
        words = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        self.setText(words.replace("&", "&&"))


class SampleView(QWidget):
    """Can be chosen, to be looked at more closely."""

    chosen = Signal()
    step_hovered = Signal(int)
    step_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sample: Sample | None = None
        self.steps: Sequence[CharacterStep] = ()
        self.choice = ElidedRadio()
        self._text = Sentence(LIGHT)
        self._set_up()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(2)
        layout.addWidget(self.choice)
        layout.addWidget(self._text)
        self.choice.toggled.connect(self._choose)
        self._text.pointed.connect(self.step_hovered)
        self._text.chosen.connect(self._click)

    def _set_up(self) -> None:
        text = self._text
        font = self.font()
        font.setPointSizeF(QFontInfo(font).pointSizeF() * _LARGER)
        text.setFont(font)
        text.setPlaceholderText(_NOTHING)
        text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        text.setViewportMargins(_INDENT - 6, 0, 0, 0)
        text.document().setDocumentMargin(2)
        text.document().documentLayout().documentSizeChanged.connect(self._fit_height)

    def show_sample(self, sample: Sample, words: str = "") -> None:
        """Show a sample; what is said of its table may be more than the table itself."""
        self.sample, self.steps = sample, steps(sample)
        self.choice.set_words(words or sample.mr)
        self._text.setAccessibleName(f"Text for {sample.mr}")
        self._text.start()
        self._text.write(self.steps)
        if finished(sample).ending is Ending.LENGTH:
            self._text.write_mark(_CUT)

    def set_step(self, step: int | None) -> None:
        """Outline a character, or none."""
        self._text.choose(step, reveal=False)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._text.set_theme(theme)

    @Slot()
    def _fit_height(self) -> None:
        line = self._text.fontMetrics().lineSpacing() + 8
        self._text.setFixedHeight(max(line, math.ceil(self._text.document().size().height())))

    @Slot(bool)
    def _choose(self, on: bool) -> None:
        if on:
            self.chosen.emit()

    @Slot(int)
    def _click(self, step: int) -> None:
        self.choice.setChecked(True)
        self.step_clicked.emit(step)
