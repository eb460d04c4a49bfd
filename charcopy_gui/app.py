"""The program around the window: Qt's application, from its start to its end."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from charcopy_gui import workers

if sys.platform == "win32":
    workers.import_torch_before_qt()

from PySide6.QtCore import QDeadlineTimer, QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from charcopy_gui.appearance.icons import application_icon
from charcopy_gui.page_names import PAGE_KEYS
from charcopy_gui.pages.generate.examples import EXAMPLES
from charcopy_gui.process.garbage import Sweeper
from charcopy_gui.process.interrupts import Interrupts
from charcopy_gui.process.log import Reporter, start_log
from charcopy_gui.starting import Start, model_path, plan
from charcopy_gui.storage import geometry, paths
from charcopy_gui.storage.loading_marks import LoadingMarks
from charcopy_gui.storage.settings import Settings
from charcopy_gui.window.main_window import MainWindow
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.loading import load_model, marked, prepare_kernels
from charcopy_gui.workers.requests import Load

if TYPE_CHECKING:
    from charcopy_gui.workers.training import Training

_PATIENCE_MILLISECONDS = 120_000
SCREENSHOT_SIZE = (1440, 880)


def run_window(
    model: str | None = None, file: Path | None = None, *, reset: bool = False, safe: bool = False
) -> int:
    """Open the window and stay until it is closed.

    Args:
        model: name or path of the model to start with; the one used last where it is None.
        file: a session to show, or a model to write with.
        reset: set what is remembered aside, and start afresh.
        safe: load nothing of what was used last.

    Raises:
        ModelCardError: there is no such model.
    """
    log = paths.log_file()
    start_log(log)
    marks = LoadingMarks(paths.marks_folder())
    start = plan(marks, model, file, reset=reset, safe=safe)
    application = _application()
    with Reporter(log.with_name("crashes.log")) as reporter, Sweeper():
        try:
            return _show(application, start, marks, reporter)
        finally:
            marks.close()


def _show(application: QApplication, start: Start, marks: LoadingMarks, reporter: Reporter) -> int:
    """Make the window, and stay until it is closed; nothing of it is left afterwards."""
    interrupts = Interrupts()
    window = MainWindow(
        Generation(load=marked(load_model, marks), prepare=prepare_kernels),
        make_training,
        start.settings,
        start.model,
        start.places,
        marks=marks,
    )
    reporter.reported.connect(window.show_failure)
    interrupts.came.connect(window.leave)
    window.recovery.leave_out(start.left_out, still=start.still)
    if start.file is not None:
        window.open_file(start.file.absolute())
    try:
        with interrupts:
            geometry.fit(window)
            window.show()
            if start.notice:
                window.say(start.notice)
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
    path = model_path(model, Settings())
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
        while not window.pages.visible.is_ready and not deadline.hasExpired():
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


def _application() -> QApplication:
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(sys.argv[:1])
    application.setApplicationName("CharCopy")
    application.setDesktopFileName("charcopy")
    application.setStyle("Fusion")
    application.setWindowIcon(application_icon())
    return application
