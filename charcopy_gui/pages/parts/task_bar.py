"""Something that takes long, such as a download: how far it is, and Cancel."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.durations import duration
from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.parts.time_left import TimeLeft
from core.records import Progress

_PARTS = 1000


class TaskBar(QWidget):
    """There while something goes on."""

    cancel_requested = Signal()

    def __init__(
        self, parent: QWidget | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self._time_left = TimeLeft()
        self._bar = QProgressBar()
        self._words = remark("Progress in words")
        self._cancel = QPushButton("Cancel")
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName("Progress")
        numbers = QFont(self._words.font())
        numbers.setFeature(QFont.Tag("tnum"), 1)
        self._words.setFont(numbers)
        self._cancel.setAccessibleName("Cancel")
        self._cancel.setToolTip("Stop; nothing is changed (Esc)")
        self._cancel.clicked.connect(self.cancel_requested)
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addWidget(self._bar)
        column.addWidget(self._words)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(column, 1)
        layout.addWidget(self._cancel)
        self.hide()

    def begin(self, words: str) -> None:
        """Something begins."""
        self._time_left = TimeLeft()
        self._bar.setRange(0, 0)
        self._words.setText(words)
        self._cancel.setEnabled(True)
        self.show()

    def show_progress(self, progress: Progress) -> None:
        """Say how far it is."""
        if progress.total:
            self._bar.setRange(0, _PARTS)
            self._bar.setValue(round(_PARTS * min(1.0, progress.done / progress.total)))
        else:
            self._bar.setRange(0, 0)
        left = self._time_left.add(progress, self._clock())
        soon = "" if left is None or progress.unit != "bytes" else f" · about {duration(left)} left"
        self._words.setText(in_words(progress) + soon)

    def show_stopping(self) -> None:
        """It was told to stop."""
        self._cancel.setEnabled(False)
        self._words.setText("Stopping")

    def end(self) -> None:
        """It has ended."""
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Draw the icon in a theme's colours."""
        self._cancel.setIcon(icons.icon("stop", theme.text))


def in_words(progress: Progress) -> str:
    """Such as "Downloading a.csv: 1.2 of 9.3 MB"."""
    if progress.unit != "bytes":
        count = (
            f": {progress.done:,} of {progress.total:,} {progress.unit}" if progress.total else ""
        )
        return f"{progress.message}{count}"
    if not progress.done:
        return progress.message
    total = f" of {megabytes(progress.total)}" if progress.total else " MB"
    done = f"{progress.done / 1e6:.1f}"
    return f"{progress.message}: {done}{total}"


def megabytes(size: int) -> str:
    """A size as people say it."""
    return f"{size / 1e6:.1f} MB"
