"""What the window does with files: opens, saves, exports, and says in its title which is seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QMainWindow

from charcopy_gui.appearance.theme import Theme
from charcopy_gui.documents.opening import Opening
from charcopy_gui.documents.saving import Saved, Saving
from charcopy_gui.frame.closing import Closing
from charcopy_gui.frame.menus import Menus
from charcopy_gui.links.generate import GenerateLink
from charcopy_gui.links.writing import WritingLink
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.pages.page import Page
from charcopy_gui.workers.generation import Generation

if TYPE_CHECKING:
    from charcopy_gui.pages.output.instrument import Instrument
    from charcopy_gui.pages.read_back.page import ReadBackPage

_TITLE = "CharCopy"


class Documents(QObject):
    """Joins opening and saving with the menu File, the title and the end of the window."""

    failed = Signal(object)
    """A Failure."""
    named = Signal(object)
    """The path of the session that the Generate page shows; None where its text is in none."""
    session_opened = Signal()
    """A session is shown on the Generate page."""

    def __init__(
        self,
        window: QMainWindow,
        page: GeneratePage,
        link: GenerateLink,
        generation: Generation,
        theme: Callable[[], Theme],
        closing: Closing,
        visible: Callable[[], Page],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._page = page
        self._visible = visible
        self.opening = Opening(window, link, generation)
        self.saving = Saving(window, visible, theme)
        self._shown: dict[Page, Instrument] = {}
        self._files: dict[tuple[Page, int], Path] = {}
        """By page and run: the session in which it is kept."""
        self.opening.session_opened.connect(self._take_opened)
        self.opening.table_opened.connect(self.session_opened)
        self.saving.session_saved.connect(self._take_saved)
        for part in (self.opening, self.saving):
            part.failed.connect(self.failed)
        self.add(page, link)
        closing.watch(self.opening, "")
        closing.watch(self.saving, "A file is still being written.")
        window.setWindowTitle(_TITLE)

    @Slot(object, object)
    def add(self, page: GeneratePage | ReadBackPage, link: WritingLink) -> None:
        """What is written on a page can be saved, and is named in the title, while it is seen."""
        self.saving.add(page, link)
        self._shown[page] = page.instrument
        page.instrument.changed.connect(self.show_names)

    def fill_menu(self, menus: Menus) -> None:
        """Put everything into the menu File."""
        saving = self.saving
        exports = (
            ("Trace as &JSON…", "", saving.export_json),
            ("Trace as &CSV…", "", saving.export_csv),
            ("Plots as &PNG…", "", saving.export_png),
            ("Plots as S&VG…", "", saving.export_svg),
        )
        menus.fill_file(self.opening.choose, saving.save_session, exports, self._window.close)

    @Slot(object)
    def name_generated(self, path: Path) -> None:
        """The Generate page shows what is kept in this session."""
        self._name(self._page, path)

    @Slot(object)
    def _take_opened(self, path: Path) -> None:
        self._name(self._visible(), path)

    def _name(self, page: Page, path: Path) -> None:
        tree = self._shown[page].tree
        if tree is not None:
            self._take_saved(Saved(path, page, tree.run))

    @Slot(object)
    def _take_saved(self, saved: Saved) -> None:
        others = {key: path for key, path in self._files.items() if path != saved.path}
        self._files = {**others, (saved.page, saved.run): saved.path}
        self.show_names()

    @Slot()
    def show_names(self) -> None:
        """Say in the title in which file that is kept which is seen."""
        file = self._file(self._visible())
        self._window.setWindowTitle(_TITLE if file is None else f"{file.name} – {_TITLE}")
        self.named.emit(self._file(self._page))

    def _file(self, page: Page) -> Path | None:
        tree = self._shown[page].tree if page in self._shown else None
        return None if tree is None else self._files.get((page, tree.run))
