"""The Data page, with what it needs, joined."""

from __future__ import annotations

from charcopy_gui.links.data import DataLink
from charcopy_gui.pages.data.page import DataPage
from charcopy_gui.plots.lengths import LengthsPlot
from charcopy_gui.plots.shares import SharesPlot
from charcopy_gui.window.page_makers.surroundings import Surroundings
from charcopy_gui.workers.corpora import Corpora


def data_page(around: Surroundings) -> DataPage:
    """Make the Data page, and join it."""
    page, corpora = DataPage(), Corpora(around)
    slots, values = SharesPlot("Slots", "tables"), SharesPlot("Values", "tables")
    page.view.statistics.set_plots(LengthsPlot(), slots, values)
    page.set_model(around.models.card)
    around.closing.watch(corpora, "A corpus is being downloaded; it would not be kept.")
    link = DataLink(page, corpora, around.memory, parent=around)
    link.failed.connect(around.failed)
    link.catalogue_changed.connect(around.catalogue_changed)
    link.opened.connect(around.generate.mr.learn)
    around.generate_link.model_chosen.connect(page.set_model)
    page.abilities_changed.connect(around.abilities_changed)
    page.generate_requested.connect(around.generate_requested)
    page.train_requested.connect(around.train_requested)
    return page
