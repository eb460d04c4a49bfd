"""The panel of a tour: what a step says, and the way on, back and out."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from charcopy_gui.appearance.text_size import scaled
from charcopy_gui.pages.parts.captions import heading, remark

_WIDE = 336
_LARGEST_SHARE = 0.42
"""Of the window's width."""
_KEYS = {
    Qt.Key.Key_Return: "on",
    Qt.Key.Key_Enter: "on",
    Qt.Key.Key_Right: "on",
    Qt.Key.Key_Left: "back",
    Qt.Key.Key_Escape: "end",
}


class _Button(QPushButton):
    """Leaves the panel's keys to the panel; Return presses the button that has the keyboard."""

    def __init__(self, words: str, tip: str) -> None:
        super().__init__(words)
        self.setToolTip(tip)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press, or let the panel know."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in _KEYS:
            event.ignore()
        else:
            super().keyPressEvent(event)


class Panel(QFrame):
    """Stands in the window and blocks nothing of it."""

    on_wanted = Signal()
    back_wanted = Signal()
    end_wanted = Signal()
    fitted = Signal()
    """It needs another size."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._title = heading("")
        self._number = QLabel()
        self._words = remark("What this step is about")
        self._note = remark("Remark on this step")
        self._end = _Button("End", "Leave the tour (Esc)")
        self._back = _Button("Back", "The step before (Left)")
        self._on = _Button("Next", "Go on (Return or Right)")
        self.setObjectName("tour")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._words.setProperty("muted", False)
        self._number.setProperty("muted", True)
        self._number.setAccessibleName("Number of this step")
        self._on.setProperty("primary", True)
        self._lay_out()
        self._end.clicked.connect(self.end_wanted)
        self._back.clicked.connect(self.back_wanted)
        self._on.clicked.connect(self.on_wanted)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self._title, 1)
        top.addWidget(self._number, 0, Qt.AlignmentFlag.AlignTop)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._end)
        buttons.addStretch(1)
        buttons.addWidget(self._back)
        buttons.addWidget(self._on)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self._words)
        layout.addWidget(self._note)
        layout.addSpacing(4)
        layout.addLayout(buttons)
        self._title.setWordWrap(True)

    # What it says.

    def show_step(self, title: str, words: str, number: int, count: int) -> None:
        """Say what another step is about."""
        self._title.setText(title)
        self._words.setText(words)
        self._number.setText(f"{number} of {count}")
        self._back.setEnabled(number > 1)
        self._tell()
        alert = QAccessibleEvent(self, QAccessible.Event.Alert)
        QAccessible.updateAccessibility(alert)

    def show_way_on(self, action: str, note: str, *, possible: bool) -> None:
        """Say what the button does that leads on, whether it can now, and what is waited for."""
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._on.setText(action)
        self._on.setAccessibleName(action)
        if possible != self._on.isEnabled():
            here = self.has_keyboard
            if here and not possible:
                self.setFocus()  # It would go to the page.
            self._on.setEnabled(possible)
            if here and possible:
                self._on.setFocus()
        self._tell()

    def _tell(self) -> None:
        """Have screen readers say all of it where the keyboard is."""
        said = " ".join(filter(None, (f"{self._title.text()}.", self._words.text(), self.note)))
        if said != self.accessibleDescription():
            self.setAccessibleDescription(said)
            self._on.setAccessibleDescription(said)
            self.fitted.emit()

    @property
    def note(self) -> str:
        """What is said of what is waited for."""
        return self._note.text()

    # The keyboard.

    @property
    def has_keyboard(self) -> bool:
        """Whether keys go to this panel."""
        focus = self.window().focusWidget()
        return focus is not None and (focus is self or self.isAncestorOf(focus))

    def take_keyboard(self) -> None:
        """Let keys go to the button that leads on."""
        (self._on if self._on.isEnabled() else self).setFocus()

    def event(self, event: QEvent) -> bool:
        """Keep the window's shortcuts from keys that mean something here; fit another font."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() in _KEYS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
                event.accept()
                return True
        elif event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.fitted.emit()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on, back or away."""
        way = _KEYS.get(Qt.Key(event.key()))
        if way == "on" and self._on.isEnabled():
            self.on_wanted.emit()
        elif way == "back" and self._back.isEnabled():
            self.back_wanted.emit()
        elif way == "end":
            self.end_wanted.emit()
        elif way is None:
            super().keyPressEvent(event)

    # Its size.

    def width_in(self, window_width: int) -> int:
        """How wide it is to be in a window."""
        most = max(round(window_width * _LARGEST_SHARE), _WIDE)
        return max(min(scaled(_WIDE, self.font()), most), self.minimumSizeHint().width())
