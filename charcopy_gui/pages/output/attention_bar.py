"""The bar over the source: what colours mean, which alignment is drawn, and another to be."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSizePolicy, QWidget

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.output.elided_label import ElidedLabel
from charcopy_gui.pages.parts.flow_layout import FlowLayout

_ATTENTION = "Where the network looks"
_COPYING = "What it would copy: the character after the one it looks at"
_ROOM_FOR_ARROW = "QPushButton { padding-right: 26px; } QPushButton:focus { padding-right: 25px; }"
_NO_COPY = "This model has no copy switch, so it has no copy alignment."


class AttentionBar(QWidget):
    """Explains colours; offers two alignments, two ways to colour them, and to look elsewhere."""

    copying_changed = Signal(bool)
    """Whether the copy alignment is to be drawn, and not the attention."""
    cividis_changed = Signal(bool)
    picking_changed = Signal(bool)
    """Whether a click in the source is to move the attention there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ElidedLabel()
        self._view = QPushButton("Attention")
        self._move = QPushButton()
        self._room = QWidget()
        """For the key, and in its place for words while there are some."""
        self._row = QHBoxLayout(self._room)
        self._key: QWidget | None = None
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._group = QActionGroup(self)
        self._attention = self._add("Attention", _ATTENTION)
        self._copying = self._add("Copy alignment (shifted)", _COPYING)
        self._menu.addSeparator()
        self._cividis = self._menu.addAction("Colours from dark blue to yellow (cividis)")
        self._name()
        self._lay_out()
        self._connect()
        self.say("")
        self.set_movable(False)

    def _add(self, title: str, tip: str) -> QAction:
        action = self._menu.addAction(f"{title}: {tip[0].lower()}{tip[1:]}")
        action.setIconText(title)
        action.setCheckable(True)
        self._group.addAction(action)
        return action

    def _name(self) -> None:
        self._attention.setChecked(True)
        self._cividis.setCheckable(True)
        self._words.setObjectName("whatToClick")
        self._words.setProperty("muted", True)
        self._words.setAccessibleName("What to click")
        self._view.setAccessibleName("Alignment shown")
        self._view.setToolTip(f"{_ATTENTION}. Choose another view or other colours.")
        self._view.setMenu(self._menu)
        self._view.setStyleSheet(_ROOM_FOR_ARROW)
        self._move.setText("Move attention")
        self._move.setCheckable(True)
        self._move.setAccessibleName("Move attention")
        self._move.setToolTip(
            "Click here, then a character below: the chosen step looks there instead,"
            " and the rest is rewritten (or Ctrl+click the character)"
        )

    def _lay_out(self) -> None:
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self._words)
        self._room.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        flow = FlowLayout(self, 8)
        for part in (self._room, self._move, self._view):
            flow.addWidget(part)

    def _connect(self) -> None:
        self._copying.toggled.connect(self._show_copying)
        self._cividis.toggled.connect(self.cividis_changed)
        self._move.toggled.connect(self.picking_changed)

    def add_key(self, key: QWidget) -> None:
        """Take in what explains the colours of the trace."""
        self._key = key
        self._row.addWidget(key)
        self.say(self._words.text())

    def say(self, words: str) -> None:
        """Say what a click would do; with nothing to say there is the key."""
        self._words.setText(words)
        self._words.setVisible(bool(words))
        if self._key is not None:
            self._key.setVisible(not words)

    def set_movable(self, movable: bool) -> None:
        """Offer to move the attention, or not."""
        self._move.setEnabled(movable)
        if not movable:
            self.end_picking()

    def end_picking(self) -> None:
        """A character was clicked, or nobody wants to any more."""
        self._move.setChecked(False)

    def set_copy_known(self, known: bool) -> None:
        """Offer the copy alignment, or say that there is none."""
        self._copying.setEnabled(known)
        self._copying.setToolTip("" if known else _NO_COPY)
        if not known:
            self._attention.setChecked(True)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icon in a theme's colours."""
        self._move.setIcon(icons.icon("look", theme.text))

    @Slot(bool)
    def _show_copying(self, copying: bool) -> None:
        self._view.setText("Copy alignment" if copying else "Attention")
        words = _COPYING if copying else _ATTENTION
        self._view.setToolTip(f"{words}. Choose another view or other colours.")
        self.copying_changed.emit(copying)
