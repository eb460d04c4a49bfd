"""The Models page, with what it needs, joined."""

from __future__ import annotations

from charcopy_gui.links.models import ModelsLink
from charcopy_gui.pages.models.page import ModelsPage
from charcopy_gui.window.page_makers.surroundings import Surroundings
from charcopy_gui.workers.models import Models


def models_page(around: Surroundings) -> ModelsPage:
    """Make the Models page, and join it."""
    page, models = ModelsPage(), Models(around)
    link = ModelsLink(page, models, around.memory, around.generate_link, around)
    around.closing.watch(models, "A model is being copied; the copy would not be kept.")
    link.failed.connect(around.failed)
    link.changed.connect(around.models.refresh)
    around.history_made.emit(page.history)
    page.abilities_changed.connect(around.abilities_changed)
    page.use_requested.connect(around.use_requested)
    page.fine_tune_requested.connect(around.fine_tune_requested)
    page.evaluate_requested.connect(around.evaluate_requested)
    page.compare_requested.connect(around.compare_requested)
    return page
