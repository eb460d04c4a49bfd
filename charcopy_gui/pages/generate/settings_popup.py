"""The settings under their button: over the page, so that nothing has to make room for them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QToolButton, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme

_MARGIN = 12
_GAP = 4
"""Pixels below the button."""


class SettingsPopup(QFrame):
    """Seen while its button is down; Esc, Return, or a click beside it closes it."""

    run_pressed = Signal()
    """Ctrl+Return: the settings are as wanted."""

    def __init__(self, button: QToolButton, content: QWidget, column: QWidget) -> None:
        """It is as wide as the column that the button stands in."""
        super().__init__(column, Qt.WindowType.Popup)
        self._button = button
        self._column = column
        self.setObjectName("settings")
        self.setAccessibleName("Settings of this way to write")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        layout.addWidget(content)
        content.installEventFilter(self)
        button.setCheckable(True)
        button.toggled.connect(self._show_or_hide)

    def set_theme(self, theme: Theme) -> None:
        """Have a menu's look."""
        self.setStyleSheet(
            f"QFrame#settings {{ background: {theme.panel.name()};"
            f" border: 1px solid {theme.outline.name()}; }}"
        )

    @Slot(bool)
    def _show_or_hide(self, wanted: bool) -> None:
        if not wanted:
            self.hide()
            return
        # A press on the button closes it, and must not open it once more.
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay, False)
        self.setFixedWidth(self._column.width() + 2 * _MARGIN)
        self._fit()
        self.show()
        self.focusNextChild()

    def _fit(self) -> None:
        """As high as its fields, under the button, and on the screen."""
        self.ensurePolished()
        self.adjustSize()
        below = self._button.mapToGlobal(QPoint(0, self._button.height() + _GAP)).y()
        left = self._column.mapToGlobal(QPoint(-_MARGIN, 0)).x()
        lowest = self.screen().availableGeometry().bottom() - self.height()
        self.move(left, max(0, min(below, lowest)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """More fields may be asked for, or fewer."""
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self._fit()
        return super().eventFilter(watched, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Close, also where the press is on the button."""
        where = self._button.mapFromGlobal(event.globalPosition().toPoint())
        on_button = self._button.rect().contains(where)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay, on_button)
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return closes it; with Ctrl a text is written as well."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.hide()
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.run_pressed.emit()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """The button is up again, and the next key is for it."""
        super().hideEvent(event)
        self._button.setChecked(False)
        self._button.setFocus(Qt.FocusReason.PopupFocusReason)
