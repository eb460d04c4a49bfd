"""The buttons under the table: what is done to its rows, random slots, and examples."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.generate.examples import EXAMPLES
from charcopy_gui.pages.generate.slot_commands import SlotCommands
from charcopy_gui.pages.parts.flow_layout import FlowLayout

_RANDOM = "Random slots of the model’s corpus, with names that nobody has heard of (Ctrl+R)"


class SlotButtons(QWidget):
    """Buttons for rows at the left, other tables at the right."""

    random_wanted = Signal()
    example_chosen = Signal(str)
    """The line of an example."""

    def __init__(self, do: SlotCommands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons: dict[str, QToolButton] = {}
        rows = QWidget()
        rows.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(rows)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for icon, name, tip, act in (
            ("add", "Add slot", "Add a slot below (Ctrl+Shift+A)", do.add_row),
            ("remove", "Remove slot", "Remove the selected slots (Del)", do.remove_rows),
            ("up", "Move up", "Move the selected slots up (Alt+Up)", do.move_up),
            ("down", "Move down", "Move the selected slots down (Alt+Down)", do.move_down),
        ):
            row.addWidget(self._button(icon, name, tip, act))
        row.addStretch(1)
        flow = FlowLayout(self, 8)
        flow.addWidget(rows)
        flow.addWidget(self._button("shuffle", "Random slots", _RANDOM, self.random_wanted))
        flow.addWidget(self._examples())

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        for name, button in self._buttons.items():
            button.setIcon(icons.icon(name, theme.text))

    def _button(self, icon: str, name: str, tip: str, act: object) -> QToolButton:
        button = QToolButton()
        button.setAccessibleName(name)
        button.setToolTip(tip)
        button.clicked.connect(act)
        self._buttons[icon] = button
        return button

    def _examples(self) -> QToolButton:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for title, line in EXAMPLES:
            action = menu.addAction(title)
            action.setData(line)
            action.setToolTip(line)
        menu.triggered.connect(self._take_example)
        button = QToolButton()
        button.setText("Example")
        button.setAccessibleName("Example")
        button.setToolTip("Start from a ready-made example")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(menu)
        return button

    @Slot(QAction)
    def _take_example(self, action: QAction) -> None:
        self.example_chosen.emit(action.data())
