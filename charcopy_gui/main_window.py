"""The window: navigation, pages, plots and workers, joined; it decides nothing by itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QCloseEvent, QGuiApplication, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QMainWindow,
    QMessageBox,
    QStackedWidget,
    QWidget,
)

from charcopy_gui import paths
from charcopy_gui import settings as remembered
from charcopy_gui.failure_dialog import FailureDialog
from charcopy_gui.menus import Menus
from charcopy_gui.navigation import Navigation
from charcopy_gui.pages.empty import EMPTY_PAGES, EmptyPage
from charcopy_gui.pages.generate.examples import EXAMPLES
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.pages.generate.run_panel import Activity
from charcopy_gui.pages.train.page import TrainPage
from charcopy_gui.plots.throttle import Throttle
from charcopy_gui.settings import Geometry, Settings, TrainingChoices
from charcopy_gui.stylesheet import stylesheet
from charcopy_gui.theme import DARK, LIGHT, Theme, palette, system_theme
from charcopy_gui.train_link import TrainLink
from charcopy_gui.workers.generation import Generation, ModelReady
from charcopy_gui.workers.training import Training
from core import model_card
from core.config import DecodingConfig
from core.records import Failure, FailureKind

PAGES = ("Generate", "Read back", "Train", "Evaluate", "Data", "Models")
_GENERATE, _TRAIN = PAGES.index("Generate"), PAGES.index("Train")
_NO_MODEL = "There is no model yet: train one, or open one under File, Open model."


@dataclass(frozen=True, slots=True)
class Memory:
    """Where the window remembers things; None for what it is not to remember."""

    settings: Path | None = None
    geometry: Path | None = None


class MainWindow(QMainWindow):
    """One window, a worker for generation and one for training, one page seen at a time."""

    def __init__(
        self,
        generation: Generation,
        settings: Settings | None = None,
        model: Path | None = None,
        memory: Memory | None = None,
        training: Training | None = None,
    ) -> None:
        super().__init__()
        self._settings = settings or Settings()
        self._memory = memory or Memory()
        self._model = model
        self._ready: tuple[Path, str] | None = None
        self._request: tuple[str, DecodingConfig] | None = None
        self._painted = False
        self._closing = False
        self._question: QMessageBox | None = None
        self._failure: FailureDialog | None = None
        self.generation = generation
        self.training = training or Training()
        self.page = GeneratePage()
        self.train = TrainPage()
        self._train_link = TrainLink(self.train, self.training, self)
        self._navigation = Navigation(PAGES)
        self._stack = QStackedWidget()
        self._throttle = Throttle(self)
        self._menus = Menus(self)
        self._lay_out()
        self._fill_menus()
        self._join()
        self._start_as_remembered()

    # Making it.

    def _lay_out(self) -> None:
        self.setWindowTitle("CharCopy")
        self.setMinimumSize(1024, 640)
        self.resize(1440, 880)
        pages = {text.title: EmptyPage(text) for text in EMPTY_PAGES}
        for title in PAGES:
            made = {"Generate": self.page, "Train": self.train}.get(title)
            self._stack.addWidget(made or pages[title])
        centre = QWidget()
        layout = QHBoxLayout(centre)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._navigation)
        layout.addWidget(self._stack, 1)
        self.setCentralWidget(centre)

    def _fill_menus(self) -> None:
        table, page = self.page.mr.table, self.page
        self._menus.fill_file(self._open_model, self.close)
        self._menus.fill_edit(
            page.mr.model.history,
            (
                ("&Copy slots as line", "Ctrl+Shift+C", table.copy),
                ("&Paste slots", "Ctrl+Shift+V", table.paste),
                ("", "", self.close),
                ("&Add slot", "Ctrl+Shift+A", table.add_row),
                ("&Remove slots", "Ctrl+Shift+R", table.remove_rows),
                ("Move slots &up", "Alt+Up", table.move_up),
                ("Move slots &down", "Alt+Down", table.move_down),
            ),
        )
        self._menus.fill_view(PAGES, self._toggle_full_screen)
        self._menus.fill_run(self._run, page.stop, self._step_back, self._step_on)

    def _join(self) -> None:
        self.page.generate_requested.connect(self._generate)
        self.page.stop_requested.connect(self.generation.stop)
        self.page.device_requested.connect(self._choose_device)
        self.page.activity_changed.connect(self._show_activity)
        self._navigation.page_chosen.connect(self._stack.setCurrentIndex)
        self._menus.page_chosen.connect(self._navigation.set_page)
        self._menus.theme_chosen.connect(self._choose_theme)
        self._menus.model_chosen.connect(self.choose_model)
        self.generation.model_ready.connect(self._show_model)
        self.generation.record.connect(self._throttle.push)
        self.generation.failed.connect(self.show_failure)
        self.generation.ended.connect(self._end)
        self._throttle.drained.connect(self.page.show_records)
        self.train.use_requested.connect(self._use_model)
        self.train.progress_changed.connect(self._show_training_progress)
        self._train_link.started.connect(self._remember_training)
        self._train_link.failed.connect(self._open_failure_dialog)
        self._train_link.ended.connect(self._list_models)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)

    def _start_as_remembered(self) -> None:
        example = EXAMPLES[0][1]
        if not self._settings.mr or not self.page.mr.set_text(self._settings.mr):
            self.page.mr.set_text(example)
        self.page.mr.model.history.clear()
        self.page.runs.set_device(self._settings.device)
        self._apply_theme()
        self._list_models()
        self.train.form.set_choices(self._settings.training)
        self.show_page(_GENERATE)
        self.page.mr.table.setFocus()
        self._show_activity(Activity.IDLE)
        if self._memory.geometry is not None:
            Geometry(self._memory.geometry).restore(self)

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
        if not self._closing:
            self.page.run()

    # Pages and themes.

    def show_page(self, index: int) -> None:
        """Bring a page to the front."""
        self._navigation.set_page(index)

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

    # Models and devices.

    @Slot()
    def _list_models(self) -> None:
        cards = model_card.available(paths.model_folders())
        models = [(card.name, card.path) for card in cards]
        models += [(f"{path.parent.name}/best", path) for path in paths.run_models()]
        self._menus.set_models(models, self._model)
        self.train.set_models(models)
        if self._model is not None:
            self._navigation.set_model(self._model.name.removesuffix(model_card.SUFFIX))

    @Slot()
    def _open_model(self) -> None:
        dialog = QFileDialog(self, "Open model", str(paths.data_folder()))
        dialog.setNameFilter(f"Models (*{model_card.SUFFIX})")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._open_model_file)
        dialog.open()

    @Slot(str)
    def _open_model_file(self, name: str) -> None:
        self.choose_model(Path(name))

    @Slot(object)
    def choose_model(self, path: Path) -> None:
        """Let another model write, once its card could be read."""
        try:
            model_card.read(path)
        except model_card.ModelCardError as error:
            self.show_failure(Failure(FailureKind.INPUT, str(error)))
            return
        self._model = path
        self._remember(replace(self._settings, model=str(path)))
        self._list_models()
        self._load()

    @Slot(str)
    def _choose_device(self, device: str) -> None:
        self._remember(replace(self._settings, device=device))
        self._load()

    def _load(self) -> None:
        if self._model is None:
            return
        self.page.begin(Activity.LOADING)
        if self._request is None:
            self.generation.load(self._model, self._settings.device)
        else:
            self.generation.generate(self._model, self._settings.device, *self._request)

    @Slot(object)
    def _show_model(self, ready: ModelReady) -> None:
        asked = self._settings.device
        self._ready = (ready.card.path, asked)
        self.page.set_model(ready.card, asked, ready.device)
        corpus = ready.card.provenance.corpus
        tip = f"{ready.card.config.variant}, trained on {corpus}" if corpus else ""
        self._navigation.set_model(ready.card.name, tip)
        self._navigation.set_device(ready.device.description, asked.upper(), ready.device.reason)

    # Training.

    @Slot(object)
    def _remember_training(self, choices: TrainingChoices) -> None:
        self._remember(replace(self._settings, training=choices))

    @Slot(object)
    def _show_training_progress(self, share: float | None) -> None:
        self._navigation.set_progress(_TRAIN, share)

    @Slot(object)
    def _use_model(self, path: Path) -> None:
        self.choose_model(path)
        if self._model == path:
            self.show_page(_GENERATE)
            self.page.run()

    # Generating.

    @Slot()
    def _run(self) -> None:
        if self._stack.currentIndex() == _TRAIN:
            self.train.start()
        else:
            self.page.run()

    @Slot(object, object)
    def _generate(self, mr: str, config: DecodingConfig) -> None:
        if self._model is None:
            self.page.output.say_error(_NO_MODEL)
            return
        self._remember(replace(self._settings, mr=mr))
        self._request = mr, config
        loaded = self._ready == (self._model, self._settings.device)
        self.page.begin(Activity.WRITING if loaded else Activity.LOADING)
        self.generation.generate(self._model, self._settings.device, mr, config)

    @Slot()
    def _end(self) -> None:
        self._throttle.flush()
        self._request = None
        self.page.end()

    @Slot(object)
    def _show_activity(self, activity: Activity) -> None:
        self._menus.run.setEnabled(activity in (Activity.IDLE, Activity.LOADING))
        self._menus.stop.setEnabled(activity in (Activity.LOADING, Activity.WRITING))

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
        self._throttle.flush()
        self.page.show_failure(failure)
        self._open_failure_dialog(failure)

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
        if self._memory.settings is not None:
            try:
                remembered.save(self._settings, self._memory.settings)
            except OSError as error:
                self.page.output.say_error(f"The settings could not be saved: {error.strerror}.")

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask once while a text is written or a model trained; then end everything cleanly."""
        going_on = self._going_on()
        if going_on and not self._closing:
            event.ignore()
            self._ask_to_close(f"{going_on} Stop and close?")
            return
        self._closing = True
        if self._memory.geometry is not None:
            Geometry(self._memory.geometry).keep(self)
        self.hide()
        self.generation.stop()
        self.training.stop()
        self.generation.close()
        self.training.close()
        event.accept()

    def _going_on(self) -> str:
        """What closing would stop, in sentences."""
        parts = []
        if self.page.activity is Activity.WRITING:
            parts.append("A text is still being written.")
        if self.training.busy:
            parts.append("A model is being trained; what it has learnt is kept.")
        return " ".join(parts)

    def _ask_to_close(self, question: str) -> None:
        if self._question is None:
            buttons = QMessageBox.StandardButton.Close | QMessageBox.StandardButton.Cancel
            self._question = QMessageBox(
                QMessageBox.Icon.Question, "Close CharCopy", "", buttons, self
            )
            self._question.finished.connect(self._answer)
        self._question.setText(question)
        self._question.open()

    @Slot(int)
    def _answer(self, answer: int) -> None:
        if answer == QMessageBox.StandardButton.Close:
            self._closing = True
            self.close()
