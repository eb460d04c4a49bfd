"""One badge: an icon, what it is about and a word, on a rounded field that can be pressed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QIcon,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QWidget

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.keyboard import KEYBOARD
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.generate.badge import Badge, Standing

_HEIGHT, _ICON, _PADDING, _GAP = 22, 12, 8, 5
_WIDEST_TITLE = 200
_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}

_USUAL = (Standing.NOT_YET, Standing.VERBATIM, Standing.OTHER_WORDS, Standing.MISSING)


def _look(standing: Standing, theme: Theme) -> tuple[str, QColor]:
    """The icon of a standing, and its colour."""
    return {
        Standing.VERBATIM: ("tick", theme.success),
        Standing.OTHER_WORDS: ("almost", theme.success),
        Standing.NEAR_COPY: ("almost", theme.warning),
        Standing.LONGER: ("add", theme.warning),
        Standing.WRONG: ("change", theme.error),
        Standing.MISSING: ("cross", theme.error),
        Standing.NOT_YET: ("dots", theme.muted),
        Standing.UNCHECKED: ("question", theme.muted),
        Standing.INVENTED: ("add", theme.error),
        Standing.REPEATED: ("warning", theme.warning),
    }[standing]


class BadgeChip(QAbstractButton):
    """Shows a badge; pressing it asks where the text says it."""

    chosen = Signal(object)
    """It was pressed; says which."""
    walked = Signal(object, int)
    """An arrow key asks for the badge so many further than this one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._badge: Badge | None = None
        self._theme: Theme | None = None
        self._icon = QIcon()
        self._ring = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._choose)

    @property
    def badge(self) -> Badge | None:
        """What it shows."""
        return self._badge

    def show_badge(self, badge: Badge, theme: Theme) -> None:
        """Show another, if it is one."""
        if badge == self._badge and theme is self._theme:
            return
        self._badge, self._theme = badge, theme
        self._icon = icons.icon(*_look(badge.standing, theme))
        self.setText(badge.title)
        self.setAccessibleName(f"{badge.title}: {badge.standing.value}")
        self.setAccessibleDescription(badge.sentence)
        self.setToolTip(plain(badge.sentence))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """What icon, title and word need; a slot's badge stays as wide whatever usually comes."""
        width = 2 * _PADDING + _ICON + 2 * _GAP
        if self._badge is not None:
            metrics = self.fontMetrics()
            width += metrics.horizontalAdvance(self._title(metrics))
            words = {self._badge.standing.short}
            if self._badge.row is not None:
                words |= {standing.short for standing in _USUAL}
            width += max(map(metrics.horizontalAdvance, words))
        return QSize(width, max(_HEIGHT, self.fontMetrics().height() + 4))

    def _title(self, metrics: QFontMetrics) -> str:
        return metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, _WIDEST_TITLE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the field, its edge, and what it says."""
        del event
        if self._badge is None or self._theme is None:
            return
        theme, metrics = self._theme, self.fontMetrics()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = 2.0 if self._ring else 1.0
        painter.setPen(QPen(theme.accent if self._ring else theme.outline, edge))
        painter.setBrush(theme.hover if self.underMouse() or self.isDown() else theme.panel)
        field = QRectF(self.rect()).adjusted(edge / 2, edge / 2, -edge / 2, -edge / 2)
        painter.drawRoundedRect(field, field.height() / 2, field.height() / 2)
        x = _PADDING
        self._icon.paint(painter, x, (self.height() - _ICON) // 2, _ICON, _ICON)
        x += _ICON + _GAP
        baseline = (self.height() + metrics.ascent() - metrics.descent()) / 2
        for text, colour in (
            (self._title(metrics), theme.text),
            (self._badge.standing.short, theme.muted),
        ):
            painter.setPen(colour)
            painter.drawText(QPointF(x, baseline), text)
            x += metrics.horizontalAdvance(text) + _GAP

    # Pointer and keyboard.

    @Slot()
    def _choose(self) -> None:
        self.chosen.emit(self)

    def event(self, event: QEvent) -> bool:
        """Be drawn anew when the pointer comes and goes."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
            self.update()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return presses it; arrows walk from badge to badge."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.click()
        elif event.key() in _STEPS and not event.modifiers():
            self.walked.emit(self, _STEPS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show a ring to whoever came by the keyboard."""
        self._ring = event.reason() in KEYBOARD
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring away."""
        self._ring = False
        super().focusOutEvent(event)
