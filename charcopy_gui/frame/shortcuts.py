"""The keyboard shortcuts in a window of their own: what, and beside it the keys, in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.pages.parts.captions import heading

Shortcuts: TypeAlias = Mapping[str, Sequence[tuple[str, str]]]
"""By the places where they work: what is done, and with which keys."""

ELSEWHERE: Shortcuts = {
    "In the table": (
        ("Edit the cell", "Return"),
        ("Remove slots", "Del"),
        ("Copy, cut, paste", "Ctrl+C, Ctrl+X, Ctrl+V"),
    ),
    "In a cell": (
        ("Keep what was typed", "Return"),
        ("Discard it", "Esc"),
        ("List known values", "Down"),
    ),
    "In text and trace": (("Go to a character", "arrows, Home, End"), ("Play", "Space")),
    "In the candidates": (("Choose", "arrows"), ("Continue from there", "Return")),
    "In what the network reads": (("Choose", "arrows"), ("Move the attention there", "Return")),
    "In the branches": (("Choose", "arrows"), ("Delete", "Del")),
    "In the models": (("Use", "Return"), ("Rename", "F2"), ("Export", "Ctrl+E"), ("Delete", "Del")),
    "In the tour": (("Go on", "Return, Right"), ("Go back", "Left"), ("End", "Esc")),
    "In the figures": (("Copy the table", "Ctrl+C"), ("Remove the column", "Del")),
}
"""Those that no menu has."""
_MARGIN, _INDENT = 24, 24


def of_actions(actions: Sequence[QAction]) -> list[tuple[str, str]]:
    """The title and the keys of each that has any."""
    native = QKeySequence.SequenceFormat.NativeText
    return [
        (title_of(action), " or ".join(keys.toString(native) for keys in action.shortcuts()))
        for action in actions
        if action.shortcuts()
    ]


def title_of(action: QAction) -> str:
    """What an action does, without what its menu needs; some say it in their data."""
    said = action.data()
    return said if isinstance(said, str) else action.text().replace("&", "").rstrip("…")


def show_shortcuts(shortcuts: Shortcuts, window: QWidget) -> None:
    """Open their window, or bring the one that is open to the front."""
    dialog = window.findChild(ShortcutsDialog)
    if dialog is None:
        dialog = ShortcutsDialog(shortcuts, window)
        dialog.show()
    dialog.raise_()
    dialog.activateWindow()


class ShortcutsDialog(QDialog):
    """Stands beside the work and blocks nothing."""

    def __init__(self, shortcuts: Shortcuts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keyboard shortcuts")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.NonModal)
        lines = (f"{what}: {keys}" for pairs in shortcuts.values() for what, keys in pairs)
        self.setAccessibleDescription("\n".join(lines))
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        grid.setHorizontalSpacing(_INDENT)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for place, pairs in shortcuts.items():
            row = grid.rowCount()
            if row > 1:
                grid.setRowMinimumHeight(row, 8)
            grid.addWidget(heading(place), row + 1, 0, 1, 2)
            for what, keys in pairs:
                row = grid.rowCount()
                grid.addWidget(_label(what), row, 0)
                grid.addWidget(_label(keys, muted=True), row, 1)
        area = QScrollArea()
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName("Keyboard shortcuts")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)
        self._inside, self._bar = inside, area.verticalScrollBar()

    def sizeHint(self) -> QSize:
        """As wide as the lines, and no higher than most screens."""
        wanted = self._inside.sizeHint()
        return QSize(wanted.width() + self._bar.sizeHint().width(), min(wanted.height(), 600))


def _label(words: str, *, muted: bool = False) -> QLabel:
    label = QLabel(words)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("muted", muted)
    return label
