"""The workspace: the text that is shown, with its branches, kept as it grows and shown again."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from charcopy_gui.links.generate import GenerateLink
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.storage.aside import set_aside
from charcopy_gui.storage.loading_marks import LoadingMarks
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.worker import Worker
from core import cancellation, files
from core.records import Failure
from core.session import Session

_log = logging.getLogger(__name__)
_REST_MILLISECONDS = 2000
"""What changes sooner after another change is written down together with it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A workspace that was read."""

    session: Session
    wanted: bool
    """Whether it is by the model that it has to be by."""


class Workspace(QObject):
    """Keeps what the Generate page shows in a file, in a thread of its own, and shows it again."""

    named = Signal(object)
    """What was kept is there again, and is of a file that is there, too: its path."""
    refused = Signal(str)
    """What was kept is not shown; a sentence that says why, where it is not by choice."""
    failed = Signal(str)
    """It cannot be kept: why, in a sentence, once."""

    def __init__(
        self,
        path: Path | None,
        page: GeneratePage,
        link: GenerateLink,
        generation: Generation,
        marks: LoadingMarks,
        parent: QObject,
    ) -> None:
        """Without a path, nothing is kept."""
        super().__init__(parent)
        self._path = path
        self._page = page
        self._link = link
        self._generation = generation
        self._marks = marks
        self._file: Path | None = None
        self._changed = self._reads = self._has_failed = False
        self._left: tuple[int, int] | None = None
        """The file as this window last read or wrote it."""
        self._worker = Worker("workspace", self)
        self._worker.record.connect(self._show)
        self._worker.failed.connect(self._fail)
        self._rest = QTimer(self, singleShot=True, interval=_REST_MILLISECONDS)
        self._rest.timeout.connect(self._keep)
        if path is not None:
            page.instrument.changed.connect(self._touch)

    @property
    def busy(self) -> bool:
        """Never so that anybody has to be asked: what is kept is kept on closing, too."""
        return False

    # Showing again.

    def restore(self, model: Path | None = None) -> bool:
        """Read what was kept, and show it; False where there is nothing.

        Args:
            model: the file of the model that it has to be by; None for any.
        """
        if self._path is None or not self._path.is_file():
            return False
        path, run, self._reads = self._path, self._generation.new_run(), True
        self._marks.begin(path)
        self._worker.start(lambda cancel: _read(path, run, model, cancel))
        return True

    @Slot(object)
    def _show(self, kept: object) -> None:
        self._left = self._seen()
        if not isinstance(kept, Kept):
            self._has_failed = False
            return
        if not kept.wanted:
            self._end_reading()
            self.refused.emit("")
            return
        table, history = self._page.mr.model, self._page.mr.model.history
        slots, untouched = table.mr().slots, history.count() == 0
        self._link.show_session(kept.session)
        # The table is remembered by itself, and may be newer than the text.
        table.set_slots(slots, "Take slots")
        if untouched:
            history.clear()
        self._end_reading()
        self._changed = False
        self._rest.stop()
        file = Path(kept.session.file)
        if kept.session.file and file.is_file():
            self._file = file
            self.named.emit(file)

    def _end_reading(self) -> None:
        self._reads = False
        if self._path is not None:
            self._marks.end(self._path)

    @Slot(object)
    def _fail(self, failure: Failure) -> None:
        if self._path is not None and self._reads:
            self._end_reading()
            aside = set_aside(self._path, "broken")
            where = "" if aside is None else f" The file is kept as {aside}."
            self.refused.emit(f"The last text cannot be shown again. {failure.sentence}{where}")
        elif not self._has_failed:
            self._has_failed = True
            self.failed.emit(f"The text and its branches cannot be kept: {failure.sentence}")

    # Keeping.

    @Slot(object)
    def set_file(self, path: Path | None) -> None:
        """What is shown is kept by its author in this file, too; None for in none."""
        if path != self._file:
            self._file = path
            if self._path is not None:
                self._touch()

    @Slot()
    def _touch(self) -> None:
        self._changed = True
        if not self._rest.isActive():
            self._rest.start()

    @Slot()
    def _keep(self) -> None:
        """Write what is shown, unless it is still being written: its end comes here as well."""
        if self._worker.busy:
            self._rest.start()
            return
        idle = self._page.activity in (Activity.IDLE, Activity.LOADING)
        session = self._whole() if idle else None
        if self._path is not None and session is not None:
            path, self._changed = self._path, False
            self._worker.start(lambda _: _write(session, path))

    def _whole(self) -> Session | None:
        """What there is to keep; of a text that is being written, as much as there is by now."""
        session = self._link.session() if self._changed else None
        if session is None or self._file is None:
            return session
        return replace(session, file=str(self._file.absolute()))

    def _seen(self) -> tuple[int, int] | None:
        """What tells the file from a later one, if there is any."""
        if self._path is None or not self._path.is_file():
            return None
        about = self._path.stat()
        return about.st_mtime_ns, about.st_size

    def close(self) -> None:
        """Read and begin no more; the newest state is kept by `wait`."""
        self._rest.stop()
        # A job that has not begun by now never does: what it was to write is not kept yet.
        self._changed = self._changed or (self._worker.busy and not self._reads)
        self._worker.close()

    def wait(self) -> None:
        """Wait, once closed, for the thread's end, and keep what was not kept yet."""
        self._worker.wait()
        # Another window may have left its own text: what was looked at last is this one's.
        self._changed = self._changed or (self._left is not None and self._left != self._seen())
        session = self._whole()
        if self._path is None or session is None:
            return
        self._changed = False
        try:
            for _ in _write(session, self._path):
                pass
        except (OSError, ValueError) as error:
            _log.warning("The text and its branches could not be kept: %s", error)


def _read(path: Path, run: int, model: Path | None, cancel: Event) -> Iterator[Kept]:
    from core.session import reading  # It brings numpy: not before the first paint.

    session = reading.read(path, run)
    cancellation.check(cancel)
    yield Kept(session, model is None or files.sha256(model) == session.model_sha256)


def _write(session: Session, path: Path) -> Iterator[Path]:
    from core.session import writing

    path.parent.mkdir(parents=True, exist_ok=True)
    writing.save(session, path)
    yield path
