"""What the window does with files: opens, saves, exports, and says in its title which is seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QMainWindow

from charcopy_gui.closing import Closing
from charcopy_gui.generate_link import GenerateLink
from charcopy_gui.menus import Menus
from charcopy_gui.opening import Opening
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.pages.page import Page
from charcopy_gui.saving import Saving
from charcopy_gui.theme import Theme
from charcopy_gui.workers.generation import Generation

_TITLE = "CharCopy"


class Documents(QObject):
    """Joins opening and saving with the menu File, the title and the end of the window."""

    failed = Signal(object)
    """A Failure."""
    named = Signal(object)
    """The path of the session that the Generate page shows; None where another text is written."""
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
        self.saving.add(page, link)
        self.opening.session_opened.connect(self.show_name)
        self.opening.table_opened.connect(self.session_opened)
        self.saving.session_saved.connect(self.show_name)
        for part in (self.opening, self.saving):
            part.failed.connect(self.failed)
        link.started.connect(self._forget_name)
        closing.watch(self.opening, "")
        closing.watch(self.saving, "A file is still being written.")
        window.setWindowTitle(_TITLE)

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
    def show_name(self, path: Path) -> None:
        """Say in the title which file is seen."""
        self._window.setWindowTitle(f"{path.name} – {_TITLE}")
        if self._visible() is self._page:
            self.named.emit(path)

    @Slot()
    def _forget_name(self) -> None:
        """Another text is written than the one that was kept."""
        self._window.setWindowTitle(_TITLE)
        self.named.emit(None)
