"""Fields that more than one page has."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox

from charcopy_gui.settings import DEVICES

LARGEST_SEED = 2**31 - 1
"""What a QSpinBox holds at most."""


def device_box() -> QComboBox:
    """A list of the devices that can be asked for; its data are their names."""
    box = QComboBox()
    for name, words in DEVICES.items():
        box.addItem(words, name)
    return box
