"""How to write: the strategy and its numbers, the device, Run and Stop."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui import icons
from charcopy_gui.pages.fields import LARGEST_SEED, device_box
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.theme import Theme
from core.config import DecodingConfig, Strategy


class RunPanel(QWidget):
    """Asks for a run, a stop or a device; shows which of them can be asked for now."""

    run_requested = Signal()
    stop_requested = Signal()
    device_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._strategy = QComboBox()
        self._device = device_box()
        self._run = QPushButton("Run")
        self._stop = QPushButton()
        self._sampling = QWidget()
        self._temperature = QDoubleSpinBox()
        self._top_p = QDoubleSpinBox()
        self._seed = QSpinBox()
        self._device_reason = QLabel()
        self._fill()
        self._name()
        self._lay_out()
        self._strategy.currentIndexChanged.connect(self._show_sampling)
        self._device.activated.connect(self._request_device)
        self._run.clicked.connect(self.run_requested)
        self._stop.clicked.connect(self.stop_requested)
        self._show_sampling()
        self.set_activity(Activity.IDLE)

    def _fill(self) -> None:
        self._strategy.addItem("Greedy", Strategy.GREEDY)
        self._strategy.addItem("Sampling", Strategy.SAMPLED)
        self._run.setProperty("primary", True)
        self._stop.setFixedWidth(40)
        self._strategy.setMinimumWidth(104)
        self._device.setMinimumWidth(124)
        for box, low, high in ((self._temperature, 0.05, 5.0), (self._top_p, 0.05, 1.0)):
            box.setRange(low, high)
            box.setSingleStep(0.05)
            box.setValue(1.0)
        self._seed.setRange(0, LARGEST_SEED)
        self._device_reason.setTextFormat(Qt.TextFormat.PlainText)
        self._device_reason.setWordWrap(True)
        self._device_reason.setProperty("muted", True)
        self._device_reason.setObjectName("deviceReason")
        self._device_reason.hide()

    def _name(self) -> None:
        for widget, name, tip in (
            (self._strategy, "How the next character is chosen", "Greedy: always the likeliest"),
            (self._device, "Device", "Where the network runs"),
            (self._run, "Run", "Write the text (Ctrl+Return)"),
            (self._stop, "Stop", "Stop at once; the text so far stays (Esc)"),
            (self._temperature, "Temperature", "Below 1 plays safe, above 1 takes risks"),
            (self._top_p, "Top p", "Choose among the likeliest that hold this much probability"),
            (self._seed, "Seed", "The same seed gives the same text"),
        ):
            widget.setAccessibleName(name)
            widget.setToolTip(tip)

    def _lay_out(self) -> None:
        sampling = QHBoxLayout(self._sampling)
        sampling.setContentsMargins(0, 0, 0, 0)
        sampling.setSpacing(8)
        for title, box in (
            ("Temperature", self._temperature),
            ("Top p", self._top_p),
            ("Seed", self._seed),
        ):
            column = QVBoxLayout()
            column.setSpacing(4)
            label = QLabel(title)
            label.setProperty("muted", True)
            label.setBuddy(box)
            column.addWidget(label)
            column.addWidget(box)
            sampling.addLayout(column, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._strategy, 1)
        buttons.addWidget(self._device, 1)
        buttons.addWidget(self._stop)
        buttons.addWidget(self._run)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(buttons)
        layout.addWidget(self._sampling)
        layout.addWidget(self._device_reason)

    def config(self) -> DecodingConfig:
        """The strategy and its numbers as they stand."""
        return DecodingConfig(
            strategy=self._strategy.currentData(),
            temperature=round(self._temperature.value(), 2),
            top_p=round(self._top_p.value(), 2),
            seed=self._seed.value(),
        )

    def set_activity(self, activity: Activity) -> None:
        """Enable what can be asked for now."""
        self._run.setEnabled(activity.can_run)
        self._device.setEnabled(activity.can_run)
        self._stop.setEnabled(activity.can_stop)

    def set_device(self, requested: str, reason: str = "") -> None:
        """Show the device that was asked for, and why another one is used."""
        self._device.setCurrentIndex(max(self._device.findData(requested), 0))
        self._device_reason.setText(reason)
        self._device_reason.setVisible(bool(reason))

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self._run.setIcon(icons.icon("run", theme.accent_text))
        self._stop.setIcon(icons.icon("stop", theme.text))

    @Slot()
    def _show_sampling(self) -> None:
        self._sampling.setVisible(self._strategy.currentData() is Strategy.SAMPLED)

    @Slot()
    def _request_device(self) -> None:
        self.device_requested.emit(self._device.currentData())
