"""The Train page, with what it needs, joined."""

from __future__ import annotations

from functools import partial

from charcopy_gui.links.data import remembered
from charcopy_gui.links.model_uses import ModelUses
from charcopy_gui.links.runs import RunsLink
from charcopy_gui.links.train import TrainLink
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.train.page import TrainPage
from charcopy_gui.plots.curves import CurvesPlot
from charcopy_gui.plots.overlay import OverlayPlot
from charcopy_gui.plots.timeline import Timeline
from charcopy_gui.plots.trace_view import TraceView
from charcopy_gui.window.page_makers.surroundings import Surroundings
from charcopy_gui.workers.corpora import Corpora
from charcopy_gui.workers.runs import Runs
from charcopy_gui.workers.trial import Trial


def train_page(around: Surroundings) -> TrainPage:
    """Make the Train page, and join it."""
    page, training, corpora = TrainPage(), around.workers.training(), Corpora(around)
    trial = around.workers.trial() if around.workers.trial else Trial(parent=around)
    page.results.set_plots(CurvesPlot(), Timeline(), (TraceView(), TraceView()), OverlayPlot())
    page.set_models(around.models.found)
    link = TrainLink(page, training, trial, corpora, around)
    link.set_catalogue(remembered(around.memory.settings))
    page.form.set_choices(around.memory.settings.training)
    around.memory.model_moved.connect(page.form.start.follow)
    around.closing.watch(corpora, "")
    around.closing.watch(trial, "")
    around.closing.watch(training, "A model is being trained; what it has learnt is kept.")
    around.catalogue_changed.connect(link.set_catalogue)
    link.started.connect(around.memory.keep_training)
    link.failed.connect(around.failed)
    link.ended.connect(around.models.refresh)
    link.answered.connect(around.answered)
    _join_runs(around, page, link)
    around.models.listed.connect(page.set_models)
    page.abilities_changed.connect(around.abilities_changed)
    page.use_requested.connect(around.use_requested)
    page.progress_changed.connect(partial(around.progress_changed.emit, PAGES.index("Train")))
    return page


def _join_runs(around: Surroundings, page: TrainPage, training: TrainLink) -> None:
    """The list of runs, the run that was cut off, and the table of Generate for a probe."""
    runs, probe = Runs(around), page.results.probe
    link = RunsLink(page, runs, ModelUses(around.memory, around.generate_link), around)
    around.closing.watch(runs, "")
    training.advanced.connect(link.refresh)
    training.advanced.connect(around.run_begun)
    link.changed.connect(around.models.refresh)
    link.interrupted.connect(around.run_offered)
    around.resume_wanted.connect(link.resume)
    around.leave_wanted.connect(link.leave)
    probe.table_wanted.connect(lambda: probe.take(around.generate.line()))
    link.refresh()
