"""The Compare page, with what it needs, joined."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from charcopy_gui.links.compare import CompareLink
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.compare.page import ComparePage
from charcopy_gui.window.page_makers.surroundings import Surroundings
from charcopy_gui.workers.comparison import Comparison


def compare_page(around: Surroundings) -> ComparePage:
    """Make the Compare page, and join it."""
    page, comparison = ComparePage(), (around.workers.comparison or Comparison)()
    page.models.restore(list(map(Path, around.memory.settings.compared)))
    page.models.picked.connect(around.memory.keep_compared)
    around.memory.model_moved.connect(page.models.follow)
    page.set_models(around.models.found)
    page.set_in_use(around.models.card)
    link = CompareLink(page, around.generate, comparison, around)
    link.follow_device(around.generate_link.device)
    around.models.listed.connect(page.set_models)
    around.generate_link.model_chosen.connect(page.set_in_use)
    around.generate_link.device_chosen.connect(link.follow_device)
    around.closing.watch(comparison, "Models are still being compared.")
    link.failed.connect(around.failed)
    page.abilities_changed.connect(around.abilities_changed)
    page.use_requested.connect(around.generate_requested)
    page.edit_requested.connect(around.edit_requested)
    page.progress_changed.connect(partial(around.progress_changed.emit, PAGES.index("Compare")))
    return page
