"""The meaning representation: table, row buttons and line, three ways to one thing."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from charcopy_gui import icons
from charcopy_gui.pages.generate.examples import EXAMPLES
from charcopy_gui.pages.generate.line_editor import LineEditor
from charcopy_gui.pages.generate.slot_model import SlotModel
from charcopy_gui.pages.generate.slot_table import SlotTable
from charcopy_gui.theme import Theme
from core.meaning_representation import MeaningRepresentation, ParseError


class MrPanel(QWidget):
    """Holds the slots, and everything that changes them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = SlotModel(self)
        self.table = SlotTable(self.model)
        self.line = LineEditor(self.model)
        self._buttons: dict[str, QToolButton] = {}
        self._example = QToolButton()
        heading = QLabel("Meaning representation")
        font = heading.font()
        font.setBold(True)
        heading.setFont(font)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(heading)
        layout.addWidget(self.table)
        layout.addSpacing(8)
        layout.addLayout(self._row_of_buttons())
        layout.addSpacing(8)
        layout.addWidget(self.line)

    def _row_of_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        for icon, name, tip, act in (
            ("add", "Add slot", "Add a slot below", self.table.add_row),
            ("remove", "Remove slot", "Remove the selected slots (Del)", self.table.remove_rows),
            ("up", "Move up", "Move the selected slots up", self.table.move_up),
            ("down", "Move down", "Move the selected slots down", self.table.move_down),
        ):
            button = QToolButton()
            button.setAccessibleName(name)
            button.setToolTip(tip)
            button.clicked.connect(act)
            self._buttons[icon] = button
            row.addWidget(button)
        row.addStretch(1)
        self._example.setText("Example")
        self._example.setAccessibleName("Example")
        self._example.setToolTip("Start from a meaning representation that is there already")
        self._example.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._example.setMenu(self._example_menu())
        row.addWidget(self._example)
        return row

    def _example_menu(self) -> QMenu:
        menu = QMenu(self)
        for title, line in EXAMPLES:
            action = menu.addAction(title)
            action.setData(line)
            action.setToolTip(line)
        menu.triggered.connect(self._take_example)
        return menu

    @Slot(QAction)
    def _take_example(self, action: QAction) -> None:
        self.set_text(action.data())

    def text(self) -> str:
        """The slots as a line, those still in an open editor included.

        Raises:
            ValueError: the line, or a slot, cannot be read or written; the message says why.
        """
        self.table.commit_open_editor()
        if self.line.error:
            raise ValueError(self.line.error)
        return self.model.mr().linearise()

    def set_text(self, line: str) -> bool:
        """Show other slots; False, and no change, where the line is none."""
        self.table.commit_open_editor()
        try:
            slots = MeaningRepresentation.parse(line).slots
        except ParseError:
            return False
        self.model.set_slots(slots, "Take example")
        return True

    def set_theme(self, theme: Theme) -> None:
        """Draw icons and marks in a theme's colours."""
        self.model.set_theme(theme)
        for name, button in self._buttons.items():
            button.setIcon(icons.icon(name, theme.text))
