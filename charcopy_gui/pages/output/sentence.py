"""The sentence: read-only text with a tint behind every character that was written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontInfo,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from charcopy_gui.keyboard import KEYBOARD
from charcopy_gui.pages.output.character_boxes import box_at, character_boxes, utf16_spans
from charcopy_gui.theme import Theme, tint
from core.records import END_LABEL, CharacterStep

LARGER = 1.7
"""The sentence's type, compared with the interface's."""

LINE_HEIGHT = 125
"""Per cent."""

MARGIN = 6
"""Pixels around the text, for the ring and the outline."""

END_WIDTH = 8
"""Pixels behind the text that stand for the end character."""

ISOLATE, END_ISOLATE = "\u2068", "\u2069"
"""Around a mark, so that it stands behind the text whatever direction that has."""

SHOWN_AS = dict.fromkeys("\n\r\v\f\u0085\u2029", "\u2028") | dict.fromkeys(
    "\0\ufdd0\ufdd1", "\ufffd"
)
"""Characters that would change the document's structure."""


class Sentence(QTextEdit):
    """Shapes and wraps the text as a whole, so that every script reads as it should."""

    pointed = Signal(int)
    """The step under the pointer, -1 for none."""
    chosen = Signal(int)
    """The step that was clicked or walked to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._steps: list[CharacterStep] = []
        self._spans: list[tuple[int, int]] = []
        self._tints: list[QColor] = []
        self._boxes: list[QRect] = []
        """As far as they are known; text that wraps anew loses them."""
        self._step: int | None = None
        self._pointed = -1
        self._pressed = -1
        self._ringed = False
        self.document().setDocumentMargin(MARGIN)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        font = self.font()
        font.setPointSizeF(QFontInfo(font).pointSizeF() * LARGER)
        self.setFont(font)
        self.set_theme(theme)

    @property
    def at_end(self) -> bool:
        """Whether the last line is in view."""
        bar = self.verticalScrollBar()
        return bar.value() == bar.maximum()

    def text(self) -> str:
        """What was written."""
        return "".join(s.character for s in self._steps if s.character != END_LABEL)

    def start(self) -> None:
        """Empty the text."""
        self.clear()
        self._steps, self._spans, self._tints = [], [], []
        self._step = None
        self._forget_boxes()
        cursor = QTextCursor(self.document())
        lines = QTextBlockFormat()
        lines.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.setBlockFormat(lines)

    def write(self, steps: Sequence[CharacterStep]) -> None:
        """Add characters at the end."""
        shown = [_shown(step) for step in steps]
        begin = sum(self._spans[-1]) if self._spans else 0
        self._steps.extend(steps)
        self._spans.extend(utf16_spans(shown, begin))
        self._tints.extend(tint(self._theme, step.p_gen) for step in steps)
        self._insert("".join(shown), QTextCharFormat())

    def write_mark(self, mark: str) -> None:
        """Add a quiet word that is no part of the text."""
        quiet = QTextCharFormat()
        quiet.setForeground(self._theme.muted)
        quiet.setFontPointSize(QFontInfo(self.font()).pointSizeF() / LARGER)
        self._insert(f" {ISOLATE}{mark}{END_ISOLATE}", quiet)

    def choose(self, step: int | None, *, reveal: bool) -> None:
        """Outline a step's character, and scroll to it if asked to."""
        self._step = step if step is not None and 0 <= step < len(self._steps) else None
        if self._step is not None and reveal:
            box = self.boxes()[self._step]
            bar = self.verticalScrollBar()
            if box.top() < bar.value():
                bar.setValue(box.top())
            elif box.bottom() > bar.value() + self.viewport().height():
                bar.setValue(box.bottom() - self.viewport().height())
        self.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self._tints = [tint(theme, step.p_gen) for step in self._steps]
        self.setStyleSheet(
            "QTextEdit, QTextEdit:focus { border: none; padding: 0;"
            f" color: {theme.text.name()}; background: {theme.background.name()};"
            f" placeholder-text-color: {theme.muted.name()};"
            f" selection-background-color: {theme.selection.name()}; }}"
        )
        self.viewport().update()

    def boxes(self) -> list[QRect]:
        """Where each step's character lies in the document."""
        known = len(self._boxes)
        if known < len(self._steps):
            block = self.document().begin()
            self.document().documentLayout().blockBoundingRect(block)
            self._boxes += character_boxes(block.layout(), self._spans[known:])
            if self._steps[-1].character == END_LABEL and len(self._steps) > 1:
                last = self._boxes[-2]
                self._boxes[-1] = QRect(last.right() + 1, last.top(), END_WIDTH, last.height())
        return self._boxes

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the tints, the text over them, and the outline over both."""
        boxes, offset = self.boxes(), self._offset()
        painter = QPainter(self.viewport())
        painter.translate(-offset)
        for step, colour, box in zip(self._steps, self._tints, boxes, strict=True):
            if step.character != END_LABEL:
                painter.fillRect(box, colour)
                if step.p_gen is not None and step.p_gen < 0.5:
                    line = QRect(box.left(), box.bottom() - 1, box.width(), 2)
                    painter.fillRect(line, self._theme.copied_line)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.accent, 2))
        if self._ringed:
            painter.drawRoundedRect(self.viewport().rect().adjusted(1, 1, -1, -1), 6, 6)
        if self._step is not None:
            painter.translate(-offset)
            painter.drawRoundedRect(boxes[self._step].adjusted(-1, 0, 1, 1), 3, 3)
        painter.end()

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

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The text wraps anew."""
        super().resizeEvent(event)
        self._forget_boxes()

    def changeEvent(self, event: QEvent) -> None:
        """Another font moves every character."""
        super().changeEvent(event)
        self._forget_boxes()

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
        """Walk through the steps; copy everything if nothing is selected."""
        last = len(self._steps) - 1
        at = last + 1 if self._step is None else self._step
        goals = {Qt.Key.Key_Left: at - 1, Qt.Key.Key_Right: at + 1}
        goals |= {Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and self._steps and event.key() in goals:
            self.chosen.emit(min(max(goals[Qt.Key(event.key())], 0), last))
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

    def _insert(self, text: str, style: QTextCharFormat) -> None:
        at_end = self.at_end
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text, style)
        last = self._boxes[-1].top() if self._boxes else 0
        self._boxes = list(takewhile(lambda box: box.top() < last, self._boxes))
        self.viewport().update()
        if at_end:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def _forget_boxes(self) -> None:
        self._boxes = []
        self.viewport().update()

    def _offset(self) -> QPoint:
        return QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _at(self, point: QPoint) -> int:
        return box_at(self.boxes(), point + self._offset())

    def _point(self, step: int) -> None:
        if step != self._pointed:
            self._pointed = step
            self.pointed.emit(step)


def _shown(step: CharacterStep) -> str:
    if step.character == END_LABEL:
        return ""
    return SHOWN_AS.get(step.character, step.character)
