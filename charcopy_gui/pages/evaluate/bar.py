"""The evaluation at hand: Start and Stop, what it is doing, how far it is, and where it runs."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.output.elided_label import ElidedLabel
from charcopy_gui.pages.parts.flow_layout import FlowLayout
from charcopy_gui.pages.parts.notice import Notice
from charcopy_gui.pages.parts.status_parts import ShareBar, details, status_word
from core.records import DeviceInfo


class Status(Enum):
    """What an evaluation is doing, in the word that is shown."""

    IDLE = "Idle"
    RUNNING = "Running"
    STOPPING = "Stopping"
    FINISHED = "Finished"
    STOPPED = "Stopped"
    FAILED = "Failed"
    REFUSED = "Nothing scored"

    @property
    def busy(self) -> bool:
        """Whether an evaluation is going on."""
        return self in (Status.RUNNING, Status.STOPPING)


class EvaluationBar(QWidget):
    """Asks for what can be asked of an evaluation; shows what it is doing."""

    status_changed = Signal()
    start_requested = Signal()
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._status = Status.IDLE
        self._theme = LIGHT
        self._word = status_word("Status of the evaluation")
        self._progress = ShareBar("Progress of the evaluation")
        self._details = details("Progress in words")
        self._problem = Notice("What went wrong")
        self._start = QPushButton("Start")
        self._stop = QPushButton("Stop")
        self._device = ElidedLabel()
        self._reason = Notice("Why this device")
        self._fill()
        self._lay_out()
        self._start.clicked.connect(self.start_requested)
        self._stop.clicked.connect(self.stop_requested)
        self.set_status(Status.IDLE)

    def _fill(self) -> None:
        self._device.setAccessibleName("Device of the evaluation")
        self._device.setProperty("muted", True)
        self._start.setProperty("primary", True)
        for button, tip in (
            (self._start, "Score with the settings on the left (Ctrl+Return)"),
            (self._stop, "Stop, and score the texts so far; again: end without figures"),
        ):
            button.setAccessibleName(button.text())
            button.setToolTip(tip)

    def _lay_out(self) -> None:
        top = FlowLayout(gap=8)
        for shown in (self._word, self._device, self._start, self._stop):
            top.addWidget(shown)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        for part in (self._progress, self._details, self._problem, self._reason):
            layout.addWidget(part)
        self.set_device(None)

    @property
    def status(self) -> Status:
        """What the evaluation is doing."""
        return self._status

    def set_status(self, status: Status) -> None:
        """Show what the evaluation is doing, and enable what can be asked of it."""
        self._status = status
        self._word.setText(status.value)
        self._start.setEnabled(not status.busy)
        self._stop.setEnabled(status.busy)
        self._show_icons()
        self.status_changed.emit()

    def set_progress(self, share: float) -> None:
        """Show how much is done, between 0 and 1."""
        self._progress.set_share(share)

    def say(self, words: str) -> None:
        """Say how far it is."""
        self._details.setText(words)
        self._details.show()
        self._problem.say("")

    def say_problem(self, sentence: str) -> None:
        """Say what went wrong."""
        self._details.hide()
        self._problem.say(sentence)

    def set_device(self, device: DeviceInfo | None) -> None:
        """Show where a model writes, and why not on the device that was asked for."""
        self._device.setText("" if device is None else device.description)
        self._reason.say("" if device is None else device.reason)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self._theme = theme
        self._problem.set_theme(theme)
        self._reason.set_theme(theme)
        self._stop.setIcon(icons.icon("stop", theme.text))
        self._show_icons()

    def _show_icons(self) -> None:
        on_start = self._theme.muted if self._status.busy else self._theme.accent_text
        self._start.setIcon(icons.icon("run", on_start))
