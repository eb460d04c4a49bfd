"""The window: pages, links, menus and memory, joined; it decides nothing by itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QCloseEvent, QGuiApplication, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QWidget,
)

from charcopy_gui import paths
from charcopy_gui import settings as remembered
from charcopy_gui.closing import Closing
from charcopy_gui.failure_dialog import FailureDialog
from charcopy_gui.generate_link import GenerateLink
from charcopy_gui.menus import Menus
from charcopy_gui.model_list import ModelList
from charcopy_gui.navigation import Navigation
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.empty import EMPTY_PAGES, EmptyPage
from charcopy_gui.pages.generate.examples import EXAMPLES
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.pages.page import Page
from charcopy_gui.pages.train.page import TrainPage
from charcopy_gui.settings import Geometry, Settings, TrainingChoices
from charcopy_gui.stylesheet import stylesheet
from charcopy_gui.theme import DARK, LIGHT, Theme, palette, system_theme
from charcopy_gui.train_link import TrainLink
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.training import Training
from core.model_card import ModelCard
from core.records import Failure

_GENERATE, _TRAIN = PAGES.index("Generate"), PAGES.index("Train")


@dataclass(frozen=True, slots=True)
class Places:
    """Where the window keeps what it remembers; None for what it is not to remember."""

    settings: Path | None = None
    geometry: Path | None = None


class MainWindow(QMainWindow):
    """One window, a worker for generation and one for training, one page seen at a time."""

    def __init__(
        self,
        generation: Generation,
        training: Training,
        settings: Settings | None = None,
        model: Path | None = None,
        places: Places | None = None,
    ) -> None:
        super().__init__()
        self._settings = settings or Settings()
        self._places = places or Places()
        self._painted = False
        self._failure: FailureDialog | None = None
        self.generation = generation
        self.training = training
        self.page = GeneratePage()
        self.train = TrainPage()
        made: dict[str, Page] = {text.title: EmptyPage(text) for text in EMPTY_PAGES}
        made |= {"Generate": self.page, "Train": self.train}
        self._pages = [made[name] for name in PAGES]
        self._link = GenerateLink(self.page, generation, model, self._settings.device, self)
        self._train_link = TrainLink(self.train, training, self)
        self._closing = Closing(self, self.page, generation, training)
        self._navigation = Navigation(PAGES)
        self._stack = QStackedWidget()
        self._menus = Menus(self)
        self._models = ModelList(self, self._link, self._menus, self._navigation, self.train)
        self._lay_out()
        self._fill_menus()
        self._join()
        self._start_as_remembered()

    # Making it.

    def _lay_out(self) -> None:
        self.setWindowTitle("CharCopy")
        self.setMinimumSize(1024, 640)
        self.resize(1440, 880)
        for page in self._pages:
            self._stack.addWidget(page)
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
        self._navigation.page_chosen.connect(self._stack.setCurrentIndex)
        self._stack.currentChanged.connect(self._show_abilities)
        self.page.abilities_changed.connect(self._show_abilities)
        self.train.abilities_changed.connect(self._show_abilities)
        self._menus.page_chosen.connect(self._navigation.set_page)
        self._menus.theme_chosen.connect(self._choose_theme)
        self._link.started.connect(self._remember_mr)
        self._link.model_chosen.connect(self._remember_model)
        self._link.device_chosen.connect(self._remember_device)
        self._link.failed.connect(self._open_failure_dialog)
        self._train_link.started.connect(self._remember_training)
        self._train_link.failed.connect(self._open_failure_dialog)
        self._train_link.ended.connect(self._models.refresh)
        self.train.use_requested.connect(self._use_model)
        self.train.progress_changed.connect(self._show_training_progress)
        self._closing.agreed.connect(self.close)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)

    def _start_as_remembered(self) -> None:
        example = EXAMPLES[0][1]
        if not self._settings.mr or not self.page.mr.set_text(self._settings.mr):
            self.page.mr.set_text(example)
        self.page.mr.model.history.clear()
        self._apply_theme()
        self.train.form.set_choices(self._settings.training)
        self.show_page(_GENERATE)
        self.page.mr.table.setFocus()
        self._show_abilities()
        if self._places.geometry is not None:
            Geometry(self._places.geometry).restore(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint first; what takes long to load comes after."""
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self._make_plots)

    @Slot()
    def _make_plots(self) -> None:
        from charcopy_gui.plots.candidates import CandidatesPlot
        from charcopy_gui.plots.curves import CurvesPlot
        from charcopy_gui.plots.trace_view import TraceView

        self.page.set_plots(TraceView(), CandidatesPlot())
        self.train.set_plot(CurvesPlot())
        if not self._closing.decided:
            self.page.run()

    # Pages and themes.

    def show_page(self, index: int) -> None:
        """Bring a page to the front."""
        self._navigation.set_page(index)

    def _visible(self) -> Page:
        return self._pages[self._stack.currentIndex()]

    @Slot()
    def _show_abilities(self) -> None:
        """Run and Stop are the visible page's, here as on its buttons."""
        self._menus.run.setEnabled(self._visible().can_run)
        self._menus.stop.setEnabled(self._visible().can_stop)

    @Slot()
    def _run(self) -> None:
        self._visible().run()

    @Slot()
    def _stop(self) -> None:
        self._visible().stop()

    def _theme(self) -> Theme:
        return {"light": LIGHT, "dark": DARK}.get(self._settings.theme) or system_theme()

    def _apply_theme(self) -> None:
        theme = self._theme()
        QApplication.setPalette(palette(theme))
        self.setStyleSheet(stylesheet(theme))
        self.page.set_theme(theme)
        self.train.set_theme(theme)
        self._menus.set_theme(self._settings.theme)

    @Slot(str)
    def _choose_theme(self, theme: str) -> None:
        self._remember(replace(self._settings, theme=theme))
        self._apply_theme()

    @Slot()
    def _follow_system(self) -> None:
        if self._settings.theme == "system":
            self._apply_theme()

    # What the links report.

    @Slot(str)
    def _remember_mr(self, mr: str) -> None:
        self._remember(replace(self._settings, mr=mr))

    @Slot(object)
    def _remember_model(self, card: ModelCard) -> None:
        self._remember(replace(self._settings, model=str(card.path)))

    @Slot(str)
    def _remember_device(self, device: str) -> None:
        self._remember(replace(self._settings, device=device))

    @Slot(object)
    def _remember_training(self, choices: TrainingChoices) -> None:
        self._remember(replace(self._settings, training=choices))

    @Slot(object)
    def _show_training_progress(self, share: float | None) -> None:
        self._navigation.set_progress(_TRAIN, share)

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

    # Remembering and closing.

    def _remember(self, settings: Settings) -> None:
        self._settings = settings
        if self._places.settings is not None:
            try:
                remembered.save(self._settings, self._places.settings)
            except OSError as error:
                self.page.output.say_error(f"The settings could not be saved: {error.strerror}.")

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask once where work would be stopped; else go at once, and let it be stopped."""
        if not self._closing.may_close():
            event.ignore()
            return
        if self._places.geometry is not None:
            Geometry(self._places.geometry).keep(self)
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
