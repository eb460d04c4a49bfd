"""The sentence: tinted text whose steps can be pointed at, clicked and walked along."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QTextCharFormat,
)
from PySide6.QtWidgets import QWidget

from charcopy_gui.appearance.keyboard import KEYBOARD
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.output.character_boxes import box_at
from charcopy_gui.pages.output.tinted_text import SHOWN_AS, TintedText
from core.records import CharacterStep


class Sentence(TintedText):
    """Tells which step the pointer or the keyboard is on; copies what was written."""

    pointed = Signal(int)
    """The step under the pointer, -1 for none."""
    chosen = Signal(int)
    """The step that was clicked or walked to."""
    play_pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._pointed = -1
        self._pressed = -1
        self._draft = ""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def start(self) -> None:
        """Empty the text."""
        super().start()
        self._draft = ""

    def write(self, steps: Sequence[CharacterStep]) -> None:
        """Add characters at the end, in the place of a draft."""
        if self._draft:
            self.start()
        super().write(steps)

    def show_draft(self, text: str) -> None:
        """Show, untinted, a text that may still become another one."""
        if text == self._draft:
            return
        bar, at_end = self.verticalScrollBar(), self.at_end
        place = bar.value()
        self.start()
        self._draft = text
        quiet = QTextCharFormat()
        quiet.setForeground(self._theme.muted)
        self._insert("".join(SHOWN_AS.get(character, character) for character in text), quiet)
        if not at_end:
            bar.setValue(place)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show a ring to who came by the keyboard."""
        super().focusInEvent(event)
        self._ringed = event.reason() in KEYBOARD
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """No ring any more."""
        super().focusOutEvent(event)
        self._ringed = False
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click chooses a step; a drag selects text."""
        super().mousePressEvent(event)
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = self._at(event.position().toPoint()) if left else -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say which step is under the pointer."""
        super().mouseMoveEvent(event)
        if not event.buttons():
            self._point(self._at(event.position().toPoint()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the step that was pressed, unless text was selected."""
        super().mouseReleaseEvent(event)
        step = self._at(event.position().toPoint())
        if step >= 0 and step == self._pressed and not self.textCursor().hasSelection():
            self.chosen.emit(step)
        self._pressed = -1

    def leaveEvent(self, event: QEvent) -> None:
        """No step is under the pointer any more."""
        super().leaveEvent(event)
        self._point(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk through the steps; Space plays; copy everything if nothing is selected."""
        last = len(self._steps) - 1
        at = last + 1 if self._step is None else self._step
        goals = {Qt.Key.Key_Left: at - 1, Qt.Key.Key_Right: at + 1}
        goals |= {Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and self._steps and event.key() in goals:
            self.chosen.emit(min(max(goals[Qt.Key(event.key())], 0), last))
        elif plain and event.key() == Qt.Key.Key_Space:
            self.play_pressed.emit()
        elif event.matches(QKeySequence.StandardKey.Copy) and not self.textCursor().hasSelection():
            QGuiApplication.clipboard().setText(self.text())
        else:
            super().keyPressEvent(event)

    def createMimeDataFromSelection(self) -> QMimeData:
        """The selected characters themselves, without what stands for them or marks the end."""
        cursor, data = self.textCursor(), QMimeData()
        first, last = cursor.selectionStart(), cursor.selectionEnd()
        spans = zip(self._steps, self._spans, strict=True)
        data.setText(
            "".join(
                step.character
                for step, (start, length) in spans
                if length and first <= start and start + length <= last
            )
        )
        return data

    def _at(self, point: QPoint) -> int:
        return box_at(self.boxes()[: self._shown], point + self._offset())

    def _point(self, step: int) -> None:
        if step != self._pointed:
            self._pointed = step
            self.pointed.emit(step)
