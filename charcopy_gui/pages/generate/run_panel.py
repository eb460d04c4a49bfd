"""How to write: the strategy and its numbers, the device, Run and Stop."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from charcopy_gui.appearance import icons
from charcopy_gui.appearance.theme import LIGHT, Theme
from charcopy_gui.pages.generate.decoding_form import DecodingForm
from charcopy_gui.pages.generate.settings_popup import SettingsPopup
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.parts.fields import device_box
from charcopy_gui.pages.parts.flow_layout import FlowLayout
from core.config import DecodingConfig, Strategy
from core.model_card import ModelCard

_WAYS = (
    "Greedy: always the likeliest. Sampling: drawn at random. Beam search: several texts side by"
    " side, the best of them first."
)


class RunPanel(QWidget):
    """Asks for a run, a stop or a device; shows which of them can be asked for now."""

    run_requested = Signal()
    stop_requested = Signal()
    device_requested = Signal(str)
    config_changed = Signal()
    """The next text is to be written in another way."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._strategy = QComboBox()
        self._device = device_box()
        self._run = QPushButton("Run")
        self._stop = QPushButton()
        self._more = QToolButton()
        self._dice = QToolButton()
        self._form = DecodingForm(self._device)
        self._popup = SettingsPopup(self._more, self._form, self)
        self._summary = remark("Settings in words")
        self._device_reason = QLabel()
        self._known = self._form.config()
        """The way that listeners know of."""
        self._fill()
        self._name()
        self._lay_out()
        self._strategy.currentIndexChanged.connect(self._show_strategy)
        self._popup.run_pressed.connect(self.run_requested)
        self._form.changed.connect(self._show_summary)
        self._dice.clicked.connect(self._form.throw)
        self._device.activated.connect(self._request_device)
        self._run.clicked.connect(self.run_requested)
        self._stop.clicked.connect(self.stop_requested)
        self._show_strategy()
        self.set_activity(Activity.IDLE)

    def _fill(self) -> None:
        self._strategy.addItem("Greedy", Strategy.GREEDY)
        self._strategy.addItem("Sampling", Strategy.SAMPLED)
        self._strategy.addItem("Beam search", Strategy.BEAM)
        self._run.setProperty("primary", True)
        self._stop.setFixedWidth(40)
        self._strategy.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._strategy.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._device_reason.setTextFormat(Qt.TextFormat.PlainText)
        self._device_reason.setWordWrap(True)
        self._device_reason.setProperty("muted", True)
        self._device_reason.setObjectName("deviceReason")
        self._device_reason.hide()

    def _name(self) -> None:
        for widget, name, tip in (
            (self._strategy, "How the next character is chosen", _WAYS),
            (self._device, "Device", "Where the network runs"),
            (self._run, "Run", "Write the text (Ctrl+Return)"),
            (self._stop, "Stop", "Stop at once; the text so far stays (Esc)"),
            (self._dice, "Another seed", "Throw the dice: another seed, another text"),
            (self._more, "Settings", "Show or hide the settings"),
        ):
            widget.setAccessibleName(name)
            widget.setToolTip(tip)

    def _lay_out(self) -> None:
        buttons = FlowLayout(gap=8)
        for widget in (self._strategy, self._dice, self._more, self._stop, self._run):
            buttons.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(buttons)
        layout.addWidget(self._summary)
        layout.addWidget(self._device_reason)

    def config(self) -> DecodingConfig:
        """The strategy and its numbers as they stand."""
        return self._form.config()

    def set_config(self, config: DecodingConfig) -> None:
        """Show a strategy and its numbers."""
        self._strategy.setCurrentIndex(max(self._strategy.findData(config.strategy), 0))
        self._form.set_config(config)

    def set_model(self, card: ModelCard) -> None:
        """Offer what a model can do."""
        self._form.set_exchange(card.config.exchange)

    def set_activity(self, activity: Activity) -> None:
        """Enable what can be asked for now."""
        self._run.setEnabled(activity.can_run)
        self._draw_run()
        self._device.setEnabled(activity.can_run)
        self._stop.setEnabled(activity.can_stop)

    def set_device(self, requested: str, reason: str = "") -> None:
        """Show the device that was asked for, and why another one is used."""
        self._device.setCurrentIndex(max(self._device.findData(requested), 0))
        self._device_reason.setText(reason)
        self._device_reason.setVisible(bool(reason))

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self._theme = theme
        self._popup.set_theme(theme)
        self._draw_run()
        self._stop.setIcon(icons.icon("stop", theme.text))
        self._more.setIcon(icons.icon("options", theme.text))
        self._dice.setIcon(icons.icon("dice", theme.text))

    def _draw_run(self) -> None:
        """White on white would not be seen: a button that cannot be pressed has no accent."""
        colour = self._theme.accent_text if self._run.isEnabled() else self._theme.muted
        self._run.setIcon(icons.icon("run", colour))

    @Slot()
    def _show_strategy(self) -> None:
        strategy = self._strategy.currentData()
        self._dice.setVisible(strategy is Strategy.SAMPLED)
        self._form.set_strategy(strategy)
        self._show_summary()

    @Slot()
    def _show_summary(self) -> None:
        words = self._form.summary()
        self._summary.setText(words)
        self._summary.setVisible(bool(words))
        if self.config() != self._known:
            self._known = self.config()
            self.config_changed.emit()

    @Slot()
    def _request_device(self) -> None:
        self.device_requested.emit(self._device.currentData())
