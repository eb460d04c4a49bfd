"""Tinted text: what was written, with a tint behind every character; it is only looked at."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import (
    QColor,
    QFontInfo,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QApplication, QFrame, QTextEdit, QWidget

from charcopy_gui.appearance.theme import Theme, tint
from charcopy_gui.pages.output import text_painting
from charcopy_gui.pages.output.character_boxes import character_boxes, utf16_spans
from core.records import END_LABEL, CharacterStep

LARGER = 1.7
"""The sentence's type, compared with the interface's."""

LINE_HEIGHT = 125
"""Per cent."""

MARGIN = 6
"""Pixels around the text, for the ring and the outline."""

END_WIDTH = 8
"""Pixels behind the text that stand for the end character."""

_OUTLINE = 3
"""Pixels around a character that its outline takes."""

ISOLATE, END_ISOLATE = "\u2068", "\u2069"
"""Around a mark, so that it stands behind the text whatever direction that has."""

SHOWN_AS = dict.fromkeys("\n\r\v\f\u0085\u2029", "\u2028") | dict.fromkeys(
    "\0\ufdd0\ufdd1", "\ufffd"
)
"""Characters that would change the document's structure."""


class TintedText(QTextEdit):
    """Shapes and wraps the text as a whole, so that every script reads as it should."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._steps: list[CharacterStep] = []
        self._spans: list[tuple[int, int]] = []
        self._tints: list[QColor] = []
        self._boxes: list[QRect] = []
        """As far as they are known; text that wraps anew loses them."""
        self._shown: int | None = None
        self._differing: frozenset[int] = frozenset()
        self._place = range(0)
        self._step: int | None = None
        self._ringed = False
        self.document().setDocumentMargin(MARGIN)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
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
        self._step = self._shown = None
        self._differing, self._place = frozenset(), range(0)
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
        """Add a quiet word that is no part of the text, in the interface's type."""
        quiet = QTextCharFormat()
        quiet.setForeground(self._theme.muted)
        quiet.setFontPointSize(QFontInfo(QApplication.font()).pointSizeF())
        self._insert(f" {ISOLATE}{mark}{END_ISOLATE}", quiet)

    def show_only(self, count: int | None) -> None:
        """Leave room for the characters after the first so many, and do not show them yet."""
        if count != self._shown:
            self._shown = count
            self.viewport().update()

    def mark(self, differing: frozenset[int]) -> None:
        """Draw a line over these characters: another text has others there."""
        if differing != self._differing:
            self._differing = differing
            self.viewport().update()

    def point_out(self, place: range) -> None:
        """Frame these characters, which say something together; an empty range frames none."""
        if place != self._place:
            self._place = place
            self.viewport().update()

    @property
    def hides_some(self) -> bool:
        """Whether characters are there that are not shown yet."""
        return self._shown is not None and self._shown < len(self._steps)

    def sees(self, step: int | None) -> bool:
        """Whether a step's character is in view; true of no step."""
        if step is None:
            return True
        top = self.verticalScrollBar().value()
        box = self.boxes()[step]
        return top <= box.center().y() < top + self.viewport().height()

    def choose(self, step: int | None, *, reveal: bool) -> None:
        """Outline a step's character, and scroll to it if asked to."""
        before = self._step
        self._step = step if step is not None and 0 <= step < len(self._steps) else None
        if self._step is not None and reveal:
            box = self.boxes()[self._step]
            bar = self.verticalScrollBar()
            if box.top() < bar.value():
                bar.setValue(box.top())
            elif box.bottom() > bar.value() + self.viewport().height():
                bar.setValue(box.bottom() - self.viewport().height())
        for changed in (before, self._step):
            if changed is not None and changed < len(self._steps):
                box = self.boxes()[changed].translated(-self._offset())
                self.viewport().update(box.adjusted(-_OUTLINE, -_OUTLINE, _OUTLINE, _OUTLINE))

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
        shown = len(boxes) if self._shown is None else self._shown
        painter = QPainter(self.viewport())
        painter.translate(-offset)
        steps, tints = self._steps[:shown], self._tints[:shown]
        line, dirty = self._theme.copied_line, event.region().translated(offset)
        text_painting.paint_tints(painter, steps, tints, boxes[:shown], line, dirty)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        if self._ringed:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.accent, 2))
            painter.drawRoundedRect(self.viewport().rect().adjusted(1, 1, -1, -1), 6, 6)
        painter.translate(-offset)
        text_painting.paint_cover(painter, boxes[shown:], self._theme.background)
        differing = (boxes[index] for index in self._differing if index < shown)
        text_painting.paint_differences(painter, differing, self._theme)
        place = [boxes[index] for index in self._place if index < shown]
        chosen = None if self._step is None else boxes[self._step]
        text_painting.paint_frames(painter, place, chosen, self._theme)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The text wraps anew."""
        super().resizeEvent(event)
        self._forget_boxes()

    def changeEvent(self, event: QEvent) -> None:
        """Another font moves every character."""
        super().changeEvent(event)
        self._forget_boxes()

    def _insert(self, text: str, style: QTextCharFormat) -> None:
        at_end = self.at_end
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text, style)
        last = self._boxes[-1].top() if self._boxes else 0
        self._boxes = list(takewhile(lambda box: box.top() < last, self._boxes))
        self.viewport().update()
        if at_end and not self.hides_some:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def _forget_boxes(self) -> None:
        self._boxes = []
        self.viewport().update()

    def _offset(self) -> QPoint:
        return QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())


def _shown(step: CharacterStep) -> str:
    if step.character == END_LABEL:
        return ""
    return SHOWN_AS.get(step.character, step.character)
