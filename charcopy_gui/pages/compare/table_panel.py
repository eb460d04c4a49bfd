"""The table that models are compared on, how it is written, Run and Stop."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.parts.captions import heading, remark
from charcopy_gui.pages.parts.notice import Notice
from charcopy_gui.pages.parts.run_buttons import RunButtons
from core.config import DecodingConfig, Strategy

NO_TABLE = "There is no table on Generate to write for."


class TablePanel(QWidget):
    """Shows the table of Generate, and asks for a comparison."""

    run_requested = Signal()
    stop_requested = Signal()
    edit_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = remark("Table to write for")
        self._how = remark("How it is written")
        self._refusal = Notice("Why nothing is compared")
        edit = QPushButton("Edit table")
        edit.setAccessibleName("Edit table")
        edit.setToolTip("Change the table on the Generate page")
        self._buttons = RunButtons(
            edit,
            ("Run: compare", "Let every ticked model write for the table (Ctrl+Return)"),
            ("Stop comparing", "Stop; finished texts stay (Esc)"),
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(heading("Table"))
        for part in (self._line, self._how, self._buttons, self._refusal):
            layout.addWidget(part)
        edit.clicked.connect(self.edit_requested)
        self._buttons.run_requested.connect(self.run_requested)
        self._buttons.stop_requested.connect(self.stop_requested)

    def set_table(self, mr: str, config: DecodingConfig) -> None:
        """Show what will be written for, and how; an empty MR for a table that is none."""
        self._line.setText(mr or NO_TABLE)
        self._how.setText(f"Written {_in_words(config)}, as set on Generate.")

    def refuse(self, why: str) -> None:
        """Say why nothing is compared; an empty sentence takes it back."""
        self._refusal.say(why)

    def set_abilities(self, *, can_run: bool, can_stop: bool) -> None:
        """Enable what can be asked for."""
        self._buttons.set_abilities(can_run=can_run, can_stop=can_stop)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._buttons.set_theme(theme)
        self._refusal.set_theme(theme)


def _in_words(config: DecodingConfig) -> str:
    """How a configuration writes."""
    if config.strategy is Strategy.SAMPLED:
        return f"by sampling (temperature {config.temperature:g}, seed {config.seed})"
    if config.strategy is Strategy.BEAM:
        reranked = ", reranked by reading them back" if config.rerank else ""
        return f"by beam search ({config.beam_width} texts side by side{reranked})"
    return "greedily"
