"""A setting under its caption, and what is wrong with it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import Enum
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.parts.captions import fit_column, labelled, spin_box
from charcopy_gui.pages.parts.notice import Notice
from charcopy_gui.storage.settings import TrainingChoices
from core.config import ConfigError, ModelConfig, TrainingConfig

Owner = type[TrainingConfig] | type[ModelConfig] | type[TrainingChoices]


class SettingField(QWidget):
    """What all kinds of fields share."""

    changed = Signal()

    def __init__(
        self, name: str, title: str, tip: str, field: QWidget, owner: Owner = TrainingConfig
    ) -> None:
        """Stand for a setting.

        Args:
            name: of the setting in its configuration.
            title: what it is called here.
            tip: what it does, in a phrase.
            field: that holds its value.
            owner: the configuration that it belongs to.
        """
        super().__init__()
        self.name, self.title, self.owner = name, title, owner
        self.field = field
        self.notice = Notice(f"What is wrong with {title}")
        """To be laid out where a sentence has room; it is there while there is something to say."""
        field.setAccessibleName(title)
        field.setToolTip(tip)
        self.setFocusProxy(field)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        if isinstance(field, QCheckBox):
            layout.addStretch(1)
            layout.addWidget(field)
        else:
            layout.addLayout(labelled(title, field))

    @property
    def value(self) -> Any:  # noqa: ANN401 - of whatever type the setting is
        """The value as it stands, be it one that cannot be used."""
        raise NotImplementedError

    def show_value(self, value: Any) -> None:  # noqa: ANN401
        """Show a value."""
        raise NotImplementedError

    @property
    def problem(self) -> str:
        """Why the value cannot be used, in a sentence; empty where it can."""
        try:
            dataclasses.replace(self.owner(), **{self.name: self.value})
        except ConfigError as error:
            return str(error).replace(self.name, self.title, 1)
        return ""

    def set_theme(self, theme: Theme) -> None:
        """Draw the icon in a theme's colours."""
        self.notice.set_theme(theme)

    @Slot()
    def _check(self) -> None:
        problem = self.problem
        self.notice.say(problem)
        if self.field.property("invalid") != bool(problem):
            self.field.setProperty("invalid", bool(problem))
            self.field.style().unpolish(self.field)
            self.field.style().polish(self.field)
        self.changed.emit()


class WholeField(SettingField):
    """A whole number; it holds no other."""

    def __init__(
        self,
        name: str,
        title: str,
        tip: str,
        least: int,
        most: int,
        least_words: str = "",
        owner: Owner = TrainingConfig,
    ) -> None:
        """Between `least` and `most`; the least of them may have words of its own."""
        self._box = spin_box(least, most)
        self._box.setSpecialValueText(least_words)
        self._most = most
        super().__init__(name, title, tip, self._box, owner)
        self._box.valueChanged.connect(self._check)

    @property
    def problem(self) -> str:
        """None: the field holds what can be used, and nothing else."""
        return ""

    @property
    def value(self) -> int:
        """The number."""
        return self._box.value()

    def show_value(self, value: int) -> None:
        """Show a number, be it larger than what can be asked for here."""
        self._box.setMaximum(max(self._most, value))
        self._box.setValue(value)


class RealField(SettingField):
    """A number with a fraction, as people write it; anything can be typed."""

    def __init__(self, name: str, title: str, tip: str, owner: Owner = TrainingConfig) -> None:
        self._line = QLineEdit()
        self._line.setAlignment(Qt.AlignmentFlag.AlignRight)
        fit_column(self._line)
        super().__init__(name, title, tip, self._line, owner)
        self._line.textChanged.connect(self._check)

    @property
    def value(self) -> float | str:
        """The number; the text itself where it is none."""
        text = self._line.text().strip()
        try:
            return float(text.replace(",", "."))
        except ValueError:
            return text

    def show_value(self, value: float) -> None:
        """Show a number, with as many digits as it needs."""
        if self.value != value:
            self._line.setText(f"{value:g}" if float(f"{value:g}") == value else repr(value))


class ChoiceField(SettingField):
    """One of a few."""

    def __init__(self, name: str, title: str, tip: str, words: Mapping[Any, str]) -> None:
        """Each choice, and the words it is shown by."""
        self._box = QComboBox()
        self._choices = tuple(words)
        for choice in words.values():
            self._box.addItem(choice)
        self._box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        super().__init__(name, title, tip, self._box)
        self._box.currentIndexChanged.connect(self._check)

    @property
    def value(self) -> Enum | str:
        """The choice."""
        choice: Enum | str = self._choices[self._box.currentIndex()]
        return choice

    def show_value(self, value: Enum | str) -> None:
        """Show a choice; the first one where there is no such."""
        known = value in self._choices
        self._box.setCurrentIndex(self._choices.index(value) if known else 0)


class FlagField(SettingField):
    """Yes or no."""

    def __init__(self, name: str, title: str, tip: str) -> None:
        self._box = QCheckBox(title)
        super().__init__(name, title, tip, self._box)
        self._box.toggled.connect(self._check)

    @property
    def value(self) -> bool:
        """Whether it is ticked."""
        return self._box.isChecked()

    def show_value(self, value: bool) -> None:
        """Tick it or not."""
        with QSignalBlocker(self._box):
            self._box.setChecked(value)
        self._check()
