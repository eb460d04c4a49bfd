"""The pages, and above them the offer to go on with a run that was cut off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from charcopy_gui.pages.parts.offer_bar import OfferBar
from charcopy_gui.window.all_pages import TRAIN, WindowPages
from charcopy_gui.window.page_makers.surroundings import Surroundings
from core.runs.listing import RunSummary


class RunOffer(QWidget):
    """Quiet: whoever has other things to do does them."""

    def __init__(
        self, pages: WindowPages, around: Surroundings, show_page: Callable[[int], None]
    ) -> None:
        super().__init__()
        self._around = around
        self._show_page = show_page
        self._bar = OfferBar("Interrupted run")
        self._run: Path | None = None
        edge = QWidget()
        margins = QVBoxLayout(edge)
        margins.setContentsMargins(16, 12, 16, 0)
        margins.addWidget(self._bar)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(edge)
        layout.addWidget(pages, 1)
        self._edge = edge
        edge.hide()
        around.run_offered.connect(self._offer)
        around.run_begun.connect(self._forget)
        self._bar.accepted.connect(self._accept)
        self._bar.declined.connect(self._decline)

    @Slot(object)
    def _offer(self, run: RunSummary) -> None:
        self._run = run.path
        kept = f"What it had learnt by step {run.step:,} is safe."
        self._bar.offer(
            f"The training {run.name} was cut off. {kept}",
            "Resume",
            "Go on with it on the Train page",
            "Leave it as it is; the list of all runs has it",
        )
        self._edge.show()

    @Slot()
    def _accept(self) -> None:
        if self._run is not None:
            self._show_page(TRAIN)
            self._around.resume_wanted.emit(self._run)
        self._forget()

    @Slot()
    def _decline(self) -> None:
        if self._run is not None:
            self._around.leave_wanted.emit(self._run)
        self._forget()

    @Slot()
    def _forget(self) -> None:
        self._run = None
        self._edge.hide()
