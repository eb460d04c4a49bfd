"""The rest of a training's settings, behind a button: few people need to look at them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.parts.fields import LARGEST_SEED
from charcopy_gui.pages.train.setting_field import (
    ChoiceField,
    FlagField,
    RealField,
    SettingField,
    WholeField,
)
from charcopy_gui.pages.train.settings_grid import SettingsGrid
from core.config import BackwardInput, Optimizer, Schedule, TrainingConfig

_OPTIMIZERS = {Optimizer.ADAM: "Adam", Optimizer.ADAMW: "AdamW"}
_SCHEDULES = {
    Schedule.CONSTANT: "Constant",
    Schedule.DECAY: "Decay per epoch",
    Schedule.STEP: "Step",
    Schedule.PLATEAU: "On plateau",
    Schedule.LINEAR: "Linear",
}
_INPUTS = {
    BackwardInput.PREDICTED: "What was predicted",
    BackwardInput.FREE_RUNNING: "What was written freely",
    BackwardInput.REFERENCE: "What a person wrote",
}


def _rows() -> tuple[tuple[SettingField, ...], ...]:
    return (
        (
            ChoiceField("optimizer", "Optimizer", "Turns gradients into steps", _OPTIMIZERS),
            RealField("weight_decay", "Weight decay", "What AdamW takes off each weight"),
        ),
        (
            ChoiceField(
                "schedule",
                "Schedule",
                "How the learning rate changes after the warm-up",
                _SCHEDULES,
            ),
            RealField(
                "learning_rate_decay",
                "Decay factor",
                "What the schedule multiplies the learning rate by, such as 0.9",
            ),
        ),
        (
            WholeField("decay_epochs", "Every epochs", "Between two steps down", 1, 10_000),
            WholeField(
                "plateau_patience", "Plateau", "Evaluations that count as a plateau", 1, 10_000
            ),
            WholeField(
                "warmup_steps",
                "Warm-up",
                "Steps in which the learning rate rises from zero",
                0,
                1_000_000,
                "none",
            ),
        ),
        (
            ChoiceField(
                "backward_input",
                "Second phase reads",
                "The text that the second phase turns back into a table",
                _INPUTS,
            ),
        ),
        (
            WholeField(
                "backward_every",
                "Second phase every",
                "Steps from one with a second phase to the next; it takes half of a step's time",
                1,
                10_000,
                "step",
            ),
            WholeField(
                "references_per_source",
                "References",
                "Most texts of one table in a batch, where they share its encoding",
                1,
                4096,
            ),
        ),
        (
            RealField("clip", "Clip", "Largest gradient norm; larger ones are shortened to it"),
            RealField("coverage_weight", "Coverage loss", "Penalty for attending twice"),
        ),
        (
            WholeField("seed", "Seed", "The same seed gives the same run", 0, LARGEST_SEED),
            WholeField(
                "threads",
                "Threads",
                "CPU threads; auto leaves one for the window if there are three or more",
                0,
                256,
                "auto",
            ),
            WholeField(
                "evaluate_every",
                "Evaluate every",
                "Steps between two evaluations; by default, at the end of every epoch",
                0,
                10_000_000,
                "epoch",
            ),
        ),
        (
            RealField("save_minutes", "Save every", "Minutes that a power cut may cost at most"),
            FlagField("keep_epochs", "Keep every epoch", "A checkpoint of each epoch stays"),
        ),
    )


class MoreSettings(QWidget):
    """Opens at a click; says while it is closed how many settings are not the usual ones."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._button = QToolButton()
        self._grid = SettingsGrid(_rows())
        self._coverage = False
        self._usual = TrainingConfig()
        self._button.setCheckable(True)
        self._button.setAutoRaise(True)
        self._button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._button.setAccessibleName("More settings")
        self._button.setToolTip("Optimizer, schedule, second phase, seed, threads, saving")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._grid)
        self._grid.hide()
        self._button.toggled.connect(self._open)
        self._grid.changed.connect(self._follow)
        self.show_config(TrainingConfig())
        self._open(False)

    @property
    def problem(self) -> str:
        """Why one of them cannot be used; empty where all can."""
        return self._grid.problem

    def applied_to(self, config: TrainingConfig) -> TrainingConfig:
        """The configuration with these settings.

        Raises:
            ConfigError: one of them cannot be used.
        """
        return self._grid.applied_to(config)

    def show_config(self, config: TrainingConfig) -> None:
        """Show a configuration's settings."""
        self._grid.show_config(config)

    def set_usual(self, config: TrainingConfig) -> None:
        """Count as changed what is other than here: a preset was chosen."""
        self._usual = config
        self._say()

    def set_coverage(self, on: bool) -> None:
        """Whether the network has coverage, and a loss for it."""
        self._coverage = on
        self._grid.set_possible("coverage_weight", on)

    def focus_problem(self) -> None:
        """Open, and put the cursor where something is wrong."""
        self._button.setChecked(True)
        self._grid.focus_problem()

    def set_locked(self, locked: bool) -> None:
        """They are shown, and cannot be changed."""
        self._grid.setEnabled(not locked)

    def set_theme(self, theme: Theme) -> None:
        """Draw icons in a theme's colours."""
        self._grid.set_theme(theme)

    @Slot(bool)
    def _open(self, opened: bool) -> None:
        self._grid.setVisible(opened)
        self._button.setArrowType(Qt.ArrowType.DownArrow if opened else Qt.ArrowType.RightArrow)
        self._say()

    @Slot()
    def _follow(self) -> None:
        if not self.problem:
            config = self._grid.applied_to(TrainingConfig())
            multiplies = config.schedule not in (Schedule.CONSTANT, Schedule.LINEAR)
            for name, plays in (
                ("weight_decay", config.optimizer is Optimizer.ADAMW),
                ("learning_rate_decay", multiplies),
                ("decay_epochs", config.schedule is Schedule.STEP),
                ("plateau_patience", config.schedule is Schedule.PLATEAU),
            ):
                self._grid.set_possible(name, plays)
        self._say()
        self.changed.emit()

    def _say(self) -> None:
        """What is not usual is counted, so that nothing closed away can surprise."""
        words = "More settings"
        if not self._button.isChecked() and not self.problem:
            own = self._grid.applied_to(TrainingConfig())
            other = sum(getattr(own, n) != getattr(self._usual, n) for n in self._grid.names)
            words += f" ({other} changed)" if other else ""
        self._button.setText(words)
