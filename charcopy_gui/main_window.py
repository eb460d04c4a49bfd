"""The window: pages, links, menus and memory, joined; it decides nothing by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QCloseEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QWidget

from charcopy_gui import paths
from charcopy_gui.closing import Closing
from charcopy_gui.failure_dialog import FailureDialog
from charcopy_gui.generate_link import GenerateLink
from charcopy_gui.look import Look
from charcopy_gui.memory import Memory, Places
from charcopy_gui.menus import Menus
from charcopy_gui.model_list import ModelList
from charcopy_gui.navigation import Navigation
from charcopy_gui.page_makers import PageMakers
from charcopy_gui.page_names import PAGES
from charcopy_gui.page_stack import PageStack
from charcopy_gui.pages.empty import EMPTY_PAGES, EmptyPage
from charcopy_gui.pages.generate.examples import EXAMPLES
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.pages.page import Page
from charcopy_gui.plots.candidates import CandidatesPlot
from charcopy_gui.settings import Settings
from charcopy_gui.workers.generation import Generation
from core.records import Failure

if TYPE_CHECKING:
    from charcopy_gui.pages.data.page import DataPage
    from charcopy_gui.pages.evaluate.page import EvaluatePage
    from charcopy_gui.pages.train.page import TrainPage
    from charcopy_gui.workers.evaluation import Evaluation
    from charcopy_gui.workers.training import Training
    from core.corpus.own import OwnFile

_GENERATE, _TRAIN, _EVALUATE, _DATA = map(PAGES.index, ("Generate", "Train", "Evaluate", "Data"))


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
    ) -> None:
        super().__init__()
        self._memory = Memory(settings or Settings(), places or Places(), self)
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
        joined = self._memory, self._models, self._closing, self._link
        self._makers = PageMakers(*joined, make_training, make_evaluation, self)
        self._stack = self._page_stack()
        self._look = Look(self, self._memory, self._menus, self._stack)
        self._lay_out()
        self._fill_menus()
        self._join()
        self._start_as_remembered()

    # Making it.

    def _page_stack(self) -> PageStack:
        makers: dict[str, Callable[[], Page]] = {
            text.title: partial(EmptyPage, text) for text in EMPTY_PAGES
        }
        makers |= {
            "Generate": lambda: self.page,
            "Train": self._makers.train,
            "Evaluate": self._makers.evaluate,
            "Data": self._makers.data,
        }
        return PageStack([makers[name] for name in PAGES])

    def _lay_out(self) -> None:
        self.setWindowTitle("CharCopy")
        self.setMinimumSize(1024, 640)
        self.resize(1440, 880)
        centre = QWidget()
        layout = QHBoxLayout(centre)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._navigation)
        layout.addWidget(self._stack, 1)
        self.setCentralWidget(centre)

    def _fill_menus(self) -> None:
        table, page = self.page.mr.table, self.page
        self._menus.fill_file(self._models.open, self.close)
        self._menus.fill_edit(
            page.mr.model.history,
            (
                ("&Copy slots as line", "Ctrl+Shift+C", table.copy),
                ("&Paste slots", "Ctrl+Shift+V", table.paste),
            ),
            (
                ("&Add slot", "Ctrl+Shift+A", table.add_row),
                ("&Remove slots", "Ctrl+Shift+R", table.remove_rows),
                ("Move slots &up", "Alt+Up", table.move_up),
                ("Move slots &down", "Alt+Down", table.move_down),
            ),
        )
        self._menus.fill_view(PAGES, self._toggle_full_screen)
        self._menus.fill_run(self._run, self._stop, self._step_back, self._step_on)

    def _join(self) -> None:
        self._navigation.page_chosen.connect(self._stack.show_page)
        self._stack.page_made.connect(self._memory.divide)
        self._stack.currentChanged.connect(self._show_abilities)
        self.page.abilities_changed.connect(self._show_abilities)
        self._menus.page_chosen.connect(self._navigation.set_page)
        self._link.started.connect(self._memory.keep_mr)
        self._link.model_chosen.connect(self._memory.keep_model)
        self._link.device_chosen.connect(self._memory.keep_device)
        self._link.failed.connect(self._open_failure_dialog)
        self._memory.failed.connect(self.page.output.say_error)
        self._makers.abilities_changed.connect(self._show_abilities)
        self._makers.failed.connect(self._open_failure_dialog)
        self._makers.progress_changed.connect(self._navigation.set_progress)
        self._makers.generate_requested.connect(self._open_in_generate)
        self._makers.use_requested.connect(self._use_model)
        self._makers.train_requested.connect(self._train_on)
        self._makers.answered.connect(self._keep_own_files)
        self._closing.agreed.connect(self.close)

    def _start_as_remembered(self) -> None:
        self._memory.restore(self)
        remembered = self._memory.settings.mr
        if not remembered or not self.page.mr.set_text(remembered):
            self.page.mr.set_text(EXAMPLES[0][1])
        self.page.mr.model.history.clear()
        self._look.apply()
        self.show_page(_GENERATE)
        self.page.mr.table.setFocus()
        self._show_abilities()

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
            self.page.run()
            self._models.refresh()
            self._make_next_page()

    @Slot()
    def _make_next_page(self) -> None:
        """One page at a time, so that nobody who clicks has to wait for all of them."""
        if not self._closing.decided and self._stack.make_next():
            QTimer.singleShot(0, self, self._make_next_page)

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

    @Slot()
    def _run(self) -> None:
        self._stack.visible.run()

    @Slot()
    def _stop(self) -> None:
        self._stack.visible.stop()

    # What pages and links ask for.

    @Slot(str, object)
    def _open_in_generate(self, mr: str, model: Path | None) -> None:
        """Let a table be written for, by the model that was evaluated or by the one in use."""
        from core.corpus import lenient  # Nothing of corpora is needed for the first paint.

        try:
            self.page.mr.set_text(lenient.regular(mr))
        except ValueError as error:
            self.say(f"This table cannot be opened in Generate: {error}")
            return
        self.show_page(_GENERATE)
        if model is None or model == self._link.model:
            self.page.run()
        else:
            self._link.choose_model(model)

    @Slot(object)
    def _keep_own_files(self, files: Sequence[OwnFile]) -> None:
        self.data.add_own(files)

    @Slot(str)
    def _train_on(self, corpus: str) -> None:
        self.train.form.corpus.choose(corpus)
        self.show_page(_TRAIN)

    @Slot(object)
    def _use_model(self, path: Path) -> None:
        self._link.choose_model(path)
        if self._link.model == path:
            self.show_page(_GENERATE)

    @Slot()
    def _step_back(self) -> None:
        self.page.move_step(-1)

    @Slot()
    def _step_on(self) -> None:
        self.page.move_step(1)

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
