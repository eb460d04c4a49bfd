"""The log: a file that turns over by size, and whatever is to be found in it afterwards."""

from __future__ import annotations

import faulthandler
import logging
import os
import platform
import sys
import threading
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

from core.failures import failure_of

_log = logging.getLogger(__name__)
_qt_log = logging.getLogger("Qt")
_BYTES, _OLDER = 1_000_000, 2
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class LogFile(RotatingFileHandler):
    """A log that several windows write to: when one turns it over, the others go on in the new."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line into the file that has the log's name now."""
        try:
            if self.stream is not None and not self._is_current(self.stream.fileno()):
                self.stream.close()
                self.stream = self._open()
        except (OSError, ValueError):
            self.handleError(record)
        else:
            super().emit(record)

    def _is_current(self, descriptor: int) -> bool:
        try:
            return os.path.samestat(os.fstat(descriptor), Path(self.baseFilename).stat())
        except FileNotFoundError:
            return False

    def doRollover(self) -> None:
        """Turn over; where another window holds the file, as on Windows, it grows on."""
        try:
            super().doRollover()
        except OSError:
            self.stream = self._open()


def start_log(path: Path) -> None:
    """Write the log to a file; without a place for it, do without."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = LogFile(
            path,
            maxBytes=_BYTES,
            backupCount=_OLDER,
            encoding="utf-8",
            errors="backslashreplace",  # Paths need not be UTF-8.
        )
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
    """While entered, takes whatever nobody caught, in any thread, to the log and the window.

    What Qt and Python's libraries warn of goes to the log alone; what ends the process so that no
    Python is run any more leaves the threads' places in a file beside it.
    """

    reported = Signal(object)
    """A Failure."""

    def __init__(self, crashes: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = crashes
        self._crashes: Any = None

    def __enter__(self) -> Reporter:
        self._before: tuple[Callable, Callable, Callable] = (
            sys.excepthook,
            threading.excepthook,
            sys.unraisablehook,
        )
        sys.excepthook = self._report
        threading.excepthook = self._report_thread
        sys.unraisablehook = _note
        logging.captureWarnings(True)
        self._qt_before = qInstallMessageHandler(_take_from_qt)
        self._watch_for_crashes()
        return self

    def __exit__(self, *_: object) -> None:
        sys.excepthook, threading.excepthook, sys.unraisablehook = self._before
        logging.captureWarnings(False)
        qInstallMessageHandler(self._qt_before)
        if self._crashes is not None:
            faulthandler.disable()
            self._crashes.close()

    def _watch_for_crashes(self) -> None:
        if self._path is None or faulthandler.is_enabled():  # Someone has asked for it elsewhere.
            return
        try:
            self._crashes = self._path.open("a", encoding="utf-8")
        except OSError:
            return
        faulthandler.enable(self._crashes)

    def _report(
        self, _: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        failure = failure_of(error.with_traceback(trace))
        _log.error("Not caught: %s\n%s", failure.sentence, failure.detail)
        self.reported.emit(failure)

    def _report_thread(self, arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            self._report(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)


def _note(unraisable: Any) -> None:  # noqa: ANN401
    """Something went wrong where nothing could be raised: it is no news for the window."""
    if unraisable.exc_value is not None:
        detail = failure_of(unraisable.exc_value).detail
        _log.error("Not raised: %s\n%s", unraisable.err_msg or "in a destructor", detail)


def _take_from_qt(kind: QtMsgType, _: QMessageLogContext, message: str) -> None:
    _qt_log.log(_LEVELS.get(kind, logging.WARNING), "%s", message)
    # As Qt does it by itself: who looks at the terminal sees it there, too.
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"{message}\n")


def tail(path: Path, size: int = 64_000) -> str:
    """The end of the log, whole lines; empty where there is none."""
    try:
        with path.open("rb") as file:
            start = max(0, file.seek(0, os.SEEK_END) - size)
            file.seek(start)
            text = file.read().decode("utf-8", errors="replace")
    except OSError:
        return ""
    return text.partition("\n")[2] if start else text
