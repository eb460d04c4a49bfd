"""The settings of a run: corpus, start, network and training, checked where they stand."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.pages.captions import heading
from charcopy_gui.pages.notice import Notice
from charcopy_gui.pages.train.corpus_choice import CorpusChoice
from charcopy_gui.pages.train.sizes import Sizes
from charcopy_gui.pages.train.start_choice import StartChoice
from charcopy_gui.pages.train.switches import Switches
from charcopy_gui.pages.train.training_numbers import TrainingNumbers
from charcopy_gui.settings import TrainingChoices
from charcopy_gui.theme import Theme
from core.config import ConfigError, TrainingConfig


class SettingsForm(QWidget):
    """Holds what a run needs to know; it is a TrainingChoices in widgets."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._corpus = CorpusChoice()
        self._start = StartChoice()
        self._switches = Switches()
        self._sizes = Sizes()
        self._numbers = TrainingNumbers()
        self._problem = Notice("What cannot be used")
        self._config = TrainingConfig()
        self._asked = False
        self._lay_out()
        self._start.changed.connect(self._take_sizes)
        for part in (self._corpus, self._switches, self._sizes, self._numbers):
            part.changed.connect(self._check)
        self._check()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for words, parts in (
            ("Corpus", (self._corpus,)),
            ("Start from", (self._start,)),
            ("Network", (self._switches, self._sizes)),
            ("Training", (self._numbers,)),
        ):
            layout.addWidget(heading(words))
            for part in parts:
                layout.addWidget(part)
            layout.addSpacing(8)
        layout.addWidget(self._problem)

    @property
    def corpus(self) -> CorpusChoice:
        """What is trained on."""
        return self._corpus

    def choices(self) -> TrainingChoices:
        """The settings as they stand.

        Raises:
            ConfigError: a setting has a value it cannot have; the message names it.
            ValueError: a file is not there; the message says which.
        """
        card, own = self._start.card, self._config.model
        model = self._sizes.applied_to(own) if card is None else card.config
        config = dataclasses.replace(self._config, model=self._switches.applied_to(model))
        train, dev = self._corpus.files()
        start = "" if card is None else str(card.path)
        return TrainingChoices(train, dev, start, self._numbers.applied_to(config))

    def set_choices(self, choices: TrainingChoices) -> None:
        """Show settings; a checkpoint or a file that is gone is said, not refused."""
        self._config = choices.config
        self._corpus.set_files(choices.corpus, choices.dev)
        self._sizes.set_sizes(choices.config.model)
        self._numbers.set_numbers(choices.config)
        self._start.choose(choices.start_from)
        self._switches.set_switches(choices.config.model)

    def checked(self) -> TrainingChoices | None:
        """The settings for a run; where they cannot be used, the form says why."""
        self._asked = True
        self._check()
        try:
            return self.choices()
        except ConfigError:
            self._numbers.focus_problem()
        except ValueError:
            self._corpus.focus_problem()
        return None

    def set_locked(self, locked: bool) -> None:
        """While a run goes on, its settings are shown and cannot be changed."""
        for part in (self._corpus, self._start, self._switches, self._sizes, self._numbers):
            part.setEnabled(not locked)

    def set_models(self, models: Sequence[tuple[str, Path]]) -> None:
        """List the checkpoints that can be fine-tuned."""
        self._start.set_models(models)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icon in a theme's colours."""
        self._problem.set_theme(theme)

    @Slot()
    def _take_sizes(self) -> None:
        """Fine-tuning keeps the checkpoint's sizes, and at first its switches."""
        card = self._start.card
        self._sizes.fix(None if card is None else card.config)
        if card is not None:
            self._switches.set_switches(card.config)
        self._check()

    @Slot()
    def _check(self) -> None:
        """Say what cannot be used: a number at once, a missing file once a run was asked for."""
        problem, wrong_rate = "", False
        try:
            self.choices()
            self._asked = False
        except ConfigError as error:
            problem, wrong_rate = str(error), True
        except ValueError as error:
            problem = str(error) if self._asked else ""
        self._numbers.mark_rate(wrong_rate)
        self._problem.say(problem)
        self.changed.emit()
