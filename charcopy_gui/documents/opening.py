"""Opening models and sessions alike: chosen, dropped on the window, or named at its start."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from charcopy_gui.links.generate import GenerateLink
from charcopy_gui.links.model_list import models
from charcopy_gui.pages.parts.file_dialog import FileDialog
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.worker import Worker
from core import cancellation, files, model_card
from core.records import Failure, FailureKind, Phase
from core.session import SUFFIX, DamagedError, NewerError, Session

_SUFFIXES = (SUFFIX, model_card.SUFFIX)
_TRACE = ".json"
"""Taken as well, to say that it is not what opens again."""
_NO_SESSION = (
    "{name} is not a session: traces are exported for other programs to read. What opens here is"
    f" a session ({SUFFIX}), which File, Save session writes."
)
_DAMAGED = (
    "It is left as it is, and what was shown stays: open another copy of it, or write for its table"
    " again."
)
_NEWER = "It is left as it is: open it with that version, or a later one."


@dataclass(frozen=True, slots=True)
class Opened:
    """A session, and the file of the model that wrote it, where that is here."""

    path: Path
    session: Session
    model: Path | None


class Opening(QObject):
    """Reads sessions in a thread of its own, and has the link show them; models are the link's."""

    begun = Signal(object)
    """The path of a session that is going to be read."""
    session_opened = Signal(object)
    """The path of a session that is shown now, or about to be."""
    table_opened = Signal()
    """What was written for a table is shown now."""
    reading_opened = Signal(object, object)
    """A Session in which a sentence was read, and the path of its model, or None."""
    failed = Signal(object)
    """A Failure."""

    def __init__(self, window: QWidget, link: GenerateLink, generation: Generation) -> None:
        super().__init__(window)
        self._window = window
        self._link = link
        self._generation = generation
        self._worker = Worker("opening", self)
        self._worker.record.connect(self._show)
        self._worker.failed.connect(self.failed)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    @property
    def busy(self) -> bool:
        """Whether a session is being read."""
        return self._worker.busy

    @Slot()
    def choose(self) -> None:
        """Let a file be chosen."""
        dialog = FileDialog(self._window, "Open")
        every = " ".join(f"*{suffix}" for suffix in _SUFFIXES)
        dialog.setNameFilters(
            [
                f"Sessions and models ({every})",
                f"Sessions (*{SUFFIX})",
                f"Models (*{model_card.SUFFIX})",
            ]
        )
        dialog.fileSelected.connect(self._open_name)
        dialog.open()

    def open(self, path: Path) -> None:
        """Show a session, or let a model write."""
        if path.suffix.lower() == model_card.SUFFIX:
            self._link.choose_model(path)
        elif path.suffix.lower() == SUFFIX:
            run = self._generation.new_run()
            self.begun.emit(path)
            self._worker.start(lambda cancel: _read(path, run, cancel))
        elif path.suffix.lower() == _TRACE:
            self.failed.emit(Failure(FailureKind.INPUT, _NO_SESSION.format(name=path.name)))
        else:
            msg = f"{path.name} is neither a session ({SUFFIX}) nor a model ({model_card.SUFFIX})."
            self.failed.emit(Failure(FailureKind.INPUT, msg))

    @Slot(str)
    def _open_name(self, name: str) -> None:
        self.open(Path(name))

    @Slot(object)
    def _show(self, opened: Opened) -> None:
        if opened.session.phase is Phase.TEXT_TO_TABLE:
            self.reading_opened.emit(opened.session, opened.model)
        else:
            self._link.show_session(opened.session, opened.model)
            self.table_opened.emit()
        self.session_opened.emit(opened.path)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take files that are dropped on the window, where nothing in it wants them."""
        if isinstance(event, QDragEnterEvent) and _dropped(event.mimeData()):
            event.acceptProposedAction()
            return True
        if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            if path := _dropped(event.mimeData()):
                event.acceptProposedAction()
                self.open(path)
            return True
        return super().eventFilter(watched, event)

    def close(self) -> None:
        """Read no more; nothing is heard of it afterwards."""
        self._worker.close()

    def wait(self) -> None:
        """Wait, once closed, for the thread's end."""
        self._worker.wait()


def _dropped(data: QMimeData) -> Path | None:
    """The file, where it is of a kind that we know and the only one."""
    urls = data.urls()
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    path = Path(urls[0].toLocalFile())
    return path if path.suffix.lower() in (*_SUFFIXES, _TRACE) else None


def _read(path: Path, run: int, cancel: Event) -> Iterator[Opened]:
    """Read a session, and look for its model among those of its name."""
    from core.session import reading

    try:
        session = reading.read(path, run)
    except (DamagedError, NewerError) as error:
        remedy = _NEWER if isinstance(error, NewerError) else _DAMAGED
        msg = f"{error} {remedy}"
        raise type(error)(msg) from error
    cancellation.check(cancel)
    yield Opened(path, session, _model_of(session, cancel))


def _model_of(session: Session, cancel: Event) -> Path | None:
    for name, path in models():
        cancellation.check(cancel)
        with contextlib.suppress(OSError):  # It was taken away just now.
            if name == session.model and files.sha256(path) == session.model_sha256:
                return path
    return None
