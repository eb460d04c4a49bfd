"""The bar over the source: where the chosen step looks, and what may be done about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.output.elided_label import ElidedLabel
from charcopy_gui.pages.parts.flow_layout import FlowLayout

_ATTENTION = "Where the network looks"
_COPYING = "What it would copy: the character after the one it looks at"
_NO_COPY = "This model has no copy switch, so it has no copy alignment."


class AttentionBar(QWidget):
    """Says where a step looks; offers two alignments, their colours, and to look elsewhere."""

    copying_changed = Signal(bool)
    """Whether the copy alignment is to be drawn, and not the attention."""
    cividis_changed = Signal(bool)
    picking_changed = Signal(bool)
    """Whether a click in the source is to move the attention there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ElidedLabel()
        self._view = QToolButton()
        self._move = QToolButton()
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
        self._words.setObjectName("looksAt")
        self._words.setProperty("muted", True)
        self._words.setAccessibleName("Where the step looks")
        self._view.setText("Attention")
        self._view.setAccessibleName("Alignment shown")
        self._view.setToolTip(f"{_ATTENTION}. Choose another view or other colours.")
        self._view.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._view.setMenu(self._menu)
        self._move.setText("Move attention")
        self._move.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._move.setCheckable(True)
        self._move.setAccessibleName("Move attention")
        self._move.setToolTip(
            "Click here, then a character below: the chosen step looks there instead,"
            " and the rest is written anew (or Ctrl+click the character)"
        )

    def _lay_out(self) -> None:
        flow = FlowLayout(self, 8)
        for part in (self._words, self._move, self._view):
            flow.addWidget(part)

    def _connect(self) -> None:
        self._copying.toggled.connect(self._show_copying)
        self._cividis.toggled.connect(self.cividis_changed)
        self._move.toggled.connect(self.picking_changed)

    def say(self, words: str) -> None:
        """Say where the chosen step looks, or what a click would do."""
        self._words.setText(words)

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
