"""Drives the window's runs: those of the real training, their list, and what its bar offers."""

import dataclasses

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton
from window_driver import MR, REAL, TINY, shown_window

from charcopy_gui.storage.settings import Settings, TrainingChoices

SHORT = Settings(mr=MR, training=TrainingChoices(config=TINY))
LONG = Settings(mr=MR, training=TrainingChoices(config=dataclasses.replace(TINY, epochs=400)))


def real_window(qtbot, settings=SHORT, train=REAL, *, pages_ahead=False):
    return shown_window(qtbot, train=train, settings=settings, pages_ahead=pages_ahead)


def visible(window, name, kind=QAbstractButton):
    found = [w for w in window.findChildren(kind) if w.accessibleName() == name and w.isVisible()]
    assert len(found) == 1, name
    return found[0]


def click(qtbot, window, name):
    qtbot.mouseClick(visible(window, name), Qt.MouseButton.LeftButton)


def listed(window):
    return window.pages.train.results.runs.list.table.runs
