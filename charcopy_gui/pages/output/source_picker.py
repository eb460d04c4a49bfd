"""The source line as a means: the attention of the chosen step can be moved to a character."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from charcopy_gui.appearance.keyboard import KEYBOARD
from charcopy_gui.pages.output.character_boxes import box_at
from charcopy_gui.pages.output.source_line import SourceLine

MOVE = "Ctrl+click: let the chosen step look here"


class SourcePicker(SourceLine):
    """Picks a position: by Ctrl and a click, by a click in a mode for it, by keyboard or menu."""

    hovered = Signal(int)
    """The position under the pointer, -1 for none."""
    pointed = Signal(int)
    """The position that is framed."""
    picked = Signal(int)
    """A position that is to be looked at."""
    left = Signal()
    """Escape: no position is to be looked at after all."""
    menu_wanted = Signal(QPoint, int)
    """Where on the screen, and for which position."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pickable = 0
        self._picking = False
        self._hovered = -1
        self.setMouseTracking(True)

    def set_pickable(self, count: int) -> None:
        """The first so many positions can be picked; none with 0."""
        self._pickable = count
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if count else Qt.FocusPolicy.NoFocus)
        self.set_picking(self._picking and count > 0)

    def set_picking(self, picking: bool) -> None:
        """Let a plain click pick a position; with Ctrl it always does."""
        self._picking = picking
        self.setCursor(Qt.CursorShape.CrossCursor if picking else Qt.CursorShape.ArrowCursor)
        self._point(None if not picking else self._cursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Frame the character under the pointer, where a click would pick it."""
        self._hover(box_at(self._boxes, event.position().toPoint()))
        self._point(self._pickable_at(event) if self._picks(event) else None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Pick a character."""
        position = self._pickable_at(event)
        if event.button() == Qt.MouseButton.LeftButton and self._picks(event):
            self._pick(position)

    def leaveEvent(self, event: QEvent) -> None:
        """No character is under the pointer any more."""
        super().leaveEvent(event)
        self._hover(-1)
        self._point(None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for a menu, for the character under the pointer or under the keyboard's frame."""
        keyboard = event.reason() is QContextMenuEvent.Reason.Keyboard
        at = self._cursor if keyboard else box_at(self._boxes, event.pos())
        if at is not None and 0 <= at < self._pickable:
            where = self.mapToGlobal(self._boxes[at].bottomLeft())
            self.menu_wanted.emit(where if keyboard else event.globalPos(), at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk along the characters; Return picks the framed one, Escape leaves."""
        last = self._pickable - 1
        at = self._start() if self._cursor is None else self._cursor
        goals = {Qt.Key.Key_Left: at - 1, Qt.Key.Key_Right: at + 1}
        goals |= {Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        if self._pickable and event.key() in goals:
            self._point(min(max(goals[Qt.Key(event.key())], 0), last))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._pick(self._cursor)
        elif event.key() == Qt.Key.Key_Escape and self._picking:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Frame where the attention is, for who came by the keyboard."""
        super().focusInEvent(event)
        if self._pickable and event.reason() in KEYBOARD:
            self._point(self._start())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """No frame any more."""
        super().focusOutEvent(event)
        self._point(None)

    def _picks(self, event: QMouseEvent) -> bool:
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        return self._pickable > 0 and (self._picking or bool(control))

    def _pickable_at(self, event: QMouseEvent) -> int | None:
        at = box_at(self._boxes, event.position().toPoint())
        return at if 0 <= at < self._pickable else None

    def _pick(self, position: int | None) -> None:
        if position is not None:
            self.picked.emit(position)

    def _start(self) -> int:
        """Where the keyboard's frame is first: at the most attention."""
        strongest = 0 if self._weights is None else int(self._weights.argmax())
        return min(strongest, self._pickable - 1)

    def _hover(self, position: int) -> None:
        if position != self._hovered:
            self._hovered = position
            self.hovered.emit(position)

    def _point(self, position: int | None) -> None:
        if position != self._cursor:
            self._cursor = position
            if position is not None:
                self.pointed.emit(position)
            self.update()

    def _tip(self, position: int) -> str:
        """What a click with Ctrl does, where there is nothing else to say."""
        return super()._tip(position) or (MOVE if 0 <= position < self._pickable else "")
