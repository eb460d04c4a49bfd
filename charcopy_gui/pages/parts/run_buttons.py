"""Run and Stop, side by side, for pages on which a network writes."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import LIGHT, Theme

_STOP_WIDTH = 40


class RunButtons(QWidget):
    """Something to begin with at the left, Stop and Run at the right."""

    run_requested = Signal()
    stop_requested = Signal()

    def __init__(
        self,
        lead: QWidget,
        run: tuple[str, str],
        stop: tuple[str, str],
        parent: QWidget | None = None,
    ) -> None:
        """For both: its name for screen readers, and its tooltip."""
        super().__init__(parent)
        self._theme = LIGHT
        self._stop = QPushButton()
        self._run = QPushButton("Run")
        self._run.setProperty("primary", True)
        self._stop.setFixedWidth(_STOP_WIDTH)
        for button, (name, tip) in ((self._run, run), (self._stop, stop)):
            button.setAccessibleName(name)
            button.setToolTip(tip)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(lead)
        layout.addStretch(1)
        layout.addWidget(self._stop)
        layout.addWidget(self._run)
        self._run.clicked.connect(self.run_requested)
        self._stop.clicked.connect(self.stop_requested)

    def set_abilities(self, *, can_run: bool, can_stop: bool) -> None:
        """Enable what can be asked for."""
        self._run.setEnabled(can_run)
        self._stop.setEnabled(can_stop)
        self._show_icons()

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self._theme = theme
        self._stop.setIcon(icons.icon("stop", theme.text))
        self._show_icons()

    def _show_icons(self) -> None:
        on_run = self._theme.accent_text if self._run.isEnabled() else self._theme.muted
        self._run.setIcon(icons.icon("run", on_run))
