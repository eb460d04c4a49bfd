"""What the menus command, and which of it can be done on the page that is seen."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QMainWindow

from charcopy_gui.documents.file_menu import Documents
from charcopy_gui.frame.menus import Menus
from charcopy_gui.frame.page_stack import PageStack
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.window.help import Help
from charcopy_gui.window.tour.tours import Tours


class MenuCommands(QObject):
    """Fills the menus; Run, Stop and the steps are those of the visible page."""

    def __init__(
        self,
        window: QMainWindow,
        page: GeneratePage,
        pages: PageStack,
        documents: Documents,
        helps: Help,
        tours: Tours,
        menus: Menus,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._page = page
        self._pages = pages
        self._saving = documents.saving
        self._menus = menus
        documents.fill_menu(menus)
        self._fill_edit()
        menus.fill_view(PAGES, self._toggle_full_screen)
        menus.fill_run(self._run, self._stop, self._step_back, self._step_on)
        menus.fill_help(
            helps.show_guide,
            tours.begin_tour,
            tours.lessons,
            helps.show_log,
            helps.copy_diagnostics,
        )

    def _fill_edit(self) -> None:
        table = self._page.mr
        slots = table.commands
        self._menus.fill_edit(
            table.model.history,
            (
                ("&Copy slots as line", "Ctrl+Shift+C", slots.copy),
                ("Copy slots as two c&olumns", "", slots.copy_columns),
                ("Copy slots as &JSON", "", slots.copy_json),
                ("&Paste slots", "Ctrl+Shift+V", slots.paste),
            ),
            (
                ("&Add slot", "Ctrl+Shift+A", slots.add_row),
                ("&Duplicate slots", "Ctrl+D", slots.duplicate),
                ("Re&move slots", "Ctrl+Shift+R", slots.remove_rows),
                ("Move &slots up", "Alt+Up", slots.move_up),
                ("Move slots do&wn", "Alt+Down", slots.move_down),
                ("Ra&ndom slots", "Ctrl+R", table.roll),
            ),
        )

    @Slot()
    def show_abilities(self) -> None:
        """Enable what the visible page can do, and what acts on the table beside it."""
        visible = self._pages.visible
        self._menus.run.setEnabled(visible.can_run)
        self._menus.stop.setEnabled(visible.can_stop)
        self._menus.set_table_seen(visible is self._page)
        self._menus.set_steps_seen(visible.has_steps)
        self._menus.set_text_seen(self._saving.possible)

    @Slot()
    def _run(self) -> None:
        self._pages.visible.run()

    @Slot()
    def _stop(self) -> None:
        self._pages.visible.stop()

    @Slot()
    def _step_back(self) -> None:
        self._pages.visible.move_step(-1)

    @Slot()
    def _step_on(self) -> None:
        self._pages.visible.move_step(1)

    @Slot()
    def _toggle_full_screen(self) -> None:
        self._window.setWindowState(self._window.windowState() ^ Qt.WindowState.WindowFullScreen)
