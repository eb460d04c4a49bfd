"""The Read back page, with what it needs, joined."""

from __future__ import annotations

from functools import partial

from charcopy_gui.links.read_back import ReadBackLink
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.read_back.page import ReadBackPage
from charcopy_gui.plots.candidates import CandidatesPlot
from charcopy_gui.plots.trace_view import TraceView
from charcopy_gui.window.page_makers.surroundings import Surroundings
from charcopy_gui.workers.generation import Generation


def read_back_page(around: Surroundings) -> ReadBackPage:
    """Make the Read back page, and join it."""
    page, generation = ReadBackPage(), (around.workers.reading or Generation)()
    page.set_candidates(CandidatesPlot())
    page.set_trace(TraceView())
    around.history_made.emit(page.history)
    link = ReadBackLink(page, generation, around)
    around.writing_made.emit(page, link)
    link.noticed.connect(around.noticed)
    link.follow_model(around.models.card)
    link.follow_device(around.generate_link.device)
    around.generate_link.model_chosen.connect(link.follow_model)
    around.generate_link.device_chosen.connect(link.follow_device)
    around.closing.watch(generation, "")
    link.loading.connect(partial(around.progress_changed.emit, PAGES.index("Read back")))
    link.failed.connect(around.failed)
    page.abilities_changed.connect(around.abilities_changed)
    page.send_requested.connect(around.send_requested)
    return page
