"""How the focus came to a widget: whoever came by the keyboard is shown a ring."""

from __future__ import annotations

from PySide6.QtCore import Qt

KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
