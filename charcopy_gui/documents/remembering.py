"""The Generate page as it was left; what is chosen there is written down from then on."""

from __future__ import annotations

from charcopy_gui.frame.memory import Memory
from charcopy_gui.links.generate import GenerateLink
from charcopy_gui.pages.generate.examples import EXAMPLES
from charcopy_gui.pages.generate.page import GeneratePage
from core.meaning_representation import Slot


def remember(page: GeneratePage, link: GenerateLink, memory: Memory) -> None:
    """Put the page as it was left, and have the memory follow it."""
    page.runs.set_config(memory.settings.decoding)
    page.mr.set_live(memory.settings.live)
    _fill_table(page, memory)
    memory.follow(page.mr.model)
    page.mr.live_changed.connect(memory.keep_live)
    page.generate_requested.connect(memory.keep_decoding)
    link.model_chosen.connect(memory.keep_model)
    link.device_chosen.connect(memory.keep_device)
    memory.failed.connect(page.output.say_error)


def _fill_table(page: GeneratePage, memory: Memory) -> None:
    """The table as it was left, or an example; what cannot be undone is no step."""
    remembered, table = memory.settings, page.mr.model
    table.set_slots([Slot(*pair) for pair in remembered.slots], "Take slots")
    if not remembered.slots and not (remembered.mr and page.mr.set_text(remembered.mr)):
        page.mr.set_text(EXAMPLES[0][1])
    table.history.clear()
