"""Makes the pages that come after the first paint, each with its worker, its link and its plots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from charcopy_gui import paths
from charcopy_gui.closing import Closing
from charcopy_gui.generate_link import GenerateLink
from charcopy_gui.memory import Memory
from charcopy_gui.model_list import ModelList
from charcopy_gui.page_names import PAGES

# What they are made of is imported when they are: it would hold up the first paint.
if TYPE_CHECKING:
    from charcopy_gui.pages.compare.page import ComparePage
    from charcopy_gui.pages.data.page import DataPage
    from charcopy_gui.pages.evaluate.page import EvaluatePage
    from charcopy_gui.pages.generate.page import GeneratePage
    from charcopy_gui.pages.models.page import ModelsPage
    from charcopy_gui.pages.read_back.page import ReadBackPage
    from charcopy_gui.pages.train.page import TrainPage
    from charcopy_gui.train_link import TrainLink
    from charcopy_gui.workers.comparison import Comparison
    from charcopy_gui.workers.evaluation import Evaluation
    from charcopy_gui.workers.generation import Generation
    from charcopy_gui.workers.training import Training
    from charcopy_gui.workers.trial import Trial


@dataclass(frozen=True, slots=True)
class WorkerMakers:
    """How workers are made, each when its page is; None for the worker that there is."""

    training: Callable[[], Training]
    evaluation: Callable[[], Evaluation] | None = None
    reading: Callable[[], Generation] | None = None
    """It writes for the Read back page."""
    comparison: Callable[[], Comparison] | None = None
    trial: Callable[[], Trial] | None = None


class PageMakers(QObject):
    """What the pages have to say to the rest of the window comes from here, whichever said it."""

    abilities_changed = Signal()
    failed = Signal(object)
    """A Failure, to be shown in a dialog."""
    progress_changed = Signal(int, object)
    """Index of a page, and how much of its work is done; None when it is over."""
    generate_requested = Signal(str, object)
    """An MR to write for, and the model's path; None for the one in use."""
    use_requested = Signal(object)
    """The path of a model to write with from now on."""
    history_made = Signal(object)
    """A QUndoStack of a page, active while the page is seen."""
    writing_made = Signal(object, object)
    """A page on which something is written that can be saved, and its WritingLink."""
    noticed = Signal(str)
    """A sentence that is good to know."""
    send_requested = Signal(str)
    """An MR for the table on Generate."""
    edit_requested = Signal()
    """The table on Generate is to be changed."""
    train_requested = Signal(str)
    """The name or path of a corpus to train on."""
    fine_tune_requested = Signal(object)
    """The path of a model to train on from."""
    evaluate_requested = Signal(object)
    """The path of a model to score."""
    compare_requested = Signal(object)
    """Paths of models that are to write for the same table."""
    answered = Signal(object)
    """OwnFiles: how people's files are to be read."""
    run_offered = Signal(object)
    """The RunSummary of a run that was cut off, and can go on."""
    run_begun = Signal()
    resume_wanted = Signal(object)
    """The folder of the run that was offered is to go on."""
    leave_wanted = Signal(object)
    """It is not to be offered again."""

    _catalogue_changed = Signal(object)

    def __init__(
        self,
        memory: Memory,
        models: ModelList,
        closing: Closing,
        generate_link: GenerateLink,
        generate: GeneratePage,
        workers: WorkerMakers,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._memory = memory
        self._models = models
        self._closing = closing
        self._generate_link = generate_link
        self._generate = generate
        self._workers = workers

    def read_back(self) -> ReadBackPage:
        """The Read back page."""
        from charcopy_gui.pages.read_back.page import ReadBackPage
        from charcopy_gui.plots.candidates import CandidatesPlot
        from charcopy_gui.plots.trace_view import TraceView
        from charcopy_gui.read_back_link import ReadBackLink
        from charcopy_gui.workers.generation import Generation

        page, generation = ReadBackPage(), (self._workers.reading or Generation)()
        page.set_candidates(CandidatesPlot())
        page.set_trace(TraceView())
        self.history_made.emit(page.history)
        link = ReadBackLink(page, generation, self)
        self.writing_made.emit(page, link)
        link.noticed.connect(self.noticed)
        link.follow_model(self._models.card)
        link.follow_device(self._generate_link.device)
        self._generate_link.model_chosen.connect(link.follow_model)
        self._generate_link.device_chosen.connect(link.follow_device)
        self._closing.watch(generation, "")
        link.loading.connect(partial(self.progress_changed.emit, PAGES.index("Read back")))
        link.failed.connect(self.failed)
        page.abilities_changed.connect(self.abilities_changed)
        page.send_requested.connect(self.send_requested)
        return page

    def compare(self) -> ComparePage:
        """The Compare page."""
        from charcopy_gui.compare_link import CompareLink
        from charcopy_gui.pages.compare.page import ComparePage
        from charcopy_gui.workers.comparison import Comparison

        page, comparison = ComparePage(), (self._workers.comparison or Comparison)()
        page.set_models(self._models.found)
        page.set_in_use(self._models.card)
        link = CompareLink(page, self._generate, comparison, self)
        link.follow_device(self._generate_link.device)
        self._models.listed.connect(page.set_models)
        self._generate_link.model_chosen.connect(page.set_in_use)
        self._generate_link.device_chosen.connect(link.follow_device)
        self._closing.watch(comparison, "Models are still being compared.")
        link.failed.connect(self.failed)
        page.abilities_changed.connect(self.abilities_changed)
        page.use_requested.connect(self.generate_requested)
        page.edit_requested.connect(self.edit_requested)
        page.progress_changed.connect(partial(self.progress_changed.emit, PAGES.index("Compare")))
        return page

    def train(self) -> TrainPage:
        """The Train page."""
        from charcopy_gui.data_link import remembered
        from charcopy_gui.pages.train.page import TrainPage
        from charcopy_gui.plots.curves import CurvesPlot
        from charcopy_gui.plots.overlay import OverlayPlot
        from charcopy_gui.plots.timeline import Timeline
        from charcopy_gui.plots.trace_view import TraceView
        from charcopy_gui.train_link import TrainLink
        from charcopy_gui.workers.corpora import Corpora
        from charcopy_gui.workers.trial import Trial

        page, training, corpora = TrainPage(), self._workers.training(), Corpora(self)
        trial = self._workers.trial() if self._workers.trial else Trial(parent=self)
        page.results.set_plots(CurvesPlot(), Timeline(), (TraceView(), TraceView()), OverlayPlot())
        page.set_models(self._models.found)
        link = TrainLink(page, training, trial, corpora, self)
        link.set_catalogue(remembered(self._memory.settings))
        page.form.set_choices(self._memory.settings.training)
        self._closing.watch(corpora, "")
        self._closing.watch(trial, "")
        self._closing.watch(training, "A model is being trained; what it has learnt is kept.")
        self._catalogue_changed.connect(link.set_catalogue)
        link.started.connect(self._memory.keep_training)
        link.failed.connect(self.failed)
        link.ended.connect(self._models.refresh)
        link.answered.connect(self.answered)
        self._join_runs(page, link)
        self._models.listed.connect(page.set_models)
        page.abilities_changed.connect(self.abilities_changed)
        page.use_requested.connect(self.use_requested)
        page.progress_changed.connect(partial(self.progress_changed.emit, PAGES.index("Train")))
        return page

    def _join_runs(self, page: TrainPage, training: TrainLink) -> None:
        """The list of runs, the run that was cut off, and the table of Generate for a probe."""
        from charcopy_gui.runs_link import RunsLink
        from charcopy_gui.workers.runs import Runs

        runs, probe = Runs(self), page.results.probe
        link = RunsLink(page, runs, self)
        self._closing.watch(runs, "")
        training.advanced.connect(link.refresh)
        training.advanced.connect(self.run_begun)
        link.changed.connect(self._models.refresh)
        link.follow_model(self._models.card)
        self._generate_link.model_chosen.connect(link.follow_model)
        link.model_moved.connect(self._generate_link.follow_model)
        link.interrupted.connect(self.run_offered)
        self.resume_wanted.connect(link.resume)
        self.leave_wanted.connect(link.leave)
        probe.table_wanted.connect(lambda: probe.set_text(self._generate.mr.text()))
        probe.set_text(self._memory.settings.mr)
        link.refresh()

    def evaluate(self) -> EvaluatePage:
        """The Evaluate page."""
        from charcopy_gui.data_link import remembered
        from charcopy_gui.evaluate_link import EvaluateLink
        from charcopy_gui.kept_evaluations import KeptEvaluations
        from charcopy_gui.pages.evaluate.page import EvaluatePage
        from charcopy_gui.workers.evaluation import Evaluation

        page, evaluation = EvaluatePage(), (self._workers.evaluation or Evaluation)()
        page.set_models(self._models.found)
        kept = KeptEvaluations(paths.evaluations_folder(), self)
        link = EvaluateLink(page, evaluation, kept, self)
        self._closing.watch(kept, "")
        link.set_catalogue(remembered(self._memory.settings))
        page.form.set_choices(self._memory.settings.evaluation)
        page.set_in_use(self._models.card)
        self._generate_link.model_chosen.connect(page.set_in_use)
        self._closing.watch(evaluation, "A system is being evaluated; its figures would be lost.")
        self._catalogue_changed.connect(link.set_catalogue)
        link.started.connect(self._memory.keep_evaluation)
        link.failed.connect(self.failed)
        self._models.listed.connect(page.set_models)
        page.abilities_changed.connect(self.abilities_changed)
        page.generate_requested.connect(self.generate_requested)
        page.progress_changed.connect(partial(self.progress_changed.emit, PAGES.index("Evaluate")))
        return page

    def data(self) -> DataPage:
        """The Data page."""
        from charcopy_gui.data_link import DataLink
        from charcopy_gui.pages.data.page import DataPage
        from charcopy_gui.plots.lengths import LengthsPlot
        from charcopy_gui.plots.shares import SharesPlot
        from charcopy_gui.workers.corpora import Corpora

        page, corpora = DataPage(), Corpora(self)
        slots, values = SharesPlot("Slots", "copied"), SharesPlot("Values", "generated")
        page.view.statistics.set_plots(LengthsPlot(), slots, values)
        page.set_model(self._models.card)
        self._closing.watch(corpora, "A corpus is being fetched; nothing of it would be kept.")
        link = DataLink(page, corpora, self._memory, parent=self)
        link.failed.connect(self.failed)
        link.catalogue_changed.connect(self._catalogue_changed)
        link.opened.connect(self._generate.mr.learn)
        self._generate_link.model_chosen.connect(page.set_model)
        page.abilities_changed.connect(self.abilities_changed)
        page.generate_requested.connect(self.generate_requested)
        page.train_requested.connect(self.train_requested)
        return page

    def models(self) -> ModelsPage:
        """The Models page."""
        from charcopy_gui.models_link import ModelsLink
        from charcopy_gui.pages.models.page import ModelsPage
        from charcopy_gui.workers.models import Models

        page, models = ModelsPage(), Models(self)
        link = ModelsLink(page, models, self._memory, self._generate_link, self)
        self._closing.watch(models, "A model is being copied; nothing of it would be kept.")
        link.failed.connect(self.failed)
        link.changed.connect(self._models.refresh)
        page.abilities_changed.connect(self.abilities_changed)
        page.use_requested.connect(self.use_requested)
        page.fine_tune_requested.connect(self.fine_tune_requested)
        page.evaluate_requested.connect(self.evaluate_requested)
        page.compare_requested.connect(self.compare_requested)
        return page
