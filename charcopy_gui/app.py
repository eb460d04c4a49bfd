"""The program around the window: Qt's application, the log, and what nobody caught."""

from __future__ import annotations

import logging
import os
import platform
import sys
import threading
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from charcopy_gui import workers

if sys.platform == "win32":
    workers.import_torch_before_qt()

from PySide6.QtCore import QDeadlineTimer, QEvent, QEventLoop, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from charcopy_gui import paths, settings
from charcopy_gui.icons import application_icon
from charcopy_gui.interrupts import Interrupts
from charcopy_gui.main_window import MainWindow
from charcopy_gui.memory import Places
from charcopy_gui.page_names import PAGE_KEYS
from charcopy_gui.pages.generate.examples import EXAMPLES
from charcopy_gui.settings import Settings
from charcopy_gui.workers.generation import Generation, Load, load_model, prepare_kernels
from charcopy_gui.workers.worker import failure_of
from core import model_card

if TYPE_CHECKING:
    from charcopy_gui.workers.training import Training

_log = logging.getLogger(__name__)
_LOG_BYTES = 1_000_000
_PATIENCE_MILLISECONDS = 120_000
SCREENSHOT_SIZE = (1440, 880)


def run_window(model: str | None = None) -> int:
    """Open the window and stay until it is closed.

    Args:
        model: name or path of the model to start with; the one used last where it is None.

    Raises:
        ModelCardError: there is no such model.
    """
    start_log(paths.log_file())
    chosen, notice = settings.load(paths.settings_file())
    path = _model_path(model, chosen)
    application = _application()
    reporter = Reporter()
    places = Places(paths.settings_file(), paths.geometry_file())
    window = MainWindow(Generation(prepare=prepare_kernels), make_training, chosen, path, places)
    reporter.reported.connect(window.show_failure)
    interrupts = Interrupts()
    interrupts.came.connect(window.leave)
    try:
        with reporter, interrupts:
            window.show()
            if notice:
                window.say(notice)
            return application.exec()
    finally:
        _dispose(window)


def take_screenshot(
    out: Path,
    page: str = "generate",
    theme: str = "light",
    model: str | None = None,
    size: tuple[int, int] = SCREENSHOT_SIZE,
    load: Load = load_model,
) -> int:
    """Render the window, with the example written, into a PNG file; no display is needed.

    Returns:
        0, or 1 where no text or no file came of it.

    Raises:
        ModelCardError: there is no such model.
        ValueError: there is no such page.
    """
    if page not in PAGE_KEYS:
        msg = f"There is no page {page!r}; the pages are: {', '.join(PAGE_KEYS)}."
        raise ValueError(msg)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    path = _model_path(model, Settings())
    _application()
    chosen = Settings(mr=EXAMPLES[0][1], theme=theme)
    window = MainWindow(Generation(load), make_training, chosen, path)
    window.resize(*size)
    window.show()
    try:
        if path is not None and not _wait(window.generation.ended, window):
            return 1
        window.show_page(PAGE_KEYS.index(page))
        deadline = QDeadlineTimer(_PATIENCE_MILLISECONDS)
        while not window.visible_page.is_ready and not deadline.hasExpired():
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 10)
        for _ in range(2):  # The first paint, and the plots that are made after it.
            QApplication.processEvents()
        return 0 if window.grab().save(str(out), "PNG") else 1
    finally:
        _dispose(window)


def make_training() -> Training:
    """The worker for training; what it reads corpora with is not loaded before it is needed."""
    from charcopy_gui.workers.training import Training

    return Training()


def _wait(signal: object, window: MainWindow) -> bool:
    """Let the window work until it has written; False where it failed or took too long."""
    loop = QEventLoop()
    outcome = {"failed": False}
    deadline = QTimer(singleShot=True, interval=_PATIENCE_MILLISECONDS)
    deadline.timeout.connect(lambda: loop.exit(1))
    window.generation.failed.connect(lambda _: outcome.update(failed=True))
    signal.connect(loop.quit)  # type: ignore[attr-defined]
    deadline.start()
    late = loop.exec()
    deadline.stop()
    return not late and not outcome["failed"]


def _dispose(window: MainWindow) -> None:
    """End its work, and take it apart now; left to the garbage collector, the order is any."""
    window.end_work()
    window.deleteLater()
    QApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)


def _model_path(asked: str | None, chosen: Settings) -> Path | None:
    """The model asked for, else the one used last, else the shipped one, else any, else none."""
    folders = paths.model_folders()
    if asked is not None:
        return model_card.find(asked, folders)
    for name in filter(None, (chosen.model, model_card.DEFAULT)):
        try:
            return model_card.find(name, folders)
        except model_card.ModelCardError:
            continue
    cards = model_card.available(folders)
    return cards[0].path if cards else None


def _application() -> QApplication:
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(sys.argv[:1])
    application.setApplicationName("CharCopy")
    application.setDesktopFileName("charcopy")
    application.setStyle("Fusion")
    application.setWindowIcon(application_icon())
    return application


def start_log(path: Path) -> None:
    """Write the log to a file that turns over by size; without a place for it, do without."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(path, maxBytes=_LOG_BYTES, backupCount=2, encoding="utf-8")
    except OSError:
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    # platform.platform() would start another program to ask for the processor.
    system = platform.system(), platform.release(), platform.machine()
    _log.info("Started on Python %s, %s", platform.python_version(), " ".join(system))


class Reporter(QObject):
    """While entered, takes whatever nobody caught, in any thread, to the log and the window."""

    reported = Signal(object)
    """A Failure."""

    def __enter__(self) -> Reporter:
        self._before: tuple[Callable, Callable] = sys.excepthook, threading.excepthook
        sys.excepthook = self._report
        threading.excepthook = self._report_thread
        return self

    def __exit__(self, *_: object) -> None:
        sys.excepthook, threading.excepthook = self._before

    def _report(
        self, _: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        failure = failure_of(error.with_traceback(trace))
        _log.error("Not caught: %s\n%s", failure.sentence, failure.detail)
        self.reported.emit(failure)

    def _report_thread(self, arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            self._report(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)
