"""Fields for settings in rows, applied to a configuration together."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.train.setting_field import SettingField
from core.config import ModelConfig, TrainingConfig


class SettingsGrid(QWidget):
    """Some settings of a training and of its network."""

    changed = Signal()

    def __init__(
        self, rows: Sequence[Sequence[SettingField]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._fields = tuple(field for row in rows for field in row)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for row in rows:
            line = QHBoxLayout()
            line.setSpacing(8)
            for field in row:
                line.addWidget(field, 1, Qt.AlignmentFlag.AlignTop)
                field.changed.connect(self.changed)
            layout.addLayout(line)
            for field in row:
                layout.addWidget(field.notice)

    def applied_to(self, config: TrainingConfig) -> TrainingConfig:
        """The configuration with these settings.

        Raises:
            ConfigError: one of them cannot be used.
        """
        model = {f.name: f.value for f in self._fields if f.owner is ModelConfig}
        own = {f.name: f.value for f in self._fields if f.owner is TrainingConfig}
        network = dataclasses.replace(config.model, **model)
        return dataclasses.replace(config, model=network, **own)

    def show_config(self, config: TrainingConfig) -> None:
        """Show a configuration's settings."""
        owners = {ModelConfig: config.model, TrainingConfig: config}
        for field in self._fields:
            if field.owner in owners:
                field.show_value(getattr(owners[field.owner], field.name))

    @property
    def names(self) -> tuple[str, ...]:
        """Of the settings."""
        return tuple(field.name for field in self._fields)

    @property
    def problem(self) -> str:
        """Why one of them cannot be used; empty where all can."""
        return next((f.problem for f in self._fields if f.problem), "")

    def focus_problem(self) -> None:
        """Put the cursor into the first field that cannot be used."""
        found = next((field for field in self._fields if field.problem), None)
        if found is not None:
            found.setFocus()

    def set_possible(self, name: str, possible: bool) -> None:
        """Whether a setting plays a part."""
        next(field for field in self._fields if field.name == name).setEnabled(possible)

    def set_theme(self, theme: Theme) -> None:
        """Draw icons in a theme's colours."""
        for field in self._fields:
            field.set_theme(theme)
