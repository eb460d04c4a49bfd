"""Saving the text that is seen, on whichever page: as a session, as a trace, as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.links.writing import WritingLink
from charcopy_gui.pages.page import Page
from charcopy_gui.pages.parts.file_dialog import FileDialog
from charcopy_gui.workers.worker import Worker
from core.failures import failure_of
from core.records import GenerationStarted
from core.session import SUFFIX, Session

_LONGEST_NAME = 40
_Write: TypeAlias = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Saved:
    """A file, and what is in it: the run that was shown on a page when it was asked for."""

    path: Path
    page: Page
    run: int


class Saving(QObject):
    """Asks where, and writes there in a thread of its own: traces of long texts take a while."""

    session_saved = Signal(object)
    """A Saved: a session."""
    failed = Signal(object)
    """A Failure."""

    def __init__(
        self, window: QWidget, visible: Callable[[], Page], theme: Callable[[], Theme]
    ) -> None:
        """`visible` is the page that is seen; `theme` says in which colours pictures are drawn."""
        super().__init__(window)
        self._window = window
        self._visible = visible
        self._theme = theme
        self._links: dict[Page, WritingLink] = {}
        self._asked: tuple[str, Session, Page] | None = None
        self._waiting: list[tuple[Saved, _Write]] = []
        self._written: Saved
        """What is being written."""
        self._worker = Worker("saving", self)
        self._worker.record.connect(self._tell)
        self._worker.failed.connect(self.failed)
        self._worker.ended.connect(self._write_next)

    @Slot(object, object)
    def add(self, page: Page, link: WritingLink) -> None:
        """What is written on a page can be saved, while it is seen."""
        self._links[page] = link

    @property
    def possible(self) -> bool:
        """Whether there is anything to be seen that can be saved."""
        link = self._links.get(self._visible())
        return link is not None and link.has_text

    @property
    def busy(self) -> bool:
        """Whether something is being written."""
        return self._worker.busy

    @Slot()
    def save_session(self) -> None:
        """Keep the table, the text, its branches and every reason for them."""
        self._ask("Save session", SUFFIX, "Sessions of CharCopy")

    @Slot()
    def export_json(self) -> None:
        """Everything that the network knew, for other programs."""
        self._ask("Export trace", ".json", "Traces as JSON")

    @Slot()
    def export_csv(self) -> None:
        """A row a character, for spreadsheets."""
        self._ask("Export trace", ".csv", "Traces as CSV, one row per character")

    @Slot()
    def export_png(self) -> None:
        """The plots as a picture of pixels."""
        self._ask("Export plots", ".png", "Pictures of pixels")

    @Slot()
    def export_svg(self) -> None:
        """The plots as a picture of lines and letters."""
        self._ask("Export plots", ".svg", "Pictures of lines, sharp at any size")

    def _ask(self, title: str, suffix: str, kind: str) -> None:
        """Let a place be chosen for what is seen now; the window goes on meanwhile."""
        page = self._visible()
        link = self._links.get(page)
        session = None if link is None else link.session()
        if session is None:
            return
        self._asked = suffix, session, page
        dialog = FileDialog(self._window, title)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(f"{kind} (*{suffix})")
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(f"{_name(session)}{suffix}")
        dialog.fileSelected.connect(self._save)
        dialog.open()

    @Slot(str)
    def _save(self, name: str) -> None:
        if self._asked is None:
            return
        path, (suffix, session, page) = Path(name), self._asked
        try:
            write = self._writer(session, suffix, path)
        except ValueError as error:  # It cannot be drawn.
            self.failed.emit(failure_of(error))
            return
        self._waiting.append((Saved(path, page, session.tree.run), write))
        if not self.busy:
            self._write_next()

    def _writer(self, session: Session, suffix: str, path: Path) -> _Write:
        """What writes the file, in any thread; pictures are drawn here and now."""
        # Not at the top: they bring numpy and the plots, and the window is to be painted first.
        from core import trace_files
        from core.files import write_atomically
        from core.session import writing

        if suffix == SUFFIX:
            return partial(writing.save, session, path)
        if suffix in trace_files.SUFFIXES:
            encoded = partial(trace_files.encoded, session.tree, suffix, session.model_sha256)
            return lambda: write_atomically(path, encoded())
        return self._drawn(session, suffix, path)

    def _drawn(self, session: Session, suffix: str, path: Path) -> _Write:
        from charcopy_gui.plots.picture import Picture, png
        from core.files import write_atomically

        tree, branch = session.tree, session.branch
        started = GenerationStarted(tree.run, branch, tree.source, tree.model)
        with Picture(started, tree.steps(branch), self._theme()) as picture:
            if suffix == ".svg":
                return partial(write_atomically, path, picture.svg())
            image = picture.image()
        return lambda: write_atomically(path, png(image))

    @Slot()
    def _write_next(self) -> None:
        """One file after another: a worker's newest job would have those before it dropped."""
        if self._waiting:
            self._written, write = self._waiting.pop(0)
            self._worker.start(lambda _: _done(write))

    @Slot()
    def _tell(self) -> None:
        saved = self._written
        self._links[saved.page].say_saved(saved.path)
        if saved.path.suffix == SUFFIX:
            self.session_saved.emit(saved)

    def close(self) -> None:
        """Begin no more; what is being written is written whole."""
        self._waiting.clear()
        self._worker.close()

    def wait(self) -> None:
        """Wait, once closed, for the thread's end."""
        self._worker.wait()


def _done(write: _Write) -> Iterator[None]:
    write()
    yield None


def _name(session: Session) -> str:
    """The beginning of the text, to a whole word, as a file can have it."""
    text = session.tree.text(session.branch)
    words = "".join(c if c.isalnum() or c in "-_" else " " for c in text).split()
    kept = [words.pop(0)[:_LONGEST_NAME]] if words else ["text"]
    while words and len(" ".join((*kept, words[0]))) <= _LONGEST_NAME:
        kept.append(words.pop(0))
    return " ".join(kept)
