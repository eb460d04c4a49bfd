"""Presets: ready-made trainings, the first thing to choose from."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QPushButton, QVBoxLayout, QWidget

from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.parts.even_layout import EvenLayout
from core.config.presets import PRESETS, Preset

USUAL = "Default settings. A preset changes them all at once."
OWN = "Your own settings. A preset changes them all at once."


class PresetChoice(QWidget):
    """A button each; the one that the settings are those of is pressed."""

    chosen = Signal(object)
    """A Preset."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._group.setExclusive(False)
        self._about = remark("About the preset")
        grid = EvenLayout(2)
        for number, preset in enumerate(PRESETS):
            button = QPushButton(preset.title)
            button.setCheckable(True)
            button.setAccessibleName(preset.title)
            button.setToolTip(preset.sentence)
            self._group.addButton(button, number)
            grid.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(grid)
        layout.addWidget(self._about)
        self._group.idClicked.connect(self._choose)
        self.show_preset(None)

    def show_preset(self, preset: Preset | None, more: str = "", *, usual: bool = False) -> None:
        """Show of which preset the settings are, and what else there is to say of it.

        Args:
            preset: None where they are of none.
            more: to be said.
            usual: whether they are those of no preset because none was chosen yet.
        """
        for number, each in enumerate(PRESETS):
            with QSignalBlocker(self._group):
                self._group.button(number).setChecked(each is preset)
        none = USUAL if usual else OWN
        sentence = none if preset is None else preset.sentence
        self._about.setText(f"{sentence} {more}".strip())

    @Slot(int)
    def _choose(self, number: int) -> None:
        self.chosen.emit(PRESETS[number])
