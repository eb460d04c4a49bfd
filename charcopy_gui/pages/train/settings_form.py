"""The settings of a run: preset, corpus, start, network and training, checked where they stand."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.parts.captions import heading
from charcopy_gui.pages.train.common_settings import CommonSettings
from charcopy_gui.pages.train.corpus_choice import CorpusChoice
from charcopy_gui.pages.train.more_settings import MoreSettings
from charcopy_gui.pages.train.preset_choice import PresetChoice
from charcopy_gui.pages.train.preset_taking import preset_of, taken
from charcopy_gui.pages.train.settings_menu import SettingsMenu
from charcopy_gui.pages.train.sizes import Sizes
from charcopy_gui.pages.train.start_choice import StartChoice
from charcopy_gui.pages.train.switches import Switches
from charcopy_gui.storage.settings import TrainingChoices
from core.config import ConfigError, TrainingConfig
from core.config.presets import Preset
from core.corpus import catalog


class SettingsForm(QWidget):
    """Holds what a run needs to know; it is a TrainingChoices in widgets."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.menu = SettingsMenu()
        self._presets = PresetChoice()
        self._corpus = CorpusChoice()
        self._start = StartChoice()
        self._switches = Switches()
        self._sizes = Sizes()
        self._common = CommonSettings()
        self._more = MoreSettings()
        self._config = TrainingConfig()
        self._filling = False
        self._from_preset = ""
        self._note = ""
        self._lay_out()
        self._join()
        self._common.show_config(self._config)
        self._follow_switches()
        self._tell()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(heading("Preset"), 1)
        top.addWidget(self.menu)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self._presets)
        for words, parts in (
            ("Corpus", (self._corpus,)),
            ("Start from", (self._start,)),
            ("Network", (self._switches, self._sizes)),
            ("Training", (self._common, self._more)),
        ):
            layout.addSpacing(8)
            layout.addWidget(heading(words))
            for part in parts:
                layout.addWidget(part)

    def _join(self) -> None:
        self._presets.chosen.connect(self._take_preset)
        self._start.changed.connect(self._take_sizes)
        self._switches.changed.connect(self._follow_switches)
        for part in (self._corpus, self._switches, self._sizes, self._common):
            part.changed.connect(self._change)
        self._more.changed.connect(self._change)

    @property
    def corpus(self) -> CorpusChoice:
        """What is trained on."""
        return self._corpus

    @property
    def start(self) -> StartChoice:
        """What the weights start from."""
        return self._start

    @property
    def config(self) -> TrainingConfig:
        """The configuration as it stands.

        Raises:
            ConfigError: a setting has a value it cannot have; the message names it.
        """
        card, own = self._start.card, self._config.model
        model = self._sizes.applied_to(own) if card is None else card.config
        config = dataclasses.replace(self._config, model=self._switches.applied_to(model))
        return self._more.applied_to(self._common.applied_to(config))

    def choices(self) -> TrainingChoices:
        """The settings as they stand.

        Raises:
            ConfigError: a setting has a value it cannot have; the message names it.
            ValueError: a file is not there; the message says which.
        """
        config, card = self.config, self._start.card
        train, dev = self._corpus.files()
        start = "" if card is None else str(card.path)
        return TrainingChoices(train, dev, start, config, self._common.folds)

    @property
    def problem(self) -> str:
        """Why no run can be started with the settings as they stand; empty where one can."""
        if found := self._common.problem or self._more.problem:
            return found
        try:
            self.choices()
        except ValueError as error:
            return str(error)
        return ""

    def set_choices(self, choices: TrainingChoices) -> None:
        """Show settings; a checkpoint or a file that is gone is said, not refused."""
        self._corpus.set_files(choices.corpus, choices.dev)
        self._common.set_folds(choices.folds)
        self._show_config(choices.config, choices.start_from)

    def set_config(self, config: TrainingConfig) -> None:
        """Show another configuration; a checkpoint that it does not fit is not started from."""
        card = self._start.card
        sizes = None if card is None else self._sizes.of(card.config)
        fits = card is not None and sizes == self._sizes.of(config.model)
        self._show_config(config, str(card.path) if fits and card is not None else "")

    def _show_config(self, config: TrainingConfig, start: str) -> None:
        self._filling, self._config = True, config
        self._sizes.set_own(config.model)
        self._common.show_config(config)
        self._more.show_config(config)
        self._start.choose(start)
        self._switches.set_switches(config.model)
        self._filling = False
        self._tell()

    def checked(self) -> TrainingChoices | None:
        """The settings for a run; None, and the cursor where they cannot be used."""
        try:
            return self.choices()
        except ConfigError:
            (self._common if self._common.problem else self._more).focus_problem()
        except ValueError:
            self._corpus.focus_problem()
        return None

    def set_locked(self, locked: bool) -> None:
        """While a run goes on, its settings are shown and cannot be changed."""
        parts: tuple[QWidget, ...] = (self._presets, self._corpus, self._start, self._switches)
        for part in (*parts, self._sizes, self._common):
            part.setEnabled(not locked)
        self._more.set_locked(locked)
        self.menu.set_locked(locked)

    def set_models(self, models: Sequence[tuple[str, Path]]) -> None:
        """List the checkpoints that can be fine-tuned."""
        self._start.set_models(models)

    def set_theme(self, theme: Theme) -> None:
        """Draw icons in a theme's colours."""
        for part in (self.menu, self._common, self._more):
            part.set_theme(theme)

    @Slot(object)
    def _take_preset(self, preset: Preset) -> None:
        """Set all that a preset sets; a corpus that someone chose stays."""
        before = self._config if self.problem else self.config
        self._filling, self._note = True, ""
        if preset.fine_tunes and self._start.card is None:
            self._start.choose_shipped()
        card = self._start.card if preset.fine_tunes else None
        if preset.fine_tunes and card is None:
            self._note = "There is no model to start from yet."
        if self._corpus.name in ("", self._from_preset):
            if self._corpus.offers(preset.corpus):
                self._corpus.choose(preset.corpus)
                self._from_preset = self._corpus.name
            else:
                known = catalog.find(preset.corpus)
                title = preset.corpus if known is None else known.title
                self._note += f" It is for {title}, which the Data page fetches."
        config = taken(preset, before, None if card is None else card.config)
        self._show_config(config, "" if card is None else str(card.path))

    @Slot()
    def _take_sizes(self) -> None:
        """Fine-tuning keeps the checkpoint's sizes, and at first its switches."""
        card = self._start.card
        self._sizes.fix(None if card is None else card.config)
        if card is not None:
            self._switches.set_switches(card.config)
        self._change()

    @Slot()
    def _follow_switches(self) -> None:
        self._more.set_coverage(self._switches.coverage)

    @Slot()
    def _change(self) -> None:
        """Someone set something else than the preset did."""
        if not self._filling:
            self._note = ""
            self._tell()

    @Slot()
    def _tell(self) -> None:
        """Show which preset the settings are, and let others see whether they can be used."""
        if self._filling:
            return
        wrong_number = self._common.problem or self._more.problem
        card = self._start.card
        network = None if card is None else card.config
        preset = None if wrong_number else preset_of(self.config, network)
        usual = not wrong_number and self.config == TrainingConfig()
        self._presets.show_preset(preset, self._note, usual=usual)
        if preset is not None:
            self._more.set_usual(preset.config)
        self.changed.emit()
