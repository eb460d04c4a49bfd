"""The run: its buttons, its status, how far it is, and where it runs."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.appearance.tooltips import plain
from charcopy_gui.pages.output.elided_label import ElidedLabel
from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.parts.flow_layout import FlowLayout
from charcopy_gui.pages.parts.notice import Notice
from charcopy_gui.pages.parts.status_parts import ShareBar, details, status_word
from charcopy_gui.pages.train.expectation import Expectation
from core.records import DeviceInfo


class Status(Enum):
    """What a run is doing, in the word that is shown."""

    IDLE = "Idle"
    RUNNING = "Running"
    PAUSED = "Paused"
    STOPPING = "Stopping"
    SAVING = "Stopped · saving"
    FINISHED = "Finished"
    STOPPED = "Stopped"
    FAILED = "Failed"

    @property
    def busy(self) -> bool:
        """Whether a run is going on."""
        return self.going_on or self in (Status.STOPPING, Status.SAVING)

    @property
    def going_on(self) -> bool:
        """Whether a run is going on that was not stopped."""
        return self in (Status.RUNNING, Status.PAUSED)


_USE = "Let the best checkpoint of this run write, on the Generate page"
_NOTHING_TO_USE = "There is a model to use after the first evaluation of a run"
_START = "Train with the settings on the left (Ctrl+Return)"


class RunBar(QWidget):
    """Asks for what can be asked of a run; shows what it is doing."""

    status_changed = Signal()
    start_requested = Signal()
    pause_requested = Signal(bool)
    """Whether to pause, or to go on."""
    stop_requested = Signal()
    stop_after_epoch_requested = Signal(bool)
    use_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.expectation = Expectation()
        self._status = Status.IDLE
        self._reason_to_wait = ""
        self._theme = LIGHT
        self._word = status_word("Status of the run")
        self._progress = ShareBar("Progress of the run")
        self._details = details("Progress in words")
        self._problem = Notice("What went wrong")
        self._start = QPushButton("Start")
        self._pause = QPushButton("Pause")
        self._stop = QPushButton("Stop")
        self._after_epoch = QPushButton("Stop after this epoch")
        self._use = QPushButton("Use this model")
        self._waits = remark("Why Start waits")
        self._device = ElidedLabel()
        self._reason = Notice("Why this device")
        self._fill()
        self._lay_out()
        self._join()
        self.set_status(Status.IDLE)

    def _fill(self) -> None:
        self._start.setProperty("primary", True)
        self._after_epoch.setCheckable(True)
        for button, tip in (
            (self._start, _START),
            (self._stop, "Stop at once; the best and the last checkpoint are kept"),
            (self._after_epoch, "Let this epoch end first; press again to cancel this"),
        ):
            button.setAccessibleName(button.text())
            button.setToolTip(tip)
        self._use.setAccessibleName(self._use.text())
        self.set_best(False)

    def _lay_out(self) -> None:
        top, buttons = FlowLayout(gap=8), FlowLayout(gap=8)
        for part in (self._word, self._device, self.expectation.button, self._use):
            top.addWidget(part)
        for button in (self._start, self._pause, self._stop, self._after_epoch):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self._progress)
        layout.addWidget(self._details)
        layout.addWidget(self._problem)
        layout.addLayout(buttons)
        layout.addWidget(self._waits)
        layout.addWidget(self.expectation)
        layout.addWidget(self._reason)
        self._device.setAccessibleName("Device of the run")
        self._device.setProperty("muted", True)
        self.clear_place()

    def _join(self) -> None:
        self._start.clicked.connect(self.start_requested)
        self._pause.clicked.connect(self._toggle_pause)
        self._stop.clicked.connect(self.stop_requested)
        self._after_epoch.toggled.connect(self.stop_after_epoch_requested)
        self._use.clicked.connect(self.use_requested)

    @property
    def status(self) -> Status:
        """What the run is doing."""
        return self._status

    @property
    def stops_after_epoch(self) -> bool:
        """Whether the run was asked to end with this epoch."""
        return self._after_epoch.isChecked()

    def set_status(self, status: Status) -> None:
        """Show what the run is doing, and enable what can be asked of it."""
        self._status = status
        self._word.setText(status.value)
        self._progress.setVisible(status is not Status.IDLE)
        self._show_start()
        for button in (self._pause, self._stop, self._after_epoch):
            button.setEnabled(status.going_on)
        if not status.busy:
            self._after_epoch.setChecked(False)
        paused = status is Status.PAUSED
        words = "Resume" if paused else "Pause"
        self._pause.setText(words)
        self._pause.setAccessibleName(words)
        self._pause.setToolTip("Go on" if paused else "Pause before the next step")
        self._show_icons()
        self.status_changed.emit()

    @property
    def reason_to_wait(self) -> str:
        """Why no run can be started with the settings as they stand; empty where one can."""
        return self._reason_to_wait

    def set_reason_to_wait(self, reason: str) -> None:
        """Say beside Start why it waits; nothing where it need not."""
        self._reason_to_wait = reason
        self._show_start()

    def _show_start(self) -> None:
        reason = "" if self._status.busy else self._reason_to_wait
        self._start.setEnabled(not self._status.busy and not reason)
        self._start.setToolTip(plain(reason) or _START)
        self._waits.setText(reason)
        self._waits.setVisible(bool(reason))
        self.expectation.button.setEnabled(not self._status.busy and not reason)
        self._show_icons()

    def begin(self) -> None:
        """A run begins."""
        self.set_progress(0.0)
        self.set_best(False)
        self.clear_place()
        self.say("")
        self.set_status(Status.RUNNING)

    def show_stored(self, name: str, words: str, *, has_best: bool) -> None:
        """Speak of a run that was, by its name, until one begins."""
        self.set_progress(0.0)
        self.set_best(has_best)
        self.clear_place()
        self.say(words)
        self.set_status(Status.IDLE)
        self._word.setText(name)

    def show_nothing(self, words: str) -> None:
        """There is no run to speak of; say what to do."""
        self.set_best(False)
        self.say(words)
        self.set_status(Status.IDLE)

    def set_progress(self, share: float) -> None:
        """Show how much of the run is done, between 0 and 1."""
        self._progress.set_share(share)

    def say(self, words: str) -> None:
        """Say how far the run is."""
        self._details.setText(words)
        self._details.show()
        self._problem.say("")

    def say_problem(self, sentence: str) -> None:
        """Say what went wrong."""
        self._details.hide()
        self._problem.say(sentence)

    def set_place(self, device: DeviceInfo, folder: Path) -> None:
        """Show where the run runs and is kept, and why not on the device that was asked for."""
        words = f"{device.description} · kept as {folder.name}"
        self._device.setText(words)
        self._device.setToolTip(plain(f"{words}\n{folder}"))
        self._reason.say(device.reason)

    def clear_place(self) -> None:
        """There is no run to speak of."""
        self._device.clear()
        self._reason.say("")

    def set_best(self, there: bool) -> None:
        """Whether there is a checkpoint to use."""
        self._use.setEnabled(there)
        self._use.setToolTip(_USE if there else _NOTHING_TO_USE)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self._theme = theme
        self._problem.set_theme(theme)
        self._reason.set_theme(theme)
        self._stop.setIcon(icons.icon("stop", theme.text))
        self._show_icons()

    def _show_icons(self) -> None:
        ready = self._start.isEnabled()
        on_start = self._theme.accent_text if ready else self._theme.muted
        self._start.setIcon(icons.icon("run", on_start))
        name = "run" if self._status is Status.PAUSED else "pause"
        self._pause.setIcon(icons.icon(name, self._theme.text))

    @Slot()
    def _toggle_pause(self) -> None:
        self.pause_requested.emit(self._status is Status.RUNNING)
