"""The Evaluate page, with what it needs, joined."""

from __future__ import annotations

from functools import partial

from charcopy_gui.links.data import remembered
from charcopy_gui.links.evaluate import EvaluateLink
from charcopy_gui.links.kept_evaluations import KeptEvaluations
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.evaluate.page import EvaluatePage
from charcopy_gui.storage import paths
from charcopy_gui.window.page_makers.surroundings import Surroundings
from charcopy_gui.workers.evaluation import Evaluation


def evaluate_page(around: Surroundings) -> EvaluatePage:
    """Make the Evaluate page, and join it."""
    page, evaluation = EvaluatePage(), (around.workers.evaluation or Evaluation)()
    page.set_models(around.models.found)
    kept = KeptEvaluations(paths.evaluations_folder(), around)
    link = EvaluateLink(page, evaluation, kept, around)
    around.closing.watch(kept, "")
    link.set_catalogue(remembered(around.memory.settings))
    page.form.set_choices(around.memory.settings.evaluation)
    around.memory.model_moved.connect(page.form.system.follow)
    page.set_in_use(around.models.card)
    around.generate_link.model_chosen.connect(page.set_in_use)
    around.closing.watch(evaluation, "A system is being evaluated; its figures would be lost.")
    around.catalogue_changed.connect(link.set_catalogue)
    link.started.connect(around.memory.keep_evaluation)
    link.failed.connect(around.failed)
    around.models.listed.connect(page.set_models)
    page.abilities_changed.connect(around.abilities_changed)
    page.generate_requested.connect(around.generate_requested)
    page.progress_changed.connect(partial(around.progress_changed.emit, PAGES.index("Evaluate")))
    return page
