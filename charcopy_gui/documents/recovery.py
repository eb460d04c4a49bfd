"""What a window shows first: a file, what was shown last, or a new text; and what is left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from charcopy_gui.documents.file_menu import Documents
from charcopy_gui.documents.left_out import LeftOut
from charcopy_gui.documents.workspace import Workspace
from charcopy_gui.frame.memory import Memory
from charcopy_gui.links.generate import GenerateLink
from charcopy_gui.page_names import PAGE_KEYS
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.storage.loading_marks import LoadingMarks
from core.records import Failure


class Recovery(QObject):
    """Begins as it was left; what ended the program the last time only when it is asked for."""

    failed = Signal(object)
    """A Failure."""
    noticed = Signal(str)
    """A sentence that is good to know."""

    def __init__(
        self,
        window: QWidget,
        page: GeneratePage,
        link: GenerateLink,
        documents: Documents,
        workspace: Workspace,
        memory: Memory,
        marks: LoadingMarks,
        show_page: Callable[[int], None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._page = page
        self._link = link
        self._opening = documents.opening
        self._workspace = workspace
        self._memory = memory
        self._marks = marks
        self._show_page = show_page
        self._first: Path | None = None
        self._left_out: tuple[Path, ...] = ()
        self._still = self._begun = self._went_on = False
        self._read: Path | None = None
        self._opening.begun.connect(self._mark)
        self._opening.session_opened.connect(self._unmark)
        documents.failed.connect(self._take_refused_file)
        workspace.refused.connect(self._write_anew)

    def open(self, path: Path) -> None:
        """Show a session, or let a model write; once the window has begun."""
        if self._begun:
            self._opening.open(path)
        else:
            self._first = path

    def leave_out(self, paths: Sequence[Path], *, still: bool) -> None:
        """Offer what was left out at this start.

        Args:
            paths: of models and sessions.
            still: whether nothing at all is to be loaded before somebody asks for it.
        """
        self._left_out, self._still = tuple(paths), still

    def begin(self) -> None:
        """Show what comes first; call it once there are plots to show it in."""
        self._begun = True
        page = self._memory.settings.page
        if self._first is not None:
            self._opening.open(self._first)
        if not self._opening.busy and self._page.activity is Activity.IDLE:
            self._go_on()  # There is no file, or one that was refused at once.
        if self._first is None and page in PAGE_KEYS[1:]:
            self._show_page(PAGE_KEYS.index(page))
        if self._left_out:
            offer = LeftOut(self._left_out, self._window)
            offer.wanted.connect(self._load_after_all)
            offer.show()

    def _go_on(self) -> None:
        """As it was left; with a new text, where nothing was left."""
        if self._went_on or self._still or self._page.tree is not None:
            return
        self._went_on = True
        if not self._restore():
            self._page.run()

    def _restore(self) -> bool:
        chosen = self._memory.settings.default_model
        return self._workspace.restore(self._link.model if chosen else None)

    @Slot(str)
    def _write_anew(self, sentence: str) -> None:
        if sentence:
            self.noticed.emit(sentence)
        self._page.run()

    @Slot(object)
    def _load_after_all(self, paths: Sequence[Path]) -> None:
        wanted = list(paths)
        if self._page.tree is None and self._link.model in wanted and self._restore():
            wanted.remove(self._link.model)  # It is loaded with the text that it wrote last.
        for path in wanted:
            self._opening.open(path)

    # Marks on sessions that are opened; a model's are made where it is loaded.

    @Slot(object)
    def _mark(self, path: Path) -> None:
        self._unmark()
        self._read = path
        self._marks.begin(path)

    @Slot()
    def _unmark(self) -> None:
        if self._read is not None:
            self._marks.end(self._read)
            self._read = None

    @Slot(object)
    def _take_refused_file(self, failure: Failure) -> None:
        self._unmark()
        self.failed.emit(failure)
        self._go_on()  # It may have been the first thing that was to be seen.
