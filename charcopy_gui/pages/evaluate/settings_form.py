"""The settings of an evaluation: system, corpus, decoding and protocol, checked at the fields."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.pages.corpora.catalogue import Catalogue
from charcopy_gui.pages.evaluate.corpus_choice import CorpusChoice
from charcopy_gui.pages.evaluate.decoding_choice import DecodingChoice
from charcopy_gui.pages.evaluate.protocol_choice import ProtocolChoice
from charcopy_gui.pages.evaluate.system_choice import SystemChoice
from charcopy_gui.pages.parts.captions import heading
from charcopy_gui.storage.settings import EvaluationChoices
from core import model_card
from core.metrics.unfamiliar import unfamiliar_slots
from core.model_card import ModelCard, ModelCardError


class SettingsForm(QWidget):
    """Holds what an evaluation needs to know; it is an EvaluationChoices in widgets."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._system = SystemChoice()
        self._corpus = CorpusChoice()
        self._protocol = ProtocolChoice()
        self._decoding = DecodingChoice()
        self._of_decoding = heading("Decoding")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for title, part in (
            (heading("System"), self._system),
            (heading("Corpus"), self._corpus),
            (heading("Protocol"), self._protocol),
            (self._of_decoding, self._decoding),
        ):
            layout.addWidget(title)
            layout.addWidget(part)
            layout.addSpacing(8)
        self._card: ModelCard | None = None
        self._system.changed.connect(self._follow_system)
        self._corpus.changed.connect(self._take_back)
        self._follow_system()

    @property
    def system(self) -> SystemChoice:
        """What is evaluated."""
        return self._system

    def checked(self) -> EvaluationChoices | None:
        """The settings for an evaluation; where they cannot be used, the field says why."""
        try:
            model, outputs = self._system.chosen()
        except ValueError as error:
            self._system.say_problem(str(error))
            return None
        try:
            corpus, split = self._corpus.chosen()
        except ValueError as error:
            self._corpus.say_problem(str(error))
            return None
        return EvaluationChoices(
            model=model,
            outputs=outputs,
            corpus=corpus,
            split=split,
            protocol=self._protocol.protocol().value,
            device=self._decoding.device,
            decoding=self._decoding.config(),
        )

    def set_choices(self, choices: EvaluationChoices) -> None:
        """Show settings; a model or a corpus that is gone is passed over."""
        self._system.choose(choices.model, choices.outputs)
        if choices.model or choices.outputs:  # Else nothing was evaluated yet.
            self._corpus.choose(choices.corpus, choices.split)
        self._protocol.choose(choices.protocol)
        self._decoding.set_decoding(choices.decoding, choices.device)

    def refuse(self, about_system: bool, sentence: str) -> None:
        """Say at the field why what was chosen there does not do."""
        (self._system if about_system else self._corpus).say_problem(sentence)

    def set_locked(self, locked: bool) -> None:
        """While an evaluation goes on, its settings are shown and cannot be changed."""
        for part in (self._system, self._corpus, self._protocol, self._decoding):
            part.setEnabled(not locked)

    def set_models(self, models: Sequence[tuple[str, Path]]) -> None:
        """List the models there are."""
        self._system.set_models(models)

    def set_catalogue(self, catalogue: Catalogue) -> None:
        """Offer the corpora that are here."""
        self._corpus.set_catalogue(catalogue)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self._system.set_theme(theme)
        self._corpus.set_theme(theme)

    def showEvent(self, event: QShowEvent) -> None:
        """Look which corpora are here now: one may have been fetched meanwhile."""
        super().showEvent(event)
        if self._corpus.isEnabled():
            self._corpus.list_corpora()

    @Slot()
    def _follow_system(self) -> None:
        """Another system: a model is offered the corpus that it was trained on."""
        path, self._card = self._system.model, None
        if path is not None:
            with contextlib.suppress(ModelCardError):
                self._card = model_card.read(path)
        self._corpus.offer("" if self._card is None else self._card.provenance.corpus)
        self._take_back()

    @Slot()
    def _take_back(self) -> None:
        """What was said of one choice for the other holds no more; a file needs no decoding."""
        self._system.say_problem("")
        self._corpus.say_problem("")
        card, corpus = self._card, self._corpus.title
        self._corpus.say_fit("" if card is None else unfamiliar_slots(card, corpus))
        self._of_decoding.setVisible(self._system.writes)
        self._decoding.setVisible(self._system.writes)
