"""Compare: models at the left, and at the right what each of them writes for the same table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from charcopy_gui import icons
from charcopy_gui.pages.captions import heading, remark
from charcopy_gui.pages.compare.compared import Compared
from charcopy_gui.pages.compare.model_choice import ModelChoice
from charcopy_gui.pages.compare.outcomes_area import OutcomesArea
from charcopy_gui.pages.notice import Notice
from charcopy_gui.pages.page import Page
from charcopy_gui.pages.side_by_side import lay_side_by_side
from charcopy_gui.pages.status_parts import ShareBar
from charcopy_gui.theme import LIGHT, Theme
from core.config import DecodingConfig, Strategy
from core.meaning_representation import MeaningRepresentation
from core.metrics.slots.findings import find
from core.model_card import ModelCard
from core.records import CharacterStep, Failure, GenerationFinished

_NO_TABLE = "There is no table on Generate that could be written for."
_NO_MODEL = "No model is ticked."
_STOPPED = "Stopped: not all models have written."
_OUTDATED = "The table on Generate has changed since; Run compares anew."


class ComparePage(Page):
    """Turns ticks into a request, and what becomes of every model into what is seen."""

    comparison_requested = Signal(object)
    """The paths of the models that are to write for the table on Generate."""
    stop_requested = Signal()
    use_requested = Signal(str, object)
    """A table, and the path of the model that is to write for it on Generate."""
    edit_requested = Signal()
    """The table is to be changed, on Generate."""
    progress_changed = Signal(object)
    """How much is done, between 0 and 1; None when it is over."""
    seen = Signal()
    """The page comes into view: it wants to know the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.models = ModelChoice()
        self.outcomes = OutcomesArea()
        self._theme = LIGHT
        self._mr = ""
        self._total = self._done = 0
        self._running = self._stopping = self._stopped = False
        self._line = remark("Table to write for")
        self._how = remark("How it is written")
        self._edit = QPushButton("Edit table")
        self._stop = QPushButton()
        self._run = QPushButton("Run")
        self._refusal = Notice("Why nothing is compared")
        self._status = remark("Status of the comparison")
        self._progress = ShareBar("Progress of the comparison")
        self._name()
        self._lay_out()
        self._join()
        self._say("")
        self._show_abilities()

    def _name(self) -> None:
        self._run.setProperty("primary", True)
        self._stop.setFixedWidth(40)
        for button, name, tip in (
            (self._edit, "Edit table", "Change the table on the Generate page"),
            (self._stop, "Stop comparing", "Write no more; the texts that are there stay (Esc)"),
            (self._run, "Run: compare", "Let every ticked model write for the table (Ctrl+Return)"),
        ):
            button.setAccessibleName(name)
            button.setToolTip(tip)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._edit)
        buttons.addStretch(1)
        buttons.addWidget(self._stop)
        buttons.addWidget(self._run)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(16, 16, 8, 16)
        column.setSpacing(8)
        column.addWidget(self.models, 1)
        column.addSpacing(8)
        column.addWidget(heading("Table"))
        column.addWidget(self._line)
        column.addWidget(self._how)
        column.addLayout(buttons)
        column.addWidget(self._refusal)
        right = QWidget()
        rest = QVBoxLayout(right)
        rest.setContentsMargins(8, 16, 16, 16)
        rest.setSpacing(8)
        rest.addWidget(self._status)
        rest.addWidget(self._progress)
        rest.addWidget(self.outcomes, 1)
        lay_side_by_side(self, "compare", left, right)

    def _join(self) -> None:
        self._run.clicked.connect(self.run)
        self._stop.clicked.connect(self.stop)
        self._edit.clicked.connect(self.edit_requested)
        self.models.changed.connect(self._take_refusal_back)
        self.outcomes.use_requested.connect(self._use)

    # What people ask for.

    @property
    def can_run(self) -> bool:
        """Whether a comparison can be asked for."""
        return not self._running

    @property
    def can_stop(self) -> bool:
        """Whether there is something to end."""
        return self._running and not self._stopping

    @property
    def is_ready(self) -> bool:
        """Whether nothing is being compared."""
        return not self._running

    @Slot()
    def run(self) -> None:
        """Ask every ticked model for a text."""
        if not self.can_run:
            return
        entrants = self.models.entrants()
        self._refusal.say("" if entrants else _NO_MODEL)
        if entrants:
            self.comparison_requested.emit([entrant.path for entrant in entrants])

    @Slot()
    def stop(self) -> None:
        """Ask for an end; what was written stays."""
        if self.can_stop:
            self._stopping = True
            self._say("Stopping…")
            self._show_abilities()
            self.stop_requested.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for the table as it stands."""
        super().showEvent(event)
        self.seen.emit()

    @Slot(object, str)
    def _use(self, path: Path, mr: str) -> None:
        self.use_requested.emit(mr, path)

    @Slot()
    def _take_refusal_back(self) -> None:
        if self.models.entrants():
            self._refusal.say("")

    # What the window reports.

    def set_models(self, models: Sequence[tuple[str, Path]]) -> None:
        """List the models there are, by names and paths."""
        self.models.set_models(models)

    def set_in_use(self, card: ModelCard | None) -> None:
        """List the model in use as well."""
        self.models.set_in_use(card)

    def set_table(self, mr: str, config: DecodingConfig) -> None:
        """Show what will be written for, and how; an empty MR for a table that is none."""
        self._mr = mr
        self._line.setText(mr or _NO_TABLE)
        self._how.setText(f"Written {_in_words(config)}, as Generate is set.")
        if not self._running and self.outcomes.mr:
            self._say_end()

    def refuse_table(self) -> None:
        """Say that there is nothing to write for."""
        self._refusal.say(_NO_TABLE)

    def begin(self, mr: str) -> None:
        """The comparison begins that was asked for."""
        entrants = self.models.entrants()
        self._running, self._stopping = True, False
        self._done, self._total = 0, len(entrants)
        self._refusal.say("")
        self.outcomes.begin(mr, entrants)
        self._show_share()
        self._show_abilities()

    def show_begun(self, path: Path) -> None:
        """A model is loaded, and writes."""
        self.outcomes.show_begun(path)
        if not self._stopping:
            self._say(f"Model {self._done + 1} of {self._total}")

    def show_text(
        self, path: Path, steps: tuple[CharacterStep, ...], finished: GenerationFinished
    ) -> None:
        """A model has written."""
        mr = MeaningRepresentation.parse(self.outcomes.mr)
        self.outcomes.show_text(path, Compared(steps, finished, find(mr, finished.text)))
        self._count()

    def show_problem(self, path: Path, sentence: str) -> None:
        """A model has written nothing, and why."""
        self.outcomes.show_problem(path, sentence)
        self._count()

    def show_failure(self, failure: Failure) -> None:
        """Say that the comparison as a whole did not work; the dialog is the window's."""
        self._refusal.say(failure.sentence)

    def end(self) -> None:
        """The comparison has ended, however it did."""
        self._stopped = self._stopping
        self._running = self._stopping = False
        self.outcomes.end()
        self.progress_changed.emit(None)
        self._say_end()
        self._show_abilities()

    def _count(self) -> None:
        self._done += 1
        self._show_share()

    def _show_share(self) -> None:
        share = self._done / max(self._total, 1)
        self._progress.set_share(share)
        self.progress_changed.emit(share)

    def _say_end(self) -> None:
        """Say what there is to know about texts that are there."""
        outdated = _OUTDATED if self._mr != self.outcomes.mr else ""
        self._say(" ".join(filter(None, (_STOPPED if self._stopped else "", outdated))))

    def _say(self, words: str) -> None:
        self._status.setText(words)
        self._status.setVisible(bool(words))

    def _show_abilities(self) -> None:
        self._run.setEnabled(self.can_run)
        self._stop.setEnabled(self.can_stop)
        self._progress.setVisible(self._running)
        self._show_icons()
        self.abilities_changed.emit()

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self._theme = theme
        self.outcomes.set_theme(theme)
        self._refusal.set_theme(theme)
        self._stop.setIcon(icons.icon("stop", theme.text))
        self._show_icons()

    def _show_icons(self) -> None:
        on_run = self._theme.accent_text if self._run.isEnabled() else self._theme.muted
        self._run.setIcon(icons.icon("run", on_run))


def _in_words(config: DecodingConfig) -> str:
    """How a configuration writes."""
    if config.strategy is Strategy.SAMPLED:
        return f"by sampling (temperature {config.temperature:g}, seed {config.seed})"
    if config.strategy is Strategy.BEAM:
        reranked = ", reranked by reading them back" if config.rerank else ""
        return f"by beam search ({config.beam_width} texts side by side{reranked})"
    return "greedily"
