"""The window: pages, links, menus and memory, joined; it decides nothing by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QCloseEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QWidget

from charcopy_gui.appearance.text_size import set_text_size
from charcopy_gui.documents.file_menu import Documents
from charcopy_gui.documents.recovery import Recovery
from charcopy_gui.documents.remembering import remember
from charcopy_gui.documents.workspace import Workspace
from charcopy_gui.frame.closing import Closing
from charcopy_gui.frame.failure_dialog import FailureDialogs
from charcopy_gui.frame.look import Look
from charcopy_gui.frame.memory import Memory, Places
from charcopy_gui.frame.menus import Menus
from charcopy_gui.frame.navigation import Navigation
from charcopy_gui.links.generate import GenerateLink
from charcopy_gui.links.model_list import ModelList
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.plots.candidates import CandidatesPlot
from charcopy_gui.storage.loading_marks import LoadingMarks
from charcopy_gui.storage.settings import Settings
from charcopy_gui.window.all_pages import GENERATE, WindowPages
from charcopy_gui.window.crossings import Crossings
from charcopy_gui.window.help import Help
from charcopy_gui.window.menu_commands import MenuCommands
from charcopy_gui.window.page_makers.surroundings import Surroundings, WorkerMakers
from charcopy_gui.window.run_offer import RunOffer
from charcopy_gui.window.tour.offer import TourOffer
from charcopy_gui.window.tour.tours import Tours
from charcopy_gui.workers.generation import Generation
from core.records import Failure

if TYPE_CHECKING:
    from charcopy_gui.workers.comparison import Comparison
    from charcopy_gui.workers.evaluation import Evaluation
    from charcopy_gui.workers.training import Training


class MainWindow(QMainWindow):
    """One window, a worker for each kind of work, one page seen at a time.

    It is painted with the Generate page alone. What takes long to load or to make comes after:
    plots, the other pages, the list of models.
    """

    def __init__(
        self,
        generation: Generation,
        make_training: Callable[[], Training],
        settings: Settings | None = None,
        model: Path | None = None,
        places: Places | None = None,
        make_evaluation: Callable[[], Evaluation] | None = None,
        make_reading: Callable[[], Generation] | None = None,
        make_comparison: Callable[[], Comparison] | None = None,
        marks: LoadingMarks | None = None,
    ) -> None:
        super().__init__()
        places, marks = places or Places(), marks or LoadingMarks(None)
        self._memory = Memory(settings or Settings(), places, self)
        set_text_size(self._memory.settings.text_size)
        self._painted = False
        self._failures = FailureDialogs(self)
        self.generation = generation
        self.page = GeneratePage()
        self.page.set_candidates(CandidatesPlot())
        device = self._memory.settings.device
        self._link = GenerateLink(self.page, generation, model, device, self)
        self._closing = Closing(self, self.page, generation)
        self._navigation = Navigation(PAGES)
        self._menus = Menus(self)
        self._models = ModelList(self, self._link, self._menus, self._navigation)
        joined = self._memory, self._models, self._closing, self._link, self.page
        workers = WorkerMakers(make_training, make_evaluation, make_reading, make_comparison)
        self._around = Surroundings(*joined, workers, self)
        self.pages = WindowPages(self.page, self._around)
        self._look = Look(self, self._memory, self._menus, self.pages)
        self._documents = Documents(
            self,
            self.page,
            self._link,
            generation,
            self._look.theme,
            self._closing,
            lambda: self.pages.visible,
        )
        self._workspace = Workspace(
            places.workspace, self.page, self._link, generation, marks, self
        )
        shown = self.page, self._link, self._documents, self._workspace, self._memory, marks
        self.recovery = Recovery(self, *shown, self.show_page)
        self._help = Help(self, self._memory, self._link)
        self._tours = Tours(self, self.pages, self._around, self.show_page)
        self._commands = MenuCommands(
            self, self.page, self.pages, self._documents, self._help, self._tours, self._menus
        )
        self._crossings = Crossings(
            self.page, self._link, self._around, self.pages, self.show_page, self
        )
        self._lay_out()
        self._join()
        self._start_as_remembered()

    # Making it.

    def _lay_out(self) -> None:
        self.setMinimumSize(1024, 640)
        self.resize(1440, 880)
        centre = QWidget()
        layout = QHBoxLayout(centre)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._navigation)
        offered = RunOffer(self.pages, self._around, self.show_page)
        layout.addWidget(TourOffer(offered, self._tours, self._memory), 1)
        self.setCentralWidget(centre)

    def _join(self) -> None:
        self._navigation.page_chosen.connect(self.pages.show_page)
        self.pages.page_made.connect(self._memory.divide)
        self.pages.currentChanged.connect(self._commands.show_abilities)
        self.pages.currentChanged.connect(self._documents.show_names)
        self.page.abilities_changed.connect(self._commands.show_abilities)
        self._menus.page_chosen.connect(self._navigation.set_page)
        self._link.started.connect(self.page.mr.live.settle)
        self._link.failed.connect(self._failures.show)
        self._link.noticed.connect(self.say)
        self._link.loading.connect(self._navigation.set_loading)
        self.recovery.failed.connect(self._failures.show)
        self.recovery.noticed.connect(self.say)
        self._workspace.failed.connect(self.page.output.say_error)
        self._workspace.named.connect(self._documents.name_generated)
        self._documents.named.connect(self._workspace.set_file)
        self._help.noticed.connect(self.say)
        self._documents.session_opened.connect(partial(self.show_page, GENERATE))
        self._around.abilities_changed.connect(self._commands.show_abilities)
        self._around.failed.connect(self._failures.show)
        self._around.progress_changed.connect(self._navigation.set_progress)
        self._around.history_made.connect(self._menus.add_history)
        self._around.writing_made.connect(self._documents.add)
        self._around.noticed.connect(self.say)
        self._documents.opening.reading_opened.connect(self._crossings.show_reading)
        self._crossings.noticed.connect(self.say)
        self._closing.watch(self._workspace, "")
        self._closing.agreed.connect(self.close)

    def _start_as_remembered(self) -> None:
        self._memory.restore(self)
        remember(self.page, self._link, self._memory)
        self._look.apply()
        self.show_page(GENERATE)
        self._navigation.page_chosen.connect(self._memory.keep_page)
        self.page.mr.table.setFocus()
        self._commands.show_abilities()

    # What is made after the first paint.

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint first; what takes long comes after."""
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self, self._make_plots)

    @Slot()
    def _make_plots(self) -> None:
        from charcopy_gui.plots.trace_view import TraceView

        self.page.set_trace(TraceView())
        if not self._closing.decided:
            self.recovery.begin()
            self._models.refresh()
            self._make_next_page()

    @Slot()
    def _make_next_page(self) -> None:
        """One page at a time, so that nobody who clicks has to wait for all of them."""
        if not self._closing.decided and self.pages.make_next():
            QTimer.singleShot(0, self, self._make_next_page)

    # Pages.

    def show_page(self, index: int) -> None:
        """Bring a page to the front."""
        self._navigation.set_page(index)

    # Files.

    def open_file(self, path: Path) -> None:
        """Show a session, or let a model write; once there are plots to show it in."""
        self.recovery.open(path)

    # Saying things.

    @Slot(object)
    def show_failure(self, failure: Failure) -> None:
        """Say on the page and in a dialog what went wrong."""
        self._link.show_failure(failure)

    def say(self, notice: str) -> None:
        """Say something that is good to know, and no failure."""
        self._menus.inform("CharCopy", notice)

    # Closing.

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask once where work would be stopped; else go at once, and let it be stopped."""
        if not self._closing.may_close():
            event.ignore()
            return
        self._memory.keep_geometry(self)
        self.hide()
        self._closing.stop_work()
        event.accept()

    @Slot()
    def leave(self) -> None:
        """Close without asking, as the terminal and the system want it; what was learnt is kept."""
        self._closing.stop_work()
        self.close()

    def end_work(self) -> None:
        """Wait for what `close` stopped; call it once nobody looks, and before destroying this."""
        self._closing.end_work()
