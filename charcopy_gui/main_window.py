"""The window: pages, links, menus and memory, joined; it decides nothing by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QCloseEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QWidget

from charcopy_gui import paths
from charcopy_gui.closing import Closing
from charcopy_gui.crossings import Crossings
from charcopy_gui.documents import Documents
from charcopy_gui.failure_dialog import FailureDialog
from charcopy_gui.generate_link import GenerateLink
from charcopy_gui.help import Help
from charcopy_gui.loading_marks import LoadingMarks
from charcopy_gui.look import Look
from charcopy_gui.memory import Memory, Places
from charcopy_gui.menus import Menus
from charcopy_gui.model_list import ModelList
from charcopy_gui.navigation import Navigation
from charcopy_gui.page_makers import PageMakers, WorkerMakers
from charcopy_gui.page_names import PAGE_KEYS, PAGES
from charcopy_gui.page_stack import PageStack
from charcopy_gui.pages.generate.examples import EXAMPLES
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.pages.page import Page
from charcopy_gui.plots.candidates import CandidatesPlot
from charcopy_gui.recovery import Recovery
from charcopy_gui.run_offer import RunOffer
from charcopy_gui.settings import Settings
from charcopy_gui.text_size import set_text_size
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workspace import Workspace
from core.meaning_representation import Slot as TableSlot
from core.records import Failure

if TYPE_CHECKING:
    from charcopy_gui.pages.compare.page import ComparePage
    from charcopy_gui.pages.data.page import DataPage
    from charcopy_gui.pages.evaluate.page import EvaluatePage
    from charcopy_gui.pages.models.page import ModelsPage
    from charcopy_gui.pages.read_back.page import ReadBackPage
    from charcopy_gui.pages.train.page import TrainPage
    from charcopy_gui.workers.comparison import Comparison
    from charcopy_gui.workers.evaluation import Evaluation
    from charcopy_gui.workers.training import Training

_GENERATE, _READ_BACK, _TRAIN, _EVALUATE, _DATA, _MODELS, _COMPARE = map(
    PAGES.index, ("Generate", "Read back", "Train", "Evaluate", "Data", "Models", "Compare")
)


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
        self._failure: FailureDialog | None = None
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
        self._makers = PageMakers(*joined, workers, self)
        self._stack = self._page_stack()
        self._look = Look(self, self._memory, self._menus, self._stack)
        self._documents = Documents(
            self,
            self.page,
            self._link,
            generation,
            self._look.theme,
            self._closing,
            lambda: self._stack.visible,
        )
        self._workspace = Workspace(
            places.workspace, self.page, self._link, generation, marks, self
        )
        shown = self.page, self._link, self._documents, self._workspace, self._memory, marks
        self.recovery = Recovery(self, *shown, self.show_page)
        self._help = Help(self, self._memory, self._link)
        self._crossings = Crossings(
            self.page, self._link, self._makers, self._stack, self.show_page, self
        )
        self._lay_out()
        self._fill_menus()
        self._join()
        self._start_as_remembered()

    # Making it.

    def _page_stack(self) -> PageStack:
        makers: dict[str, Callable[[], Page]] = {
            "Generate": lambda: self.page,
            "Read back": self._makers.read_back,
            "Train": self._makers.train,
            "Evaluate": self._makers.evaluate,
            "Data": self._makers.data,
            "Models": self._makers.models,
            "Compare": self._makers.compare,
        }
        return PageStack([makers[name] for name in PAGES])

    def _lay_out(self) -> None:
        self.setMinimumSize(1024, 640)
        self.resize(1440, 880)
        centre = QWidget()
        layout = QHBoxLayout(centre)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._navigation)
        layout.addWidget(RunOffer(self._stack, self._makers, self.show_page), 1)
        self.setCentralWidget(centre)

    def _fill_menus(self) -> None:
        slots, page = self.page.mr.commands, self.page
        self._documents.fill_menu(self._menus)
        self._menus.fill_edit(
            page.mr.model.history,
            (
                ("&Copy slots as line", "Ctrl+Shift+C", slots.copy),
                ("Copy slots as two c&olumns", "", slots.copy_columns),
                ("Copy slots as &JSON", "", slots.copy_json),
                ("&Paste slots", "Ctrl+Shift+V", slots.paste),
            ),
            (
                ("&Add slot", "Ctrl+Shift+A", slots.add_row),
                ("&Duplicate slots", "Ctrl+D", slots.duplicate),
                ("Re&move slots", "Ctrl+Shift+R", slots.remove_rows),
                ("Move &slots up", "Alt+Up", slots.move_up),
                ("Move slots do&wn", "Alt+Down", slots.move_down),
                ("Ra&ndom slots", "Ctrl+R", page.mr.roll),
            ),
        )
        self._menus.fill_view(PAGES, self._toggle_full_screen)
        self._menus.fill_run(self._run, self._stop, self._step_back, self._step_on)
        helps = self._help
        self._menus.fill_help(helps.show_guide, helps.show_log, helps.copy_diagnostics)

    def _join(self) -> None:
        self._navigation.page_chosen.connect(self._stack.show_page)
        self._stack.page_made.connect(self._memory.divide)
        self._stack.currentChanged.connect(self._show_abilities)
        self.page.abilities_changed.connect(self._show_abilities)
        self._menus.page_chosen.connect(self._navigation.set_page)
        self._link.started.connect(self.page.mr.live.settle)
        self._link.model_chosen.connect(self._memory.keep_model)
        self._link.device_chosen.connect(self._memory.keep_device)
        self.page.mr.live_changed.connect(self._memory.keep_live)
        self.page.generate_requested.connect(self._memory.keep_decoding)
        self._link.failed.connect(self._open_failure_dialog)
        self._link.noticed.connect(self.say)
        self._link.loading.connect(partial(self._navigation.set_progress, _GENERATE))
        self.recovery.failed.connect(self._open_failure_dialog)
        self.recovery.noticed.connect(self.say)
        self._workspace.failed.connect(self.page.output.say_error)
        self._workspace.named.connect(self._documents.show_name)
        self._documents.named.connect(self._workspace.set_file)
        self._help.noticed.connect(self.say)
        self._documents.session_opened.connect(partial(self.show_page, _GENERATE))
        self._memory.failed.connect(self.page.output.say_error)
        self._makers.abilities_changed.connect(self._show_abilities)
        self._makers.failed.connect(self._open_failure_dialog)
        self._makers.progress_changed.connect(self._navigation.set_progress)
        self._makers.history_made.connect(self._menus.add_history)
        self._makers.writing_made.connect(self._documents.saving.add)
        self._makers.noticed.connect(self.say)
        self._documents.opening.reading_opened.connect(self._crossings.show_reading)
        self._crossings.noticed.connect(self.say)
        self._closing.watch(self._workspace, "")
        self._closing.agreed.connect(self.close)

    def _start_as_remembered(self) -> None:
        self._memory.restore(self)
        self._fill_table()
        self.page.runs.set_config(self._memory.settings.decoding)
        self.page.mr.set_live(self._memory.settings.live)
        self._look.apply()
        self.show_page(_GENERATE)
        self._navigation.page_chosen.connect(self._keep_page)
        self.page.mr.table.setFocus()
        self._show_abilities()

    def _fill_table(self) -> None:
        """The table as it was left, or an example."""
        remembered, table = self._memory.settings, self.page.mr.model
        table.set_slots([TableSlot(*pair) for pair in remembered.slots], "Take slots")
        if not remembered.slots and not (remembered.mr and self.page.mr.set_text(remembered.mr)):
            self.page.mr.set_text(EXAMPLES[0][1])
        table.history.clear()
        self._memory.follow(table)

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
        if not self._closing.decided and self._stack.make_next():
            QTimer.singleShot(0, self, self._make_next_page)

    @property
    def read_back(self) -> ReadBackPage:
        """The Read back page, made now if it was not yet."""
        return cast("ReadBackPage", self._stack.page(_READ_BACK))

    @property
    def compare(self) -> ComparePage:
        """The Compare page, made now if it was not yet."""
        return cast("ComparePage", self._stack.page(_COMPARE))

    @property
    def train(self) -> TrainPage:
        """The Train page, made now if it was not yet."""
        return cast("TrainPage", self._stack.page(_TRAIN))

    @property
    def evaluate(self) -> EvaluatePage:
        """The Evaluate page, made now if it was not yet."""
        return cast("EvaluatePage", self._stack.page(_EVALUATE))

    @property
    def data(self) -> DataPage:
        """The Data page, made now if it was not yet."""
        return cast("DataPage", self._stack.page(_DATA))

    @property
    def models(self) -> ModelsPage:
        """The Models page, made now if it was not yet."""
        return cast("ModelsPage", self._stack.page(_MODELS))

    # Pages.

    @property
    def visible_page(self) -> Page:
        """The page that is seen."""
        return self._stack.visible

    def show_page(self, index: int) -> None:
        """Bring a page to the front."""
        self._navigation.set_page(index)

    @Slot()
    def _show_abilities(self) -> None:
        """Run and Stop are the visible page's; what acts on the table is enabled beside it."""
        self._menus.run.setEnabled(self._stack.visible.can_run)
        self._menus.stop.setEnabled(self._stack.visible.can_stop)
        self._menus.set_table_seen(self._stack.visible is self.page)
        self._menus.set_steps_seen(self._stack.visible.has_steps)
        self._menus.set_text_seen(self._documents.saving.possible)

    @Slot()
    def _run(self) -> None:
        self._stack.visible.run()

    @Slot()
    def _stop(self) -> None:
        self._stack.visible.stop()

    @Slot(int)
    def _keep_page(self, index: int) -> None:
        self._memory.keep_page("" if index == _GENERATE else PAGE_KEYS[index])

    # Files.

    def open_file(self, path: Path) -> None:
        """Show a session, or let a model write; once there are plots to show it in."""
        self.recovery.open(path)

    @Slot()
    def _step_back(self) -> None:
        self._stack.visible.move_step(-1)

    @Slot()
    def _step_on(self) -> None:
        self._stack.visible.move_step(1)

    # Saying things.

    @Slot(object)
    def show_failure(self, failure: Failure) -> None:
        """Say on the page and in a dialog what went wrong."""
        self._link.show_failure(failure)

    @Slot(object)
    def _open_failure_dialog(self, failure: Failure) -> None:
        if self._failure is not None:
            return
        self._failure = FailureDialog(failure, paths.log_file(), self)
        self._failure.finished.connect(self._forget_failure)
        self._failure.show()

    @Slot()
    def _forget_failure(self) -> None:
        self._failure = None

    def say(self, notice: str) -> None:
        """Say something that is good to know, and no failure."""
        self._menus.inform("CharCopy", notice)

    @Slot()
    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

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
